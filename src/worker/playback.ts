/**
 * A watched run: its own worker, which sends frames at the rate of the screen. The worker runs only during the slices that the playback
 * requests, so a pause requests none, and closing terminates the worker whatever it is doing.
 */
import type { Results } from "../core/measures/results.ts";
import { type Scenario, writeScenario } from "../core/scenario/scenario.ts";
import { rescaleFrame, rescaledWindow } from "../core/results/rescale.ts";
import { type Frame, openFrame, scalar, statuses } from "../core/simulation/frame.ts";
import { WorkerLostError, WorkerProcess } from "./process.ts";
import { unwrap } from "./pool.ts";
import type { WorkerResponse, OpenedRun } from "./protocol.ts";

/** A frame, with the data needed to read it. */
export interface PlayedFrame {
  readonly opened: OpenedRun;
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
const maxWait = 50;
/** A worker without an answer for this time is considered hung. */
const silenceMilliseconds = 10_000;
/** How often a lost worker is replaced before the playback fails. */
const maxRespawns = 2;

/** A watched run that can be played, paused, stepped, and moved to any cycle. */
export class Playback {
  private process = new WorkerProcess();
  private opened: OpenedRun | null = null;
  private isPlaying = true;
  private isClosed = false;
  private speed = Infinity;
  /** Cycle of the run at which playing stops, after a step. */
  private stopCycle = Infinity;
  /** Cycle of the run to be reached at full speed without frames on the way; null if there is none. */
  private targetCycle: number | null = null;
  /** Cycle of the run from which nothing moves any more; Infinity if that is not known. */
  private standstill = Infinity;
  /** Current cycle of the run. */
  private currentCycle = 0;
  /** The part of the last requested time that is between two cycles of the run, in cycles of the run; 0 if both clocks are equal. */
  private remainder = 0;
  /** Cycle of the run of the latest frame. */
  private shownCycle = 0;
  /** How the run has ended; null while it continues. */
  private endStatus: "finished" | "deadlocked" | null = null;
  private lostCount = 0;
  private readonly spareBuffers: ArrayBuffer[] = [];
  private readonly listeners = new Set<() => void>();
  private wakeLoop: () => void = () => undefined;
  private shownState: PlaybackState = { is: "opening" };
  private shownFrame: PlayedFrame | null = null;

  /**
   * Opens the scenario and begins to play. All times are in cycles of the page.
   * @param onClosed called once when the playback is closed
   * @param cycleLength length of a cycle of the run, in cycles of the page
   * @param framePeriod minimum time between two frames of a playing run, milliseconds; 0 for the rate of the screen
   */
  constructor(
    private readonly scenario: Scenario,
    private readonly onClosed: () => void,
    private readonly cycleLength = 1,
    private readonly framePeriod: () => number = () => 0,
  ) {
    void this.run();
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
    this.stopCycle = Infinity;
    this.remainder = 0;
    this.updateAfterAction();
  }

  pause(): void {
    this.isPlaying = false;
    this.updateAfterAction();
  }

  /** Advances by a number of cycles, from a given time or from the current one, and pauses. */
  step(cycles: number, from = this.time): void {
    if (this.targetCycle !== null) return this.seek(from + cycles);
    const end = this.cycleOfTime(from + cycles);
    this.isPlaying = end > this.currentCycle;
    this.stopCycle = this.isPlaying ? end : Infinity;
    this.updateAfterAction();
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
    this.targetCycle = this.cycleOfTime(Math.max(0, cycle));
    this.stopCycle = Infinity;
    this.isPlaying = false;
    this.updateAfterAction();
  }

  /**
   * Ends the run, as in a deadlock, at the time from which nothing moves any more: the engine finds that out only later. A run that is past
   * that time goes back to it.
   */
  endAtStandstill(time: number): void {
    this.standstill = Math.round(time / this.cycleLength);
    if (this.currentCycle > this.standstill) this.seek(time);
  }

