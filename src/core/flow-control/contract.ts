/** What a flow control is: how channels and buffers are given to packets. Its engine stands in `engines.ts`. */
import type { Params, ValuesOf } from "../base/params.ts";
import type { Kind } from "../base/registry.ts";
import type { Network } from "../network/network.ts";
import type { CompiledRouting } from "../plan/routing.ts";

export interface FlowControl<Id extends string = string, P extends Params = Params> extends Kind<Id, P> {
  /** True where time is real and not whole cycles: packets may end within a phit, a group may have any capacity, and ports of terminals limits. */
  readonly inRealTime?: true;
  /** True where messages flow as liquids do, all of a message at once: what they cost to simulate does not hang on their size. */
  readonly isFluid?: true;
  /** True where a packet that waits holds channels behind it: then those that lead to its destination have a class of their own, where terminals pass packets on. */
  readonly holdsChannels?: true;
  /** How finely it simulates, in words beside its numbers: `packet by packet, to the cycle`; `by fluid flow: rates, not packets`. */
  readonly grain: string;
  /** null, or what it lacks on this network with this routing, as a sentence: "needs queues of at least 2 packets …". */
  needs(values: ValuesOf<P>, network: Network, routing: CompiledRouting): string | null;
  /** Bytes that a packet carries. */
  packetBytes(values: ValuesOf<P>): number;
  /** Virtual channels on every channel for each class of the routing. */
  virtualChannels(values: ValuesOf<P>): number;
  /** Packets of a terminal that may ask for a way at the same time; with more than 1 they may overtake each other there. */
  injectionSlots(values: ValuesOf<P>): number;
  /** Cycles from one phit of a packet to the next where nothing is in its way. 1 when absent. */
  phitSpacing?(values: ValuesOf<P>): number;
  /** Cycles that a header takes for each further channel of an empty network: as many as phits of it must have come in before, at least 1. */
  headPhits(packetPhits: number, values: ValuesOf<P>): number;
  /** Cycles that a packet alone takes beside those and its phits; 1 where absent. */
  enterCycles?(values: ValuesOf<P>): number;
}

/** Declares a flow control; exists so that TypeScript infers its parameter types. */
export function flowControl<const Id extends string, P extends Params>(spec: FlowControl<Id, P>): FlowControl<Id, P> {
  return spec;
}
