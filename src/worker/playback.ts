/**
 * A watched run: its own worker, which sends frames at the rate of the screen. The worker runs only during the slices that the playback
 * requests, so a pause requests none, and closing terminates the worker whatever it is doing.
 */
import type { Results } from "../core/measures/results.ts";
import { type Scenario, writeScenario } from "../core/scenario/scenario.ts";
import { rescaleFrame, rescaledWindow } from "../core/results/rescale.ts";
import { type Frame, openFrame } from "../core/simulation/frame.ts";
import { WorkerLost, WorkerProcess } from "./process.ts";
import { unwrap } from "./pool.ts";
import type { Answer, Opened } from "./protocol.ts";

/** A frame, with the data needed to read it. */
export interface PlayedFrame {
  readonly opened: Opened;
  readonly frame: Frame;
}

/** The state of a playback; times in cycles of the page. */
export type PlaybackState =
  | { readonly is: "opening" }
  /** During a seek, `now` remains the cycle of the latest frame. */
  | { readonly is: "playing" | "paused" | "finished" | "deadlocked"; readonly now: number; readonly seeking: number | null }
  | { readonly is: "failed"; readonly message: string };

/** Milliseconds of a slice: a little less than a frame of the screen. */
const sliceMilliseconds = 14;
/** Maximum wait for the next frame before the loop checks for user actions, milliseconds. */
const longestWait = 50;
/** A worker without an answer for this time is considered hung. */
const silenceMilliseconds = 10_000;
/** How often a lost worker is replaced before the playback fails. */
const respawns = 2;

/** A watched run that can be played, paused, stepped, and moved to any cycle. */
export class Playback {
  private process = new WorkerProcess();
  private opened: Opened | null = null;
  private isPlaying = true;
  private isClosed = false;
  private speed = Infinity;
  /** Cycle of the run at which playing stops, after a step. */
  private stopAt = Infinity;
  /** Cycle of the run to be reached at full speed without frames on the way; null if there is none. */
  private target: number | null = null;
  /** Current cycle of the run. */
  private now = 0;
  /** The part of the last requested time that is between two cycles of the run, in cycles of the run; 0 if both clocks are equal. */
  private rest = 0;
  /** Cycle of the run of the latest frame. */
  private shownNow = 0;
  /** How the run has ended; null while it continues. */
  private ended: "finished" | "deadlocked" | null = null;
  private lost = 0;
  private readonly spare: ArrayBuffer[] = [];
  private readonly listeners = new Set<() => void>();
  private wake: () => void = () => undefined;
  private shownState: PlaybackState = { is: "opening" };
  private shownFrame: PlayedFrame | null = null;

  /**
   * Opens the scenario and begins to play. All times are in cycles of the page.
   * @param closed called once when the playback is closed
   * @param cycle length of a cycle of the run, in cycles of the page
   * @param framePeriod minimum time between two frames of a playing run, milliseconds; 0 for the rate of the screen
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

  /** The latest frame; null before the first. It must be read while drawing, because the next frame may reuse its memory. */
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

  /** Advances by a number of cycles, from a given time or from the current one, and pauses. */
  step(cycles: number, from = this.time): void {
    if (this.target !== null) return this.seek(from + cycles);
    const end = this.ownCycle(from + cycles);
    this.isPlaying = end > this.now;
    this.stopAt = this.isPlaying ? end : Infinity;
    this.changed();
  }

  /** Goes back by a number of cycles, at most to the beginning, and pauses. */
  stepBack(cycles: number, from = this.time): void {
    this.seek(from - cycles);
  }

  /**
   * Goes to a cycle, or to the end of the run if it comes first, and pauses there; of several calls the last one counts. To go back, the
   * run is repeated from the beginning, because it is the same every time. The latest frame remains until the requested one is available.
   */
  seek(cycle: number): void {
    if (this.isClosed) return;
    this.target = this.ownCycle(Math.max(0, cycle));
    this.stopAt = Infinity;
    this.isPlaying = false;
    this.changed();
  }

  /** The time that was requested last, or has been reached since. */
  get time(): number {
    return ((this.target ?? this.now) + this.rest) * this.cycle;
  }

  /** The cycle of the run that contains a time. The remainder is kept, so that many steps have the right total length. */
  private ownCycle(time: number): number {
    const own = time / this.cycle;
    // Tolerates rounding errors at the end of a cycle.
    const whole = Math.floor(own + 1e-6);
    this.rest = this.cycle === 1 ? 0 : Math.max(0, own - whole);
    return whole;
  }

  /** Sets the speed in simulated cycles per second of real time; Infinity for full speed. */
  setSpeed(cyclesPerSecond: number): void {
    this.speed = cyclesPerSecond / this.cycle;
  }

  /** The current results, in cycles of the run; null if there is no run. */
  async results(): Promise<Results | null> {
    if (this.opened === null || this.shownState.is === "failed") return null;
    return this.process.call((remote) => remote.results() as Promise<Results>);
  }

  /** Terminates the worker immediately. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.closed();
    this.process.end();
    this.listeners.clear();
    this.wake();
  }

  /** Calls the listener whenever the state or the frame changes; returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private show(state: PlaybackState): void {
    this.shownState = state;
    for (const listener of this.listeners) listener();
  }

  /** Updates the state after a user action, and wakes the loop. */
  private changed(): void {
    const state = this.shownState;
    if (state.is !== "opening" && state.is !== "failed") this.showAt(this.shownNow);
    this.wake();
  }

  /** Updates the state, with the cycle of the latest frame. */
  private showAt(now: number): void {
    const { cycle, target } = this;
    this.shownNow = now;
    const seeking = target === null ? null : target * cycle;
    this.show({ is: this.ended ?? (this.isPlaying ? "playing" : "paused"), now: now * cycle, seeking });
  }

  /** Opens and plays, and restarts after a crash: a run is the same every time, so it only has to be repeated up to the last cycle. */
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

  /** Opens the scenario, and allocates two frame buffers. */
  private async open(): Promise<void> {
    const isFirst = this.opened === null;
    const { byteLength } = (await this.begin()).layout;
    this.spare.splice(0, Infinity, new ArrayBuffer(byteLength), new ArrayBuffer(byteLength));
    if (isFirst) this.showAt(this.now);
  }

  /** Resets the run to cycle 0. The description of the run remains valid. */
  private async begin(): Promise<Opened> {
    const document = writeScenario(this.scenario);
    const opened = unwrap(await this.process.call((remote) => remote.open(document) as Promise<Answer<Opened>>));
    this.opened ??= rescaledOpened(opened, this.cycle);
    this.now = 0;
    this.ended = null;
    return this.opened;
  }

  /** Requests slice after slice, at the selected speed. */
  private async grant(): Promise<void> {
    let then = performance.now();
    /** Earliest time of the next frame, milliseconds. */
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
      // Time during which the page was suspended, such as in a background tab, is not made up.
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

  /** Shows the run at its current cycle. */
  private async showFrame(): Promise<void> {
    await this.granted(this.now, this.spare.pop() ?? null);
    this.showAt(this.now);
  }

  /** Runs to the target, which may change meanwhile, without intermediate frames. */
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

  /** Runs one slice; shows a frame if a buffer is given for it. */
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
