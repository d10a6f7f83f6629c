/** What all terminals ask for together, in words. */
import type { Total } from "../core/workloads/contract.ts";
import { formatMeasure, withUnit } from "./numbers.ts";

/** Letters before a unit that has some, a thousand between each two. */
const letters = ["", "k", "M", "G", "T", "P", "E"];

/** How a total is told, and parts of it in the same unit: in thousands of what it is kept in, or thousandths, where that reads better. */
export function wordsOfTotal({ amount, unit, load }: Total) {
  const [, letter, rest] = /^([kMG]?)(.*\/s)$/.exec(unit) ?? [unit, "", ""];
  const from = letters.indexOf(letter);
  const steps = rest === "" || amount === 0 ? 0 : Math.floor(Math.log10(amount) / 3 + 1e-9);
  const to = Math.min(letters.length - 1, Math.max(0, from + steps));
  const told = rest === "" ? unit : letters[to] + rest;
  const write = (part: number) => formatMeasure((part / load) * (amount / 1000 ** (rest === "" ? 0 : to - from)));
  /** The same with the unit: `3.79 Tb/s`. */
  const say = (part: number) => withUnit(write(part), told);
  return {
    /** A load of all together, phits per cycle, in the unit: `3.21`. */
    write,
    say,
    /** The whole with its unit. */
    whole: say(load),
  };
}
