import type { ValidationIssue } from "../base/errors.ts";
import { quantity } from "../base/params.ts";
import { quantityForPeople } from "../base/units.ts";
import type { HostContext } from "./contract.ts";

/** Upper bound of message sizes, in bytes. A limit of this size means no limit. */
const maxMessageBytes = 1e12;

/** Wording of the limit and of its bounds. */
export const eagerWording = { word: "an eager limit of #", zero: "rendezvous for every message", most: "no eager limit" } as const;

/** The parameter of hosts that send short messages eagerly and long messages by rendezvous. */
export const eagerLimit = quantity({
  title: "Eager limit",
  ...eagerWording,
  help: "Longest message of a program that is sent eagerly, without waiting for the receiver. For a longer message, the sender first sends a request and waits until the receive is posted: rendezvous. In fluid flow, request and answer use no bandwidth, a simplification of this simulator. 0: rendezvous for all messages. 1 TB: for none.",
  dimension: "bytes",
  min: 0,
  max: maxMessageBytes,
  multipleOf: 1,
  default: maxMessageBytes,
});

/** The limit in bytes; Infinity if all messages are sent eagerly. */
export const eagerLimitOf = (limit: number) => (limit < maxMessageBytes ? limit : Infinity);

/** The limit in words: `an eager limit of 64 kB`. */
export function describeEagerLimit(limit: number): string {
  if (limit === eagerLimit.min) return eagerWording.zero;
  return limit === eagerLimit.max ? eagerWording.most : eagerWording.word.replace("#", quantityForPeople(limit, "bytes"));
}

/** The issue if the limit cannot be used in a scenario; null if it can. */
export function eagerLimitIssue(limit: number, { isInOrder, flowControl }: HostContext): ValidationIssue | null {
  if (!isInOrder || eagerLimitOf(limit) === Infinity) return null;
  return {
    path: "host.eager",
    message: `${flowControl} sends messages in order, but the requests and answers of a rendezvous must overtake them.`,
    remedy: "Use no eager limit, or another flow control.",
    nearest: eagerLimit.default,
  };
}
