/** A compiled scenario: flat, checked, and without a trace of which kinds it came from. */
import type { Network } from "../network/network.ts";
import type { Demand } from "./demand.ts";
import type { EngineFacts } from "./engine-facts.ts";
import type { ChannelClocks } from "./links.ts";
import type { CompiledRouting } from "./routing.ts";
import type { SwitchRules } from "./switches.ts";

export interface Plan {
  readonly network: Network;
  /** The routing, with the virtual channels of the flow control counted among its classes. */
  readonly routing: CompiledRouting;
  readonly demand: Demand;
  /** Phits of a packet, L, all on the wire counted; a whole number but where time is real. */
  readonly packetPhits: number;
  /** Bytes of a message that a packet carries; absent where packets alone are counted. */
  readonly packetBytes?: number;
  /** Cycles that a header takes for each further channel: 1 when packets cut through, L when they are stored, real for circuits. */
  readonly headPhits: number;
  /** Cycles from one phit of a packet to the next where nothing is in its way; 1 when absent. */
  readonly phitSpacing?: number;
  /** Cycles that a packet alone takes beside those and its phits, start-up counted; 1 when absent. */
  readonly enterCycles?: number;
  /** Cycles between the creation of a message and the first its terminal does for it; 0 when absent. */
  readonly startUp?: number;
  /** What the engine simulates that runs the plan. */
  readonly engine: EngineFacts;
  /** Present where the engine has no contention. */
  readonly ideal?: IdealNetwork;
  /** Packets of a terminal that may ask for a way at the same time; 1 when absent. */
  readonly injectionSlots?: number;
  /** Packets that find a place in the queue behind a virtual channel, or in each of its virtual output queues; 0, or absent, where none waits in a switch. */
  readonly places?: number;
  /** Phits that find a place in the buffer behind a virtual channel, where each goes for itself; absent where packets keep together. */
  readonly bufferPhits?: number;
  /** How long a cycle is, seconds; absent where it is not known. */
  readonly cycleSeconds?: number;
  /** How fast and how long its channels are; absent where each carries a phit a cycle and has no length. */
  readonly links?: ChannelClocks;
  /** What its switches are like; absent where they are plain. */
  readonly switches?: SwitchRules;
  /** What each port of a terminal carries at most; absent where it carries all that its channels do. */
  readonly ports?: PortLimits;
  readonly window: Window;
  /** Present where the run goes on until its means are known. */
  readonly precise?: Precise;
  readonly seed: number;
}

/** What messages take where there is no network. */
export interface IdealNetwork {
  /** Cycles from one terminal to any other. */
  readonly latency: number;
  /** Cycles of a phit behind that. */
  readonly phitCycles: number;
  /** Whether programs run by the rules of LogGOPSim. */
  readonly isLogGOPS: boolean;
}

/** Limits of every port of a terminal, phits per cycle; Infinity for none. */
export interface PortLimits {
  /** In either direction. */
  readonly oneWay: number;
  /** In both directions together; less than one way where both are in each other's way, as on a bus. */
  readonly bothWays: number;
}

/**
 * When measures are taken, in cycles. Open-loop traffic is measured from `start` to `end`, and the run then drains
 * until every packet created in that time has arrived, or until `limit`. A finite workload is measured from 0 to its
 * last arrival.
 */
export interface Window {
  readonly start: number;
  readonly end: number;
  readonly limit: number;
}

/**
 * A run that finds its window itself. The plan's window is then the latest that it takes: its warm-up is over by `start`, and not more
 * than `window` cycles are measured from where that is.
 */
export interface Precise {
  /** The part of a mean that half the width of its 95 % interval may be. */
  readonly part: number;
  /** Cycles, at most. */
  readonly window: number;
  readonly drain: number;
}

/** Whether all channels of a plan are alike, of rate 1 and without length, and its switches plain. */
export function isPlain({ links, switches }: Pick<Plan, "links" | "switches">): boolean {
  return links === undefined && switches === undefined;
}
