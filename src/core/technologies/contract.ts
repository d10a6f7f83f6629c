/** Contract of a technology: the rate of a channel and the overhead of a packet. It determines the length of a cycle. */
import type { Params, ValuesOf } from "../base/params.ts";
import type { Kind } from "../base/kind-registry.ts";

/** A kind of technology. */
export interface Technology<Id extends string = string, P extends Params = Params> extends Kind<Id, P> {
  /** Bytes per second of a channel, including overhead; null if times are only given in cycles. */
  rate(values: ValuesOf<P>): number | null;
  /** Bytes that each packet adds to its data on the wire. */
  overhead(values: ValuesOf<P>): number;
}

/** Declares a technology. The function exists only to infer the parameter types. */
export function defineTechnology<const Id extends string, P extends Params>(spec: Technology<Id, P>): Technology<Id, P> {
  return spec;
}
