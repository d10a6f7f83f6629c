/** What a flow control is: how channels and buffers are allocated to packets. Its engine is listed in `engines.ts`. */
import type { Late } from "../base/late.ts";
import type { Params, ValuesOf } from "../base/params.ts";
import type { Kind } from "../base/registry.ts";
import type { Network } from "../network/network.ts";
import type { EngineFacts } from "../plan/engine-facts.ts";
import type { ChannelClocks } from "../plan/links.ts";
import type { CompiledRouting } from "../plan/routing.ts";
import type { SwitchRules } from "../plan/switches.ts";

/** What switches are to be in: a network, a routing on it, and packets of so many phits, all on the wire counted. */
export interface Built {
  readonly network: Network;
  readonly routing: CompiledRouting;
  readonly packetPhits: number;
}

/** Why a flow control cannot have such switches: the value that is in the way, and a sentence about it. */
export interface SwitchFault {
  readonly name: keyof SwitchRules;
  readonly message: string;
  /** What to do, as a sentence. */
  readonly remedy: string;
  /** A value that would do in its place; absent where none of it does. */
  readonly nearest?: number;
}

/** Why a flow control cannot have such links: a channel that is in the way, a sentence about it, and what to do. */
export interface LinkFault {
  readonly channel: number;
  readonly name: "rate" | "length";
  readonly message: string;
  readonly remedy: string;
  /** Bytes of a packet that would do; absent where no size does. */
  readonly packet?: number;
}

export interface FlowControl<Id extends string = string, P extends Params = Params> extends Kind<Id, P> {
  /** What its engine simulates. */
  readonly engine: EngineFacts;
  /** Where switches reduce and replicate what ranks give to trees, see `Program.trees`: beside all else, or where nothing else is sent. */
  readonly reduces?: "beside" | "alone";
  /** True where a terminal sends message after message, and no request or answer goes before those: there is no rendezvous then. */
  readonly isInOrder?: true;
  /** True where a waiting packet holds channels behind it. Where terminals forward packets, channels into destinations then need a class of their own. */
  readonly holdsChannels?: true;
  /** How finely it simulates, in words next to its numbers: `packet by packet, to the cycle`; `by fluid flow: rates, not packets`. */
  readonly grain: string;
  /** null, or what it lacks on this network with this routing, as a sentence: "needs queues of at least 2 packets …". */
  needs(values: ValuesOf<P>, network: Network, routing: CompiledRouting): string | null;
  /** Code that must be there before it is asked about links that are unlike, and switches that are not plain. */
  readonly late?: Late<unknown>;
  /** null, or what it lacks where channels are not all alike; absent: nothing. */
  needsOfLinks?(values: ValuesOf<P>, network: Network, links: ChannelClocks): LinkFault | null;
  /** null, or why it cannot have such switches, as a sentence with the name of the value that is in the way; absent: it knows plain ones only. */
  needsOfSwitches?(values: ValuesOf<P>, rules: SwitchRules, built: Built): SwitchFault | null;
  /** Bytes that a packet carries. */
  packetBytes(values: ValuesOf<P>): number;
  /** Virtual channels on every channel for each class of the routing. */
  virtualChannels(values: ValuesOf<P>): number;
  /** A routing as packets take it; absent: as it is. */
  routed?(values: ValuesOf<P>, routing: CompiledRouting, network: Network): CompiledRouting;
  /** Packets that find a place in the queue behind a virtual channel, or in each of its virtual output queues; absent where they wait nowhere but at their terminals. */
  places?(values: ValuesOf<P>): number;
  /** Phits that find a place in the buffer behind a virtual channel, where each goes for itself; absent where packets keep together. */
  bufferPhits?(values: ValuesOf<P>): number;
  /**
   * Packets of a terminal that may request outputs at the same time; with more than 1 they may overtake each other there. 0: as many
   * as it has partners.
   */
  injectionSlots(values: ValuesOf<P>): number;
  /** Cycles from one phit of an undisturbed packet to the next. 1 when absent. */
  phitSpacing?(values: ValuesOf<P>): number;
  /** Cycles that a header takes for each further channel of an empty network: as many as phits must have arrived first, at least 1. */
  headPhits(packetPhits: number, values: ValuesOf<P>): number;
  /** Cycles that a lone packet takes in addition to these and its phits; 1 where absent. */
  enterCycles?(values: ValuesOf<P>): number;
}

/** Declares a flow control; exists so that TypeScript infers its parameter types. */
export function flowControl<const Id extends string, P extends Params>(spec: FlowControl<Id, P>): FlowControl<Id, P> {
  return spec;
}
