// Written by `python -m scripts.declare`.

interface Player {
  name: string;
  tiles: number | null;
  opened: boolean;
  onTurn: boolean;
  bank: number | null;
  extensions: number | null;
}

interface Clock {
  elapsed: number;
  limit: number | null;
  running: boolean;
  waiting: boolean;
  rate: number;
}

interface Allowance {
  free: number | null;
  taken: number;
  extension: number | null;
}

interface SeenTile {
  tile: string;
  doubt: boolean;
  confirmed: boolean;
  fresh: boolean;
  corners: Array<Array<number>>;
  likely: Array<[string, number]>;
}

interface Table {
  width: number;
  height: number;
  sets: Array<Array<SeenTile>>;
}

interface Named {
  tiles: Array<string>;
  every: boolean;
}

interface Violation {
  code: string;
  message: string;
  clause: string;
  set: number | null;
  tiles: Array<string>;
  values: Record<string, string | number>;
  number: number;
  named?: Record<string, Named>;
}

interface Penalty {
  draw: number;
  restore: boolean;
  take: Array<string>;
  extra_per_lost: number;
  put_back: number;
  clause: string;
}

interface Counted {
  seconds: number;
  own: number | null;
  extensions: number;
  extension: number;
  bank: number;
  from_bank: number;
  allowed: number | null;
}

interface Said {
  verdict: "legal" | "illegal" | "undecided";
  played: Array<string>;
  points: number;
  violations: Array<Violation>;
  notices: Array<Violation>;
  penalty: Penalty | null;
  time?: Counted;
}

interface Noted {
  note: string | null;
  noteCode: string | null;
  noteValues: Record<string, Value>;
}

interface FaceUpMoves {
  discarded?: string;
  took_discard?: string;
  took_open?: string;
}

interface MissingTile {
  tile: string;
  lay: number;
  set: number | null;
  place: number;
  at: Array<number> | null;
  size: number;
}

interface Verdict {
  verdict: "legal" | "illegal" | "undecided";
  played: Array<string>;
  points: number;
  violations: Array<Violation>;
  notices: Array<Violation>;
  penalty: Penalty | null;
  time?: Counted;
  note: string | null;
  noteCode: string | null;
  noteValues: Record<string, Value>;
  outcome: "legal" | "illegal" | "undecided";
  laid: Array<string>;
  event: number;
  press: number;
  player: string;
  seconds: number;
  drew: number;
  faceUp: FaceUpMoves;
  photo: string | null;
  table: Table;
  missing: Array<MissingTile>;
  host: string | null;
  called: boolean;
  byPhoto: boolean;
  whole: boolean;
}

interface TakenTurn {
  event: number;
  player: string;
  outcome: "legal" | "illegal" | "undecided" | null;
  laid: number;
  points: number;
  drew: number;
  cost: number;
}

interface LateTiles {
  player: string;
  laid: Array<string>;
  points: number;
}

interface LeftUnseen {
  player: string;
  tiles: Array<string>;
}

interface Question {
  set: number;
  index: number;
  corners: Array<Array<number>>;
  likely: Array<[string, number]>;
}

interface FoundAt {
  place: "table" | "rack" | "draws" | "discards";
  player: string | null;
  count: number;
}

interface Contradiction {
  kind: "too-many" | "rack-count" | "pool-count" | "table-lacks" | "table-gained" | "drawn-gone" | "total";
  message: string;
  tiles: Array<string>;
  player: string | null;
  values: Record<string, string | number>;
  found: Array<FoundAt>;
}

interface Trouble {
  line: string;
  code: string;
  values: Record<string, Value>;
}

interface Lag {
  seconds: number | null;
  times: number;
}

interface Camera {
  name: string;
  trouble: string | null;
  ended: boolean;
  ailment: "dark" | "bright" | "plain" | "blurred" | "frozen" | null;
  moved: boolean;
  oddity: "mirrored" | "colourless" | null;
  leftOut: Array<string>;
  leftOutParts: Array<string>;
  lag: Lag | null;
  asks: string | null;
}

