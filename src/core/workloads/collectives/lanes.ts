/** Parallel schedules, each with its part of the bytes of a vector. */
import { type Blocks, modulo, type Move, type Run, type Schedule } from "./schedule.ts";

/** Part k when a whole number is split into nearly equal parts, of which the first ones are larger by one. */
const share = (all: number, shares: number, k: number) => Math.floor(all / shares) + (k < all % shares ? 1 : 0);

/**
 * Sizes of the blocks of a vector, ⌊n/B⌋ or ⌈n/B⌉ bytes, or of one part of each block. The first blocks are a byte longer than the others.
 */
export class Cut {
  private readonly least: number;
  private readonly longer: number;

  /**
   * @param bytes n: bytes of the vector
   * @param blocks B: number of blocks
   * @param parts number of parts of each block
   * @param part index of the part, from 0
   */
  constructor(
    bytes: number,
    private readonly blocks: number,
    parts = 1,
    part = 0,
  ) {
    const least = Math.floor(bytes / blocks);
    this.least = share(least, parts, part);
    this.longer = share(least + 1, parts, part) > this.least ? bytes % blocks : 0;
  }

  /** Bytes of a range of blocks. */
  bytesOf({ first, count, every }: Blocks): number {
    if (every !== undefined) {
      const below = (end: number) =>
        end <= first ? 0 : Math.floor((end - first) / every) * count + Math.min(count, (end - first) % every);
      return below(this.blocks) * this.least + below(this.longer);
    }
    const from = modulo(first, this.blocks);
    const to = from + count;
    return to <= this.blocks ? this.upTo(to) - this.upTo(from) : this.upTo(this.blocks) - this.upTo(from) + this.upTo(to - this.blocks);
  }

  /**
   * A lower bound of the number of steps, including this one, in which the range keeps its bytes while it moves by `shift` blocks per step.
   */
  alike({ first, count }: Blocks, shift: number): number {
    if (shift === 0 || this.longer === 0) return Infinity;
    const by = Math.abs(shift);
    // The bytes stay equal while the blocks that enter the range and those that leave it are both longer ones, or both shorter ones.
    const [comes, drops] = shift > 0 ? [first + count, first] : [first - by, first + count - by];
    const [one, other] = [this.within(comes, by), this.within(drops, by)].map(({ isLonger, from, to }) => ({
      isLonger,
      turns: Math.floor((shift > 0 ? to : from) / by),
    }));
    return one.isLonger === other.isLonger ? 1 + Math.min(one.turns, other.turns) : 1;
  }

  /** Bytes of all blocks before a block. */
  private upTo(block: number): number {
    return block * this.least + Math.min(block, this.longer);
  }

  /**
   * Whether a range lies within the longer blocks. `from` is the distance from the first block of that length to the end of the range, `to`
   * from the beginning of the range to the last; both are 0 if the range contains blocks of both lengths.
   */
  private within(block: number, count: number): { readonly isLonger: boolean; readonly from: number; readonly to: number } {
    const at = modulo(block, this.blocks);
    const isLonger = at < this.longer;
    const [begin, end] = isLonger ? [0, this.longer] : [this.longer, this.blocks];
    return at + count > end ? { isLonger, from: 0, to: 0 } : { isLonger, from: at + count - begin, to: end - at };
  }
}

/** One of several parallel schedules, with its part of every block. Its index is the tag of its messages. */
export interface Lane {
  readonly schedule: Schedule;
  readonly cut: Cut;
}

/** Parallel schedules over the same number of blocks: every block of the vector is split into one part for each schedule. */
export function lanesOf(schedules: readonly Schedule[], bytes: number): readonly Lane[] {
  return schedules.map((schedule, lane) => ({ schedule, cut: new Cut(bytes, schedule.blocks, schedules.length, lane) }));
}

/** A transfer with its bytes. */
export interface SizedMove extends Pick<Move, "does" | "peer"> {
  readonly half: number | undefined;
  readonly lane: number;
  /** At least 1. */
  readonly bytes: number;
}

/** Consecutive equal steps of a rank in all instances, in the order of execution. Every transfer has the same bytes in each step. */
export interface Stretch {
  /** Number of the first step, from 0. */
  readonly turn: number;
  readonly times: number;
  readonly moves: readonly SizedMove[];
}

/** Orders the transfers of a step by half, and sends before receives. */
const inHalves = (one: SizedMove, other: SizedMove) =>
  (one.half ?? 0) - (other.half ?? 0) || Number(one.does !== "send") - Number(other.does !== "send");

