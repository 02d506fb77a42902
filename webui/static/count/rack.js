// One player's rack: a photo of it, its tiles to be tapped, or its tiles or points typed.

import { pick } from "../picker.js";
import { namesIn, rackPhoto, WRITTEN } from "../rack.js";
import { shown } from "../state.js";
import { h, refresh, t } from "../texts.js";
import { contradictions } from "../told.js";
import { about, blamed } from "./blame.js";
import { onPhoto, partOf, row, toLookAt } from "./shown.js";
import { keepRack, rackOf } from "./unfinished.js";

/**
 * What was typed as the state says it again.
 *
 * @param {string} text
 */
const plain = (text) => (/^\s*\d+\s*$/.test(text) ? String(Number(text)) : namesIn(text).join(" "));

/** The card of a player's rack in a round. `count` is told what is on it, as text, and says whether the server took it. */
export class Rack {
  static #number = 0;
  #player;
  #round;
  #count;
  #sum = h("span.sum");
  #counted = ""; // what the state said last
  /** @type {RackTile[] | null} */
  #seen = null; // the tiles as this device knows them; null where others, or nobody, counted
  /** @type {string | null} */
  #sent = null; // the text that this device counted last
  /** @type {RackPhoto | null} */
  #photo = null; // the part in which the tiles lie
  #drawn = h("div.seen");
  #note = h("p.hint", { role: "status" });

