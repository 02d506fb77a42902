// Between the pages and the network: where a page cannot be had, one is shown that says so. Nothing of the game is ever kept,
// and no script, so that what is shown is of now or says that it is not.

const SHELL = "shell";
const PARTS = ["offline", "static/base.css", "static/offline.js", "static/old.js", "static/typing.js", "static/icon.svg", "static/fonts/nunito-600.woff2", "static/fonts/nunito-800.woff2"].map(
  (part) => new URL(part, location).pathname,
);
const [OFFLINE] = PARTS;

async function keepShell() {
  const kept = await caches.open(SHELL);
  await kept.addAll(PARTS.map((part) => new Request(part, { cache: "reload" })));
}

self.addEventListener("install", (event) => {
  event.waitUntil(keepShell());
  self.skipWaiting();
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
  else if (request.method === "GET" && PARTS.includes(pathname)) event.respondWith(fetch(request).catch(async () => (await caches.match(pathname)) ?? Response.error()));
});

// The reader's language may be another by now: what is shown without a line is kept anew with each visit.
self.addEventListener("message", (event) => event.waitUntil(keepShell().catch(() => null)));
