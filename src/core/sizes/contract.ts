/** What a size distribution is: parameters → how many packets a message has. */
import type { ValidationIssue } from "../base/errors.ts";
import type { Params, ValuesOf } from "../base/params.ts";
import type { Kind } from "../base/registry.ts";

/** Sizes of messages in whole packets: a message of b bytes travels as ⌈b / bytes of a packet⌉ of them. */
export interface PacketCounts {
  /** Mean packets of a message, of the distribution as it is after rounding up; at least 1. */
  readonly mean: number;
  /** Packets of a message from a fresh 32-bit draw, at least 1; null when all messages have {@link mean}. */
  readonly draw: ((draw: number) => number) | null;
}

export interface Size<Id extends string = string, P extends Params = Params> extends Kind<Id, P> {
  /** What the parameters exclude together: issues with paths relative to the distribution. */
  check(values: ValuesOf<P>): readonly ValidationIssue[];
  compile(values: ValuesOf<P>, packetBytes: number): PacketCounts;
}

/** Declares a size distribution; exists so that TypeScript infers its parameter types. */
export function size<const Id extends string, P extends Params>(spec: Size<Id, P>): Size<Id, P> {
  return spec;
}
