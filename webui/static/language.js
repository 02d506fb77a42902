// The reader's language, chosen on a page and kept by the browser for all of them.

import { $, start } from "./texts.js";

function change() {
  const chosen = `tileref_language=${$("language").value}`;
  document.cookie = `${chosen}; path=/; max-age=31536000; samesite=strict`;
  if (document.cookie.includes(chosen)) location.reload(); // reading it waits until it is kept: the page must not come faster than that
}

$("language").addEventListener("change", change);
if ($("language").value !== start.language) change(); // chosen while the scripts were still on their way
