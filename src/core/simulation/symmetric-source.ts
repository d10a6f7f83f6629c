// hot: no allocation, no for-of, no destructuring inside `deliver` and `openBarriers`.
/**
 * The interpreter of programs with symmetric ranks: only one representative of each group of equivalent ranks is executed, and messages to
 * any rank of the group go to the representative.
 */
import { type OperationSummary, summarizeOperations } from "../programs/operation-summary.ts";
import type { Program } from "../programs/program.ts";
import type { Frame } from "./frame.ts";
import { ProgramSource } from "./program-source.ts";

export class SymmetricSource extends ProgramSource {
  /** The representatives of each job, in rank order. */
  private readonly representatives: readonly Int32Array[];
  /** [mailboxes] The representative's mailbox for messages to this mailbox, + 1: the first one, if there are several. */
  private readonly representativeMailbox: Int32Array;
  /** [mailboxes] The next mailbox that receives the same message because several equivalent ranks send it, + 1; 0 for none. */
  private readonly nextMailbox: Int32Array;

  /** @param representative [R] The representative of each rank, the first of its group: see `flow-control/fluid/symmetry.ts`. */
  constructor(
    program: Program,
    terminals: number,
    private readonly representative: Int32Array,
  ) {
    super(program, terminals, false, null);
    this.representatives = this.jobs.map((_, j) =>
      representative.filter((representativeRank, rank) => representativeRank === rank && this.jobOf[rank] === j),
    );
    this.ranksRunning = this.representatives.reduce((sum, { length }) => sum + length, 0);
    this.representativeMailbox = new Int32Array(program.owner.length);
    this.nextMailbox = new Int32Array(program.owner.length);
    this.matchMailboxes(summarizeOperations(program)!);
  }

  /** Starts the representatives only. */
  override start(): this {
    for (const ranks of this.representatives) for (const rank of ranks) this.runRank(rank);
    this.openBarriers();
    return this;
  }

  override sample(into: Frame, now: number): void {
    super.sample(into, now);
    const { rankPhase, rankOperation, rankBusy, rankWaited, rankDone, phaseCycles } = into;
    const phases = phaseCycles.length / this.representative.length;
    this.representative.forEach((representativeRank, rank) => {
      for (const column of [rankPhase, rankOperation, rankBusy, rankWaited, rankDone]) column[rank] = column[representativeRank];
      if (phases > 0) phaseCycles.copyWithin(rank * phases, representativeRank * phases, (representativeRank + 1) * phases);
    });
  }

  /**
   * Delivers a message when only the representatives of groups of equivalent ranks are executed: the message goes to the representative of
   * its receiver, with one copy for each rank of the sender's group that sends to that representative, each to its own mailbox (sender,
   * receiver and tag).
   * @param availableAt Cycle from which the receiver can take it.
   */
  protected override deliver(message: number, availableAt: number): void {
    const { owner, partnerMailboxes } = this.program;
    const receiver = this.receiverOf[message];
    const representativeRank = this.representative[receiver];
    this.receiverOf[message] = representativeRank;
    // This is a mailbox of a loop with rotating partners. Every rank has the same number of such mailboxes, numbered after all other
    // mailboxes, and no copies are needed.
    if (this.mailboxOf[message] >= owner.length) {
      this.mailboxOf[message] += (representativeRank - receiver) * partnerMailboxes;
      super.deliver(message, availableAt);
      return;
    }
    // The message gets the first mailbox of a linked list, and a copy goes to each other mailbox of the list. Both arrays store mailbox +
    // 1.
    const mailbox = this.representativeMailbox[this.mailboxOf[message]] - 1;
    for (let otherMailbox = this.nextMailbox[mailbox]; otherMailbox > 0; otherMailbox = this.nextMailbox[otherMailbox - 1]) {
      const copy = this.allocateNumber();
      this.receiverOf[copy] = representativeRank;
      this.mailboxOf[copy] = otherMailbox - 1;
      this.sizeOf[copy] = this.sizeOf[message];
      this.stageOf[copy] = this.stageOf[message];
      super.deliver(copy, availableAt);
    }
    this.mailboxOf[message] = mailbox;
    super.deliver(message, availableAt);
  }

  /** A barrier opens when all representatives of a job have reached it. */
  protected override openBarriers(): void {
    const { representatives, atBarrierOf } = this;
    for (let j = 0; j < representatives.length; j++) {
      const ranks = representatives[j];
      while (atBarrierOf[j] === ranks.length) {
        let time = 0;
        for (let i = 0; i < ranks.length; i++) time = Math.max(time, this.clock[ranks[i]]);
        atBarrierOf[j] = 0;
        for (let i = 0; i < ranks.length; i++) this.resume(ranks[i], time);
      }
    }
  }

  /**
   * Finds, for each mailbox with a representative as sender, the mailboxes of representatives that get its messages: those with the same
   * representative of the sender, index of the first message, and representative of the receiver.
   */
  private matchMailboxes({ sender, firstSendPosition }: OperationSummary): void {
    const { owner } = this.program;
    const { representative, representativeMailbox, nextMailbox } = this;
    const keyOf = (mailbox: number) => `${representative[sender[mailbox]]} ${firstSendPosition[mailbox]} ${representative[owner[mailbox]]}`;
    const firstMailboxOf = new Map<string, number>();
    for (let mailbox = owner.length - 1; mailbox >= 0; mailbox--) {
      if (sender[mailbox] < 0 || representative[owner[mailbox]] !== owner[mailbox]) continue;
      nextMailbox[mailbox] = firstMailboxOf.get(keyOf(mailbox)) ?? 0;
      firstMailboxOf.set(keyOf(mailbox), mailbox + 1);
    }
    for (let mailbox = 0; mailbox < owner.length; mailbox++)
      if (sender[mailbox] >= 0 && representative[sender[mailbox]] === sender[mailbox])
        representativeMailbox[mailbox] = firstMailboxOf.get(keyOf(mailbox))!;
  }
}
