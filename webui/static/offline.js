// Tries until the table answers, then shows the page that was asked for.

const AGAIN = 2000;

async function look() {
  try {
    await fetch(new URL("../offline", import.meta.url), { method: "HEAD", cache: "no-store" });
    location.reload();
  } catch {
    setTimeout(look, AGAIN);
  }
}

setTimeout(look, AGAIN);
