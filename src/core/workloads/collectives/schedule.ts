/**
 * Collective algorithms as schedules. A vector is cut into blocks; a rank sends some of them, takes some and puts them in place or
 * reduces them into what it has. Programs are written from schedules (`written.ts`); tests execute the same schedules on symbolic
 * blocks, and find at the end on every rank what the collective defines.
 */

/** Blocks `first` … `first` + `count` − 1, modulo the number of blocks; `first` may be any whole number. */
export interface Blocks {
  readonly first: number;
  readonly count: number;
}

/** What a rank does with another one: it sends blocks, or waits for blocks and keeps them, or reduces them into its own. */
export interface Move {
  readonly does: "send" | "keep" | "reduce";
  readonly peer: number;
  readonly blocks: Blocks;
}

/** Moves, one after the other, so many times in a row, maybe none; from one time to the next all their blocks move on by `shift`. */
export interface Run {
  readonly times: number;
  readonly shift: -1 | 0 | 1;
  readonly moves: readonly Move[];
}

/** What all ranks do with a vector. */
export interface Schedule {
  /** Blocks that the vector is cut into. */
  readonly blocks: number;
  /** What a rank does, made while it is read. */
  runs(rank: number): Iterable<Run>;
}

export const send = (peer: number, first: number, count = 1): Move => ({ does: "send", peer, blocks: { first, count } });
export const keep = (peer: number, first: number, count = 1): Move => ({ does: "keep", peer, blocks: { first, count } });
export const reduce = (peer: number, first: number, count = 1): Move => ({ does: "reduce", peer, blocks: { first, count } });

/** Moves that are done once. */
export const once = (...moves: readonly Move[]): Run => ({ times: 1, shift: 0, moves });

/** A whole number modulo another one, never negative. */
export const modulo = (value: number, of: number) => ((value % of) + of) % of;

/** A vector cut into blocks, of which the first few are a byte longer than the others. */
export class Cut {
  private readonly least: number;
  private readonly longer: number;

  /**
   * @param bytes of the vector
   * @param blocks how many
   */
  constructor(
    bytes: number,
    private readonly blocks: number,
  ) {
    this.least = Math.floor(bytes / blocks);
    this.longer = bytes % blocks;
  }

  /** Bytes of blocks. */
  bytesOf({ first, count }: Blocks): number {
    const from = modulo(first, this.blocks);
    const to = from + count;
    return to <= this.blocks ? this.upTo(to) - this.upTo(from) : this.upTo(this.blocks) - this.upTo(from) + this.upTo(to - this.blocks);
  }

  /** How many times in a row blocks have the same bytes at least, now included, where they move on by `shift`. */
  alike({ first, count }: Blocks, shift: Run["shift"]): number {
    if (shift === 0 || this.longer === 0) return Infinity;
    // What comes in and what drops out, and how far either is from where longer blocks begin or end.
    const [comes, drops] = shift > 0 ? [first + count, first] : [first - 1, first + count - 1];
    if (this.isLonger(comes) !== this.isLonger(drops)) return 1;
    return 1 + Math.min(this.toEdge(comes, shift), this.toEdge(drops, shift));
  }

  /** Bytes of the blocks before one. */
  private upTo(block: number): number {
    return block * this.least + Math.min(block, this.longer);
  }

  private isLonger(block: number): boolean {
    return modulo(block, this.blocks) < this.longer;
  }

  /** Blocks from this one on that are as long, itself included. */
  private toEdge(block: number, shift: 1 | -1): number {
    const at = modulo(block, this.blocks);
    const isLonger = at < this.longer;
    if (shift > 0) return (isLonger ? this.longer : this.blocks) - at;
    return isLonger ? at + 1 : at - this.longer + 1;
  }
}

/** A part of a vector with a schedule of its own, and with messages of its own beside those of the others. */
export interface Lane {
  readonly schedule: Schedule;
  readonly cut: Cut;
}

/** Schedules beside each other, each with its share of a vector of so many bytes. */
export function lanesOf(schedules: readonly Schedule[], bytes: number): readonly Lane[] {
  const shares = new Cut(bytes, schedules.length);
  return schedules.map((schedule, first) => ({ schedule, cut: new Cut(shares.bytesOf({ first, count: 1 }), schedule.blocks) }));
}

/** A move with its bytes. */
export interface SizedMove extends Pick<Move, "does" | "peer"> {
  readonly lane: number;
  /** At least 1. */
  readonly bytes: number;
}

/** What a rank does so many times in a row in all lanes, in the order in which it does it: each move has the same bytes every time. */
export interface Stretch {
  readonly times: number;
  readonly moves: readonly SizedMove[];
}

/** What a rank does, lane after lane in every turn: so it passes on what has come in one while the others are under way. Empty blocks are not sent. */
export function* stretches(lanes: readonly Lane[], rank: number): Iterable<Stretch> {
  const readers = lanes.map(({ schedule }) => schedule.runs(rank)[Symbol.iterator]());
  const next = (lane: number) => {
    let run: Run | undefined;
    do run = readers[lane].next().value as Run | undefined;
    while (run?.times === 0);
    return { lane, run, turn: 0 };
  };
  const at = lanes.map((_, lane) => next(lane));
  while (true) {
    let times = Infinity;
    const moves: SizedMove[] = [];
    for (const { lane, run, turn } of at) {
      if (run === undefined) continue;
      times = Math.min(times, run.times - turn);
      for (const { does, peer, blocks } of run.moves) {
        const now = { first: blocks.first + turn * run.shift, count: blocks.count };
        const bytes = lanes[lane].cut.bytesOf(now);
        times = Math.min(times, lanes[lane].cut.alike(now, run.shift));
        if (bytes > 0) moves.push({ does, peer, lane, bytes });
      }
    }
    if (times === Infinity) return;
    if (moves.length > 0) yield { times, moves };
    for (const [lane, { run, turn }] of at.entries()) {
      if (run === undefined) continue;
      if (turn + times < run.times) at[lane].turn += times;
      else at[lane] = next(lane);
    }
  }
}

/** Bytes that a rank sends. */
export function bytesSent(lanes: readonly Lane[], rank: number): number {
  let sum = 0;
  for (const { times, moves } of stretches(lanes, rank)) for (const { does, bytes } of moves) if (does === "send") sum += times * bytes;
  return sum;
}

/** Most bytes that any of so many ranks sends. */
export function mostSent(lanes: readonly Lane[], ranks: number): number {
  let most = 0;
  for (let rank = 0; rank < ranks; rank++) most = Math.max(most, bytesSent(lanes, rank));
  return most;
}
