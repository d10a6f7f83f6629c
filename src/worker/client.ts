/** The page's face of the workers. */
import type { Scenario } from "../core/scenario/scenario.ts";
import type { Analysis } from "../core/analysis/analysis.ts";
import type { Results } from "../core/measures/results.ts";
import type { Frame } from "../core/simulation/frame.ts";
import type { Opened } from "./protocol.ts";

/** One frame of a playback, with what is needed to read it. */
export interface PlayedFrame {
  readonly opened: Opened;
  readonly frame: Frame;
}

/** What a playback is doing. */
export type PlaybackState =
  | { readonly is: "opening" }
  | { readonly is: "playing" | "paused" | "finished" | "deadlocked"; readonly now: number }
  | { readonly is: "failed"; readonly message: string };

/** A run that is watched: one worker of its own, frames at the pace of the screen. */
export interface Playback {
  readonly state: PlaybackState;
  /** The latest frame, or null before the first. Frames are read at drawing time, never kept in React's state. */
  readonly latest: PlayedFrame | null;
  play(): void;
  pause(): void;
  /** Advances by that many cycles and pauses. */
  step(cycles: number): void;
  /** Simulated cycles per second of the viewer's time; Infinity for as fast as it goes. */
  setSpeed(cyclesPerSecond: number): void;
  /** Measures as they stand. */
  results(): Promise<Results | null>;
  /** Ends the worker, at once. */
  close(): void;
  /** Calls back whenever the state changes or a new frame is there; returns the way to stop that. */
  subscribe(listener: () => void): () => void;
}

/** A full run as fast as it goes, on the pool. */
export interface Job<T> {
  /** Rejects with an Error named "Cancelled" after a cancel. */
  readonly done: Promise<T>;
  cancel(): void;
}

/** Everything the page may ask of the workers. */
export interface Workers {
  play(scenario: Scenario): Playback;
  /** A full run; urgent ones go before those waiting. */
  run(scenario: Scenario, urgent?: boolean): Job<Results>;
  analyse(scenario: Scenario): Job<Analysis>;
}
