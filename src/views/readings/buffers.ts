/** Occupancy of the switch buffers at the moment of a frame: packets in queues over the capacity of the queues. */
import type { Frame } from "../../core/simulation/frame.ts";
import type { Variant } from "../contract.ts";

/** Occupancy of the buffers of some switches together, 0 … 1. */
export type BufferFullness = (switches: readonly number[]) => number;

interface BufferState extends Pick<Variant, "network" | "queueCapacity" | "hasQueuePerOutput"> {
  readonly frame: Pick<Frame, "queued"> | null;
}

/** Occupancy in a frame; null where packets do not wait in switches, or before the first frame. */
export function fullnessOf({ network, frame, queueCapacity, hasQueuePerOutput = false }: BufferState): BufferFullness | null {
  if (network === null || frame === null || queueCapacity === 0) return null;
  const { firstOut, reverse } = network;
  const { queued } = frame;
  return (switches) => {
    let [occupied, capacity] = [0, 0];
    for (const node of switches) {
      for (let c = firstOut[node]; c < firstOut[node + 1]; c++) occupied += queued[reverse[c]];
      const ports = firstOut[node + 1] - firstOut[node];
      capacity += ports * queueCapacity * (hasQueuePerOutput ? ports : 1);
    }
    return capacity === 0 ? 0 : Math.min(1, occupied / capacity);
  };
}
