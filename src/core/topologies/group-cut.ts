/** The cut around a group in networks of groups. */
import { globalsOf } from "../network/group-shapes.ts";
import type { Cut } from "./contract.ts";

/**
 * Groups of a switches with p terminals each; a is the number of switches of a group with global links, h of them at each. g groups, more
 * than one.
 */
export function groupCut(a: number, h: number, g: number, p: number): Cut {
  const { each, more } = globalsOf(a, h, g);
  return { terminals: a * p, channels: each * (g - 1) + more, toAnother: each + (more > 0 ? 1 : 0), inOrder: true };
}
