/** Actions of a drawing without interaction, such as a saved figure. */
import type { Actions } from "./contract.ts";

/** Actions without effect. */
export const still: Actions = {
  pick: () => undefined,
  seek: () => undefined,
  ask: () => undefined,
  choose: () => undefined,
  turn: () => undefined,
};
