// hot: no allocation, no for-of, no destructuring inside `next`, `nextWritten` and what they call.
/**
 * A cursor over the operations of a program's ranks. `next` visits them in the order in which a rank executes them, `nextWritten` visits
 * each once, as written. The cursor follows loops itself and resolves rotating partners: a `sendToPartner` appears as a send to the partner
 * of the current iteration, a `receiveFromPartner` as a receive.
 */
import { cyclesAt, jobOfRanks, jobsOf, op, opWords, partners, type Program } from "./program.ts";

// V8 folds constants of this module into the loops below, but not fields of an imported object.
const { send, receive, sendInTurn, repeat } = op;
const words = opWords;
const { xor } = partners;

// The record of a rank has eight words: the current operation, the end of its operations, the first rank and the number of ranks of its
// job, and the iteration of each loop around the current operation, outermost first (four words, see `maxLoopDepth`).
const recordShift = 3;
const [place, behindLast, jobFirst, jobRanks, loopTurn] = [0, 1, 2, 3, 4];

/**
 * The rank that `rank` sends to in an iteration of a loop with rotating partners. Its job has `ranks` ranks, beginning at rank `first`.
 * @param order one of {@link partnerOrders}
 */
export function partnerTo(way: number, rank: number, turn: number, first: number, ranks: number): number {
  const k = 1 + (turn % (ranks - 1));
  return first + (way === xor ? (rank - first) ^ k : (rank - first + k) % ranks);
}

export class Cursor {
  /** The current operation: its index among the operations of all ranks, and its words, as {@link op} describes them. */
  at = -1;
  code = -1;
  operand = 0;
  size = 0;
  mailbox = 0;
  /** After `nextWritten`: how often the operation is executed; for rotating partners, how often with one partner, which is once. */
  times = 1;
  /** After `nextWritten`: number of rotating partners of the operation; 1 if its partner is fixed. */
  turns = 1;
  private turn = 0;
  /** Product of the iterations of all loops around the operation. */
  private loops = 1;
  private readonly ops: Int32Array;
  /**
   * Number of mailboxes that do not belong to rotating partners; they come first. Then how many mailboxes each rank has for rotating
   * partners.
   */
  private readonly ownBoxes: number;
  private readonly turning: number;
  /** [R << {@link recordShift}] See `recordShift` for the words. */
  private readonly records: Int32Array;

  constructor(program: Program) {
    const { ranks, first, ops, owner, turning } = program;
    this.ops = ops;
    this.ownBoxes = owner.length;
    this.turning = turning;
    this.records = new Int32Array(ranks << recordShift);
    const [jobs, jobOf] = [jobsOf(program), jobOfRanks(program)];
    for (let r = 0; r < ranks; r++) {
      const record = r << recordShift;
      this.records[record + place] = first[r] - 1;
      this.records[record + behindLast] = first[r + 1];
      this.records[record + jobFirst] = jobs[jobOf[r]].first;
      this.records[record + jobRanks] = jobs[jobOf[r]].ranks;
    }
  }

  /** Moves to the operation that a rank executes next; false at the end of its program. */
  next(rank: number): boolean {
    const ops = this.ops;
    const records = this.records;
    const r = rank << recordShift;
    const last = records[r + behindLast];
    for (let o = records[r + place] + 1; o < last; o++) {
      const word = o * words;
      const code = ops[word];
      if (code < repeat) {
        records[r + place] = o;
        this.at = o;
        this.size = ops[word + 2];
        if (code < sendInTurn) {
          this.code = code;
          this.operand = ops[word + 1];
          this.mailbox = ops[word + 3];
        } else this.nameTurn(r, o, records[r + loopTurn]);
        return true;
      }
      if (code > repeat) {
        const loop = r + loopTurn + ops[word + 2];
        if (++records[loop] < ops[word + 1]) o -= ops[word + 3];
        else records[loop] = 0;
      }
    }
    records[r + place] = last;
    return false;
  }

  /**
   * Moves to the operation that is written next in a rank's program; an operation with rotating partners is visited once for each partner.
   * Returns false at the end. The program of one rank must be read to its end before that of another.
   */
  nextWritten(rank: number): boolean {
    const r = rank << recordShift;
    if (++this.turn < this.turns) {
      this.nameTurn(r, this.at, this.turn);
      return true;
    }
    const ops = this.ops;
    const last = this.records[r + behindLast];
    for (let o = this.records[r + place] + 1; o < last; o++) {
      const word = o * words;
      const code = ops[word];
      if (code === repeat) this.loops *= ops[word + 1];
      else if (code > repeat) this.loops /= ops[word + 1];
      else {
        this.records[r + place] = o;
        this.at = o;
        this.code = code;
        this.operand = ops[word + 1];
        this.size = ops[word + 2];
        this.mailbox = ops[word + 3];
        this.turn = 0;
        this.turns = code < sendInTurn ? 1 : this.loops;
        this.times = code < sendInTurn ? this.loops : 1;
        if (code >= sendInTurn) this.nameTurn(r, o, 0);
        return true;
      }
    }
    this.records[r + place] = last;
    // Multiplying and dividing by many iterations may be inexact, so the next rank starts from 1 again.
    this.loops = this.turns = 1;
    this.turn = 0;
    return false;
  }

  /** Skips the remaining partners of the current operation of `nextWritten`. */
  skipTurns(): void {
    this.turn = this.turns;
  }

  /** Makes `next` visit the current operation again. Until then `indexOf` gives the operation before it. */
  again(rank: number): void {
    this.records[(rank << recordShift) + place]--;
  }

  /** Index of a rank's current operation among all operations; at the end of its program, the index behind its last operation. */
  placeOf(rank: number): number {
    return this.records[(rank << recordShift) + place];
  }

  /** Iteration, from 0, of the outermost loop around a rank's current operation. */
  turnOf(rank: number): number {
    return this.records[(rank << recordShift) + loopTurn];
  }

  /** Cycles of a compute. */
  get cycles(): number {
    return cyclesAt(this.ops, this.at);
  }

  /** Resolves the partner of an iteration and the mailbox of the receiver. */
  private nameTurn(r: number, o: number, turn: number): void {
    const ops = this.ops;
    const word = o * words;
    const isSend = ops[word] === sendInTurn;
    const rank = r >> recordShift;
    const receiver = isSend ? partnerTo(ops[word + 1], rank, turn, this.records[r + jobFirst], this.records[r + jobRanks]) : rank;
    this.code = isSend ? send : receive;
    this.operand = isSend ? receiver : 0;
    this.mailbox = this.ownBoxes + receiver * this.turning + ops[word + 3] + turn;
  }
}
