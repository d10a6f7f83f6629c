/** Which terminals the names in a file of traffic mean. */
import { cleanName } from "../../core/network/drawing/look-text.ts";

/** Names of a file, as terminals. */
export interface Ends {
  /** [names] Terminal of each name, −1 where there is none. */
  readonly terminal: Int32Array;
  /** Terminals that the network must have for it. */
  readonly needed: number;
  /** What was guessed, as sentences. */
  readonly said: readonly string[];
}

/** Up to this part of the names may be strangers to the network; where more are, the names mean something else. */
const enough = 0.5;
/** Names that a sentence lists. */
const mostListed = 5;

const key = (name: string) => cleanName(name).toLowerCase();
/** `node007` → `node`, 7. */
const numbered = /^(.*?)(\d{1,9})$/;

/**
 * Terminals by their names; else by the numbers that the names are or end in, from 0 or from 1; else in the order of the file.
 * @param nameOf what people call a terminal
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
  // Names with numbers in them may be the same in another place: they say no more than their order does.
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

/** The numbers in which all names end, after the same beginning, no two alike; null where they do not. */
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
