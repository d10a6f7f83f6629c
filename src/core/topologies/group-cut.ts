/** The cut around a group in networks of groups. */
import { globalLinkCounts } from "../network/group-shapes.ts";
import type { NetworkCut } from "./contract.ts";

/**
 * The cut around one of g > 1 groups. A group has `a` switches with p terminals each, and `a` switches with h global links each. In a
 * dragonfly these are the same switches; in a Megafly, leaves and spines.
 */
export function groupCut(a: number, h: number, g: number, p: number): NetworkCut {
  const { perPair, remainder } = globalLinkCounts(a, h, g);
  return {
    terminals: a * p,
    channels: perPair * (g - 1) + remainder,
    channelsToOtherPart: perPair + (remainder > 0 ? 1 : 0),
    hasConsecutiveTerminals: true,
  };
}
