/** Slurm's hostlist expressions, which abbreviate many names: `tux[01-03,12]`, `rack[0-1]n[0-3]`. */
import { maxIdLength } from "./network-builder.ts";

/** Number of names that may still be expanded. */
export interface NameBudget {
  remaining: number;
}

/** Names, or the reason why there are none, worded as in {@link UnreadLine.why}. */
export type HostlistResult = { readonly names: readonly string[] } | { readonly why: string };

/** A range of numbers in a bracket, with its minimum number of digits. */
type NumberRange = readonly [from: number, to: number, digits: number];

/** Expands a hostlist in its order. Names are counted before any is created. */
export function expandHostlist(text: string, budget: NameBudget): HostlistResult {
  const names: string[] = [];
  for (let entryStart = 0; entryStart < text.length;) {
    let depth = 0;
    let entryEnd = entryStart;
    for (; entryEnd < text.length && (depth > 0 || text[entryEnd] !== ","); entryEnd++) {
      if (text[entryEnd] === "[") depth++;
      else if (text[entryEnd] === "]") depth--;
      if (depth < 0 || depth > 1) return { why: `has brackets in ${quoteShort(text)} that are not closed` };
    }
    if (depth !== 0) return { why: `has a bracket in ${quoteShort(text)} that is not closed` };
    const fault = expandEntry(text.slice(entryStart, entryEnd).trim(), names, budget);
    if (fault !== null) return { why: fault };
    entryStart = entryEnd + 1;
  }
  return { names };
}

/**
 * Expands one entry, such as `rack[1-2]-n[01-16]`, and appends its names to `result`.
 * @param budget number of names that the whole file may still expand to, which is reduced
 * @returns why the entry is invalid, or null
 */
function expandEntry(entry: string, result: string[], budget: NameBudget): string | null {
  if (entry === "") return null;
  // Literal texts and, between them, brackets with ranges.
  const texts: string[] = [];
  const brackets: (readonly NumberRange[])[] = [];
  let count = 1;
  /** Length of the longest name, in characters. */
  let nameLength = 0;
  for (let position = 0; ;) {
    const bracketStart = entry.indexOf("[", position);
    texts.push(bracketStart < 0 ? entry.slice(position) : entry.slice(position, bracketStart));
    nameLength += texts[texts.length - 1].length;
    if (bracketStart < 0) break;
    const bracketEnd = entry.indexOf("]", bracketStart);
    const ranges = entry
      .slice(bracketStart + 1, bracketEnd)
      .split(",")
      .map(parseRange);
    const invalidRange = ranges.indexOf(null);
    if (invalidRange >= 0) return `has ${quoteShort(entry)}, which is not a range of numbers`;
    const validRanges = ranges as readonly NumberRange[];
    count *= validRanges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
    nameLength += validRanges.reduce((longestNumber, [, last, digits]) => Math.max(longestNumber, digits, String(last).length), 0);
    brackets.push(validRanges);
    position = bracketEnd + 1;
  }
  if (brackets.length > maxBrackets) return `has ${brackets.length} brackets in a name; at most ${maxBrackets} are read`;
  // Even few names can make a long text if the names are long.
  if (nameLength > maxIdLength) return `has names of ${nameLength.toLocaleString("en-US")} characters; at most ${maxIdLength} are read`;
  if (count > budget.remaining)
    return `names ${count.toLocaleString("en-US")} nodes; at most ${budget.remaining.toLocaleString("en-US")} more are read`;
  budget.remaining -= count;
  const appendNames = (name: string, bracketIndex: number): void => {
    if (bracketIndex === brackets.length) {
      result.push(name);
      return;
    }
    for (const [first, last, digits] of brackets[bracketIndex]) {
      for (let n = first; n <= last; n++)
        appendNames(`${name}${String(n).padStart(digits, "0")}${texts[bracketIndex + 1]}`, bracketIndex + 1);
    }
  };
  appendNames(texts[0], 0);
  return null;
}

const maxBrackets = 8;

/** Parses `3` or `01-16`. */
function parseRange(text: string): NumberRange | null {
  const match = text.length > 32 ? null : /^\s*(\d{1,15})(?:-(\d{1,15}))?\s*$/.exec(text);
  if (match === null) return null;
  const [first, last] = [Number(match[1]), Number(match[2] ?? match[1])];
  return last < first ? null : [first, last, match[1].length];
}

const quoteShort = (text: string) => `"${text.length > 40 ? `${text.slice(0, 39)}…` : text}"`;

/**
 * Writes node names as a short Slurm hostlist such as `n[01-16],login`: names that differ only in a final number become one entry. Their
 * order is lost.
 */
export function formatHostlist(names: readonly string[]): string {
  /** Final numbers, grouped by prefix and number of digits. Only numbers with leading zeros have a fixed number of digits. */
  const groups = new Map<string, { readonly prefix: string; readonly digits: number; readonly numbers: number[] }>();
  const unnumbered: string[] = [];
  for (const name of names) {
    const digits = /\d{1,9}$/.exec(name)?.[0];
    if (digits === undefined) {
      unnumbered.push(name);
      continue;
    }
    const prefix = name.slice(0, name.length - digits.length);
    const width = digits.startsWith("0") && digits.length > 1 ? digits.length : 0;
    const key = `${width} ${prefix}`;
    const group = groups.get(key) ?? { prefix, digits: width, numbers: [] };
    groups.set(key, group);
    group.numbers.push(Number(digits));
  }
  const entries = [...groups.values()].map(({ prefix, digits, numbers }) => {
    const write = (n: number) => String(n).padStart(digits, "0");
    const sorted = numbers.toSorted((a, b) => a - b);
    const runs: [from: number, to: number][] = [];
    for (const n of sorted) {
      const lastRun = runs[runs.length - 1];
      if (lastRun !== undefined && n === lastRun[1] + 1) lastRun[1] = n;
      else runs.push([n, n]);
    }
    const ranges = runs
      .map(([rangeStart, rangeEnd]) => (rangeStart === rangeEnd ? write(rangeStart) : `${write(rangeStart)}-${write(rangeEnd)}`))
      .join(",");
    return sorted.length === 1 ? `${prefix}${write(sorted[0])}` : `${prefix}[${ranges}]`;
  });
  return [...unnumbered, ...entries].join(",");
}
