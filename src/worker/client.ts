/** The page's face of the workers. */
import type { Analysis } from "../core/analysis/analysis.ts";
import type { WaysBetween } from "../core/analysis/ways-between.ts";
import type { Waits } from "../core/measures/waits.ts";
import type { ChosenKind } from "../core/base/params.ts";
import type { Results } from "../core/measures/results.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import type { PastRun } from "../core/simulation/history.ts";
import type { Explanation } from "../core/searches/explanation.ts";
import type { Job } from "./job.ts";
import { Playback } from "./playback.ts";
import { Pool, runToEnd } from "./pool.ts";
import { WorkerProcess } from "./process.ts";
import type { TopologyTold } from "./structure.ts";

/** Everything the page may ask of the workers. */
export interface Workers {
  /**
   * Unwatched runs that go on at the same time: one core is left to the page and to the runs that are watched. Where none
   * is, as among the papers, the page has nothing to draw but what comes in, and every core computes.
   */
  poolSize(): number;
  /** A run that is watched, on a worker of its own; told in cycles of which one of its own is `cycle`. */
  play(scenario: Scenario, cycle: number): Playback;
  /**
   * A full run as fast as it goes; urgent ones go before those waiting. `onProgress` hears now and then which part is done,
   * 0 to 1. With `isCounted` the results tell what each channel counted.
   */
  run(scenario: Scenario, urgent?: boolean, onProgress?: (part: number) => void, isCounted?: boolean): Job<Results>;
  /** A full run of which the past is kept: any stretch of it can then be looked at. */
  past(scenario: Scenario): Job<PastRun | null>;
  /** Whose packets cross a channel between two cycles, and who waits for it: found by a run of its own. */
  explain(scenario: Scenario, channel: number, span: { readonly from: number; readonly to: number } | null): Job<Explanation>;
  /** Who waited behind a channel between two cycles, and for whom, likewise; null where the flow control cannot tell. */
  findWaits(scenario: Scenario, channel: number, span: { readonly from: number; readonly to: number }): Job<Waits | null>;
  /** The ways from one terminal to another, and the part of the packets that takes each. */
  findWays(scenario: Scenario, source: number, destination: number): Job<WaysBetween>;
  /** Facts that need no simulation but some computing; null when it would be too much. */
  analyse(scenario: Scenario): Job<Analysis | null>;
  /** Size and structure of a valid topology, found on a worker outside the pool. */
  describe(topology: ChosenKind): Pick<Job<TopologyTold>, "done" | "cancel">;
}

/** Milliseconds that a worker explains before it looks whether it is still asked to. */
const explainMilliseconds = 50;

/** Shortest time between two frames where the reader's system asks for reduced motion, milliseconds. */
const reducedMotionPeriod = 500;
const framePeriod = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? reducedMotionPeriod : 0);

/** The workers of a page: its pool, and its watched runs, each on a separate worker. */
export function createWorkers(): Workers {
  let watched = 0;
  const poolSize = () => {
    const cores = navigator.hardwareConcurrency;
    return Math.max(1, Math.min(8, watched > 0 ? cores - 1 : cores));
  };
  const pool = new Pool(poolSize);
  return {
    poolSize,
    play(scenario, cycle) {
      watched++;
      return new Playback(scenario, () => watched--, cycle, framePeriod);
    },
    run: (scenario, urgent = false, onProgress = () => undefined, isCounted = false) =>
      pool.submit(scenario, urgent, async (process, _, gate) => {
        await runToEnd(process, gate, onProgress);
        return process.call((remote) => remote.results(isCounted) as Promise<Results>);
      }),
    past: (scenario) =>
      pool.submit(scenario, true, async (process, _, gate) => {
        await process.call((remote) => remote.keepPast());
        await runToEnd(process, gate, () => undefined);
        return process.call((remote) => remote.past() as Promise<PastRun | null>);
      }),
    explain: (scenario, channel, span) =>
      pool.submit(scenario, true, async (process, { window }, gate) => {
        const { from, to } = span ?? { from: window.start, to: window.end };
        for (;;) {
          await gate();
          const { explanation } = await process.call((remote) => remote.explain(channel, from, to, explainMilliseconds));
          if (explanation !== null) return explanation;
        }
      }),
    findWaits: (scenario, channel, { from, to }) =>
      pool.submit(scenario, true, async (process, _, gate) => {
        for (;;) {
          await gate();
          const { isDone, waits } = await process.call((remote) => remote.findWaits(channel, from, to, explainMilliseconds));
          if (isDone) return waits;
        }
      }),
    findWays: (scenario, source, destination) =>
      pool.submit(scenario, true, (process) => process.call((remote) => remote.findWays(source, destination))),
    analyse: (scenario) => pool.submit(scenario, true, (process) => process.call((remote) => remote.analyse() as Promise<Analysis | null>)),
    describe(topology) {
      const process = new WorkerProcess();
      const done = process.call((remote) => remote.tell(topology)).finally(() => process.end());
      return { done, cancel: () => process.end() };
    },
  };
}

export { Cancelled, type Job } from "./job.ts";
export { Playback } from "./playback.ts";
export type { PlaybackState, PlayedFrame } from "./playback.ts";