interface Demo {
  byItself: boolean;
  over: boolean;
}

interface LegibleTiles {
  tiles: number;
  low: number;
  soft: number;
  burnt: number;
}

interface Watched {
  demo: Demo | null;
  camera: Camera;
  trouble: Trouble | null;
  stillness: "moving" | "still" | "covered" | "none";
  frame: number | null;
  low: number;
  legibility: LegibleTiles | null;
}

interface Areas {
  area: Array<Array<number>> | null;
  areaSuggested: Array<Array<number>> | null;
  beside: Array<Array<Array<number>>>;
}

interface Unjudged {
  event: number;
  player: string;
  drew: number;
  seconds: number;
  allowed: number | null;
}

interface Rulebook {
  id: string;
  title: string;
  switches: Array<string>;
}

interface Redeal {
  pairs: number;
  tiles: number;
  clause: string;
}

interface Claim {
  player: string;
  granted: boolean;
  pairs: number;
  needed: number;
  shown: Array<string>;
  clause: string;
}

interface FaceUp {
  discard: boolean;
  open: boolean;
  pool: number;
  offered: string | null;
  asked: boolean;
}

interface Whose {
  next: string;
  tiles: Array<Array<string>>;
}

interface Waits {
  for: "hand" | "reading" | "picture" | "hidden" | "glare" | "camera" | "moved" | "whose" | "restart";
  where: string | null;
  part: string | null;
  whose: Whose | null;
}

interface RackCount {
  player: string;
  must: number | null;
  tiles: Array<string> | null;
  points: number | null;
}

interface Count {
  winner: string | null;
  won: number | null;
  racks: Array<RackCount>;
}

interface StruckPoints {
  points: Record<string, number>;
  at: number;
  by: string | null;
}

interface Column {
  winner: string | null;
  blocked: boolean;
  points: Record<string, number>;
  control: number;
  struck: Array<StruckPoints>;
}

interface Sheet {
  players: Array<string>;
  columns: Array<Column>;
  totals: Record<string, number>;
}

interface Finish {
  round: number;
  winners: Array<string>;
  points: number;
}

interface MatchSheet {
  players: Array<string>;
  columns: Array<Column>;
  totals: Record<string, number>;
  goal: number | null;
  finish: Finish | null;
}

interface Deed {
  kind: string;
  player: string;
  turn: number;
}

interface Played {
  watched: boolean;
  watchesNext: boolean;
  elsewhere: boolean;
  unjudged: Unjudged | null;
  round: number;
  turn: number;
  taken: Array<TakenTurn>;
  allowance: Allowance | null;
  players: Array<Player>;
  next: string | null;
  pool: number | null;
  opening: number;
  rulebook: Rulebook | null;
  winner: string | null;
  over: boolean;
  count: Count | null;
  left: Array<RackCount>;
}

interface Pressed {
  ending: boolean;
  echo: boolean;
  waits: Waits | null;
  undo: number | null;
  undoes: Deed | null;
  redo: number | null;
  redoes: Deed | null;
}

interface Challenge {
  event: number;
  press: number;
  player: string;
  found: "legal" | "illegal" | "undecided";
}

