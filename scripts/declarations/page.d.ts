// What the page's scripts pass to each other, and what the server answers besides the state. No browser reads this.

/** A value that a text can take in, or that comes with a refusal. */
type Value = string | number | boolean | null | undefined | readonly (string | number)[];
type Values = Record<string, Value>;

/** Whatever stands in an element; the others are left out. */
type Child = Node | string | null | undefined | false;

/** What an element is made with: attributes, and listeners, whose names start with "on". */
interface Properties {
  onclick?: (event: MouseEvent) => unknown;
  onsubmit?: (event: SubmitEvent) => unknown;
  oninput?: (event: Event) => unknown;
  onchange?: (event: Event) => unknown;
  [name: string]: string | number | boolean | null | undefined | ((event: never) => unknown);
}

/** The element that "p.name" names. */
type Tag<Spec extends string> = Spec extends `${infer Name}.${string}` ? Name : Spec;
type Made<Spec extends string> = Tag<Spec> extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Tag<Spec>] : HTMLElement;

/** What a text, or a part of it, is set as large as. */
interface Sizes {
  most: number;
  least: number;
}

/** Is told that a press was refused, and why; with null that the next one was not. */
type Complain = (text: string | null, code?: string, values?: RefusalValues) => void;

interface RefusalValues extends Values {
  names?: string[];
}

/** What a page knows from the start. */
interface Start {
  language: string;
  texts: Record<string, string>;
  /** The fields of the state that a press speaks of: the server refuses it where they are others than the page shows. */
  about: Partial<Record<string, (keyof State)[]>>;
  rulebooks: Book[];
  invitation: { code: string } | null;
  address: string;
  host: boolean;
  role: Role;
}

interface Book {
  id: string;
  title: string;
  own: boolean;
  opening: number;
  time: number | null;
  penalty: number;
  joker: number;
  freed: string;
  least: number;
  most: number;
  variants: { name: string; summary: string; changes: string[] }[];
  houseRules: HouseRule[];
  moreRules: HouseRule[];
}

interface HouseRule {
  key: string;
  booklet: string | number | null;
  tick: boolean;
  values: string[];
  changes: string[];
  needs: string | null;
  most: number | null;
}

/** What a device is at the table. */
interface Role {
  device: string | null;
  role: "host" | "player" | "button" | "watching" | "undecided";
  player: string | null;
  presses: string[] | null;
  choices: string[];
  reach: "table" | "evening" | "everything";
  seats: Record<string, string | null>;
}

interface Device {
  device: string;
  role: Role["role"];
  player: string | null;
  right: boolean;
  browser: string;
  since: number;
  ago: number;
}

interface Devices {
  devices: Device[];
  code: string;
  reach: Role["reach"];
}

interface Address {
  address: string;
  interface: string | null;
  camera: boolean;
}

interface Addresses {
  addresses: Address[];
  shown: string;
}

interface CameraChoice {
  cameras: { camera: string; name: string }[];
  chosen: string | null;
  address: string | null;
}

interface Box {
  name: string;
  tiles: number;
  dark: string[];
  missing: string[];
  double: string[];
  unsure: string[];
  jpeg: string;
}

/** A tile of a rack; where people named it, no photo shows it. */
interface RackTile {
  tile: string;
  doubt: boolean;
  corners?: number[][];
  likely: [string, number][];
}

interface ReadRack {
  tiles: string[];
  doubtful: string[];
  width: number;
  height: number;
  seen: (RackTile & { corners: number[][] })[];
}

/** The part of a photo of a rack in which the tiles lie: where its corner was, its bytes in base64, and where this page has it. */
interface RackPhoto {
  left: number;
  up: number;
  width: number;
  height: number;
  jpeg: string;
  href: string;
}

interface KeptRack {
  round: number;
  text: string;
  counted: string;
  seen: RackTile[] | null;
  photo: RackPhoto | null;
}

/** What people said of a turn. */
interface Word {
  kind: string;
  tile: string | null;
  reason: string | null;
  by: string | null;
}

interface Turn {
  press: number;
  game: number;
  round: number;
  number: number;
  ended: number;
  player: string;
  outcome: Verdict["outcome"] | null;
  drew: number | null;
  seconds: number | null;
  played: string[];
  points: number;
  photo: string | null;
  unseen: boolean;
  takenBack: boolean;
  said: Word[];
  by: string | null;
}

/** A photo at the desk, and the tiles that were read in it. */
interface Shot {
  photo?: string | null;
  href?: string;
  jpeg?: string;
  width: number;
  height: number;
  tiles: { tile: string; doubt: boolean; set: number; corners: number[][] }[];
}

interface Lying {
  /** Null where nobody knows. */
  before: string[][] | null;
  after: string[][];
}

/** A turn with everything that it was judged by. */
interface OpenedTurn extends Turn, Noted {
  verdict: (Said & { laid: string[] }) | null;
  host: string | null;
  rulebook: string | null;
  sets: Lying;
  missing: MissingTile[];
  questions: (AuditQuestion & { set: number; index: number })[];
  later: (Pick<Turn, "press" | "game" | "round" | "number" | "player"> & { moved: string[] })[];
  before: Shot | null;
  after: Shot | null;
  open: string | null;
}

interface AuditQuestion {
  photo: "before" | "after";
  candidates: string[];
  corners: number[][];
}

/** What a person says that a tile of a photo is. */
interface Answer {
  photo: "before" | "after";
  corners: number[][];
  tile: string | null;
}

interface Audit {
  verdict: Said;
  remarks: { code: string; photo: string }[];
  questions: AuditQuestion[];
  before: Shot | null;
  after: Shot;
  sets: Lying;
  missing: MissingTile[];
  report: string;
}

interface EveningSheet extends Sheet {
  rulebook: Rulebook;
  leaders: string[];
}

interface Evening {
  first: number | string;
  began: number | null;
  ended?: number;
  players: string[];
  turns: number;
  sheets: EveningSheet[];
  imported: { code: string; whole: boolean | null }[];
}

interface Tally {
  name: string;
  evenings: number;
  rounds: number;
  won: number;
  average: number | null;
  opened: number;
  openingPoints: number;
  illegal: number;
  drawn: number;
}

interface Missed {
  press: number;
  game: number;
  round: number;
  number: number;
  player: string;
  tiles: number;
}

/** Younger than the oldest browsers that serve: each use asks first whether it is there. */
interface WakeLockSentinel extends EventTarget {
  release(): Promise<void>;
}
interface Navigator {
  wakeLock?: { request(type: "screen"): Promise<WakeLockSentinel> };
}

/** Lists leave out what is not there. */
interface Array<T> {
  filter(predicate: BooleanConstructor): Exclude<T, null | undefined | false | "" | 0>[];
}

/** Of the browsers that serve, Safari has had these since 16.4. */
declare class CompressionStream {
  constructor(format: "deflate");
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<BufferSource>;
}
declare class DecompressionStream extends CompressionStream {}
