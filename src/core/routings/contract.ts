/** What a routing is: network → routing function. It reads the built network, never the topology's name. */
import type { Params, ValuesOf } from "../base/params.ts";
import type { Kind } from "../base/registry.ts";
import type { Axis, Network } from "../network/network.ts";

/**
 * Which virtual channels may a packet at node `at` take towards terminal `to`? Writes ids, channel × classes + class,
 * into `out` in the routing's order of preference, and returns how many. Must not allocate.
 */
export type RouteFunction = (at: number, to: number, out: Int32Array) => number;

export interface CompiledRouting {
  /** Virtual channel classes the routing needs on every channel, at least 1. */
  readonly classes: number;
  /** Most candidates it ever writes. */
  readonly maxCandidates: number;
  readonly route: RouteFunction;
}

export interface Routing<Id extends string = string, P extends Params = Params> extends Kind<Id, P> {
  /** null, or what the network lacks, as a sentence: "needs levels; this network has rings X and Y". */
  needs(axes: readonly Axis[]): string | null;
  /** null, or why packets can wait for each other in a circle on this network, as a sentence the page shows. */
  canDeadlock(values: ValuesOf<P>, axes: readonly Axis[]): string | null;
  compile(values: ValuesOf<P>, network: Network): CompiledRouting;
}

/** Declares a routing; exists so that TypeScript infers its parameter types. */
export function routing<const Id extends string, P extends Params>(spec: Routing<Id, P>): Routing<Id, P> {
  return spec;
}
