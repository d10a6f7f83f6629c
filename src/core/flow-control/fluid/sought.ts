/**
 * A run that stays at cycle 0 until the search for symmetric ranks has ended. The search proceeds slice by slice, so that it can be paused
 * like any run.
 */
import type { Plan, Window } from "../../plan/plan.ts";
import type { Crossing, Holder, Simulation, Wait, Waiter, WaitFor } from "../../simulation/contract.ts";
import { FlowRecorder } from "../../simulation/flow-recorder.ts";
import { type Frame, type FrameLayout, frameLayout, type Status } from "../../simulation/frame.ts";
import { recordedOf } from "../../simulation/program-record.ts";
import type { Symmetry, SymmetrySearch } from "./symmetry.ts";

export type Search = Pick<SymmetrySearch, "goOn" | "end">;

export function layoutOf({ network, demand }: Plan): FrameLayout {
  return frameLayout({ channels: network.head.length, terminals: network.terminals, ...recordedOf(demand) });
}

export class SoughtFluid implements Simulation {
  readonly layout: FrameLayout;
  private run: Simulation | null = null;

  /** @param startRun Starts the run when the search has ended; null if no ranks are symmetric. */
  constructor(
    private readonly plan: Plan,
    private readonly search: Search,
    private readonly begin: (alike: Symmetry | null) => Simulation,
  ) {
    this.layout = layoutOf(plan);
  }

  get status(): Status {
    return this.run === null ? "running" : this.run.status;
  }

  get now(): number {
    return this.run === null ? 0 : this.run.now;
  }

  get window(): Window {
    return this.plan.window;
  }

  // Programs are measured from beginning to end.
  get nextTurn(): number {
    return Infinity;
  }

  get circle(): readonly Wait[] {
    return this.run === null ? [] : this.run.circle;
  }

  advance(until: number, work: number): void {
    if (until <= this.now) return;
    if (this.run === null && !this.search.goOn(work)) return;
    this.found().advance(until, work);
  }

  sample(into: Frame): void {
    if (this.run !== null) return this.run.sample(into);
    new FlowRecorder(this.plan, () => {}).sample(into, 0, "running", 0);
    const { rankPhase, rankOperation, rankDone, messageDelivered, messageCreated, operationFrom, operationTo } = into;
    for (const column of [rankPhase, rankOperation, rankDone, messageDelivered, messageCreated, operationFrom, operationTo])
      column.fill(-1);
  }

  follow(channel: number): void {
    this.found().follow!(channel);
  }

  followed(): readonly Crossing[] {
    return this.found().followed!();
  }

  waited(): readonly WaitFor[] {
    return this.found().waited!();
  }

  holder(channel: number): Holder | null {
    return this.run === null ? null : this.run.holder(channel);
  }

  waitingFor(channel: number): readonly Waiter[] {
    return this.run === null ? [] : this.run.waitingFor(channel);
  }

  /** The run itself; ends the search first if it is needed now. */
  private found(): Simulation {
    return (this.run ??= this.begin(this.search.end()));
  }
}
