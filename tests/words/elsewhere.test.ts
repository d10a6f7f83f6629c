import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { shellCommandsFor } from "../../src/words/shell-commands.ts";

const linesOf = (document: string, runs: number, parts?: number) => shellCommandsFor(document, runs, parts).map(({ lines }) => lines);

test("the lines for all cores, Slurm and GNU parallel", () => {
  expect(linesOf("study.json", 40, 4)).toEqual([
    `npm run sweep -- study.json --keep study-runs --out study.csv
# Progress, from another shell:
npm run sweep -- study.json --keep study-runs --status
`,
    `#!/bin/sh
#SBATCH --job-name=study --array=1-4 --cpus-per-task=1
npm run --silent sweep -- study.json --keep study-runs --processes 1 --shard auto
# When all tasks have ended:
# npm run sweep -- study.json --keep study-runs --out study.csv
`,
    `seq 4 | parallel --quote npm run --silent sweep -- study.json --keep study-runs --processes 1 --shard {}/4
npm run sweep -- study.json --keep study-runs --out study.csv
`,
  ]);
});

test("there are as many parts as runs, and not too many", () => {
  const arrays = [0, 1, 3, 5000].map((runs) => /--array=(\S+)/.exec(linesOf("a.json", runs)[1])?.[1]);
  expect(arrays).toEqual(["1-1", "1-1", "1-3", "1-64"]);
});

test.each([
  "plain.json",
  "with space.json",
  'it\'s; rm -rf $HOME `id` "x".json',
  "-begins.json",
  "#v=2&topology=torus&load=.3",
  "topology=torus&load=.1,.2",
  "https://example.org/f/#v=2&title=a'b",
  "two\nlines.json",
  "größe/messung.json.gz",
  "...",
])("a shell hands on what was meant: %s", (document) => {
  const commands = shellCommandsFor(document, 4).flatMap(({ id, lines }) =>
    id === "slurm" ? [lines.replaceAll(/^# (?=npm)/gm, "")] : id === "cores" ? [lines] : [],
  );
  for (const lines of commands) {
    // A shell function replaces npm and prints its arguments.
    const { stdout, status } = spawnSync("/bin/sh", ["-c", `npm() { for each; do printf '%s\\0' "$each"; done; }\n${lines}`], {
      encoding: "utf8",
    });
    expect(status).toBe(0);
    const words = stdout.split("\0");
    const given = words.filter((_, i) => words[i - 1] === "--");
    expect(given).toEqual([0, 1].map(() => (document.startsWith("-") ? `./${document}` : document)));
    for (const kept of words.filter((_, i) => words[i - 1] === "--keep")) expect(kept).toMatch(/^[A-Za-z0-9_][A-Za-z0-9._-]*-runs$/);
  }
});