interface State {
  demo: Demo | null;
  camera: Camera;
  trouble: Trouble | null;
  stillness: "moving" | "still" | "covered" | "none";
  frame: number | null;
  low: number;
  legibility: LegibleTiles | null;
  area: Array<Array<number>> | null;
  areaSuggested: Array<Array<number>> | null;
  beside: Array<Array<Array<number>>>;
  watched: boolean;
  watchesNext: boolean;
  elsewhere: boolean;
  unjudged: Unjudged | null;
  round: number;
  turn: number;
  taken: Array<TakenTurn>;
  allowance: Allowance | null;
  players: Array<Player>;
  next: string | null;
  pool: number | null;
  opening: number;
  rulebook: Rulebook | null;
  winner: string | null;
  over: boolean;
  count: Count | null;
  left: Array<RackCount>;
  ending: boolean;
  echo: boolean;
  waits: Waits | null;
  undo: number | null;
  undoes: Deed | null;
  redo: number | null;
  redoes: Deed | null;
  version: number;
  roles: number;
  phase: "setup" | "playing" | "scored";
  state: "setup" | "deal" | "turn" | "paused" | "reading" | "question" | "restore" | "over" | "scored";
  redeal: Redeal | null;
  claim: Claim | null;
  lots: boolean;
  challenge: Challenge | null;
  challenges: number | null;
  faceUp: FaceUp | null;
  contradictions: Array<Contradiction>;
  clock: Clock;
  table: Table | null;
  verdict: Verdict | null;
  late: LateTiles | null;
  leftUnseen: LeftUnseen | null;
  questions: Array<Question>;
  restored: boolean | null;
  sheet: MatchSheet;
  code: string | null;
}

