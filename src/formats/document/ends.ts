/** Maps the names in a traffic file to terminals of the network. */
import { cleanName } from "../../core/network/drawing/look-text.ts";

/** The terminals that the names of a file refer to. */
export interface Ends {
  /** [names] Terminal of each name, −1 if there is none. */
  readonly terminal: Int32Array;
  /** Number of terminals that the network must have. */
  readonly needed: number;
  /** Assumptions that were made, as sentences. */
  readonly said: readonly string[];
}

/** Largest fraction of names that may be missing in the network. With more, the names must mean something other than terminals. */
const enough = 0.5;
/** Maximum number of names that a sentence lists. */
const mostListed = 5;

const key = (name: string) => cleanName(name).toLowerCase();
/** `node007` → `node`, 7. */
const numbered = /^(.*?)(\d{1,9})$/;

/**
 * Finds terminals by their names. If that fails, by the numbers that the names are or end in, counted from 0 or from 1. If that fails too,
 * by their order in the file.
 * @param nameOf display name of a terminal
 */
export function endsNamed(names: readonly string[], terminals: number, nameOf: (terminal: number) => string | undefined): Ends {
  const known = new Map<string, number>();
  for (let t = terminals - 1; t >= 0; t--) {
    const name = nameOf(t);
    if (name !== undefined) known.set(key(name), t);
  }
  const found = Int32Array.from(names, (name) => known.get(key(name)) ?? -1);
  const strange = names.filter((_, i) => found[i] < 0);
  if (strange.length < names.length && strange.length <= enough * names.length) {
    const said = strange.length === 0 ? [] : [`Left out: what is sent by or to ${listed(strange)}, which the network does not have.`];
    return { terminal: found, needed: terminals, said };
  }
  const numbers = numbersIn(names);
  // Numbers with a prefix, spread over a range larger than the file, probably belong to another machine. They say no more than the order
  // does.
  if (numbers === null || (numbers.prefix !== "" && numbers.highest - numbers.lowest >= names.length)) {
    const said = names.length === 0 ? [] : [`Names are taken for terminals in the order of the file: "${names[0]}" for terminal 0.`];
    return { terminal: Int32Array.from(names, (_, i) => i), needed: names.length, said };
  }
  const first = numbers.prefix !== "" ? numbers.lowest : numbers.lowest === 1 && numbers.highest === terminals ? 1 : 0;
  const said = first > 0 || numbers.prefix !== "" ? [`"${numbers.prefix}${first}" is taken for terminal 0.`] : [];
  return { terminal: Int32Array.from(numbers.of, (each) => each - first), needed: numbers.highest - first + 1, said };
}

interface Numbers {
  readonly prefix: string;
  readonly of: readonly number[];
  readonly lowest: number;
  readonly highest: number;
}

/** The numbers at the end of the names, if all names have the same prefix and no two numbers are equal; otherwise null. */
function numbersIn(names: readonly string[]): Numbers | null {
  const of: number[] = [];
  let prefix: string | null = null;
  let [lowest, highest] = [Infinity, -1];
  for (const name of names) {
    const parts = numbered.exec(name.trim());
    if (parts === null || (prefix !== null && parts[1] !== prefix)) return null;
    prefix = parts[1];
    const number = Number(parts[2]);
    of.push(number);
    lowest = Math.min(lowest, number);
    highest = Math.max(highest, number);
  }
  return prefix === null || new Set(of).size < of.length ? null : { prefix, of, lowest, highest };
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, mostListed).map((name) => `"${name}"`);
  const more = names.length - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${more.toLocaleString("en-US")} more` : shown.join(", ");
}
