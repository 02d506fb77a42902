// The state as the server tells it: at once, after every change, and every three seconds.
//
// A browser opens six lines to a server at most (HTTP/1.1), and a stream takes one for good. So of the tabs of one browser one listens
// and tells the others, and when it is closed another takes its place. Where the browser has no locks, each tab listens for itself while
// it is seen, and where it denies them, as long as it is open. A device that must give the code again loads its page anew, which leads to the door, and back.

import { fetched } from "./api.js";
import { shown } from "./state.js";

/** Milliseconds without a word from the server, which speaks every three seconds, after which the line counts as dead. */
const SILENCE = 9000;
const AGAIN = 2000;

/**
 * Follows the state of the table for good: `show` gets each new one and the one before, `lost` is called while the line is dead.
 *
 * @param {(state: State, last: State | null) => unknown} show
 * @param {() => unknown} lost
 */
export function follow(show, lost) {
  const shared = `tileref.stream ${new URL(".", location.href).pathname}`; // another table may be served below another path
  const channel = navigator.locks && window.BroadcastChannel ? new BroadcastChannel(shared) : null;
  /** @type {EventSource | null} */
  let events = null;
  let heard = performance.now();
  let leads = !channel;

  /** @param {State} state */
  const become = (state) => {
    const last = shown.newest;
    Object.assign(shown, { newest: state, isOffline: false });
    show(state, last);
  };

  /** @param {string} text */
  const take = (text) => {
    heard = performance.now();
    become(JSON.parse(text));
  };

  const fallen = () => {
    shown.isOffline = true;
    lost();
    if (leads) channel?.postMessage(null);
  };

  /** The state, once: of a tab that another one tells, or should. */
  const ask = async () => {
    const state = await fetched("state");
    if (state) become(state);
    else fallen();
  };

  const listen = () => {
    events?.close();
    events = new EventSource("events");
    heard = performance.now();
    events.onmessage = ({ data }) => {
      channel?.postMessage(data);
      take(data);
    };
    events.onerror = () => {
      fallen();
      if (events?.readyState !== EventSource.CLOSED) return;
      fetched("state").then(() => setTimeout(listen, AGAIN)); // refused outright: the browser gave up
    };
  };

  const lead = () => {
    leads = true;
    listen();
    return new Promise(() => {}); // until this tab is closed
  };

  const look = () => (leads ? listen() : ask());

  // A phone that slept, or left the network, is not told that its line is dead.
  setInterval(() => {
    const isRested = !channel && document.hidden;
    if (isRested || performance.now() - heard < SILENCE) return;
    if (leads) fallen();
    look();
  }, 1000);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) look();
    else if (!channel) events?.close(); // its line is another tab's
  });

  if (!channel) {
    listen();
    return;
  }
  channel.onmessage = ({ data }) => {
    if (leads) return;
    if (data === null) fallen();
    else take(data);
  };
  navigator.locks
    .request(shared, { ifAvailable: true }, (lock) => (lock ? lead() : null))
    .then(() => {
      ask();
      navigator.locks.request(shared, lead);
    }, lead);
}
