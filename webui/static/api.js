// The buttons' way to the server.

import { t, has } from "./texts.js";

let complain = () => {};

/** Says who is told when a press is refused. */
export function onRefusal(listener) {
  complain = listener;
}

/** Presses the button `command`; true if the server did it. */
export async function press(command, body = {}) {
  try {
    const answer = await fetch(`/api/${command}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    if (answer.ok) return true;
    if (answer.status === 401) location.assign("/door");
    const { error, code } = await answer.json();
    complain(has(`refused.${code}`) ? t(`refused.${code}`) : error, code);
  } catch {
    complain(t("notice.offline"), "offline");
  }
  return false;
}
