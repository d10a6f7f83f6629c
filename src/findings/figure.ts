/** The answer as one number: what is delivered, of what is offered. */
import { shortfall } from "../core/measures/curve.ts";
import { isDeadlocked, type Results } from "../core/measures/results.ts";
import type { Units } from "../words/units.ts";

/** Accepted load above this share of the offered counts as all of it (the saturation point's usual rule). */
export const allOfIt = 1 - shortfall;

/** Whether all that was offered was delivered. */
export function deliversAll({ status, acceptedPerSender, offeredPerSender, lost = 0 }: Results): boolean {
  return !isDeadlocked({ status }) && lost === 0 && acceptedPerSender > 0 && acceptedPerSender >= allOfIt * offeredPerSender;
}

/** The number that answers, and what it is a part of. */
export interface Figure {
  /** Shown large: `0.26`, `1 230 cycles`. */
  readonly value: string;
  /** What follows it: `of 0.45 delivered`. */
  readonly words: string;
  /** The same as loads per sender, phits per cycle, to be drawn; absent where nothing is offered by and by. */
  readonly loads?: { readonly delivered: number; readonly offered: number };
}

/** What is delivered of what is offered, phits per cycle; by chance, no more than that. */
export function figureOf(units: Units, offered: number, accepted: number, isAll = accepted >= allOfIt * offered): Figure {
  const delivered = isAll ? Math.min(accepted, offered) : accepted;
  const [value, words] = units.sayPart(delivered, offered);
  return { value: delivered === 0 ? "0" : value, words: `${words} delivered`, loads: { delivered, offered } };
}
