/** Slurm's hostlist expressions, which abbreviate many names: `tux[01-03,12]`, `rack[0-1]n[0-3]`. */
import { longestId } from "./gathering.ts";

/** Number of names that may still be expanded. */
export interface Budget {
  left: number;
}

/** Names, or the reason why there are none, worded as in {@link UnreadLine.why}. */
export type Hosts = { readonly names: readonly string[] } | { readonly why: string };

/** A range of numbers in a bracket, with its minimum number of digits. */
type Range = readonly [from: number, to: number, digits: number];

/** Expands a hostlist in its order. Names are counted before any is created. */
export function hostsOf(text: string, budget: Budget): Hosts {
  const names: string[] = [];
  for (let at = 0; at < text.length;) {
    let depth = 0;
    let to = at;
    for (; to < text.length && (depth > 0 || text[to] !== ","); to++) {
      if (text[to] === "[") depth++;
      else if (text[to] === "]") depth--;
      if (depth < 0 || depth > 1) return { why: `has brackets in ${shown(text)} that do not close` };
    }
    if (depth !== 0) return { why: `has a bracket in ${shown(text)} that does not close` };
    const why = unroll(text.slice(at, to).trim(), names, budget);
    if (why !== null) return { why };
    at = to + 1;
  }
  return { names };
}

/** Appends the names of one entry to `result`. @returns why the entry is invalid, or null */
function unroll(entry: string, into: string[], budget: Budget): string | null {
  if (entry === "") return null;
  // Literal texts and, between them, brackets with ranges.
  const texts: string[] = [];
  const brackets: (readonly Range[])[] = [];
  let count = 1;
  /** Length of the longest name, in characters. */
  let length = 0;
  for (let at = 0; ;) {
    const open = entry.indexOf("[", at);
    texts.push(open < 0 ? entry.slice(at) : entry.slice(at, open));
    length += texts[texts.length - 1].length;
    if (open < 0) break;
    const close = entry.indexOf("]", open);
    const ranges = entry
      .slice(open + 1, close)
      .split(",")
      .map(rangeOf);
    const wrong = ranges.indexOf(null);
    if (wrong >= 0) return `has ${shown(entry)}, of which no range of numbers can be made`;
    const known = ranges as readonly Range[];
    count *= known.reduce((sum, [from, to]) => sum + to - from + 1, 0);
    length += known.reduce((most, [, to, digits]) => Math.max(most, digits, String(to).length), 0);
    brackets.push(known);
    at = close + 1;
  }
  if (brackets.length > mostBrackets) return `has ${brackets.length} brackets in a name; at most ${mostBrackets} are read`;
  // Even a short list can expand to much text if its names are long.
  if (length > longestId) return `has names of ${length.toLocaleString("en-US")} characters; at most ${longestId} are read`;
  if (count > budget.left)
    return `names ${count.toLocaleString("en-US")} nodes; at most ${budget.left.toLocaleString("en-US")} more are read`;
  budget.left -= count;
  const add = (name: string, next: number): void => {
    if (next === brackets.length) {
      into.push(name);
      return;
    }
    for (const [from, to, digits] of brackets[next]) {
      for (let n = from; n <= to; n++) add(`${name}${String(n).padStart(digits, "0")}${texts[next + 1]}`, next + 1);
    }
  };
  add(texts[0], 0);
  return null;
}

const mostBrackets = 8;

/** Parses `3` or `01-16`. */
function rangeOf(text: string): Range | null {
  const match = text.length > 32 ? null : /^\s*(\d{1,15})(?:-(\d{1,15}))?\s*$/.exec(text);
  if (match === null) return null;
  const [from, to] = [Number(match[1]), Number(match[2] ?? match[1])];
  return to < from ? null : [from, to, match[1].length];
}

const shown = (text: string) => `"${text.length > 40 ? `${text.slice(0, 39)}…` : text}"`;

/** A short hostlist of these names: names that differ only in a final number become one entry. Their order is lost. */
export function hostlistOf(names: readonly string[]): string {
  /** Final numbers, grouped by prefix and number of digits. Only numbers with leading zeros have a fixed number of digits. */
  const groups = new Map<string, { readonly prefix: string; readonly digits: number; readonly numbers: number[] }>();
  const alone: string[] = [];
  for (const name of names) {
    const digits = /\d{1,9}$/.exec(name)?.[0];
    if (digits === undefined) {
      alone.push(name);
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
      const last = runs[runs.length - 1];
      if (last !== undefined && n === last[1] + 1) last[1] = n;
      else runs.push([n, n]);
    }
    const inside = runs.map(([from, to]) => (from === to ? write(from) : `${write(from)}-${write(to)}`)).join(",");
    return sorted.length === 1 ? `${prefix}${write(sorted[0])}` : `${prefix}[${inside}]`;
  });
  return [...alone, ...entries].join(",");
}
