// Following a pointer that was pressed, wherever it goes, until it is let go.

/**
 * Calls `follow` with each movement from here on, and `done` at the end.
 *
 * @param {(event: PointerEvent) => unknown} follow
 * @param {() => unknown} [done]
 */
export function followPointer(follow, done = () => {}) {
  const stop = () => {
    done();
    removeEventListener("pointermove", follow);
    removeEventListener("pointerup", stop);
    removeEventListener("pointercancel", stop);
  };
  addEventListener("pointermove", follow);
  addEventListener("pointerup", stop);
  addEventListener("pointercancel", stop);
}
