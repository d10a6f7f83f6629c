import { quantity } from "../base/params.ts";

/** The parameter of hosts that send short messages at once, and ask before they send long ones. */
export const eagerLimit = quantity({
  title: "Eager limit",
  word: "an eager limit of #",
  zero: "no eager limit",
  help: "Longest message of a program that is sent at once. A longer one sends a request, and its data once the receiver has come: rendezvous. 0: all are sent at once.",
  dimension: "bytes",
  min: 0,
  max: 1e12,
  multipleOf: 1,
  default: 0,
});

/** The limit as a number that no message is longer than where there is none. */
export const eagerUpTo = (limit: number) => (limit === 0 ? Infinity : limit);
