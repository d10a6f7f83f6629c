/** Occupancy of the switch buffers at the moment of a frame: packets in queues over the capacity of the queues. */
import type { Frame } from "../../core/simulation/frame.ts";
import type { Variant } from "../contract.ts";

/** Occupancy of the buffers of some switches together, 0 … 1. */
export type Fullness = (switches: readonly number[]) => number;

interface Read extends Pick<Variant, "network" | "places" | "placesByOutput"> {
  readonly frame: Pick<Frame, "queued"> | null;
}

/** Occupancy in a frame; null where packets do not wait in switches, or before the first frame. */
export function fullnessOf({ network, frame, places, placesByOutput = false }: Read): Fullness | null {
  if (network === null || frame === null || places === 0) return null;
  const { firstOut, reverse } = network;
  const { queued } = frame;
  return (switches) => {
    let [taken, all] = [0, 0];
    for (const node of switches) {
      for (let c = firstOut[node]; c < firstOut[node + 1]; c++) taken += queued[reverse[c]];
      const ports = firstOut[node + 1] - firstOut[node];
      all += ports * places * (placesByOutput ? ports : 1);
    }
    return all === 0 ? 0 : Math.min(1, taken / all);
  };
}
