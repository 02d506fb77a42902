// The state as the server tells it: at once, after every change, and every three seconds.

/** Milliseconds without a word from the server, which speaks every three seconds, after which the line counts as dead. */
const SILENCE = 9000;
const AGAIN = 2000;

/** Follows the state of the table for good: `show` gets each new one, `lost` is called while the line is dead. */
export function follow(show, lost) {
  let events = null;
  let heard = 0;

  const listen = () => {
    events?.close();
    events = new EventSource("/events");
    heard = performance.now();
    events.onmessage = (event) => {
      heard = performance.now();
      show(JSON.parse(event.data));
    };
    events.onerror = () => {
      lost();
      if (events.readyState !== EventSource.CLOSED) return;
      const again = () => setTimeout(listen, AGAIN); // refused outright: the browser gave up
      fetch("/state").then((answer) => (answer.status === 401 ? location.replace("/door") : again()), again);
    };
  };

  // A phone that slept, or left the network, is not told that its line is dead.
  setInterval(() => {
    if (performance.now() - heard < SILENCE) return;
    lost();
    listen();
  }, 1000);
  document.addEventListener("visibilitychange", () => document.hidden || listen());
  listen();
}
