/** Parallel schedules, each with its part of the bytes of a vector. */
import { type BlockRange, modulo, type Transfer, type StepRun, type Schedule } from "./schedule.ts";

/** Part k when a whole number is split into nearly equal parts, of which the first ones are larger by one. */
const nearlyEqualPart = (total: number, parts: number, k: number) => Math.floor(total / parts) + (k < total % parts ? 1 : 0);

/**
 * Sizes of the blocks of a vector, ⌊n/B⌋ or ⌈n/B⌉ bytes, or of one part of each block. The first blocks are a byte longer than the others.
 */
export class BlockSizes {
  private readonly shortBytes: number;
  private readonly longerCount: number;

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
    const wholeBytes = Math.floor(bytes / blocks);
    this.shortBytes = nearlyEqualPart(wholeBytes, parts, part);
    this.longerCount = nearlyEqualPart(wholeBytes + 1, parts, part) > this.shortBytes ? bytes % blocks : 0;
  }

  /** Bytes of a range of blocks. */
  bytesOf({ first, count, stride }: BlockRange): number {
    if (stride !== undefined) {
      const blocksBelow = (end: number) =>
        end <= first ? 0 : Math.floor((end - first) / stride) * count + Math.min(count, (end - first) % stride);
      return blocksBelow(this.blocks) * this.shortBytes + blocksBelow(this.longerCount);
    }
    const from = modulo(first, this.blocks);
    const to = from + count;
    return to <= this.blocks
      ? this.bytesBefore(to) - this.bytesBefore(from)
      : this.bytesBefore(this.blocks) - this.bytesBefore(from) + this.bytesBefore(to - this.blocks);
  }

  /**
   * A lower bound of the number of steps, including this one, in which the range keeps its bytes while it moves by `shift` blocks per step.
   */
  constantSteps({ first, count }: BlockRange, shift: number): number {
    if (shift === 0 || this.longerCount === 0) return Infinity;
    const distance = Math.abs(shift);
    // The bytes stay equal while the blocks that enter and leave the range are both longer blocks, or both shorter blocks.
    const [entering, leaving] = shift > 0 ? [first + count, first] : [first - distance, first + count - distance];
    const [one, other] = [this.locate(entering, distance), this.locate(leaving, distance)].map(({ isLonger, from, to }) => ({
      isLonger,
      steps: Math.floor((shift > 0 ? to : from) / distance),
    }));
    return one.isLonger === other.isLonger ? 1 + Math.min(one.steps, other.steps) : 1;
  }

  /** Bytes of all blocks before a block. */
  private bytesBefore(block: number): number {
    return block * this.shortBytes + Math.min(block, this.longerCount);
  }

  /**
   * Whether a range lies within the longer blocks. `from` is the distance from the first block of that length to the end of the range, `to`
   * from the beginning of the range to the last block of that length; both are 0 if the range contains blocks of both lengths.
   */
  private locate(block: number, count: number): { readonly isLonger: boolean; readonly from: number; readonly to: number } {
    const firstBlock = modulo(block, this.blocks);
    const isLonger = firstBlock < this.longerCount;
    const [begin, end] = isLonger ? [0, this.longerCount] : [this.longerCount, this.blocks];
    return firstBlock + count > end ? { isLonger, from: 0, to: 0 } : { isLonger, from: firstBlock + count - begin, to: end - firstBlock };
  }
}

/** One of several parallel schedules, with its part of every block. Its index is the tag of its messages. */
export interface ScheduleInstance {
  readonly schedule: Schedule;
  readonly blockSizes: BlockSizes;
}

/** Parallel schedules over the same number of blocks: every block of the vector is split into one part for each schedule. */
export function instancesOf(schedules: readonly Schedule[], bytes: number): readonly ScheduleInstance[] {
  return schedules.map((schedule, instance) => ({
    schedule,
    blockSizes: new BlockSizes(bytes, schedule.blocks, schedules.length, instance),
  }));
}

/** A transfer with its bytes. */
export interface SizedTransfer extends Pick<Transfer, "action" | "peer"> {
  readonly half: number | undefined;
  readonly instance: number;
  /** At least 1. */
  readonly bytes: number;
}

/** Consecutive equal steps of a rank in all instances, in the order of execution. Every transfer has the same bytes in each step. */
export interface SizedSteps {
  /** Number of the first step, from 0. */
  readonly step: number;
  readonly times: number;
  readonly transfers: readonly SizedTransfer[];
}

/** Orders the transfers of a step by half step, and within it sends before receives. */
const compareTransfers = (a: SizedTransfer, b: SizedTransfer) =>
  (a.half ?? 0) - (b.half ?? 0) || Number(a.action !== "send") - Number(b.action !== "send");

/**
 * The steps of a rank in several parallel instances of a schedule, each of which moves its part of the data: runs of consecutive steps in
 * which every transfer has the same bytes. Within each step or half step the transfers are listed instance by instance, so that a rank
 * passes on the data of one instance while those of others are in transit. Empty blocks are not sent. A run of the result ends where a run
 * of any instance ends, or where block sizes change.
 */
