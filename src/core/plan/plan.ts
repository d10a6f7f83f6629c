/** A compiled scenario: flat and checked. It does not refer to the kinds that it was compiled from. */
import type { Network } from "../network/network.ts";
import type { Demand } from "./demand.ts";
import type { EngineFacts } from "./engine-facts.ts";
import type { ChannelClocks } from "./links.ts";
import type { CompiledRouting } from "./routing.ts";
import type { SwitchRules } from "./switches.ts";

export interface Plan {
  readonly network: Network;
  /** The routing; its `vcClasses` include the virtual channels of the flow control. */
  readonly routing: CompiledRouting;
  readonly demand: Demand;
  /** Phits of a packet, L, including overhead on the wire; a whole number except in real time. */
  readonly packetPhits: number;
  /** Payload bytes of a packet; absent if only packets are counted. */
  readonly packetBytes?: number;
  /** Cycles of a header per additional channel: 1 for cut-through, L for store-and-forward, a real number for circuits. */
  readonly headPhits: number;
  /** Cycles between consecutive phits of a packet without contention; absent: 1. */
  readonly phitSpacing?: number;
  /** Cycles of a packet without contention in addition to its hops and phits, including start-up; absent: 1. */
  readonly enterCycles?: number;
  /** Cycles between the creation of a message and the first action of its terminal, a whole number except in real time; absent: 0. */
  readonly startUp?: number;
  /** Properties of the engine that runs the plan. */
  readonly engine: EngineFacts;
  /** Present if the engine has no contention. */
  readonly ideal?: IdealNetwork;
  /** Packets of a terminal that may request channels simultaneously; absent: 1. */
  readonly injectionSlots?: number;
  /**
   * Capacity of the queue behind a virtual channel, or of each of its virtual output queues, packets; 0 or absent if packets do not queue
   * in switches.
   */
  readonly bufferPackets?: number;
  /** Capacity of the buffer behind a virtual channel, phits, if phits are buffered individually; otherwise absent. */
  readonly bufferPhits?: number;
  /** Length of a cycle, seconds; absent if unknown. */
  readonly cycleSeconds?: number;
  /** Rates and delays of the channels; absent if every channel has rate 1 and delay 0. */
  readonly links?: ChannelClocks;
  /** Properties of the switches; absent if they are plain. */
  readonly switches?: SwitchRules;
  /** Rate limits of the ports of a terminal; absent if the channels are the only limit. */
  readonly ports?: PortLimits;
  readonly window: MeasurementWindow;
  /** Present if the run continues until its means have the requested precision. */
  readonly precision?: PrecisionRequest;
  readonly seed: number;
}

/** Message times without a network. */
export interface IdealNetwork {
  /** Cycles from one terminal to any other. */
  readonly latency: number;
  /** Additional cycles per phit. */
  readonly phitCycles: number;
  /** Whether programs run by the rules of LogGOPSim. */
  readonly isLogGOPS: boolean;
}

/** Rate limits of every port of a terminal, phits per cycle; Infinity for none. */
export interface PortLimits {
  /** In each direction. */
  readonly oneWay: number;
  /** Limit of both directions together; less than twice `oneWay` if the directions share a bus. */
  readonly bothWays: number;
}

/**
 * The measurement window, in cycles. Open-loop traffic is measured from `start` to `end`; then the run drains until every packet created in
 * the window has arrived, or until `limit`. A finite workload is measured from 0 to its last arrival.
 */
export interface MeasurementWindow {
  readonly start: number;
  readonly end: number;
  readonly limit: number;
}

/**
 * Request for a run that determines its own window. The plan's window then is the latest possible: the warm-up ends by `start`, and at most
 * `window` cycles are measured after the warm-up.
 */
export interface PrecisionRequest {
  /** Requested half width of the 95 % confidence interval, as a part of the mean. */
  readonly relativeHalfWidth: number;
  /** Longest window, cycles. */
  readonly window: number;
  readonly drain: number;
}

/** Whether all channels of a plan have rate 1 and delay 0 and its switches are plain. */
export function isPlain({ links, switches }: Pick<Plan, "links" | "switches">): boolean {
  return links === undefined && switches === undefined;
}
