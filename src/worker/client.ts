/** The page's face of the workers. */
import type { Analysis } from "../core/analysis/analysis.ts";
import type { Results } from "../core/measures/results.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { Playback } from "./playback.ts";
import { type Job, Pool, runToEnd } from "./pool.ts";

/** Everything the page may ask of the workers. */
export interface Workers {
  /** A run that is watched, on a worker of its own. */
  play(scenario: Scenario): Playback;
  /**
   * A full run as fast as it goes; urgent ones go before those waiting. `told` hears now and then which part is done,
   * 0 to 1, where the end is known.
   */
  run(scenario: Scenario, urgent?: boolean, told?: (part: number) => void): Job<Results>;
  /** Facts that need no simulation but some computing; null when it would be too much. */
  analyse(scenario: Scenario): Job<Analysis | null>;
}

// One core is left to the page, and the watched run has its own worker.
const pool = new Pool(Math.max(1, Math.min(8, navigator.hardwareConcurrency - 1)));

export const workers: Workers = {
  play: (scenario) => new Playback(scenario),
  run: (scenario, urgent = false, told = () => undefined) =>
    pool.submit(scenario, urgent, async (process, { window }, gate) => {
      await runToEnd(process, gate, (now) => told(now / window.limit));
      return process.call((remote) => remote.results() as Promise<Results>);
    }),
  analyse: (scenario) => pool.submit(scenario, true, (process) => process.call((remote) => remote.analyse() as Promise<Analysis | null>)),
};

export type { Job };
export { Playback } from "./playback.ts";
export type { PlaybackState, PlayedFrame } from "./playback.ts";
export { Cancelled } from "./pool.ts";
