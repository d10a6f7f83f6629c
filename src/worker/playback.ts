/**
 * A run that is watched: one worker of its own, frames at the pace of the screen. The worker runs only while this
 * grants it slices, so pause is not granting one, and closing ends the worker whatever it is doing.
 */
import type { Results } from "../core/measures/results.ts";
import { type Scenario, writeScenario } from "../core/scenario/scenario.ts";
import { type Frame, openFrame } from "../core/simulation/frame.ts";
import { WorkerLost, WorkerProcess } from "./process.ts";
import { unwrap } from "./pool.ts";
import type { Answer, Opened, Slice } from "./protocol.ts";

/** One frame, with what is needed to read it. */
export interface PlayedFrame {
  readonly opened: Opened;
  readonly frame: Frame;
}

export type PlaybackState =
  | { readonly is: "opening" }
  | { readonly is: "playing" | "paused" | "finished" | "deadlocked"; readonly now: number }
  | { readonly is: "failed"; readonly message: string };

/** Milliseconds of one granted slice: a little less than a frame of the screen. */
const sliceMilliseconds = 14;
/** A worker that is silent for so long in a slice is taken for hung. */
const silenceMilliseconds = 10_000;
/** How often a lost worker is replaced before the playback gives up. */
const respawns = 2;

export class Playback {
  private process = new WorkerProcess();
  private opened: Opened | null = null;
  private isPlaying = true;
  private isClosed = false;
  private speed = Infinity;
  /** Cycle at which playing stops by itself, after a step. */
  private stopAt = Infinity;
  private now = 0;
  private lost = 0;
  private readonly spare: ArrayBuffer[] = [];
  private readonly listeners = new Set<() => void>();
  private wake: () => void = () => undefined;
  private shownState: PlaybackState = { is: "opening" };
  private shownFrame: PlayedFrame | null = null;

  /** Opens the scenario and begins to play. */
  constructor(private readonly scenario: Scenario) {
    void this.live();
  }

  get state(): PlaybackState {
    return this.shownState;
  }

  /** The latest frame, or null before the first. It is read while drawing; the next frame may reuse its memory. */
  get latest(): PlayedFrame | null {
    return this.shownFrame;
  }

  play(): void {
    this.isPlaying = true;
    this.stopAt = Infinity;
    this.changed();
  }

  pause(): void {
    this.isPlaying = false;
    this.changed();
  }

  /** Advances by that many cycles and pauses. */
  step(cycles: number): void {
    this.stopAt = this.now + cycles;
    this.isPlaying = true;
    this.changed();
  }

  /** Simulated cycles per second of the viewer's time; Infinity for as fast as it goes. */
  setSpeed(cyclesPerSecond: number): void {
    this.speed = cyclesPerSecond;
  }

  /** Measures as they stand, or null when there is no run to measure. */
  async results(): Promise<Results | null> {
    if (this.opened === null || this.shownState.is === "failed") return null;
    return this.process.call((remote) => remote.results() as Promise<Results>);
  }

  /** Ends the worker, at once. */
  close(): void {
    this.isClosed = true;
    this.process.end();
    this.listeners.clear();
    this.wake();
  }

  /** Calls back whenever the state changes or a new frame is there; returns the way to stop that. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private show(state: PlaybackState): void {
    this.shownState = state;
    for (const listener of this.listeners) listener();
  }

  /** The reader asked for something: shows it and lets the loop look again. */
  private changed(): void {
    const { is } = this.shownState;
    if (is === "playing" || is === "paused") this.show({ is: this.isPlaying ? "playing" : "paused", now: this.now });
    this.wake();
  }

  /** Opens, plays, and starts again after a crash: a run is the same every time, so it only has to be caught up. */
  private async live(): Promise<void> {
    for (;;) {
      try {
        await this.open();
        return await this.grant();
      } catch (error) {
        if (this.isClosed) return;
        this.process.end();
        if (error instanceof WorkerLost && this.lost++ < respawns) {
          this.process = new WorkerProcess();
          continue;
        }
        return this.show({ is: "failed", message: error instanceof Error ? error.message : String(error) });
      }
    }
  }

  private async open(): Promise<void> {
    const document = writeScenario(this.scenario);
    this.opened = unwrap(await this.process.call((remote) => remote.open(document) as Promise<Answer<Opened>>));
    const { byteLength } = this.opened.layout;
    this.spare.splice(0, Infinity, new ArrayBuffer(byteLength), new ArrayBuffer(byteLength));
    const reached = this.now;
    this.now = 0;
    while (this.now < reached) await this.granted(reached, sliceMilliseconds, null);
    this.show({ is: this.isPlaying ? "playing" : "paused", now: reached });
  }

  /** Grants slice after slice, at the speed asked for. */
  private async grant(): Promise<void> {
    let then = performance.now();
    let allowance = 0;
    for (;;) {
      if (this.isClosed) return;
      if (!this.isPlaying) {
        await new Promise<void>((resolve) => (this.wake = resolve));
        then = performance.now();
        allowance = 0;
        continue;
      }
      const instant = performance.now();
      // After a pause of the page (another tab) time that went by is not caught up.
      if (this.speed < Infinity) allowance += (Math.min(instant - then, 100) / 1000) * this.speed;
      then = instant;
      const until = Math.min(this.stopAt, this.speed < Infinity ? this.now + Math.floor(allowance) : Infinity);
      if (until <= this.now) {
        await new Promise((resolve) => setTimeout(resolve, 8));
        continue;
      }
      const before = this.now;
      const { status } = await this.granted(until, sliceMilliseconds, this.spare.pop() ?? null);
      allowance = this.speed < Infinity ? Math.min(allowance - (this.now - before), this.speed / 10) : 0;
      if (this.isClosed) return;
      if (status !== "running") return this.show({ is: status, now: this.now });
      if (this.now >= this.stopAt) {
        this.isPlaying = false;
        this.stopAt = Infinity;
      }
      this.show({ is: this.isPlaying ? "playing" : "paused", now: this.now });
    }
  }

  private async granted(until: number, milliseconds: number, buffer: ArrayBuffer | null): Promise<Slice> {
    const { process } = this;
    const silence = setTimeout(() => process.end("The worker did not answer."), silenceMilliseconds);
    try {
      const slice = await process.slice(until, milliseconds, buffer);
      this.now = slice.now;
      if (slice.buffer !== null && this.opened !== null) {
        if (this.shownFrame !== null) this.spare.push(this.shownFrame.frame.scalars.buffer as ArrayBuffer);
        this.shownFrame = { opened: this.opened, frame: openFrame(this.opened.layout, slice.buffer) };
      }
      return slice;
    } finally {
      clearTimeout(silence);
    }
  }
}