/**
 * The steps of a rank, instance by instance within each step or half step, so that it passes on the data of one instance while those of
 * others are in transit. Empty blocks are not sent.
 */
export function* stretches(lanes: readonly Lane[], rank: number): Iterable<Stretch> {
  const readers = lanes.map(({ schedule }) => schedule.runs(rank)[Symbol.iterator]());
  const next = (lane: number) => {
    let run: Run | undefined;
    do run = readers[lane].next().value as Run | undefined;
    while (run?.times === 0);
    return { lane, run, turn: 0 };
  };
  const at = lanes.map((_, lane) => next(lane));
  let begin = 0;
  while (true) {
    let times = Infinity;
    const moves: SizedMove[] = [];
    for (const { lane, run, turn } of at) {
      if (run === undefined) continue;
      const { cut } = lanes[lane];
      times = Math.min(times, run.times - turn);
      for (const { does, peer, blocks, half } of run.moves) {
        const now = { ...blocks, first: blocks.first + turn * run.shift };
        const bytes = cut.bytesOf(now);
        times = Math.min(times, cut.alike(now, run.shift));
        if (bytes > 0) moves.push({ does, peer, half, lane, bytes });
      }
    }
    if (times === Infinity) return;
    if (moves.some(({ half }) => half !== undefined)) moves.sort(inHalves);
    if (moves.length > 0) yield { turn: begin, times, moves };
    begin += times;
    for (const [lane, { run, turn }] of at.entries()) {
      if (run === undefined) continue;
      if (turn + times < run.times) at[lane].turn += times;
      else at[lane] = next(lane);
    }
  }
}

/** Maximum number of bytes that one of the first `ranks` ranks sends. */
export function mostSent(lanes: readonly Lane[], ranks: number): number {
  let most = 0;
  for (let rank = 0; rank < ranks; rank++) {
    let sum = 0;
    for (const { times, moves } of stretches(lanes, rank)) for (const { does, bytes } of moves) if (does === "send") sum += times * bytes;
    most = Math.max(most, sum);
  }
  return most;
}

/** Number of half steps in which anything is sent; 0 if steps have no halves. */
function halvesIn(lanes: readonly Lane[], ranks: number): number {
  const all = new Set<number>();
  for (let rank = 0; rank < ranks; rank++)
    for (const { turn, times, moves } of stretches(lanes, rank))
      for (const { half } of moves) if (half !== undefined) for (let k = turn; k < turn + times; k++) all.add(2 * k + half);
  return all.size;
}

/**
 * Number of dependent rounds. Within an instance, a message is one round after all that its rank has sent in earlier steps and all that it
 * has received; a receive is at least one round after those of earlier steps. If steps have halves, the rounds are the half steps.
 */
export function roundsIn(lanes: readonly Lane[], ranks: number): number {
  const halves = halvesIn(lanes, ranks);
  if (halves > 0) return halves;
  const under = new Map<string, number[]>();
  const line = (from: number, to: number, lane: number) => {
    const key = `${from} ${to} ${lane}`;
    const known = under.get(key);
    if (known !== undefined) return known;
    const begun: number[] = [];
    under.set(key, begun);
    return begun;
  };
  let most = 0;
  /** Executes the program of a rank. Whenever it has to wait, it yields the queue that it waits for. */
  function* does(rank: number): Generator<number[]> {
    const [sent, taken] = [lanes.map(() => 0), lanes.map(() => 0)];
    for (const { times, moves } of stretches(lanes, rank))
      for (let turn = 0; turn < times; turn++) {
        const [sentBefore, takenBefore] = [[...sent], [...taken]];
        for (const { does: what, peer, lane } of moves) {
          if (what === "send") {
            const round = Math.max(sentBefore[lane], taken[lane]) + 1;
            line(rank, peer, lane).push(round);
            sent[lane] = Math.max(sent[lane], round);
          } else {
            const from = line(peer, rank, lane);
            while (from.length === 0) yield from;
            taken[lane] = Math.max(taken[lane], from.shift()!, takenBefore[lane] + 1);
          }
          most = Math.max(most, sent[lane], taken[lane]);
        }
      }
  }
  let waiting = Array.from({ length: ranks }, (_, rank) => ({ rank: does(rank), line: [0] }));
  while (waiting.length > 0)
    waiting = waiting.filter((each) => {
      if (each.line.length === 0) return true;
      const { value, done } = each.rank.next();
      if (done !== true) each.line = value;
      return done !== true;
    });
  return most;
}
