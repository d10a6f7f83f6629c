/**
 * A run that stays at cycle 0 until the search for symmetric ranks has ended. The search proceeds slice by slice, so that it can be paused
 * like any run.
 */
import type { Plan, MeasurementWindow } from "../../plan/plan.ts";
import type { ChannelCrossing, ChannelHolder, Simulation, DeadlockWait, WaitingPacket, FlowWait } from "../../simulation/contract.ts";
import { FlowRecorder } from "../../simulation/flow-recorder.ts";
import { type Frame, type FrameLayout, frameLayout, type Status } from "../../simulation/frame.ts";
import { recordedSizes } from "../../simulation/program-record.ts";
import type { Symmetry, SymmetrySearch } from "./symmetry.ts";

export type SymmetryLookup = Pick<SymmetrySearch, "advance" | "end">;

export function fluidLayout({ network, demand }: Plan): FrameLayout {
  return frameLayout({ channels: network.head.length, terminals: network.terminals, ...recordedSizes(demand) });
}

export class DeferredFluid implements Simulation {
  readonly layout: FrameLayout;
  private simulation: Simulation | null = null;

  /** @param startRun Starts the run when the search has ended; its argument is null if no ranks are symmetric. */
  constructor(
    private readonly plan: Plan,
    private readonly search: SymmetryLookup,
    private readonly startRun: (symmetry: Symmetry | null) => Simulation,
  ) {
    this.layout = fluidLayout(plan);
  }

  get status(): Status {
    return this.simulation === null ? "running" : this.simulation.status;
  }

  get now(): number {
    return this.simulation === null ? 0 : this.simulation.now;
  }

  get window(): MeasurementWindow {
    return this.plan.window;
  }

  // Programs are measured from beginning to end.
  get nextWindowChange(): number {
    return Infinity;
  }

  get deadlockCycle(): readonly DeadlockWait[] {
    return this.simulation === null ? [] : this.simulation.deadlockCycle;
  }

  advance(until: number, work: number): void {
    if (until <= this.now) return;
    if (this.simulation === null && !this.search.advance(work)) return;
    this.startedSimulation().advance(until, work);
  }

  sample(into: Frame): void {
    if (this.simulation !== null) return this.simulation.sample(into);
    new FlowRecorder(this.plan, () => {}).sample(into, 0, "running", 0);
    const { rankPhase, rankOperation, rankDone, messageDelivered, messageCreated, operationFrom, operationTo } = into;
    for (const column of [rankPhase, rankOperation, rankDone, messageDelivered, messageCreated, operationFrom, operationTo])
      column.fill(-1);
  }

  trackChannel(channel: number): void {
    this.startedSimulation().trackChannel!(channel);
  }

  trackedCrossings(): readonly ChannelCrossing[] {
    return this.startedSimulation().trackedCrossings!();
  }

  trackedWaits(): readonly FlowWait[] {
    return this.startedSimulation().trackedWaits!();
  }

  holderOf(channel: number): ChannelHolder | null {
    return this.simulation === null ? null : this.simulation.holderOf(channel);
  }

  waitersFor(channel: number): readonly WaitingPacket[] {
    return this.simulation === null ? [] : this.simulation.waitersFor(channel);
  }

  /** The run itself. If it has not started, the search is first brought to its end. */
  private startedSimulation(): Simulation {
    return (this.simulation ??= this.startRun(this.search.end()));
  }
}