interface Elements {
  "add-player": HTMLElementTagNameMap["button"];
  "after-round": HTMLElementTagNameMap["div"];
  "again": HTMLElementTagNameMap["button"];
  "agreed-short": HTMLElementTagNameMap["small"];
  "amended": HTMLElementTagNameMap["ul"];
  "anew": HTMLElementTagNameMap["dialog"];
  "anew-form": HTMLElementTagNameMap["form"];
  "anew-title": HTMLElementTagNameMap["h2"];
  "area-actions": HTMLElementTagNameMap["span"];
  "area-all": HTMLElementTagNameMap["button"];
  "area-cancel": HTMLElementTagNameMap["button"];
  "area-mark": HTMLElementTagNameMap["button"];
  "area-save": HTMLElementTagNameMap["button"];
  "area-take": HTMLElementTagNameMap["button"];
  "bar": HTMLElementTagNameMap["header"];
  "before": HTMLElementTagNameMap["details"];
  "begin": HTMLElementTagNameMap["button"];
  "box": HTMLElementTagNameMap["details"];
  "box-known": HTMLElementTagNameMap["small"];
  "box-name": HTMLElementTagNameMap["input"];
  "box-photo": HTMLElementTagNameMap["input"];
  "box-said": HTMLElementTagNameMap["p"];
  "box-seen": HTMLElementTagNameMap["div"];
  "by-myself": HTMLElementTagNameMap["input"];
  "call": HTMLElementTagNameMap["button"];
  "camera": HTMLElementTagNameMap["figure"];
  "camera-address": HTMLElementTagNameMap["input"];
  "camera-choices": HTMLElementTagNameMap["div"];
  "camera-choose": HTMLElementTagNameMap["button"];
  "camera-form": HTMLElementTagNameMap["form"];
  "camera-line": HTMLElementTagNameMap["small"];
  "camera-open": HTMLElementTagNameMap["button"];
  "camera-said": HTMLElementTagNameMap["p"];
  "cameras": HTMLElementTagNameMap["dialog"];
  "cameras-title": HTMLElementTagNameMap["h2"];
  "chart": HTMLElementTagNameMap["div"];
  "claim": HTMLElementTagNameMap["dialog"];
  "claim-form": HTMLElementTagNameMap["form"];
  "claim-line": HTMLElementTagNameMap["p"];
  "claim-rack": HTMLElementTagNameMap["div"];
  "claim-title": HTMLElementTagNameMap["h2"];
  "claimers": HTMLElementTagNameMap["div"];
  "clock": HTMLElementTagNameMap["div"];
  "clock-note": HTMLElementTagNameMap["small"];
  "code": HTMLElementTagNameMap["input"];
  "codes": HTMLElementTagNameMap["div"];
  "count-note": HTMLElementTagNameMap["div"];
  "count-out": HTMLElementTagNameMap["p"];
  "devices": HTMLElementTagNameMap["ul"];
  "digits": HTMLElementTagNameMap["span"];
  "door": HTMLElementTagNameMap["form"];
  "draw": HTMLElementTagNameMap["button"];
  "drop-player": HTMLElementTagNameMap["button"];
  "end": HTMLElementTagNameMap["button"];
  "end-text": HTMLElementTagNameMap["span"];
  "ending": HTMLElementTagNameMap["dialog"];
  "ending-close": HTMLElementTagNameMap["button"];
  "ending-end": HTMLElementTagNameMap["button"];
  "ending-error": HTMLElementTagNameMap["p"];
  "ending-form": HTMLElementTagNameMap["form"];
  "ending-on": HTMLElementTagNameMap["button"];
  "ending-pool": HTMLElementTagNameMap["div"];
  "ending-rest": HTMLElementTagNameMap["div"];
  "ending-still": HTMLElementTagNameMap["button"];
  "ending-title": HTMLElementTagNameMap["h2"];
  "ending-write": HTMLElementTagNameMap["button"];
  "enough": HTMLElementTagNameMap["p"];
  "error": HTMLElementTagNameMap["p"];
  "evenings": HTMLElementTagNameMap["section"];
  "extend": HTMLElementTagNameMap["button"];
  "eyes": HTMLElementTagNameMap["fieldset"];
  "facts": HTMLElementTagNameMap["ul"];
  "film": HTMLElementTagNameMap["section"];
  "film-again": HTMLElementTagNameMap["button"];
  "film-leave": HTMLElementTagNameMap["button"];
  "flat": HTMLElementTagNameMap["button"];
  "full": HTMLElementTagNameMap["button"];
  "gain": HTMLElementTagNameMap["p"];
  "game": HTMLElementTagNameMap["div"];
  "go": HTMLElementTagNameMap["button"];
  "handicaps": HTMLElementTagNameMap["button"];
  "how": HTMLElementTagNameMap["ul"];
  "invite": HTMLElementTagNameMap["dialog"];
  "invite-address": HTMLElementTagNameMap["p"];
  "invite-close": HTMLElementTagNameMap["button"];
  "invite-code": HTMLElementTagNameMap["p"];
  "invite-image": HTMLElementTagNameMap["img"];
  "invite-open": HTMLElementTagNameMap["button"];
  "invite-renew": HTMLElementTagNameMap["button"];
  "invite-title": HTMLElementTagNameMap["h2"];
  "keys": HTMLElementTagNameMap["section"];
  "keys-open": HTMLElementTagNameMap["button"];
  "known-names": HTMLElementTagNameMap["ul"];
  "known-title": HTMLElementTagNameMap["p"];
  "language": HTMLElementTagNameMap["select"];
  "left": HTMLElementTagNameMap["div"];
  "lens": HTMLElementTagNameMap["dialog"];
  "lens-open": HTMLElementTagNameMap["button"];
  "lens-title": HTMLElementTagNameMap["h2"];
  "lens-ways": HTMLElementTagNameMap["ul"];
  "level": HTMLElementTagNameMap["fieldset"];
  "level-names": HTMLElementTagNameMap["div"];
  "lights": HTMLElementTagNameMap["ul"];
  "line": HTMLElementTagNameMap["p"];
  "look": HTMLElementTagNameMap["div"];
  "lots": HTMLElementTagNameMap["dialog"];
  "lots-form": HTMLElementTagNameMap["form"];
  "lots-names": HTMLElementTagNameMap["div"];
  "lots-title": HTMLElementTagNameMap["h2"];
  "low": HTMLElementTagNameMap["span"];
  "mat": HTMLElementTagNameMap["section"];
  "mat-foot": HTMLElementTagNameMap["p"];
  "mat-note": HTMLElementTagNameMap["p"];
  "match": HTMLElementTagNameMap["div"];
  "may-sleep": HTMLElementTagNameMap["p"] | HTMLElementTagNameMap["small"];
  "me": HTMLElementTagNameMap["button"];
  "measure": HTMLElementTagNameMap["button"];
  "mend": HTMLElementTagNameMap["dialog"];
  "mend-add": HTMLElementTagNameMap["button"];
  "mend-clock": HTMLElementTagNameMap["section"];
  "mend-form": HTMLElementTagNameMap["form"];
  "mend-keys": HTMLElementTagNameMap["ul"];
  "mend-last": HTMLElementTagNameMap["p"];
  "mend-line": HTMLElementTagNameMap["p"];
  "mend-open": HTMLElementTagNameMap["button"];
  "mend-runs": HTMLElementTagNameMap["p"];
  "mend-save": HTMLElementTagNameMap["button"];
  "mend-seats": HTMLElementTagNameMap["ol"];
  "mend-seconds": HTMLElementTagNameMap["input"];
  "mend-title": HTMLElementTagNameMap["h2"];
  "mend-to": HTMLElementTagNameMap["form"];
  "moment": HTMLElementTagNameMap["section"];
  "more": HTMLElementTagNameMap["dialog"];
  "more-open": HTMLElementTagNameMap["button"];
  "more-title": HTMLElementTagNameMap["h2"];
  "names": HTMLElementTagNameMap["ol"];
  "new-game": HTMLElementTagNameMap["button"];
  "no-picture": HTMLElementTagNameMap["p"];
  "notices": HTMLElementTagNameMap["div"];
  "open-tile": HTMLElementTagNameMap["button"];
  "options": HTMLElementTagNameMap["div"];
  "over": HTMLElementTagNameMap["button"];
  "overlay": HTMLElementTagNameMap["main"] | SVGElementTagNameMap["svg"];
  "own-name": HTMLElementTagNameMap["input"];
  "panel": HTMLElementTagNameMap["section"];
  "pause": HTMLElementTagNameMap["button"];
  "people": HTMLElementTagNameMap["div"];
  "photo": HTMLElementTagNameMap["figure"] | HTMLElementTagNameMap["img"];
  "photo-corners": SVGElementTagNameMap["svg"];
  "photo-form": HTMLElementTagNameMap["form"];
  "photo-part": HTMLElementTagNameMap["dialog"];
  "photo-part-title": HTMLElementTagNameMap["h2"];
  "photos": HTMLElementTagNameMap["dialog"];
  "photos-error": HTMLElementTagNameMap["p"];
  "photos-form": HTMLElementTagNameMap["form"];
  "photos-judge": HTMLElementTagNameMap["button"];
  "photos-open": HTMLElementTagNameMap["button"];
  "photos-opening": HTMLElementTagNameMap["input"];
  "photos-rulebook": HTMLElementTagNameMap["select"];
  "photos-title": HTMLElementTagNameMap["h2"];
  "picker": HTMLElementTagNameMap["dialog"];
  "picker-all": HTMLElementTagNameMap["div"];
  "picker-close": HTMLElementTagNameMap["button"];
  "picker-crop": HTMLElementTagNameMap["div"];
  "picker-likely": HTMLElementTagNameMap["div"];
  "picker-none": HTMLElementTagNameMap["button"];
  "picker-title": HTMLElementTagNameMap["h2"];
  "picture": HTMLElementTagNameMap["div"];
  "play-again": HTMLElementTagNameMap["button"];
  "played-before": HTMLElementTagNameMap["div"];
  "players": HTMLElementTagNameMap["div"] | HTMLElementTagNameMap["ol"];
  "players-card": HTMLElementTagNameMap["section"];
  "players-title": HTMLElementTagNameMap["h2"] | HTMLElementTagNameMap["legend"];
  "pool-left": HTMLElementTagNameMap["input"];
  "racks": HTMLElementTagNameMap["div"];
  "reach": HTMLElementTagNameMap["select"];
  "redo": HTMLElementTagNameMap["button"];
  "refusal": HTMLElementTagNameMap["p"];
  "remote": HTMLElementTagNameMap["main"];
  "replay-about": HTMLElementTagNameMap["p"];
  "replay-back": HTMLElementTagNameMap["button"];
  "replay-file": HTMLElementTagNameMap["input"];
  "replay-language": HTMLElementTagNameMap["select"];
  "replay-link": HTMLElementTagNameMap["button"];
  "replay-on": HTMLElementTagNameMap["button"];
  "replay-open": HTMLElementTagNameMap["span"];
  "replay-place": HTMLElementTagNameMap["output"];
  "replay-said": HTMLElementTagNameMap["p"];
  "replay-sheets": HTMLElementTagNameMap["section"];
  "replay-title": HTMLElementTagNameMap["h1"];
  "rulebook": HTMLElementTagNameMap["fieldset"];
  "rulebook-id": HTMLElementTagNameMap["code"];
  "score-next": HTMLElementTagNameMap["button"];
  "seat-said": HTMLElementTagNameMap["p"];
  "self": HTMLElementTagNameMap["label"];
  "sent": HTMLElementTagNameMap["p"];
  "sent-text": HTMLElementTagNameMap["span"];
  "setup": HTMLElementTagNameMap["section"];
  "setup-error": HTMLElementTagNameMap["p"];
  "setup-form": HTMLElementTagNameMap["form"];
  "setup-start": HTMLElementTagNameMap["button"];
  "setup-title": HTMLElementTagNameMap["h1"];
  "setup-undo": HTMLElementTagNameMap["button"];
  "setup-view": HTMLElementTagNameMap["div"];
  "sheet": HTMLElementTagNameMap["div"];
  "sheet-error": HTMLElementTagNameMap["p"];
  "sheet-hint": HTMLElementTagNameMap["p"];
  "sheet-note": HTMLElementTagNameMap["div"];
  "sheet-title": HTMLElementTagNameMap["h2"];
  "sound": HTMLElementTagNameMap["button"];
  "stage": HTMLElementTagNameMap["main"];
  "start": HTMLElementTagNameMap["script"];
  "steer": HTMLElementTagNameMap["div"] | HTMLElementTagNameMap["span"];
  "stillness": HTMLElementTagNameMap["span"];
  "stop": HTMLElementTagNameMap["button"];
  "strip": HTMLElementTagNameMap["ol"];
  "table": HTMLElementTagNameMap["div"];
  "tap": HTMLElementTagNameMap["span"];
  "ticks": SVGElementTagNameMap["g"];
  "to-desk": HTMLElementTagNameMap["a"];
  "too-old": HTMLElementTagNameMap["p"];
  "turn": HTMLElementTagNameMap["article"];
  "turn-label": HTMLElementTagNameMap["p"];
  "turn-of": HTMLElementTagNameMap["h1"];
  "turn-photo": HTMLElementTagNameMap["input"];
  "undo": HTMLElementTagNameMap["button"];
  "undo-what": HTMLElementTagNameMap["small"];
  "verdict": HTMLElementTagNameMap["section"];
  "view": HTMLElementTagNameMap["video"];
  "way-list": HTMLElementTagNameMap["ul"];
  "way-play": HTMLElementTagNameMap["button"];
  "way-score": HTMLElementTagNameMap["button"];
  "ways": HTMLElementTagNameMap["fieldset"];
  "where": HTMLElementTagNameMap["p"];
  "who": HTMLElementTagNameMap["main"];
  "who-choices": HTMLElementTagNameMap["div"];
  "who-close": HTMLElementTagNameMap["button"];
  "who-error": HTMLElementTagNameMap["p"];
  "who-hint": HTMLElementTagNameMap["p"];
  "who-name": HTMLElementTagNameMap["form"];
  "who-play": HTMLElementTagNameMap["p"];
  "who-taken": HTMLElementTagNameMap["p"];
  "who-title": HTMLElementTagNameMap["h1"];
  "winner": HTMLElementTagNameMap["fieldset"];
  "winners": HTMLElementTagNameMap["div"];
  "with-camera": HTMLElementTagNameMap["input"];
  "without-camera": HTMLElementTagNameMap["input"];
}
