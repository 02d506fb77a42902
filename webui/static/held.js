// A key that is held down is one press, on every page: what it repeats reaches nothing.

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
