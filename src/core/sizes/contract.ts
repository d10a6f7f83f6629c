/** Contract of a size distribution: it maps parameters to the number of packets of a message. */
import type { ValidationIssue } from "../base/errors.ts";
import type { Params, ValuesOf } from "../base/params.ts";
import type { Kind } from "../base/kind-registry.ts";

/** Sizes of messages in whole packets. A message of b bytes is sent as ⌈b / bytes per packet⌉ packets. */
export interface PacketCounts {
  /** Mean number of packets per message after rounding up; at least 1. */
  readonly mean: number;
  /** Maps a new 32-bit draw to the number of packets of a message, at least 1. Null if all messages have {@link mean} packets. */
  readonly draw: ((draw: number) => number) | null;
}

/** A kind of size distribution. */
export interface SizeDistribution<Id extends string = string, P extends Params = Params> extends Kind<Id, P> {
  /** Checks combinations of parameters. Paths of issues are relative to the distribution. */
  check(values: ValuesOf<P>): readonly ValidationIssue[];
  compile(values: ValuesOf<P>, packetBytes: number): PacketCounts;
}

/** Declares a size distribution. The function exists only to infer the parameter types. */
export function defineSizeDistribution<const Id extends string, P extends Params>(spec: SizeDistribution<Id, P>): SizeDistribution<Id, P> {
  return spec;
}
