// Following a pointer that was pressed, wherever it goes, until it is let go.

/**
 * Calls `follow` with each movement from here on, and `done` at the end.
 *
 * @param {(event: PointerEvent) => unknown} follow
 * @param {() => unknown} [done]
 */
export function followPointer(follow, done = () => {}) {
  const following = new AbortController();
  const { signal } = following;
  signal.addEventListener("abort", done);
  addEventListener("pointermove", follow, { signal });
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => following.abort(), { signal });
}
