/** A compiled scenario: flat, checked, and without a trace of which kinds it came from. */
import type { Network } from "../network/network.ts";
import type { Demand } from "./demand.ts";

export interface Plan {
  readonly network: Network;
  /** Virtual channel classes on every channel. */
  readonly classes: number;
  /** Most candidates {@link route} ever writes. */
  readonly maxCandidates: number;
  /** Writes the ids, channel × classes + class, that a packet at `at` may take towards terminal `to`; returns how many. */
  readonly route: (at: number, to: number, out: Int32Array) => number;
  readonly demand: Demand;
  /** Phits of a packet, L. */
  readonly packetPhits: number;
  readonly window: Window;
  readonly seed: number;
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
