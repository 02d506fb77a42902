// The door: gives the code and goes in, to the page that the device asked for.

import "./required.js";

const form = document.getElementById("door");
const code = document.getElementById("code");
const error = form.querySelector(".error");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const answer = await fetch("door", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ code: code.value }),
    });
    if (answer.ok) location.replace(form.dataset.beyond);
    else {
      error.textContent = answer.status === 429 ? form.dataset.wait : form.dataset.wrong;
      code.select(); // the next one is typed over it
    }
  } catch {
    error.textContent = form.dataset.offline;
  }
});
