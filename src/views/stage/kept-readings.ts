/** Copies of readings that outlive the frame they come from: a hit test may happen between two frames. */
import type { Network } from "../../core/network/network.ts";
import { rateOf } from "../../core/plan/links.ts";
import type { Canvas, ViewData } from "../contract.ts";
import { type Fullness, fullnessOf } from "../readings/buffers.ts";
import { type Loads, loadsOf } from "../readings/loads.ts";
import type { Scene } from "./scene.ts";

/** Data for a hit test on the stage. */
export interface Pointed {
  readonly scene: Scene;
  readonly network: Network;
  readonly loads: Loads;
  /** Offered load, phits per cycle; null for a finite workload. */
  readonly offered: number | null;
  readonly canvas: Canvas;
  /** How full the buffers of switches are now, 0 to 1; null where no packets wait in switches. */
  readonly fullness: Fullness | null;
}

interface KeptReadings {
  readonly phits: Float64Array;
  readonly waiting: Float64Array;
  readonly delay: Float64Array;
  readonly queued: Int32Array;
  cycles: number;
  at: number;
}

const keptLoads = new WeakMap<Network, KeptReadings>();
/** For large networks the copy is renewed at most this often, milliseconds. Readers do not notice the delay. */
const pace = 150;

/**
 * Copies the loads and buffer fullness of the present frame. The frame itself is lent to the next slice of the run once it is drawn. The
 * arrays are allocated once for each network.
 */
export function keepReadings(network: Network, data: ViewData): Pick<Pointed, "loads" | "fullness"> {
  const { frame, cycle, links } = data;
  const { length } = network.head;
  let kept = keptLoads.get(network);
  if (kept === undefined) {
    const column = () => new Float64Array(length);
    kept = { phits: column(), waiting: column(), delay: column(), queued: new Int32Array(length), cycles: 0, at: -Infinity };
    keptLoads.set(network, kept);
  }
  const own = kept;
  const now = performance.now();
  const { cycles, measured } = loadsOf(data);
  if (frame !== null && (length < 10_000 || now - own.at > pace)) {
    own.phits.set(measured ? frame.windowPhits : frame.phits);
    own.waiting.set(measured ? frame.windowWaiting : frame.waiting);
    own.delay.set(measured ? frame.windowSinceInjection : frame.sinceInjection);
    own.queued.set(frame.queued);
    own.cycles = cycles;
    own.at = now;
  }
  const of = (channel: number) => (own.cycles > 0 ? own.phits[channel] / own.cycles : 0);
  const loads: Loads = {
    measured,
    cycles: own.cycles,
    of,
    share: (channel) => (of(channel) * cycle) / rateOf(links, channel),
    waiting: (channel) => own.waiting[channel],
    sinceInjection: (channel) => own.delay[channel],
  };
  return {
    loads,
    fullness: fullnessOf({ network, frame: frame === null ? null : own, places: data.places, placesByOutput: data.placesByOutput }),
  };
}
