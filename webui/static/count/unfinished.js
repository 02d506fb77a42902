// What is begun on this device and not yet counted: this tab keeps it, and goes on with it when the page is loaded anew.

/** @typedef {{ event: number | null, begun: boolean, winner: string | null }} Opened */

const KEY = "tileref.unfinished.";
const OPENED = `${KEY}opened`;
const RACK = `${KEY}rack.`;
const QUALITY = 0.85;

/**
 * The value under `key`; null where there is none.
 *
 * @param {string} key
 */
function kept(key) {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Keeps `value` under `key`; whether there was room for it.
 *
 * @param {string} key
 * @param {unknown} value
 */
function keep(key, value) {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false; // a browser that keeps nothing, or no more
  }
}

/** @param {string} key */
function drop(key) {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // a browser that keeps nothing
  }
}

/** How the counting was opened, `{ event, begun, winner }`: after which event, whether the round was begun for it, and who was chosen so far; null where it is not open. */
/** @type {() => Opened | null} */
export const opened = () => kept(OPENED);
/** @param {Opened} value */
export const keepOpened = (value) => keep(OPENED, value);
export const dropOpened = () => drop(OPENED);

/**
 * Keeps what is known of a player's rack in that `round`, with the part of its photo that is shown where there is room for it.
 *
 * @param {number} round
 * @param {string} player
 * @param {KnownRack} known
 * @param {RackPhoto | null} photo
 */
export function keepRack(round, player, known, photo) {
  const key = `${RACK}${player}`;
  if (photo) photo.jpeg ??= photo.part.toDataURL("image/jpeg", QUALITY);
  const shown = photo && { left: photo.left, up: photo.up, width: photo.canvas.width, height: photo.canvas.height, jpeg: photo.jpeg };
  if (!keep(key, { ...known, round, photo: shown }) && !keep(key, { ...known, round, photo: null })) drop(key);
}

/**
 * What was kept of a player's rack in that `round`; null for nothing.
 *
 * @param {number} round
 * @param {string} player
 * @returns {KeptRack | null}
 */
export function rackOf(round, player) {
  const rack = kept(`${RACK}${player}`);
  return rack?.round === round ? rack : null;
}

/** Forgets every rack. */
export function dropRacks() {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(RACK)) sessionStorage.removeItem(key);
  } catch {
    // a browser that keeps nothing
  }
}

/**
 * A kept photo as it was: a canvas as large as all of it, on which only the part that is shown is drawn, and that part.
 *
 * @param {KeptPhoto} photo
 * @returns {Promise<RackPhoto>}
 */
export async function photoOf({ left, up, width, height, jpeg }) {
  const bytes = Uint8Array.from(atob(jpeg.slice(jpeg.indexOf(",") + 1)), (letter) => letter.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: "image/jpeg" }));
  const [canvas, part] = [
    [width, height],
    [picture.width, picture.height],
  ].map(([wide, high]) => Object.assign(document.createElement("canvas"), { width: wide, height: high }));
  canvas.getContext("2d")?.drawImage(picture, left, up);
  part.getContext("2d")?.drawImage(picture, 0, 0);
  part.setAttribute("aria-hidden", "true");
  return { canvas, part, left, up, jpeg };
}
