// Has the browser keep what says that the line is lost; only pages of this machine, or by HTTPS, may.

async function keep() {
  const registration = await navigator.serviceWorker.register("service-worker.js");
  registration.active?.postMessage("keep");
}

if (navigator.serviceWorker) addEventListener("load", () => keep().catch(() => null)); // a certificate that the browser does not trust
