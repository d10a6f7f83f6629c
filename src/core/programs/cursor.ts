// hot: no allocation, no for-of, no destructuring inside `next`, `nextWritten` and what they call.
/**
 * A cursor over the operations of a program's ranks. `next` visits them in the order in which a rank executes them, `nextWritten` visits
 * each once, as written. The cursor follows loops itself and resolves rotating partners: a `sendToPartner` appears as a send to the partner
 * of the current iteration, a `receiveFromPartner` as a receive.
 */
import { cyclesAt, jobOfRanks, jobsOfProgram, op, opWords, partnerOrders, type Program } from "./program.ts";

// V8 folds constants of this module into the loops below, but not fields of an imported object.
const { send, receive, sendToPartner, repeat } = op;
const words = opWords;
const { xor } = partnerOrders;

// The record of a rank has eight words: the current operation, the end of its operations, the first rank and the number of ranks of its
// job, and the iteration of each loop around the current operation, outermost first (four words, see `maxLoopDepth`).
const recordShift = 3;
const [currentWord, endWord, jobFirstWord, jobRanksWord, iterationWord] = [0, 1, 2, 3, 4];

/**
 * The rank that `rank` sends to in an iteration of a loop with rotating partners. Its job has `ranks` ranks, beginning at rank `first`.
 * @param order one of {@link partnerOrders}
 */
export function partnerOf(order: number, rank: number, iteration: number, first: number, ranks: number): number {
  const distance = 1 + (iteration % (ranks - 1));
  return first + (order === xor ? (rank - first) ^ distance : (rank - first + distance) % ranks);
}

export class Cursor {
  /** The current operation: its index among the operations of all ranks, and its words, as {@link op} describes them. */
  index = -1;
  code = -1;
  operand = 0;
  size = 0;
  mailbox = 0;
  /** After `nextWritten`: how often the operation is executed; for rotating partners once, because each partner is visited separately. */
  executions = 1;
  /** After `nextWritten`: number of rotating partners of the operation; 1 if its partner is fixed. */
  partnerCount = 1;
  private partnerIndex = 0;
  /** Product of the iterations of all loops around the operation. */
  private enclosingIterations = 1;
  private readonly ops: Int32Array;
  /**
   * Number of mailboxes that do not belong to rotating partners, which come first; and number of mailboxes of each rank for rotating
   * partners.
   */
  private readonly fixedMailboxes: number;
  private readonly partnerMailboxes: number;
  /** [R << {@link recordShift}] See `recordShift` for the words. */
  private readonly records: Int32Array;

  constructor(program: Program) {
    const { ranks, first, ops, owner, partnerMailboxes } = program;
    this.ops = ops;
    this.fixedMailboxes = owner.length;
    this.partnerMailboxes = partnerMailboxes;
    this.records = new Int32Array(ranks << recordShift);
    const [jobs, jobOf] = [jobsOfProgram(program), jobOfRanks(program)];
    for (let rank = 0; rank < ranks; rank++) {
      const record = rank << recordShift;
      this.records[record + currentWord] = first[rank] - 1;
      this.records[record + endWord] = first[rank + 1];
      this.records[record + jobFirstWord] = jobs[jobOf[rank]].first;
      this.records[record + jobRanksWord] = jobs[jobOf[rank]].ranks;
    }
  }

