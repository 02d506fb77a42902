// Written by `python -m scripts.presses`.

type Base64 = string;

interface Answer {
  photo: "before" | "after";
  corners: number[][];
  tile: string | null;
}

interface Presses {
  over: { seen: { round: number | null }; winner?: string | null };
  "still-holds": {};
  "pool-holds": { tiles: number };
  count: { seen: { round: number | null }; player: string; rack?: string | null };
  score: { seen: { round: number | null }; winner?: string | null; racks: Record<string, string>; blocked?: boolean | null };
  amend: { round: number; points: number; player: string };
  rack: { photo: Base64 };
  "leave-camera": { seen: { round: number | null } };
  area: { area?: number[][] | null };
  "accept-camera": {};
  "refuse-phone": {};
  "keep-elsewhere": {};
  camera: { camera: string | null };
  box: { photo: Base64; name: string };
  start: { seen: { state: string }; players: string[]; rulebook: string; newGame?: boolean | null; deal?: boolean | null; camera?: boolean | null; elsewhere?: boolean | null; handicaps?: Record<string, number | null> | null };
  forget: { name: string };
  "first-turn": { seen: { round: number | null } };
  first: { seen: { round: number | null; turn: number | null }; player: string };
  lots: { seen: { round: number | null; turn: number | null }; drawn: Record<string, string> };
  redeal: { seen: { round: number | null; turn: number | null }; player: string; rack: string };
  end: { seen: { round: number | null; turn: number | null }; player?: string | null; open?: string | null; called?: boolean | null };
  draw: { seen: { round: number | null; turn: number | null } };
  "face-up": { seen: { round: number | null; turn: number | null }; took: string; discarded?: string | null; open?: string | null };
  extend: { seen: { round: number | null; turn: number | null }; taken?: number | null };
  undo: { seen: { undo: number | null } };
  redo: { seen: { redo: number | null } };
  pause: { seen: { round: number | null; turn: number | null } };
  resume: { seen: { round: number | null; turn: number | null }; anyway?: boolean | null };
  clock: { seen: { round: number | null; turn: number | null }; by?: number | null; to?: number | null; press?: number | null };
  rename: { player: string; name: string };
  leave: { seen: { round: number | null; turn: number | null }; player: string };
  next: { seen: { round: number | null }; players?: string[] | null; deal?: boolean | null; elsewhere?: boolean | null };
  "new-game": { seen: { round: number | null } };
  demo: { byItself?: boolean | null; again?: boolean | null };
  answer: { seen: { verdict: number | null }; set: number; index: number; tile: string | null };
  correct: { seen: { round: number | null; verdict?: number | null }; corners: number[][]; tile: string | null };
  add: { seen: { round: number | null }; tile: string; at: number[] };
  "judge-anyway": { seen: { round: number | null; turn: number | null } };
  whose: { seen: { round: number | null; turn: number | null }; tiles: string };
  rule: { seen: { round: number | null; turn: number | null }; outcome: string; reason: string };
  overrule: { seen: { press: number | null }; outcome: string; reason: string };
  "judge-again": { seen: { press: number | null } };
  challenge: { seen: { press: number | null } };
  photo: { seen: { unjudged: number | null }; area?: number[][] | null; photo: Base64 };
  audit: { rulebook: string; answers?: Answer[] | null; after: Base64; before?: Base64 | null; opening?: boolean | null };
}
