// The reader's language, chosen on a page and kept by the browser for all of them.

import { $ } from "./texts.js";

$("language").addEventListener("change", (event) => {
  document.cookie = `tileref_language=${event.target.value}; path=/; max-age=31536000; samesite=strict`;
  location.reload();
});
