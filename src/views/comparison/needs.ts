/** What pictures of two networks need before there is anything to draw: known before the pictures themselves are here. */
import type { ViewData } from "../contract.ts";
import { isSameShape, pairOf } from "./pair.ts";

/** null, or what is missing for two networks to face each other. */
export function needsTwo(data: ViewData): string | null {
  if (data.variants.length < 2)
    return "Here two networks face each other, one growing up from a shared row of terminals and one hanging down, as soon as there is a second one.";
  return pairOf(data) === null ? "Here two networks face each other as soon as both are built." : null;
}

/** null, or what is missing for the difference of two runs. */
export function needsOneShape(data: ViewData): string | null {
  const pair = pairOf(data);
  if (pair === null) return "Here two runs of one network are laid over each other: which channels gained load, and which lost some.";
  return isSameShape(pair.a.network, pair.b.network)
    ? null
    : "A difference is taken channel by channel, between two runs of the same network; these two networks differ.";
}
