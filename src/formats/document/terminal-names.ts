/** Maps the names in a traffic file to terminals of the network. */
import { cleanName } from "../../core/network/drawing/names-and-places.ts";

/** The terminals that the names of a file refer to. */
export interface NamedTerminals {
  /** [names] Terminal of each name, −1 if there is none. */
  readonly terminal: Int32Array;
  /** Number of terminals that the network must have. */
  readonly needed: number;
  /** Assumptions that were made, as sentences. */
  readonly guesses: readonly string[];
}

/** Largest fraction of names that may be missing in the network. With more, the names must mean something other than terminals. */
const maxMissingFraction = 0.5;
/** Maximum number of names that a sentence lists. */
const maxListedNames = 5;

const nameKey = (name: string) => cleanName(name).toLowerCase();
/** `node007` → `node`, 7. */
const numberedName = /^(.*?)(\d{1,9})$/;

/**
 * Assigns the names that a traffic file uses to the terminals of the network. Tries three ways, one after the other: the names of the
 * terminals; numbers in the names (`12` counts from 0 or from 1, `host12` from the lowest number in the file); the order in the file.
 * @param nameOf display name of a terminal
 */
export function terminalsByName(
  names: readonly string[],
  terminals: number,
  nameOf: (terminal: number) => string | undefined,
): NamedTerminals {
  const terminalOfName = new Map<string, number>();
  for (let t = terminals - 1; t >= 0; t--) {
    const name = nameOf(t);
    if (name !== undefined) terminalOfName.set(nameKey(name), t);
  }
  const found = Int32Array.from(names, (name) => terminalOfName.get(nameKey(name)) ?? -1);
  const missing = names.filter((_, i) => found[i] < 0);
  if (missing.length < names.length && missing.length <= maxMissingFraction * names.length) {
    const guesses = missing.length === 0 ? [] : [`Left out: traffic from and to ${listNames(missing)}, which the network does not have.`];
    return { terminal: found, needed: terminals, guesses };
  }
  // No names in common: use the numbers in the names, or else the order.
  const numbers = numbersOfNames(names);
  // Numbers after a prefix whose range is larger than the number of names probably belong to another machine. They say no more than the
  // order in the file does.
  if (numbers === null || (numbers.prefix !== "" && numbers.highest - numbers.lowest >= names.length)) {
    const guesses = names.length === 0 ? [] : [`Names are assigned to terminals in the order of the file: "${names[0]}" is terminal 0.`];
    return { terminal: Int32Array.from(names, (_, i) => i), needed: names.length, guesses };
  }
  // The number that means terminal 0. Without a prefix, it is 1 only if the numbers are exactly 1 to the number of terminals.
  const firstNumber = numbers.prefix !== "" ? numbers.lowest : numbers.lowest === 1 && numbers.highest === terminals ? 1 : 0;
  const guesses = firstNumber > 0 || numbers.prefix !== "" ? [`"${numbers.prefix}${firstNumber}" is read as terminal 0.`] : [];
  return {
    terminal: Int32Array.from(numbers.numbers, (number) => number - firstNumber),
    needed: numbers.highest - firstNumber + 1,
    guesses,
  };
}

interface NameNumbers {
  readonly prefix: string;
  readonly numbers: readonly number[];
  readonly lowest: number;
  readonly highest: number;
}

/** The numbers at the end of the names, if all names have the same prefix and no two numbers are equal; otherwise null. */
function numbersOfNames(names: readonly string[]): NameNumbers | null {
  const numbers: number[] = [];
  let prefix: string | null = null;
  let [lowest, highest] = [Infinity, -1];
  for (const name of names) {
    const match = numberedName.exec(name.trim());
    if (match === null || (prefix !== null && match[1] !== prefix)) return null;
    prefix = match[1];
    const number = Number(match[2]);
    numbers.push(number);
    lowest = Math.min(lowest, number);
    highest = Math.max(highest, number);
  }
  return prefix === null || new Set(numbers).size < numbers.length ? null : { prefix, numbers, lowest, highest };
}

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, maxListedNames).map((name) => `"${name}"`);
  const hiddenCount = names.length - shown.length;
  return hiddenCount > 0 ? `${shown.join(", ")} and ${hiddenCount.toLocaleString("en-US")} more` : shown.join(", ");
}
