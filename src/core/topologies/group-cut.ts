/** Where networks of groups are narrow: around a group. */
import { globalsOf } from "../network/group-shapes.ts";
import type { Cut } from "./contract.ts";

/** A group of a switches with p terminals each, of which those with global links have h; g groups, more than one. */
export function groupCut(a: number, h: number, g: number, p: number): Cut {
  const { each, more } = globalsOf(a, h, g);
  return { terminals: a * p, channels: each * (g - 1) + more, toAnother: each + (more > 0 ? 1 : 0), inOrder: true };
}
