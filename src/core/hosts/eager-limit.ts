import type { ValidationIssue } from "../base/errors.ts";
import { quantity } from "../base/params.ts";
import { sayQuantity } from "../base/units.ts";
import type { HostedOn } from "./contract.ts";

/** Upper bound of message sizes, in bytes. A limit of this size means no limit. */
const longest = 1e12;

/** Wording of the limit and of its bounds. */
export const eagerWords = { word: "an eager limit of #", zero: "rendezvous for every message", most: "no eager limit" } as const;

/** The parameter of hosts that send short messages eagerly and long messages by rendezvous. */
export const eagerLimit = quantity({
  title: "Eager limit",
  ...eagerWords,
  help: "Longest message of a program that is sent at once. A longer one sends a request, and its data once the receiver has come: rendezvous. In fluid flow request and answer take nothing of what flows, a rule of our own. 0: all ask. 1 TB: none does.",
  dimension: "bytes",
  min: 0,
  max: longest,
  multipleOf: 1,
  default: longest,
});

/** The limit in bytes; Infinity if all messages are sent eagerly. */
export const eagerUpTo = (limit: number) => (limit < longest ? limit : Infinity);

/** The limit in words: `an eager limit of 64 kB`. */
export function sayEager(limit: number): string {
  if (limit === eagerLimit.min) return eagerWords.zero;
  return limit === eagerLimit.max ? eagerWords.most : eagerWords.word.replace("#", sayQuantity(limit, "bytes"));
}

/** The issue if the limit cannot be used in a scenario; null if it can. */
export function eagerUnfit(limit: number, { isInOrder, flowControl }: HostedOn): ValidationIssue | null {
  if (!isInOrder || eagerUpTo(limit) === Infinity) return null;
  return {
    path: "host.eager",
    message: `${flowControl} sends messages in their order, but a rendezvous needs requests and answers that go before them.`,
    remedy: "Use no eager limit, or another flow control.",
    nearest: eagerLimit.default,
  };
}
