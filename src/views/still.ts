/** A picture that no hand can change. */
import type { Actions } from "./contract.ts";

/** Nothing happens, whatever a hand does. */
export const still: Actions = {
  pick: () => undefined,
  seek: () => undefined,
  ask: () => undefined,
  choose: () => undefined,
  turn: () => undefined,
};
