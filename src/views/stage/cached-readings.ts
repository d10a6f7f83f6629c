/** Copies of readings that outlive the frame they come from: a hit test may happen between two frames. */
import type { Network } from "../../core/network/network.ts";
import { rateOf } from "../../core/plan/links.ts";
import type { Canvas, ViewData } from "../contract.ts";
import { type BufferFullness, fullnessOf } from "../readings/buffers.ts";
import { type FrameLoads, frameLoads } from "../readings/loads.ts";
import type { Scene } from "./scene.ts";

/** Data for a hit test on the stage. */
export interface StageHitTestData {
  readonly scene: Scene;
  readonly network: Network;
  readonly loads: FrameLoads;
  /** Offered load, phits per cycle; null for a finite workload. */
  readonly offered: number | null;
  readonly canvas: Canvas;
  /** How full the buffers of switches are now, 0 to 1; null where no packets wait in switches. */
  readonly fullness: BufferFullness | null;
}

interface CachedReadings {
  readonly phits: Float64Array;
  readonly waiting: Float64Array;
  readonly delay: Float64Array;
  readonly queued: Int32Array;
  cycles: number;
  copiedAt: number;
}

const readingsOf = new WeakMap<Network, CachedReadings>();
/** For large networks the copy is renewed at most this often, milliseconds. Readers do not notice the delay. */
const minInterval = 150;

/**
 * Loads of channels and fullness of buffers for the hit test, read from a copy of the frame: when the pointer moves later, the frame itself
 * may already be overwritten by the worker of the run. In networks of 10,000 channels or more the copy is updated at most every
 * `minInterval` milliseconds.
 */
export function cacheReadings(network: Network, data: ViewData): Pick<StageHitTestData, "loads" | "fullness"> {
  const { frame, cycle, links } = data;
  const { length: channelCount } = network.head;
  let cached = readingsOf.get(network);
  if (cached === undefined) {
    const channelArray = () => new Float64Array(channelCount);
    cached = {
      phits: channelArray(),
      waiting: channelArray(),
      delay: channelArray(),
      queued: new Int32Array(channelCount),
      cycles: 0,
      copiedAt: -Infinity,
    };
    readingsOf.set(network, cached);
  }
  const readings = cached;
  const currentTime = performance.now();
  const { cycles, isMeasured } = frameLoads(data);
  if (frame !== null && (channelCount < 10_000 || currentTime - readings.copiedAt > minInterval)) {
    readings.phits.set(isMeasured ? frame.windowPhits : frame.phits);
    readings.waiting.set(isMeasured ? frame.windowWaiting : frame.waiting);
    readings.delay.set(isMeasured ? frame.windowSinceInjection : frame.sinceInjection);
    readings.queued.set(frame.queued);
    readings.cycles = cycles;
    readings.copiedAt = currentTime;
  }
  // Phits per cycle, from the copied counters.
  const loadOf = (channel: number) => (readings.cycles > 0 ? readings.phits[channel] / readings.cycles : 0);
  const loads: FrameLoads = {
    isMeasured,
    cycles: readings.cycles,
    loadOf,
    share: (channel) => (loadOf(channel) * cycle) / rateOf(links, channel),
    waiting: (channel) => readings.waiting[channel],
    sinceInjection: (channel) => readings.delay[channel],
  };
  return {
    loads,
    fullness: fullnessOf({
      network,
      frame: frame === null ? null : readings,
      queueCapacity: data.queueCapacity,
      hasQueuePerOutput: data.hasQueuePerOutput,
    }),
  };
}
