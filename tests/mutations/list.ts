/** The list of mutations in `tests/mutations.md`: each is a patch of one line, in a code block. */
import { readFileSync } from "node:fs";
import type { Mutation } from "./draw.ts";

export interface ListedMutation {
  /** Number of the mutation in the list, from 1. */
  readonly number: number;
  readonly file: string;
  readonly patch: string;
}

/** Lines around a change, by which it is found when lines before it were added or removed. */
const context = 3;

/**
 * A mutation as a patch in the format of `git apply`.
 * @param top The project's folder, with a slash at its end.
 */
export function patchOf({ file, line, before, after }: Mutation, top: string): string {
  const lines = readFileSync(top + file, "utf8").split("\n");
  const first = Math.max(0, line - 1 - context);
  const last = Math.min(lines.length - 1, line - 1 + context);
  const body = lines
    .slice(first, last + 1)
    .flatMap((text, i) => (first + i === line - 1 ? [`-${before}`, ...(after === null ? [] : [`+${after}`])] : [` ${text}`]));
  const count = last - first + 1;
  const hunk = `@@ -${first + 1},${count} +${first + 1},${after === null ? count - 1 : count} @@`;
  return [`--- a/${file}`, `+++ b/${file}`, hunk, ...body, ""].join("\n");
}

/**
 * The mutations of the list, in order.
 * @throws Error if a block is not a patch of a file.
 */
export function readList(text: string): readonly ListedMutation[] {
  return [...text.matchAll(/^(\d+)\. [^\n]*\n\n```diff\n([\s\S]*?)```$/gm)].map(([, number, patch]) => {
    const file = /^--- a\/(.+)$/m.exec(patch)?.[1];
    if (file === undefined) throw new Error(`tests/mutations.md: mutation ${number} names no file.`);
    return { number: Number(number), file, patch };
  });
}

/** Applies a patch of one hunk to a text, at the current position of its lines; null unless these lines occur exactly once. */
export function applyPatch(text: string, patch: string): string | null {
  const body = patch.split("\n").filter((line) => /^[ +-]/.test(line) && !/^(---|\+\+\+) [ab]\//.test(line));
  const before = body.filter((line) => line[0] !== "+").map((line) => line.slice(1));
  const after = body.filter((line) => line[0] !== "-").map((line) => line.slice(1));
  // Whole lines: there is a line break before the first and after the last one.
  const parts = `\n${text}\n`.split(`\n${before.join("\n")}\n`);
  return parts.length === 2 ? parts.join(`\n${after.join("\n")}\n`).slice(1, -1) : null;
}
