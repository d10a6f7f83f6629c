/** The cut around a group in networks of groups. */
import { globalLinkCounts } from "../network/group-shapes.ts";
import type { NetworkCut } from "./contract.ts";

/**
 * Groups of a switches with p terminals each; a is the number of switches of a group with global links, h of them at each. g groups, more
 * than one.
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
