/** Actions of a drawing without interaction, such as a saved figure. */
import type { Actions } from "./contract.ts";

/** Actions without effect. */
export const noActions: Actions = {
  select: () => undefined,
  seek: () => undefined,
  hoverChannel: () => undefined,
  selectSpan: () => undefined,
  selectSweepPoint: () => undefined,
};
