/** Schedules beside each other, each with its part of a vector of so many bytes. */
import { type Blocks, modulo, type Move, type Run, type Schedule } from "./schedule.ts";

/** The k-th of so many shares of a whole number: the first few are one more than the others. */
const share = (all: number, shares: number, k: number) => Math.floor(all / shares) + (k < all % shares ? 1 : 0);

/** The blocks of a vector, of ⌊n/B⌋ or ⌈n/B⌉ bytes, or one part of each of them. The first few are a byte longer than the others. */
export class Cut {
  private readonly least: number;
  private readonly longer: number;

  /**
   * @param bytes of the vector, n
   * @param blocks how many, B
   * @param parts that each block is cut into, and the one that this is
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

  /** Bytes of blocks. */
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

  /** For how many turns blocks have the same bytes at least, this one included, where they move on by `shift`. */
  alike({ first, count }: Blocks, shift: number): number {
    if (shift === 0 || this.longer === 0) return Infinity;
    const by = Math.abs(shift);
    // What comes in at one end and what drops out at the other are as long while both lie among the longer blocks, or among the others.
    const [comes, drops] = shift > 0 ? [first + count, first] : [first - by, first + count - by];
    const [one, other] = [this.within(comes, by), this.within(drops, by)].map(({ isLonger, from, to }) => ({
      isLonger,
      turns: Math.floor((shift > 0 ? to : from) / by),
    }));
    return one.isLonger === other.isLonger ? 1 + Math.min(one.turns, other.turns) : 1;
  }

  /** Bytes of the blocks before one. */
  private upTo(block: number): number {
    return block * this.least + Math.min(block, this.longer);
  }

  /** Whether blocks lie among the longer ones: and how far it is from the first of these to their end, and from their beginning to the end of them; 0 where they lie on both sides. */
  private within(block: number, count: number): { readonly isLonger: boolean; readonly from: number; readonly to: number } {
    const at = modulo(block, this.blocks);
    const isLonger = at < this.longer;
    const [begin, end] = isLonger ? [0, this.longer] : [this.longer, this.blocks];
    return at + count > end ? { isLonger, from: 0, to: 0 } : { isLonger, from: at + count - begin, to: end - at };
  }
}

/** A schedule with its part of every block, and with messages that are told apart from those of the others. */
export interface Lane {
  readonly schedule: Schedule;
  readonly cut: Cut;
}

/** Schedules beside each other, all over the same number of blocks: each block of the vector is cut into as many parts as there are schedules. */
export function lanesOf(schedules: readonly Schedule[], bytes: number): readonly Lane[] {
  return schedules.map((schedule, lane) => ({ schedule, cut: new Cut(bytes, schedule.blocks, schedules.length, lane) }));
}

/** A move with its bytes. */
export interface SizedMove extends Pick<Move, "does" | "peer"> {
  readonly half: number | undefined;
  readonly lane: number;
  /** At least 1. */
  readonly bytes: number;
}

/** What a rank does so many times in a row in all lanes, in the order in which it does it: each move has the same bytes every time. */
export interface Stretch {
  /** The first turn, from 0. */
  readonly turn: number;
  readonly times: number;
  readonly moves: readonly SizedMove[];
}

/** The order of moves in halves of a turn. */
const inHalves = (one: SizedMove, other: SizedMove) =>
  (one.half ?? 0) - (other.half ?? 0) || Number(one.does !== "send") - Number(other.does !== "send");

/** What a rank does, lane after lane in every turn, or in every half of it: so it passes on what has come in one while the others are under way. Empty blocks are not sent. */
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

/** Most bytes that any of so many ranks sends. */
export function mostSent(lanes: readonly Lane[], ranks: number): number {
  let most = 0;
  for (let rank = 0; rank < ranks; rank++) {
    let sum = 0;
    for (const { times, moves } of stretches(lanes, rank)) for (const { does, bytes } of moves) if (does === "send") sum += times * bytes;
    most = Math.max(most, sum);
  }
  return most;
}

/** Halves of turns in which anything is sent, where turns have halves. */
function halvesIn(lanes: readonly Lane[], ranks: number): number {
  const all = new Set<number>();
  for (let rank = 0; rank < ranks; rank++)
    for (const { turn, times, moves } of stretches(lanes, rank))
      for (const { half } of moves) if (half !== undefined) for (let k = turn; k < turn + times; k++) all.add(2 * k + half);
  return all.size;
}

/**
 * Rounds of messages that wait for each other. In a lane a message comes a round after all that its rank has sent in earlier turns, and
 * after all that it has taken; and a rank takes a message a round after those of earlier turns. Where turns have halves, these are the rounds.
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
  /** Goes on until it has to wait, and then says for what. */
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
