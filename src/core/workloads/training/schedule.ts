/** Pipeline schedules: the order in which a stage executes the forward and backward passes of its micro-batches. */

/**
 * GPipe: all forward passes first. 1F1B: one forward and one backward pass alternately. Interleaved: 1F1B with several chunks of layers per
 * rank.
 */
export type Schedule = "gpipe" | "1f1b" | "interleaved";

/** A pass of a micro-batch through one chunk of a rank's layers. */
export interface Pass {
  readonly is: "forward" | "backward";
  /** Chunk of layers, from 0. */
  readonly chunk: number;
  /** Whether it is the last backward pass through its chunk, after which the gradients of the chunk are complete. */
  readonly isLast: boolean;
}

/** A pipeline: its schedule and its sizes. */
export interface Pipeline {
  readonly schedule: Schedule;
  /** p: number of stages. */
  readonly stages: number;
  /** v: chunks per rank; 1 unless interleaved. */
  readonly chunks: number;
  /** m: micro-batches; a multiple of p if interleaved. */
  readonly microBatches: number;
}

/**
 * All 2mv passes of a stage. With 1F1B, stage i executes p − i − 1 forward passes before the first backward pass; with v chunks 2(p − i −
 * 1) + (v − 1)p, and always p micro-batches through one chunk before the next chunk (SC21, §2.2).
 */
export function passesOf({ schedule, stages, chunks, microBatches }: Pipeline, stage: number): readonly Pass[] {
  const all = microBatches * chunks;
  const warmUp = {
    gpipe: all,
    "1f1b": stages - stage - 1,
    interleaved: 2 * (stages - stage - 1) + (chunks - 1) * stages,
  }[schedule];
  const ahead = Math.min(warmUp, all);
  const chunkOf = (k: number) => Math.floor(k / stages) % chunks;
  const forward = (k: number): Pass => ({ is: "forward", chunk: chunkOf(k), isLast: false });
  const backward = (k: number): Pass => {
    const chunk = chunks - 1 - chunkOf(k);
    return { is: "backward", chunk, isLast: k === lastOf[chunk] };
  };
  const lastOf: number[] = [];
  for (let k = 0; k < all; k++) lastOf[chunks - 1 - chunkOf(k)] = k;
  const passes: Pass[] = [];
  for (let k = 0; k < all + ahead; k++) {
    if (k < all) passes.push(forward(k));
    if (k >= ahead) passes.push(backward(k - ahead));
  }
  return passes;
}

/** A sequence that is executed a number of times. */
export interface Repeated<T> {
  readonly times: number;
  readonly each: readonly T[];
}

/**
 * Writes a sequence as loops: greedily from the beginning, the repetition that covers the most entries. Entries with equal keys are equal.
 * @param longest maximum number of entries of a loop body
 */
export function asLoops<T>(sequence: readonly T[], keyOf: (each: T) => string, longest: number): readonly Repeated<T>[] {
  const keys = sequence.map(keyOf);
  const loops: Repeated<T>[] = [];
  for (let at = 0; at < keys.length;) {
    let [period, times] = [1, 1];
    for (let length = 1; length <= longest && at + 2 * length <= keys.length; length++) {
      let end = at + length;
      while (end < keys.length && keys[end] === keys[end - length]) end++;
      const turns = Math.floor((end - at) / length);
      if ((turns - 1) * length > (times - 1) * period) [period, times] = [length, turns];
    }
    loops.push({ times, each: sequence.slice(at, at + period) });
    at += period * times;
  }
  return loops;
}
