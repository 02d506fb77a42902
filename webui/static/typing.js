// On every page: a key that is held down is one press, and what a form still lacks is said in the language of the page.

const { missing = "" } = document.body.dataset;

/**
 * @param {unknown} target
 * @returns {target is HTMLInputElement | HTMLSelectElement}
 */
const isField = (target) => target instanceof HTMLInputElement || target instanceof HTMLSelectElement;

addEventListener("invalid", ({ target }) => isField(target) && target.setCustomValidity(target.dataset.amiss ?? missing), true);

/**
 * What was said counts until somebody types, or presses again: a photo may have filled the field meanwhile.
 *
 * @param {unknown[]} fields
 */
const forgive = (...fields) => {
  for (const field of fields) if (isField(field)) field.setCustomValidity("");
};

addEventListener("input", ({ target }) => forgive(target), true);
addEventListener("click", ({ target }) => forgive(...((target instanceof Element && target.closest("button")?.form?.elements) || [])), true);

// What a key repeats reaches nothing.
addEventListener(
  "keydown",
  (event) => {
    const isTyped = event.key === " " && event.target instanceof Element && event.target.closest("input");
    if (!event.repeat || !["Enter", " "].includes(event.key) || isTyped) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);
