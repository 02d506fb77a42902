// What a form still lacks is said in the language of the page: by itself a browser says it in its own.

const { missing } = document.body.dataset;

addEventListener("invalid", ({ target }) => target.setCustomValidity(target.dataset.amiss ?? missing), true);

/** What was said counts until somebody types, or presses again: a photo may have filled the field meanwhile. */
const forgive = (...fields) => {
  for (const field of fields) field.setCustomValidity?.("");
};

addEventListener("input", ({ target }) => forgive(target), true);
addEventListener("click", ({ target }) => forgive(...(target.closest?.("button")?.form?.elements ?? [])), true);
