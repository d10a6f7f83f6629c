/** The interface between the page and its workers. */
import type { Analysis } from "../core/analysis/analysis.ts";
import type { PathsBetween } from "../core/analysis/paths-between.ts";
import type { Waits } from "../core/measures/waits.ts";
import type { ChosenKind } from "../core/base/params.ts";
import type { Results } from "../core/measures/results.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import type { HistoryData } from "../core/simulation/history.ts";
import type { Explanation } from "../core/searches/explanation.ts";
import type { Job } from "./job.ts";
import { Playback } from "./playback.ts";
import { Pool, runToEnd } from "./pool.ts";
import { WorkerProcess } from "./process.ts";
import type { TopologyDescription } from "./describe-topology.ts";

/** What the page can request from the workers. */
export interface Workers {
  /**
   * Maximum number of unwatched runs at a time: one core remains for the page and its watched runs. Without watched runs, as on the papers
   * page, all cores are used.
   */
  poolSize(): number;
  /**
   * A watched run, on its own worker.
   * @param cycle length of a cycle of the run, in cycles of the page
   */
  play(scenario: Scenario, cycle: number): Playback;
  /**
   * A full run at full speed; urgent runs precede waiting ones. `onProgress` is called with the fraction that is done, 0 to 1. With
   * `isCounted` the results contain the counters of each channel.
   */
  run(scenario: Scenario, urgent?: boolean, onProgress?: (part: number) => void, isCounted?: boolean): Job<Results>;
  /** A full run with its history, of which any interval can then be inspected. */
  runWithHistory(scenario: Scenario): Job<HistoryData | null>;
  /** The packets that cross a channel between two cycles, and the packets that wait for it; found by a separate run. */
  explain(scenario: Scenario, channel: number, span: { readonly from: number; readonly to: number } | null): Job<Explanation>;
  /** The packets that waited behind a channel between two cycles, and for which packets; null if the flow control cannot determine them. */
  findWaits(scenario: Scenario, channel: number, span: { readonly from: number; readonly to: number }): Job<Waits | null>;
  /** The paths from one terminal to another, and the fraction of the packets on each. */
  findPaths(scenario: Scenario, source: number, destination: number): Job<PathsBetween>;
  /** Facts that need no simulation but some computing; null if it would take too long. */
  analyze(scenario: Scenario): Job<Analysis | null>;
  /** Size and structure of a valid topology, computed on a worker outside of the pool. */
  describeTopology(topology: ChosenKind): Pick<Job<TopologyDescription>, "done" | "cancel">;
}

/** Milliseconds of a slice of `explain` and `findWaits`, after which they can be suspended or cancelled. */
const explainMilliseconds = 50;

/** Minimum time between two frames if the user's system requests reduced motion, milliseconds. */
const reducedMotionPeriod = 500;
const framePeriod = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? reducedMotionPeriod : 0);

/**
 * Creates the workers of a page: a pool for runs at full speed, with up to eight workers, and a separate worker for each watched run, for
 * which the pool leaves a core free. Runs are executed in slices, so that they can be suspended and cancelled.
 */
export function createWorkers(): Workers {
  let watchedCount = 0;
  const poolSize = () => {
    const cores = navigator.hardwareConcurrency;
    return Math.max(1, Math.min(8, watchedCount > 0 ? cores - 1 : cores));
  };
  const pool = new Pool(poolSize);
  return {
    poolSize,
    play(scenario, cycle) {
      watchedCount++;
      return new Playback(scenario, () => watchedCount--, cycle, framePeriod);
    },
    // Runs from beginning to end. With `isCounted`, the results contain the counters of channels.
    run: (scenario, urgent = false, onProgress = () => undefined, isCounted = false) =>
      pool.submit(scenario, urgent, async (process, _, waitWhileSuspended) => {
        await runToEnd(process, waitWhileSuspended, onProgress);
        return process.call((remote) => remote.results(isCounted) as Promise<Results>);
      }),
    runWithHistory: (scenario) =>
      pool.submit(scenario, true, async (process, _, waitWhileSuspended) => {
        await process.call((remote) => remote.recordHistory());
        await runToEnd(process, waitWhileSuspended, () => undefined);
        return process.call((remote) => remote.history() as Promise<HistoryData | null>);
      }),
    // Records the packets of a channel in a second run, slice by slice.
    explain: (scenario, channel, span) =>
      pool.submit(scenario, true, async (process, { window }, waitWhileSuspended) => {
        const { from, to } = span ?? { from: window.start, to: window.end };
        for (;;) {
          await waitWhileSuspended();
          const { explanation } = await process.call((remote) => remote.explain(channel, from, to, explainMilliseconds));
          if (explanation !== null) return explanation;
        }
      }),
    findWaits: (scenario, channel, { from, to }) =>
      pool.submit(scenario, true, async (process, _, waitWhileSuspended) => {
        for (;;) {
          await waitWhileSuspended();
          const { isDone, waits } = await process.call((remote) => remote.findWaits(channel, from, to, explainMilliseconds));
          if (isDone) return waits;
        }
      }),
    // Computations without a run.
    findPaths: (scenario, source, destination) =>
      pool.submit(scenario, true, (process) => process.call((remote) => remote.findPaths(source, destination))),
    analyze: (scenario) => pool.submit(scenario, true, (process) => process.call((remote) => remote.analyze() as Promise<Analysis | null>)),
    describeTopology(topology) {
      const process = new WorkerProcess();
      const done = process.call((remote) => remote.describeTopology(topology)).finally(() => process.end());
      return { done, cancel: () => process.end() };
    },
  };
}

export { CancelledError, type Job } from "./job.ts";
export { Playback } from "./playback.ts";
export type { PlaybackState, PlayedFrame } from "./playback.ts";
