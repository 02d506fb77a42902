// The door: gives the code and goes in, to the page that the device asked for.

const form = /** @type {Elements["door"]} */ (document.getElementById("door"));
const code = /** @type {Elements["code"]} */ (document.getElementById("code"));
const error = /** @type {HTMLElement} */ (form.querySelector(".error"));
const { beyond = ".", wait = "", wrong = "", offline = "" } = form.dataset;

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const answer = await fetch("door", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ code: code.value }),
    });
    if (answer.ok) location.replace(beyond);
    else {
      error.textContent = answer.status === 429 ? wait : wrong;
      code.select(); // the next one is typed over it
    }
  } catch {
    error.textContent = offline;
  }
});
