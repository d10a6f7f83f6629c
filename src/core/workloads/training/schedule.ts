/** In which order a stage of a pipeline goes forward and backward with its micro-batches. */

/** How a pipeline is filled: all forward first, one forward and one backward in turn, or so with several chunks of layers on each rank. */
export type Schedule = "gpipe" | "1f1b" | "interleaved";

/** A pass of a micro-batch through one chunk of a rank's layers. */
export interface Pass {
  readonly is: "forward" | "backward";
  /** From 0. */
  readonly chunk: number;
  /** Whether it is the last one backward through its chunk: then its gradients are complete. */
  readonly isLast: boolean;
}

export interface Pipeline {
  readonly schedule: Schedule;
  /** p */
  readonly stages: number;
  /** v; 1 unless chunks are interleaved. */
  readonly chunks: number;
  /** m; a multiple of p where chunks are interleaved. */
  readonly microBatches: number;
}

/**
 * All passes of a stage, 2mv of them. With 1F1B, stage i goes p − i − 1 times forward before it goes backward for the first time; with
 * v chunks 2(p − i − 1) + (v − 1)p times, always p micro-batches through one chunk before the next one (SC21, §2.2).
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

/** What is done so many times, one after the other. */
export interface Repeated<T> {
  readonly times: number;
  readonly each: readonly T[];
}

/**
 * A sequence as loops: from the front, whatever repeats itself over the longest way. Those of one key are alike.
 * @param longest most entries of what is repeated
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
