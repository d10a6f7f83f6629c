/**
 * The contract of a flow control: a description of how channels and buffers are allocated to packets. Its engine is listed in `engines.ts`.
 */
import type { LazyModule } from "../base/lazy.ts";
import type { Params, ValuesOf } from "../base/params.ts";
import type { Kind } from "../base/kind-registry.ts";
import type { Network } from "../network/network.ts";
import type { EngineFacts } from "../plan/engine-facts.ts";
import type { ChannelClocks } from "../plan/links.ts";
import type { CompiledRouting } from "../plan/routing.ts";
import type { SwitchRules } from "../plan/switches.ts";

/** A network with its routing, for which switch and link rules are checked. Packets have `packetPhits` phits, headers included. */
export interface RoutedNetwork {
  readonly network: Network;
  readonly routing: CompiledRouting;
  readonly packetPhits: number;
}

/** Why a flow control does not support these switch rules: the offending value, and a sentence about it. */
export interface UnsupportedSwitches {
  readonly name: keyof SwitchRules;
  readonly message: string;
  /** What to do, as a sentence. */
  readonly remedy: string;
  /** The nearest supported value; absent where none is. */
  readonly nearest?: number;
}

/** Why a flow control does not support these links: an offending channel, a sentence about it, and a remedy. */
export interface UnsupportedLinks {
  readonly channel: number;
  readonly name: "rate" | "length";
  readonly message: string;
  readonly remedy: string;
  /** Packet size, bytes, that would be supported; absent where none is. */
  readonly packet?: number;
}

export interface FlowControl<Id extends string = string, P extends Params = Params> extends Kind<Id, P> {
  /** Facts about the flow control's engine: kind of time, what it moves, whether there is contention. */
  readonly engine: EngineFacts;
  /**
   * Support for switches that reduce and replicate (`Program.trees`): together with other traffic, or only where nothing else is sent.
   * Absent where there is none.
   */
  readonly treeSupport?: "beside" | "alone";
  /** True where a terminal sends its messages strictly in order, so requests and replies cannot overtake. Then there is no rendezvous. */
  readonly isInOrder?: true;
  /**
   * True where a waiting packet keeps the channels over which it has come. Where terminals forward packets, channels into destinations then
   * need their own vcClass.
   */
  readonly isHoldingChannels?: true;
  /** Granularity of the simulation, in words next to its numbers: `packet by packet, to the cycle`; `by fluid flow: rates, not packets`. */
  readonly granularity: string;
  /**
   * null, or what the flow control needs and does not find on this network with this routing, as a sentence: "needs queues of at least 2
   * packets …".
   */
  needs(values: ValuesOf<P>, network: Network, routing: CompiledRouting): string | null;
  /** Module that has to be loaded before {@link needsOfLinks} or {@link needsOfSwitches} is called. */
  readonly lazyModule?: LazyModule<unknown>;
  /** null, or why these links of unequal rates or lengths are not supported; absent where all links are supported. */
  needsOfLinks?(values: ValuesOf<P>, network: Network, links: ChannelClocks): UnsupportedLinks | null;
  /**
   * null, or why these switch rules are not supported, with the name of the offending value; absent where only switches with default rules
   * are supported.
   */
  needsOfSwitches?(values: ValuesOf<P>, rules: SwitchRules, built: RoutedNetwork): UnsupportedSwitches | null;
  /** Payload bytes of a packet. */
  packetBytes(values: ValuesOf<P>): number;
  /** Virtual channels on every channel, for each vcClass of the routing. */
  virtualChannels(values: ValuesOf<P>): number;
  /** The routing as the packets use it; absent where it is used unchanged. */
  effectiveRouting?(values: ValuesOf<P>, routing: CompiledRouting, network: Network): CompiledRouting;
  /**
   * Packets that fit into the queue behind a virtual channel, or into each of its virtual output queues. Absent where packets wait only at
   * their terminals.
   */
  queuePackets?(values: ValuesOf<P>): number;
  /**
   * Phits that fit into the buffer behind a virtual channel, where flits are buffered one by one; absent where packets are stored whole.
   */
  bufferPhits?(values: ValuesOf<P>): number;
  /**
   * Packets of a terminal that may request outputs at the same time; with more than 1 they may overtake each other there. 0 means one
   * packet for each of its partners.
   */
  injectionSlots(values: ValuesOf<P>): number;
  /** Cycles between two phits of an undisturbed packet. 1 when absent. */
  phitSpacing?(values: ValuesOf<P>): number;
  /**
   * Cycles that a header takes for each further channel of an empty network: the phits that have to arrive before it goes on, at least 1.
   */
  headPhits(packetPhits: number, values: ValuesOf<P>): number;
  /** Cycles of a lone packet in addition to those of its header and its phits; 1 where absent. */
  enterCycles?(values: ValuesOf<P>): number;
}

/** Declares a flow control. It exists so that TypeScript infers the types of the parameters. */
export function flowControl<const Id extends string, P extends Params>(spec: FlowControl<Id, P>): FlowControl<Id, P> {
  return spec;
}
