/** The key figure of a finding: the delivered load out of the offered load. */
import { saturationShortfall } from "../core/measures/curve.ts";
import { isDeadlocked, type Results } from "../core/measures/results.ts";
import type { Units } from "../words/units.ts";

/**
 * An accepted load above this fraction of the offered load counts as the whole offered load. This is the usual rule for the saturation
 * point.
 */
export const fullDeliveryFraction = 1 - saturationShortfall;

/** Whether all that was offered was delivered. */
export function deliversAll({ status, acceptedPerSender, offeredPerSender, lost = 0 }: Results): boolean {
  return !isDeadlocked({ status }) && lost === 0 && acceptedPerSender > 0 && acceptedPerSender >= fullDeliveryFraction * offeredPerSender;
}

/** The number that answers the question of a run, and its unit in words. */
export interface KeyFigure {
  /** Shown large: `0.26`, `1 230 cycles`. */
  readonly value: string;
  /** Shown after the number: `of 0.45 delivered`. */
  readonly words: string;
  /** The delivered and the offered load as numbers for drawing, in phits per cycle and sender. Absent for finite workloads. */
  readonly loads?: { readonly delivered: number; readonly offered: number };
}

/**
 * The delivered load out of the offered load, in phits per cycle. If all was delivered, random fluctuation above the offered load is cut
 * off.
 */
export function keyFigureOf(
  units: Units,
  offered: number,
  accepted: number,
  isAll = accepted >= fullDeliveryFraction * offered,
): KeyFigure {
  const delivered = isAll ? Math.min(accepted, offered) : accepted;
  const [value, words] = units.sayPart(delivered, offered);
  return { value: delivered === 0 ? "0" : value, words: `${words} delivered`, loads: { delivered, offered } };
}
