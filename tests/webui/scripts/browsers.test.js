// What is younger than the oldest browsers that serve is found before a browser is.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const FOLDER = mkdtempSync(join(tmpdir(), "browsers-"));
const STATIC = join(FOLDER, "webui", "static");

mkdirSync(STATIC, { recursive: true });
after(() => rmSync(FOLDER, { recursive: true }));

/** The numbers of the lines that a tool complains about, as `place` finds them in what it prints. */
function amiss(tool, options, cwd, place) {
  const { stdout, stderr } = spawnSync(join(ROOT, "node_modules", ".bin", tool), options, { cwd, encoding: "utf8" });
  return [...`${stdout}${stderr}`.matchAll(place)].map(([, number]) => Number(number));
}

test("scripts use only what all browsers have that serve", () => {
  const old = ["[2, 1].toSorted().at(-1);", 'navigator.locks.request("a", () => {});', 'Object.hasOwn({}, "a");'];
  const young = ["Object.groupBy([1], String);", 'new Intl.Segmenter("de");', 'URL.canParse("a");', "document.startViewTransition(() => {});", 'navigator.wakeLock.request("screen");'];
  writeFileSync(join(STATIC, "script.js"), [...old, ...young].join("\n"));
  const compilerOptions = { typeRoots: [join(ROOT, "node_modules", "@types")] };
  writeFileSync(join(FOLDER, "tsconfig.json"), JSON.stringify({ extends: join(ROOT, "tsconfig.json"), compilerOptions, include: ["webui"], exclude: [] }));
  const found = amiss("tsc", ["--project", FOLDER], ROOT, /script\.js\((\d+),/g);
  assert.deepEqual(
    found.map((line) => [...old, ...young][line - 1]),
    young,
  );
});

test("styles use only what all browsers have that serve", () => {
  const old = ["main:has(p) { color: color-mix(in srgb, red, blue); }", "p { inset-inline: 1px; height: 1dvh; }"];
  const young = ["p { & b { color: red; } }", "p { color: light-dark(red, blue); }", "@media (width > 900px) { p { margin: 0; } }", "@scope (main) { p { margin: 0; } }"];
  const style = join(STATIC, "style.css");
  writeFileSync(style, [...old, ...young].join("\n"));
  for (const name of ["biome.jsonc", "package.json"]) copyFileSync(join(ROOT, name), join(FOLDER, name));
  const found = [
    ...amiss("biome", ["lint", "--colors=off"], FOLDER, /style\.css:(\d+):\d+ lint\/suspicious\/useBaseline/g),
    ...amiss("stylelint", [style, "--formatter=unix", `--config-basedir=${ROOT}`], FOLDER, /style\.css:(\d+):\d+: /g),
  ];
  const lines = [...old, ...young].filter((_, i) => found.includes(i + 1));
  assert.deepEqual(lines, young);
});
