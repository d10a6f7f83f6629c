/** The total offered load of all terminals, in words. */
import type { Total } from "../core/workloads/contract.ts";
import { formatMeasure, withUnit } from "./numbers.ts";

/** Metric prefixes in steps of 1000. */
const letters = ["", "k", "M", "G", "T", "P", "E"];

/** Returns functions that write a total and parts of it, all in the unit whose prefix suits the total. */
export function wordsOfTotal({ amount, unit, load }: Total) {
  const [, letter, rest] = /^([kMG]?)(.*\/s)$/.exec(unit) ?? [unit, "", ""];
  const from = letters.indexOf(letter);
  const steps = rest === "" || amount === 0 ? 0 : Math.floor(Math.log10(amount) / 3 + 1e-9);
  const to = Math.min(letters.length - 1, Math.max(0, from + steps));
  const told = rest === "" ? unit : letters[to] + rest;
  const write = (part: number) => formatMeasure((part / load) * (amount / 1000 ** (rest === "" ? 0 : to - from)));
  /** A part with its unit: `3.79 Tb/s`. */
  const say = (part: number) => withUnit(write(part), told);
  return {
    /** A total load, in phits per cycle, as a number in that unit: `3.21`. */
    write,
    say,
    /** The total with its unit. */
    whole: say(load),
  };
}
