// hot: no allocation, no for-of, no destructuring inside `next`, `nextWritten` and what they call.
/**
 * The cursor over the operations of a program's ranks: in the order in which a rank does them (`next`), or as they are written (`nextWritten`).
 * Loops are followed and not shown, and partners in turn are named: a send in turn reads as a send to the partner of this turn, a receive in
 * turn as a receive.
 */
import { cyclesAt, jobOfRanks, jobsOf, op, opWords, partners, type Program } from "./program.ts";

// V8 folds a constant of this module into the loops below, and not a field of an imported object.
const { send, receive, sendInTurn, repeat } = op;
const words = opWords;
const { xor } = partners;

// A rank's record of eight words: the operation that it has come to, the place behind its last, the first rank and the ranks of its job, and the
// turn of each loop that it is in, the outermost first: four words for the four of `mostNested`.
const recordShift = 3;
const [place, behindLast, jobFirst, jobRanks, loopTurn] = [0, 1, 2, 3, 4];

/** The rank that `rank` sends to in turn `turn`, in a job of `ranks` ranks that begins at rank `first`; `way` is one of {@link partners}. */
export function partnerTo(way: number, rank: number, turn: number, first: number, ranks: number): number {
  const k = 1 + (turn % (ranks - 1));
  return first + (way === xor ? (rank - first) ^ k : (rank - first + k) % ranks);
}

export class Cursor {
  /** The operation that the cursor has come to: its place among all operations, and its words, as {@link op} describes them. */
  at = -1;
  code = -1;
  operand = 0;
  size = 0;
  mailbox = 0;
  /** After `nextWritten`: how often the operation is done; in turn, how often with one partner, which is once. */
  times = 1;
  /** After `nextWritten`: how many partners the operation has in turn; 1 without turns. */
  turns = 1;
  private turn = 0;
  /** How often the loops around the operation are done. */
  private loops = 1;
  private readonly ops: Int32Array;
  /** Mailboxes that are not in turn, which come first, and how many each rank has in turn. */
  private readonly ownBoxes: number;
  private readonly turning: number;
  /** [R << {@link recordShift}] */
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

  /** Comes to the operation that a rank does next; false at the end of its program. */
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
   * Comes to the operation that is written next in a rank's program, in turn once for each partner; false at the end. One rank's program is
   * read to its end before another's.
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
    // Products of long loops may be inexact; the next rank begins anew.
    this.loops = this.turns = 1;
    this.turn = 0;
    return false;
  }

  /** Leaves out the other partners of the operation that `nextWritten` has come to. */
  skipTurns(): void {
    this.turn = this.turns;
  }

  /** Lets `next` come to the operation that it has just come to once more: `placeOf` is the one before until then. */
  again(rank: number): void {
    this.records[(rank << recordShift) + place]--;
  }

  /** The operation that a rank has come to, by its place among all operations; at the end of its program, the place behind its last. */
  placeOf(rank: number): number {
    return this.records[(rank << recordShift) + place];
  }

  /** The turn of the outermost loop that a rank is in, from 0. */
  turnOf(rank: number): number {
    return this.records[(rank << recordShift) + loopTurn];
  }

  /** Cycles of a compute. */
  get cycles(): number {
    return cyclesAt(this.ops, this.at);
  }

  /** Names the partner of a turn, and the mailbox of its receiver. */
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
