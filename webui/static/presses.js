// Written by `python -m scripts.presses`.

/** The fields of the state that a press speaks of: the server refuses it where they are others than the page shows. */
export const ABOUT = {
  over: ["round"],
  count: ["round"],
  score: ["round"],
  "leave-camera": ["round"],
  start: ["state"],
  "first-turn": ["round"],
  first: ["round", "turn"],
  lots: ["round", "turn"],
  redeal: ["round", "turn"],
  end: ["round", "turn"],
  draw: ["round", "turn"],
  "face-up": ["round", "turn"],
  undo: ["undo"],
  redo: ["redo"],
  pause: ["round", "turn"],
  resume: ["round", "turn"],
  next: ["round"],
  "new-game": ["round"],
  answer: ["verdict"],
  correct: ["round"],
  add: ["round"],
  "judge-anyway": ["round", "turn"],
  rule: ["round", "turn"],
  photo: ["unjudged"],
};
