// The reader's language, chosen on a page and kept by the browser for all of them.

import { $ } from "./texts.js";

$("language").addEventListener("change", (event) => {
  const chosen = `tileref_language=${event.target.value}`;
  document.cookie = `${chosen}; path=/; max-age=31536000; samesite=strict`;
  if (document.cookie.includes(chosen)) location.reload(); // reading it waits until it is kept: the page must not come faster than that
});