  /**
   * @param {string} player
   * @param {number} round
   * @param {(player: string, rack: string) => Promise<boolean>} count
   */
  constructor(player, round, count) {
    this.#player = player;
    this.#round = round;
    this.#count = count;
    Rack.#number += 1;
    const title = `left-${Rack.#number}`;
    const label = t("ending.rack", { name: player });
    this.input = h("input", { name: player, "aria-label": label, placeholder: t("count.type"), ...WRITTEN, oninput: () => this.#keep(), onchange: () => this.#type() });
    const say = (/** @type {string} */ text, isError = false) => (isError ? this.#refuse(text) : this.#say(text));
    const photo = rackPhoto(
      label,
      say,
      (read, canvas) => read && this.#take(read, canvas),
      (text) => this.#refuse(text ?? ""),
    );
    this.element = h("section.left", { "aria-labelledby": title }, h("h3", { id: title }, h("span", {}, player), this.#sum), this.#drawn, this.#note, h("div.entry", {}, photo, this.input));
    const kept = rackOf(round, player);
    if (!kept) return;
    this.input.value = kept.text; // where somebody has counted the rack meanwhile, `show` forgets it
    this.#counted = kept.counted;
    this.#seen = kept.seen;
    this.#photo = kept.photo;
  }

  /** Shows what the state says of this rack. */
  show() {
    const { tiles, points, must } = this.#rack;
    const text = tiles ? tiles.join(" ") : points === null ? "" : String(points);
    if (text !== this.#counted) {
      if (text !== this.#sent) this.#forget(); // somebody else counted it, or it was taken back
      if (document.activeElement !== this.input) this.input.value = text;
      this.#counted = text;
      this.#keep();
    }
    this.#sum.textContent = points !== null ? t("verdict.points", { n: points }) : must === null || !shown.state.turn ? "" : t("player.tiles", { n: must });
    this.#sum.classList.toggle("done", points !== null);
    this.#draw();
  }

  /** Counts what was typed where the server has not taken it; whether nothing is left to count, or to look at. */
  async finish() {
    if (this.#waits) {
      this.element.scrollIntoView({ block: "nearest" }); // it says which tile is uncertain, and never counts as what it most looks like
      return false;
    }
    const text = this.input.value;
    return !text.trim() || plain(text) === this.#sent || plain(text) === this.#counted || this.#tell(text);
  }

  get #rack() {
    const rack = shown.state.count?.racks.find(({ player }) => player === this.#player);
    return rack ?? { player: this.#player, must: null, tiles: null, points: null };
  }

  get #text() {
    return (this.#seen ?? []).map(({ tile }) => tile).join(" ");
  }

  /** Whether there are tiles that a person must look at before they count. */
  get #waits() {
    return Boolean(this.#seen?.some(({ doubt }) => doubt));
  }

  /** Keeps what this device knows of the rack, until the page is loaded anew. */
  #keep() {
    keepRack(this.#player, { round: this.#round, text: this.input.value, counted: this.#counted, seen: this.#seen, photo: this.#photo });
  }

  #forget() {
    this.#seen = this.#sent = this.#photo = null;
    this.#say("");
  }

  /** @returns {RackTile[]} */
  get #tiles() {
    return this.#seen ?? this.#rack.tiles?.map((tile) => ({ tile, doubt: false, likely: [] })) ?? [];
  }

  /**
   * @param {string} text
   * @param {boolean} [isError]
   */
  #say(text, isError = false) {
    this.#note.textContent = text;
    this.#note.classList.toggle("error", isError);
  }

  /**
   * Says at the rack itself why its photo cannot be used: whoever counts six of them sees which one is meant.
   *
   * @param {string} text
   */
  #refuse(text) {
    this.#say(text, true);
    this.#note.scrollIntoView({ block: "nearest" });
  }

  #draw() {
    const found = about(shown.state, this.#player);
    const blame = blamed(shown.state, this.#player);
    const seen = this.#tiles;
    refresh(this.#drawn, [seen, found, Boolean(this.#photo)], () => [
      this.#photo && onPhoto(this.#photo, seen, blame, (i) => this.#change(i)),
      seen.length ? row(seen, blame, (i) => this.#change(i)) : null,
      contradictions(found),
      this.#waits && !seen.some(({ tile }) => tile === "?") ? h("button.plain", { type: "button", onclick: () => this.#settle() }, t("count.right")) : null,
      seen.length ? h("button.quiet", { type: "button", onclick: () => this.#add() }, t("count.add")) : null,
    ]);
    if (this.#waits) this.#note.textContent = toLookAt(seen);
  }

  /** @param {number} index */
  #change(index) {
    const { likely, tile, corners } = this.#tiles[index];
    const { href, width, height, left = 0, up = 0 } = this.#photo ?? {};
    const within = corners?.map(([x, y]) => [x - left, y - up]);
    pick({ title: t("picker.title"), likely: likely.length ? likely : [[tile, 1]], photo: href, width, height, corners: within }, (name) => {
      const seen = [...this.#tiles];
      seen.splice(index, 1, ...(name === null ? [] : [{ ...seen[index], tile: name, doubt: false }]));
      this.#become(seen);
    });
  }

  #add() {
    pick({ title: t("picker.missing"), likely: [], none: false }, (name) => this.#become([...this.#tiles, { tile: name ?? "?", doubt: false, likely: [] }]));
  }

  #settle() {
    this.#become(this.#tiles.map((one) => ({ ...one, doubt: false })));
  }

  /**
   * The rack holds these tiles; it counts once none of them is uncertain.
   *
   * @param {RackTile[]} seen
   */
  async #become(seen) {
    this.#seen = seen;
    this.input.value = this.#text;
    this.#say("");
    this.#draw();
    this.#keep();
    if (!this.#waits) await this.#tell(this.#text);
  }

  async #type() {
    this.#forget();
    this.#keep();
    await this.#tell(this.input.value);
  }

  /**
   * Counts; whether the server took it.
   *
   * @param {string} text
   */
  async #tell(text) {
    const before = this.#sent;
    this.#sent = plain(text);
    const isTaken = await this.#count(this.#player, text);
    if (!isTaken) this.#sent = before;
    return isTaken;
  }

  /**
   * @param {ReadRack} read
   * @param {HTMLCanvasElement | null} canvas
   */
  async #take({ seen }, canvas) {
    this.#photo = canvas && partOf(canvas, seen);
    await this.#become(seen);
    if (!this.#waits) this.#say(t("rack.read", { n: seen.length }));
  }
}
