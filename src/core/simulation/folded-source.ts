// hot: no allocation, no for-of, no destructuring inside `deliver` and `openBarriers`.
/** The interpreter of programs with ranks that are alike: one of them does what all do, and is sent to by itself in place of another one. */
import { type Acts, actsOf } from "../programs/acts.ts";
import type { Program } from "../programs/program.ts";
import type { Frame } from "./frame.ts";
import { ProgramSource } from "./program-source.ts";

export class FoldedSource extends ProgramSource {
  /** The ranks of each job that stand for others, or for themselves alone, in order. */
  private readonly standing: readonly Int32Array[];
  /** [mailboxes] Where a message that is sent to a mailbox goes: the first mailbox of the rank that stands for its receiver, + 1. */
  private readonly boxIn: Int32Array;
  /** [mailboxes] The one after it, + 1, where the same comes from several ranks that are alike; 0 for none. */
  private readonly nextBox: Int32Array;

  /** @param rank [R] the rank that stands for each, the first of those alike: see `flow-control/fluid/symmetry.ts` */
  constructor(
    program: Program,
    terminals: number,
    private readonly rank: Int32Array,
  ) {
    super(program, terminals, false, null);
    this.standing = this.jobs.map((_, j) => rank.filter((first, r) => first === r && this.jobOf[r] === j));
    this.ranksRunning = this.standing.reduce((sum, { length }) => sum + length, 0);
    this.boxIn = new Int32Array(program.owner.length);
    this.nextBox = new Int32Array(program.owner.length);
    this.matchMailboxes(actsOf(program)!);
  }

  /** Those begin that stand for all. */
  override start(): this {
    for (const ranks of this.standing) for (const r of ranks) this.goOn(r);
    this.openBarriers();
    return this;
  }

  override sample(into: Frame, now: number): void {
    super.sample(into, now);
    const { rankPhase, rankOperation, rankBusy, rankWaited, rankDone, phaseCycles } = into;
    const phases = phaseCycles.length / this.rank.length;
    this.rank.forEach((first, r) => {
      for (const column of [rankPhase, rankOperation, rankBusy, rankWaited, rankDone]) column[r] = column[first];
      if (phases > 0) phaseCycles.copyWithin(r * phases, first * phases, (first + 1) * phases);
    });
  }

  /** A message comes to the rank that stands for its receiver, from each of those that its sender stands for and that send to this one. */
  protected override deliver(m: number, there: number): void {
    const { owner, turning } = this.program;
    const to = this.rankOf[m];
    const first = this.rank[to];
    this.rankOf[m] = first;
    if (this.boxOf[m] >= owner.length) {
      this.boxOf[m] += (first - to) * turning;
      super.deliver(m, there);
      return;
    }
    const box = this.boxIn[this.boxOf[m]] - 1;
    for (let other = this.nextBox[box]; other > 0; other = this.nextBox[other - 1]) {
      const copy = this.freshNumber();
      this.rankOf[copy] = first;
      this.boxOf[copy] = other - 1;
      this.sizeOf[copy] = this.sizeOf[m];
      this.stageOf[copy] = this.stageOf[m];
      super.deliver(copy, there);
    }
    this.boxOf[m] = box;
    super.deliver(m, there);
  }

  /** As many come to a barrier as stand for others; the others come with them. */
  protected override openBarriers(): void {
    const { standing, atBarrierOf } = this;
    for (let j = 0; j < standing.length; j++) {
      const ranks = standing[j];
      while (atBarrierOf[j] === ranks.length) {
        let t = 0;
        for (let i = 0; i < ranks.length; i++) t = Math.max(t, this.clock[ranks[i]]);
        atBarrierOf[j] = 0;
        for (let i = 0; i < ranks.length; i++) this.resume(ranks[i], t);
      }
    }
  }

  /** Finds the mailboxes of those that stand for others, by who sends there, as what first, and who receives. */
  private matchMailboxes({ sender, firstSent }: Acts): void {
    const { owner } = this.program;
    const { rank, boxIn, nextBox } = this;
    const keyOf = (box: number) => `${rank[sender[box]]} ${firstSent[box]} ${rank[owner[box]]}`;
    const found = new Map<string, number>();
    for (let box = owner.length - 1; box >= 0; box--) {
      if (sender[box] < 0 || rank[owner[box]] !== owner[box]) continue;
      nextBox[box] = found.get(keyOf(box)) ?? 0;
      found.set(keyOf(box), box + 1);
    }
    for (let box = 0; box < owner.length; box++)
      if (sender[box] >= 0 && rank[sender[box]] === sender[box]) boxIn[box] = found.get(keyOf(box))!;
  }
}
