// Tries until the table answers, then shows the page that was asked for.

const AGAIN = 2000;

async function look() {
  try {
    await fetch("/offline", { method: "HEAD", cache: "no-store" });
    location.reload();
  } catch {
    setTimeout(look, AGAIN);
  }
}

setTimeout(look, AGAIN);
