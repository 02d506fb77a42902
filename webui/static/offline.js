// Tries until the table answers, then shows the page that was asked for; meanwhile the codes of the record that this browser keeps.

import { kept, listOfCodes } from "./codes.js";
import { $, refresh } from "./texts.js";

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
if (kept().length) refresh($("codes"), kept(), listOfCodes);
