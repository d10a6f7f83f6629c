// hot: no allocation, no for-of, no destructuring inside `deliver` and `openBarriers`.
/**
 * The interpreter of programs with symmetric ranks: only one representative of each group of equivalent ranks is executed, and messages to
 * any of the group go to the representative.
 */
import { type Acts, actsOf } from "../programs/acts.ts";
import type { Program } from "../programs/program.ts";
import type { Frame } from "./frame.ts";
import { ProgramSource } from "./program-source.ts";

export class FoldedSource extends ProgramSource {
  /** The representatives of each job, in rank order. */
  private readonly standing: readonly Int32Array[];
  /** [mailboxes] The representative's mailbox for messages to this mailbox, + 1: the first one, if there are several. */
  private readonly boxIn: Int32Array;
  /** [mailboxes] The next mailbox that receives the same message because several equivalent ranks send it, + 1; 0 for none. */
  private readonly nextBox: Int32Array;

  /** @param representative [R] The representative of each rank, the first of its group: see `flow-control/fluid/symmetry.ts`. */
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

  /** Starts the representatives only. */
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

  /**
   * Delivers a message to the representative of its receiver: one copy for each rank of the sender's group that sends to that
   * representative.
   */
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

  /** A barrier opens when all representatives of a job have reached it. */
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

  /**
   * Matches the mailboxes of representatives by the sender's representative, the index of the first message, and the receiver's
   * representative.
   */
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
