/** Contract of a technology: the rate of a channel, the overhead of a packet and the latency of a message. It determines the length of a cycle. */
import type { Params, ValuesOf } from "../base/params.ts";
import type { Kind } from "../base/kind-registry.ts";

/** A kind of technology. */
export interface Technology<Id extends string = string, P extends Params = Params> extends Kind<Id, P> {
  /** Bytes per second of a channel, including overhead; null if times are only given in cycles. */
  rate(values: ValuesOf<P>): number | null;
  /** Bytes that each packet adds to its data on the wire. */
  overhead(values: ValuesOf<P>): number;
  /**
   * Seconds from the creation of a message until its terminal begins to send it: the latency of calls, adapters, switches and cables that
   * the simulated network does not have. Those of several messages overlap.
   */
  latency(values: ValuesOf<P>): number;
}

/** Declares a technology. The function exists only to infer the parameter types. */
export function defineTechnology<const Id extends string, P extends Params>(spec: Technology<Id, P>): Technology<Id, P> {
  return spec;
}
