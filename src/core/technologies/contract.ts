/** What a technology is: how fast a channel is, and what a packet takes along. It gives the cycle its length. */
import type { Params, ValuesOf } from "../base/params.ts";
import type { Kind } from "../base/registry.ts";

export interface Technology<Id extends string = string, P extends Params = Params> extends Kind<Id, P> {
  /** Bytes a second that a channel carries, all on the wire counted; null where time is told in cycles and nothing else. */
  rate(values: ValuesOf<P>): number | null;
  /** Bytes on the wire that each packet has beside those it carries. */
  overhead(values: ValuesOf<P>): number;
}

/** Declares a technology; exists so that TypeScript infers its parameter types. */
export function technology<const Id extends string, P extends Params>(spec: Technology<Id, P>): Technology<Id, P> {
  return spec;
}