export function* sizedSteps(instances: readonly ScheduleInstance[], rank: number): Iterable<SizedSteps> {
  const iterators = instances.map(({ schedule }) => schedule.runs(rank)[Symbol.iterator]());
  const nextRun = (instance: number) => {
    let run: StepRun | undefined;
    do run = iterators[instance].next().value as StepRun | undefined;
    while (run?.times === 0);
    return { instance, run, step: 0 };
  };
  const current = instances.map((_, instance) => nextRun(instance));
  let firstStep = 0;
  while (true) {
    // Collect the transfers of the current step, and the number of steps in which they stay the same.
    let times = Infinity;
    const transfers: SizedTransfer[] = [];
    for (const { instance, run, step } of current) {
      if (run === undefined) continue;
      const { blockSizes } = instances[instance];
      times = Math.min(times, run.times - step);
      for (const { action, peer, blocks, half } of run.transfers) {
        const blockRange = { ...blocks, first: blocks.first + step * run.shift };
        const bytes = blockSizes.bytesOf(blockRange);
        times = Math.min(times, blockSizes.constantSteps(blockRange, run.shift));
        if (bytes > 0) transfers.push({ action, peer, half, instance, bytes });
      }
    }
    if (times === Infinity) return;
    if (transfers.some(({ half }) => half !== undefined)) transfers.sort(compareTransfers);
    if (transfers.length > 0) yield { step: firstStep, times, transfers };
    // Advance by this number of steps, in some instances to the next run.
    firstStep += times;
    for (const [instance, { run, step }] of current.entries()) {
      if (run === undefined) continue;
      if (step + times < run.times) current[instance].step += times;
      else current[instance] = nextRun(instance);
    }
  }
}

/** Maximum number of bytes that one of the first `ranks` ranks sends. */
export function maxBytesSent(instances: readonly ScheduleInstance[], ranks: number): number {
  let maxSum = 0;
  for (let rank = 0; rank < ranks; rank++) {
    let sum = 0;
    for (const { times, transfers } of sizedSteps(instances, rank))
      for (const { action, bytes } of transfers) if (action === "send") sum += times * bytes;
    maxSum = Math.max(maxSum, sum);
  }
  return maxSum;
}

/** Number of half steps in which anything is sent; 0 if steps have no halves. */
function countHalfSteps(instances: readonly ScheduleInstance[], ranks: number): number {
  const halfSteps = new Set<number>();
  for (let rank = 0; rank < ranks; rank++)
    for (const { step: firstStep, times, transfers } of sizedSteps(instances, rank))
      for (const { half } of transfers)
        if (half !== undefined) for (let step = firstStep; step < firstStep + times; step++) halfSteps.add(2 * step + half);
  return halfSteps.size;
}

/**
 * Number of dependent rounds of parallel schedules (instances), by executing all ranks. Within an instance, the round of a message is one
 * more than the latest round of the messages that its rank sent in earlier steps or has received; a message is received at least one round
 * after the messages that the rank received in earlier steps. If steps have halves, the rounds are the half steps. A queue contains the
 * rounds of the messages that are in transit from one rank to another in one instance.
 */
export function countRounds(instances: readonly ScheduleInstance[], ranks: number): number {
  const halfSteps = countHalfSteps(instances, ranks);
  if (halfSteps > 0) return halfSteps;
  const queues = new Map<string, number[]>();
  const queueOf = (from: number, to: number, instance: number) => {
    const key = `${from} ${to} ${instance}`;
    const queue = queues.get(key);
    if (queue !== undefined) return queue;
    const newQueue: number[] = [];
    queues.set(key, newQueue);
    return newQueue;
  };
  let rounds = 0;
  /** Executes the program of a rank. Whenever it has to wait, it yields the queue that it waits for. */
  function* executeRank(rank: number): Generator<number[]> {
    const [sent, received] = [instances.map(() => 0), instances.map(() => 0)];
    for (const { times, transfers } of sizedSteps(instances, rank))
      for (let step = 0; step < times; step++) {
        const [sentBefore, receivedBefore] = [[...sent], [...received]];
        for (const { action, peer, instance } of transfers) {
          if (action === "send") {
            const round = Math.max(sentBefore[instance], received[instance]) + 1;
            queueOf(rank, peer, instance).push(round);
            sent[instance] = Math.max(sent[instance], round);
          } else {
            const from = queueOf(peer, rank, instance);
            while (from.length === 0) yield from;
            received[instance] = Math.max(received[instance], from.shift()!, receivedBefore[instance] + 1);
          }
          rounds = Math.max(rounds, sent[instance], received[instance]);
        }
      }
  }
  // Execute all ranks that do not wait, until all have finished. A rank waits while its queue is empty; `[0]` lets it start.
  let waitingRanks = Array.from({ length: ranks }, (_, rank) => ({ execution: executeRank(rank), queue: [0] }));
  while (waitingRanks.length > 0)
    waitingRanks = waitingRanks.filter((waiter) => {
      if (waiter.queue.length === 0) return true;
      const { value, done } = waiter.execution.next();
      if (done !== true) waiter.queue = value;
      return done !== true;
    });
  return rounds;
}
