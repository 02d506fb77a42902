// The buttons' way to the server.

import { t, has } from "./texts.js";

let complain = () => {};

/** Says who is told when a press is refused, and with null when the next one is not. */
export function onRefusal(listener) {
  complain = listener;
}

/** Sends `body` to `command`; the server's answer, or null if it refused. */
export async function send(command, body = {}) {
  let answer, said;
  try {
    answer = await fetch(`/api/${command}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    said = await answer.json();
  } catch {
    complain(t("notice.offline"), "offline");
    return null;
  }
  if (answer.ok) {
    complain(null);
    return said;
  }
  if (answer.status === 401) location.assign("/door");
  complain(has(`refused.${said.code}`) ? t(`refused.${said.code}`, said.values) : said.error, said.code, said.values);
  return null;
}

/** Presses the button `command`; true if the server did it. */
export const press = async (command, body = {}) => (await send(command, body)) !== null;
