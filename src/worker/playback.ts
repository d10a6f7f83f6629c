/**
 * A run that is watched: one worker of its own, frames at the pace of the screen. The worker runs only while this
 * grants it slices, so pause is not granting one, and closing ends the worker whatever it is doing.
 */
import type { Results } from "../core/measures/results.ts";
import { type Scenario, writeScenario } from "../core/scenario/scenario.ts";
import { rescaleFrame, rescaledWindow } from "../core/results/rescale.ts";
import { type Frame, openFrame } from "../core/simulation/frame.ts";
import { WorkerLost, WorkerProcess } from "./process.ts";
import { unwrap } from "./pool.ts";
import type { Answer, Opened } from "./protocol.ts";

/** One frame, with what is needed to read it. */
export interface PlayedFrame {
  readonly opened: Opened;
  readonly frame: Frame;
}

export type PlaybackState =
  | { readonly is: "opening" }
  /** While it seeks a cycle, `now` stays where the latest frame is, until it is there. */
  | { readonly is: "playing" | "paused" | "finished" | "deadlocked"; readonly now: number; readonly seeking: number | null }
  | { readonly is: "failed"; readonly message: string };

/** Milliseconds of one granted slice: a little less than a frame of the screen. */
const sliceMilliseconds = 14;
/** Longest wait for the next frame before the loop looks whether the reader has asked for something else, milliseconds. */
const longestWait = 50;
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
  /** Cycle of the run at which playing stops by itself, after a step. */
  private stopAt = Infinity;
  /** Cycle of the run to be gone to as fast as it goes, without a frame on the way; null when there is none. */
  private target: number | null = null;
  /** Cycle of the run. */
  private now = 0;
  /** What of the time last asked for lies between two cycles of the run, in its cycles: 0 where both clocks are one. */
  private rest = 0;
  /** Cycle of the run that the latest frame is of. */
  private shownNow = 0;
  /** How the run has ended, once it has. */
  private ended: "finished" | "deadlocked" | null = null;
  private lost = 0;
  private readonly spare: ArrayBuffer[] = [];
  private readonly listeners = new Set<() => void>();
  private wake: () => void = () => undefined;
  private shownState: PlaybackState = { is: "opening" };
  private shownFrame: PlayedFrame | null = null;

  /**
   * Opens the scenario and begins to play. It is told, and tells, times in cycles of another clock, where it has one.
   * @param closed is told once when it is closed
   * @param cycle how long a cycle of the run is, in those of that clock; 1 where it has none
   * @param framePeriod shortest time between two frames of a run that plays, milliseconds; 0 for the pace of the screen
   */
  constructor(
    private readonly scenario: Scenario,
    private readonly closed: () => void,
    private readonly cycle = 1,
    private readonly framePeriod: () => number = () => 0,
  ) {
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
    this.rest = 0;
    this.changed();
  }

  pause(): void {
    this.isPlaying = false;
    this.changed();
  }

  /** Advances by that many cycles, from where a clock stands or else from its own time, and pauses. */
  step(cycles: number, from = this.time): void {
    if (this.target !== null) return this.seek(from + cycles);
    const end = this.ownCycle(from + cycles);
    this.isPlaying = end > this.now;
    this.stopAt = this.isPlaying ? end : Infinity;
    this.changed();
  }

  /** Goes back by that many cycles in the same way, at most to the beginning, and pauses. */
  stepBack(cycles: number, from = this.time): void {
    this.seek(from - cycles);
  }

  /**
   * Goes to a cycle, or to the end of the run if that comes before, and pauses there; of several calls the last one
   * counts. A run cannot go back, but is the same every time: what lies behind is caught up from the beginning. The
   * latest frame stays until the one asked for is there.
   */
  seek(cycle: number): void {
    if (this.isClosed) return;
    this.target = this.ownCycle(Math.max(0, cycle));
    this.stopAt = Infinity;
    this.isPlaying = false;
    this.changed();
  }

  /** The time that was asked for last, or that has been reached since. */
  get time(): number {
    return ((this.target ?? this.now) + this.rest) * this.cycle;
  }

  /** The cycle of the run in which a time lies; what is left of that time is kept, so that many steps are as long as they should be. */
  private ownCycle(time: number): number {
    const own = time / this.cycle;
    // The end of a cycle is not to be missed for a rounding error.
    const whole = Math.floor(own + 1e-6);
    this.rest = this.cycle === 1 ? 0 : Math.max(0, own - whole);
    return whole;
  }

  /** Simulated cycles per second of the viewer's time; Infinity for as fast as it goes. */
  setSpeed(cyclesPerSecond: number): void {
    this.speed = cyclesPerSecond / this.cycle;
  }

  /** Measures as they stand, in cycles of the run, or null when there is no run to measure. */
  async results(): Promise<Results | null> {
    if (this.opened === null || this.shownState.is === "failed") return null;
    return this.process.call((remote) => remote.results() as Promise<Results>);
  }

  /** Ends the worker, at once. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.closed();
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
    const state = this.shownState;
    if (state.is !== "opening" && state.is !== "failed") this.showAt(this.shownNow);
    this.wake();
  }

  /** Shows how things stand, with the cycle that the latest frame is of. */
  private showAt(now: number): void {
    const { cycle, target } = this;
    this.shownNow = now;
    const seeking = target === null ? null : target * cycle;
    this.show({ is: this.ended ?? (this.isPlaying ? "playing" : "paused"), now: now * cycle, seeking });
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
          this.target ??= this.now;
          continue;
        }
        return this.show({ is: "failed", message: error instanceof Error ? error.message : String(error) });
      }
    }
  }

  /** Opens the scenario, and seeks the cycle that was reached before, if any. */
  private async open(): Promise<void> {
    const isFirst = this.opened === null;
    const { byteLength } = (await this.begin()).layout;
    this.spare.splice(0, Infinity, new ArrayBuffer(byteLength), new ArrayBuffer(byteLength));
    if (isFirst) this.showAt(this.now);
  }

  /** Puts the run back to cycle 0; what has been told about it stays true. */
  private async begin(): Promise<Opened> {
    const document = writeScenario(this.scenario);
    const opened = unwrap(await this.process.call((remote) => remote.open(document) as Promise<Answer<Opened>>));
    this.opened ??= rescaledOpened(opened, this.cycle);
    this.now = 0;
    this.ended = null;
    return this.opened;
  }

  /** Grants slice after slice, at the speed asked for. */
  private async grant(): Promise<void> {
    let then = performance.now();
    /** The earliest time of the next frame, milliseconds. */
    let frameDue = 0;
    /** Whether the last slice ended before the cycles that were due. */
    let isBehind = false;
    let allowance = 0;
    for (;;) {
      if (this.isClosed) return;
      if (this.target !== null || !this.isPlaying || this.ended !== null) {
        if (this.target !== null) await this.catchUp();
        else if (this.now !== this.shownNow) await this.showFrame();
        else await new Promise<void>((resolve) => (this.wake = resolve));
        then = performance.now();
        frameDue = 0;
        allowance = 0;
        continue;
      }
      const instant = performance.now();
      // After a pause of the page (another tab) time that went by is not caught up.
      if (this.speed < Infinity) allowance += (Math.min(instant - then, 100) / 1000) * this.speed;
      then = instant;
      const until = Math.min(this.stopAt, this.speed < Infinity ? this.now + Math.floor(allowance) : Infinity);
      // A step is shown as soon as it has been computed.
      const isFrameDue = instant >= frameDue || this.stopAt < Infinity;
      if (until <= this.now || !(isFrameDue || isBehind)) {
        await new Promise((resolve) => setTimeout(resolve, isFrameDue ? 8 : Math.max(8, Math.min(frameDue - instant, longestWait))));
        continue;
      }
      const before = this.now;
      await this.granted(until, isFrameDue ? (this.spare.pop() ?? null) : null);
      isBehind = this.now < until;
      const period = this.framePeriod();
      if (isFrameDue) frameDue = instant + period;
      allowance = this.speed < Infinity ? Math.min(allowance - (this.now - before), (this.speed * Math.max(100, period)) / 1000) : 0;
      if (this.isClosed) return;
      if (this.now >= this.stopAt) {
        this.isPlaying = false;
        this.stopAt = Infinity;
      }
      if (isFrameDue) this.showAt(this.now);
      else if (this.ended !== null) await this.showFrame();
    }
  }

  /** Shows the run as it is now. */
  private async showFrame(): Promise<void> {
    await this.granted(this.now, this.spare.pop() ?? null);
    this.showAt(this.now);
  }

  /** Goes to the target, which may change on the way, and shows nothing before it is there. */
  private async catchUp(): Promise<void> {
    while (this.target !== null && !this.isClosed) {
      if (this.target < this.now) await this.begin();
      else if (this.target > this.now && this.ended === null) await this.granted(this.target, null);
      else {
        const reached = this.target;
        await this.granted(this.now, this.spare.pop() ?? null);
        if (this.target === reached) this.target = null;
        this.showAt(this.now);
      }
    }
  }

  /** Grants one slice; the frame is shown if a buffer is lent for one. */
  private async granted(until: number, buffer: ArrayBuffer | null): Promise<void> {
    const { process } = this;
    const silence = setTimeout(() => process.end("The worker did not answer."), silenceMilliseconds);
    try {
      const slice = await process.slice(until, sliceMilliseconds, buffer);
      this.now = slice.now;
      this.ended = slice.status === "running" ? null : slice.status;
      if (slice.buffer !== null && this.opened !== null) {
        if (this.shownFrame !== null) this.spare.push(this.shownFrame.frame.scalars.buffer as ArrayBuffer);
        const frame = openFrame(this.opened.layout, slice.buffer);
        rescaleFrame(frame, this.opened.layout, this.cycle);
        this.shownFrame = { opened: this.opened, frame };
      }
    } finally {
      clearTimeout(silence);
    }
  }
}

function rescaledOpened(opened: Opened, cycle: number): Opened {
  if (cycle === 1) return opened;
  const { window, offered } = opened;
  return { ...opened, window: rescaledWindow(window, cycle), offered: offered?.map((load) => load / cycle) ?? null };
}