  /** The time that was requested last, or has been reached since. */
  get time(): number {
    return ((this.targetCycle ?? this.currentCycle) + this.remainder) * this.cycleLength;
  }

  /** The cycle of the run that contains a time. The remainder is kept, so that many steps have the right total length. */
  private cycleOfTime(time: number): number {
    const exactCycle = time / this.cycleLength;
    // Tolerates rounding errors at the end of a cycle.
    const wholeCycle = Math.floor(exactCycle + 1e-6);
    this.remainder = this.cycleLength === 1 ? 0 : Math.max(0, exactCycle - wholeCycle);
    return wholeCycle;
  }

  /** Sets the speed in simulated cycles per second of real time; Infinity for full speed. */
  setSpeed(cyclesPerSecond: number): void {
    this.speed = cyclesPerSecond / this.cycleLength;
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
    this.onClosed();
    this.process.end();
    this.listeners.clear();
    this.wakeLoop();
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
  private updateAfterAction(): void {
    const state = this.shownState;
    if (state.is !== "opening" && state.is !== "failed") this.showAt(this.shownCycle);
    this.wakeLoop();
  }

  /** Updates the state, with the cycle of the latest frame. */
  private showAt(now: number): void {
    const { cycleLength, targetCycle } = this;
    this.shownCycle = now;
    const seeking = targetCycle === null ? null : targetCycle * cycleLength;
    this.show({ is: this.endStatus ?? (this.isPlaying ? "playing" : "paused"), now: now * cycleLength, seeking });
  }

  /** Opens and plays, and restarts after a crash: a run is the same every time, so it only has to be repeated up to the last cycle. */
  private async run(): Promise<void> {
    for (;;) {
      try {
        await this.open();
        return await this.runLoop();
      } catch (error) {
        if (this.isClosed) return;
        this.process.end();
        if (error instanceof WorkerLostError && this.lostCount++ < maxRespawns) {
          this.process = new WorkerProcess();
          this.targetCycle ??= this.currentCycle;
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
    this.spareBuffers.splice(0, Infinity, new ArrayBuffer(byteLength), new ArrayBuffer(byteLength));
    if (isFirst) this.showAt(this.currentCycle);
  }

  /** Resets the run to cycle 0. The description of the run remains valid. */
  private async begin(): Promise<OpenedRun> {
    const document = writeScenario(this.scenario);
    const opened = unwrap(await this.process.call((remote) => remote.open(document) as Promise<WorkerResponse<OpenedRun>>));
    this.opened ??= rescaleOpenedRun(opened, this.cycleLength);
    this.currentCycle = 0;
    this.endStatus = null;
    return this.opened;
  }

  /**
   * Requests slice after slice of the simulation from the worker, at the selected speed, until the playback is closed, and shows frames.
   * While the run seeks a cycle, it catches up at full speed; while it is paused or has ended, it waits.
   */
  private async runLoop(): Promise<void> {
    let lastInstant = performance.now();
    /** Earliest time of the next frame, milliseconds. */
    let nextFrameTime = 0;
    /** Whether the last slice ended before the cycles that were due. The next slice is then requested immediately. */
    let isBehind = false;
    /** Cycles that the selected speed allows to simulate now; a fraction is left for later. */
    let cycleAllowance = 0;
    for (;;) {
      if (this.isClosed) return;
      // Not playing: seek the target cycle, show a frame that is missing, or wait.
      if (this.targetCycle !== null || !this.isPlaying || this.endStatus !== null) {
        if (this.targetCycle !== null) await this.catchUp();
        else if (this.currentCycle !== this.shownCycle) await this.showFrame();
        else await new Promise<void>((resolve) => (this.wakeLoop = resolve));
        lastInstant = performance.now();
        nextFrameTime = 0;
        cycleAllowance = 0;
        continue;
      }
      const instant = performance.now();
      // Time during which the page was suspended, such as in a background tab, is skipped: the run does not catch up with it.
      if (this.speed < Infinity) cycleAllowance += (Math.min(instant - lastInstant, 100) / 1000) * this.speed;
      lastInstant = instant;
      const until = Math.min(this.stopCycle, this.speed < Infinity ? this.currentCycle + Math.floor(cycleAllowance) : Infinity);
      // A step is shown as soon as it has been computed.
      const isFrameDue = instant >= nextFrameTime || this.stopCycle < Infinity;
      if (until <= this.currentCycle || !(isFrameDue || isBehind)) {
        await new Promise((resolve) => setTimeout(resolve, isFrameDue ? 8 : Math.max(8, Math.min(nextFrameTime - instant, maxWait))));
        continue;
      }
      // Simulate a slice; its frame is written to a spare buffer.
      const cycleBefore = this.currentCycle;
      await this.runSlice(until, isFrameDue ? (this.spareBuffers.pop() ?? null) : null);
      isBehind = this.currentCycle < until;
      const period = this.framePeriod();
      if (isFrameDue) nextFrameTime = instant + period;
      cycleAllowance =
        this.speed < Infinity
          ? Math.min(cycleAllowance - (this.currentCycle - cycleBefore), (this.speed * Math.max(100, period)) / 1000)
          : 0;
      if (this.isClosed) return;
      if (this.currentCycle >= this.stopCycle) {
        this.isPlaying = false;
        this.stopCycle = Infinity;
      }
      if (isFrameDue) this.showAt(this.currentCycle);
      else if (this.endStatus !== null) await this.showFrame();
    }
  }

  /** Shows the run at its current cycle. */
  private async showFrame(): Promise<void> {
    await this.runSlice(this.currentCycle, this.spareBuffers.pop() ?? null);
    this.showAt(this.currentCycle);
  }

  /** Runs to the target, which may change meanwhile, without intermediate frames. */
  private async catchUp(): Promise<void> {
    while (this.targetCycle !== null && !this.isClosed) {
      if (this.targetCycle < this.currentCycle) await this.begin();
      else if (this.targetCycle > this.currentCycle && this.endStatus === null) await this.runSlice(this.targetCycle, null);
      else {
        const reachedTarget = this.targetCycle;
        await this.runSlice(this.currentCycle, this.spareBuffers.pop() ?? null);
        if (this.targetCycle === reachedTarget) this.targetCycle = null;
        this.showAt(this.currentCycle);
      }
    }
  }

  /** Runs one slice; shows a frame if a buffer is given for it. */
  private async runSlice(until: number, buffer: ArrayBuffer | null): Promise<void> {
    const { process } = this;
    const silence = setTimeout(() => process.end("The worker did not answer."), silenceMilliseconds);
    try {
      const slice = await process.slice(Math.min(until, this.standstill), sliceMilliseconds, buffer);
      this.currentCycle = slice.now;
      const status = slice.now === this.standstill ? "deadlocked" : slice.status;
      this.endStatus = status === "running" ? null : status;
      if (slice.buffer !== null && this.opened !== null) {
        if (this.shownFrame !== null) this.spareBuffers.push(this.shownFrame.frame.scalars.buffer as ArrayBuffer);
        const frame = openFrame(this.opened.layout, slice.buffer);
        frame.scalars[scalar.status] = statuses.indexOf(status);
        rescaleFrame(frame, this.opened.layout, this.cycleLength);
        this.shownFrame = { opened: this.opened, frame };
      }
    } finally {
      clearTimeout(silence);
    }
  }
}

function rescaleOpenedRun(opened: OpenedRun, cycle: number): OpenedRun {
  if (cycle === 1) return opened;
  const { window, offered } = opened;
  return { ...opened, window: rescaledWindow(window, cycle), offered: offered?.map((load) => load / cycle) ?? null };
}