  /**
   * Moves to the operation that a rank executes next, and sets `index`, `code`, `operand`, `size` and `mailbox` to it. At the end of a loop
   * (`code > repeat`), the rank's record counts the iteration, and the cursor jumps back until all iterations are done. The beginning of a
   * loop (`code === repeat`) is passed. Returns false at the program's end.
   */
  next(rank: number): boolean {
    const ops = this.ops;
    const records = this.records;
    /** Start of the rank's record; below, `word` is the first of an operation's four words: code, operand, size and mailbox. */
    const record = rank << recordShift;
    const end = records[record + endWord];
    for (let operation = records[record + currentWord] + 1; operation < end; operation++) {
      const word = operation * words;
      const code = ops[word];
      if (code < repeat) {
        records[record + currentWord] = operation;
        this.index = operation;
        this.size = ops[word + 2];
        if (code < sendToPartner) {
          this.code = code;
          this.operand = ops[word + 1];
          this.mailbox = ops[word + 3];
        } else this.resolvePartner(record, operation, records[record + iterationWord]);
        return true;
      }
      if (code > repeat) {
        // Operand, size and mailbox of a loop's end are its iterations, its depth, and the distance back to its beginning.
        const loopWord = record + iterationWord + ops[word + 2];
        if (++records[loopWord] < ops[word + 1]) operation -= ops[word + 3];
        else records[loopWord] = 0;
      }
    }
    records[record + currentWord] = end;
    return false;
  }

  /**
   * Moves to the operation that is written next in a rank's program, without repeating loops, and sets `executions` to how often it is
   * executed. An operation with rotating partners (another partner in each iteration of its loop) is visited once for each partner. Returns
   * false at the end. The program of one rank must be read to its end before the program of another rank.
   */
  nextWritten(rank: number): boolean {
    const record = rank << recordShift;
    // The current operation has another partner: visit it with that partner.
    if (++this.partnerIndex < this.partnerCount) {
      this.resolvePartner(record, this.index, this.partnerIndex);
      return true;
    }
    const ops = this.ops;
    const end = this.records[record + endWord];
    for (let operation = this.records[record + currentWord] + 1; operation < end; operation++) {
      const word = operation * words;
      const code = ops[word];
      if (code === repeat) this.enclosingIterations *= ops[word + 1];
      else if (code > repeat) this.enclosingIterations /= ops[word + 1];
      else {
        this.records[record + currentWord] = operation;
        this.index = operation;
        this.code = code;
        this.operand = ops[word + 1];
        this.size = ops[word + 2];
        this.mailbox = ops[word + 3];
        this.partnerIndex = 0;
        this.partnerCount = code < sendToPartner ? 1 : this.enclosingIterations;
        this.executions = code < sendToPartner ? this.enclosingIterations : 1;
        if (code >= sendToPartner) this.resolvePartner(record, operation, 0);
        return true;
      }
    }
    this.records[record + currentWord] = end;
    // Multiplying and dividing by many iterations may be inexact, so the next rank starts from 1 again.
    this.enclosingIterations = this.partnerCount = 1;
    this.partnerIndex = 0;
    return false;
  }

  /** Skips the remaining partners of the current operation of `nextWritten`. */
  skipPartners(): void {
    this.partnerIndex = this.partnerCount;
  }

  /** Makes `next` visit the current operation again. Until then `indexOf` gives the previous operation. */
  repeatCurrent(rank: number): void {
    this.records[(rank << recordShift) + currentWord]--;
  }

  /** Index of a rank's current operation among all operations; at the end of its program, the index behind its last operation. */
  indexOf(rank: number): number {
    return this.records[(rank << recordShift) + currentWord];
  }

  /** Iteration, from 0, of the outermost loop around a rank's current operation. */
  outerIteration(rank: number): number {
    return this.records[(rank << recordShift) + iterationWord];
  }

  /** Cycles of a compute. */
  get cycles(): number {
    return cyclesAt(this.ops, this.index);
  }

  /** Resolves the partner of an iteration and the mailbox of the receiver. */
  private resolvePartner(record: number, operation: number, iteration: number): void {
    const ops = this.ops;
    const word = operation * words;
    const isSend = ops[word] === sendToPartner;
    const rank = record >> recordShift;
    const receiver = isSend
      ? partnerOf(ops[word + 1], rank, iteration, this.records[record + jobFirstWord], this.records[record + jobRanksWord])
      : rank;
    this.code = isSend ? send : receive;
    this.operand = isSend ? receiver : 0;
    this.mailbox = this.fixedMailboxes + receiver * this.partnerMailboxes + ops[word + 3] + iteration;
  }
}
