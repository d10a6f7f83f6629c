/** Pipeline schedules: the order in which a stage executes the forward and backward passes of its micro-batches. */

/**
 * GPipe: all forward passes first. 1F1B: one forward and one backward pass alternately. Interleaved: 1F1B with several chunks of layers per
 * rank.
 */
export type PipelineSchedule = "gpipe" | "1f1b" | "interleaved";

/** A pass of a micro-batch through one chunk of a rank's layers. */
export interface Pass {
  readonly direction: "forward" | "backward";
  /** Chunk of layers, from 0. */
  readonly chunk: number;
  /** Whether the pass is the last backward pass through its chunk, after which the gradients of the chunk are complete. */
  readonly isLast: boolean;
}

/** A pipeline: its schedule and its sizes. */
export interface PipelineParameters {
  readonly schedule: PipelineSchedule;
  /** p: number of stages. */
  readonly stages: number;
  /** v: chunks per rank; 1 unless interleaved. */
  readonly chunks: number;
  /** m: micro-batches; a multiple of p if interleaved. */
  readonly microBatches: number;
}

/**
 * The order in which a stage of a training pipeline executes all its 2mv passes: m micro-batches, forward and backward, through v chunks of
 * layers, in a pipeline of p stages. With 1F1B, stage i executes p − i − 1 forward passes as a warm-up, then a forward and a backward pass
 * alternately, then the remaining backward passes; with v chunks the warm-up has 2(p − i − 1) + (v − 1)p passes, and always p micro-batches
 * go through one chunk before the next chunk (SC21, §2.2). `isLast` marks the last backward pass of a chunk, after which its gradients are
 * complete.
 */
export function passesOf({ schedule, stages, chunks, microBatches }: PipelineParameters, stage: number): readonly Pass[] {
  const forwardCount = microBatches * chunks;
  const warmUpBySchedule = {
    gpipe: forwardCount,
    "1f1b": stages - stage - 1,
    interleaved: 2 * (stages - stage - 1) + (chunks - 1) * stages,
  }[schedule];
  const warmUpCount = Math.min(warmUpBySchedule, forwardCount);
  const chunkOf = (index: number) => Math.floor(index / stages) % chunks;
  const forward = (index: number): Pass => ({ direction: "forward", chunk: chunkOf(index), isLast: false });
  const backward = (index: number): Pass => {
    const chunk = chunks - 1 - chunkOf(index);
    return { direction: "backward", chunk, isLast: index === lastIndexOf[chunk] };
  };
  const lastIndexOf: number[] = [];
  for (let index = 0; index < forwardCount; index++) lastIndexOf[chunks - 1 - chunkOf(index)] = index;
  const passes: Pass[] = [];
  for (let index = 0; index < forwardCount + warmUpCount; index++) {
    if (index < forwardCount) passes.push(forward(index));
    if (index >= warmUpCount) passes.push(backward(index - warmUpCount));
  }
  return passes;
}

/** A sequence that is executed a number of times. */
export interface Loop<T> {
  readonly times: number;
  readonly body: readonly T[];
}

/**
 * Writes a sequence as loops: greedily from the beginning, the repetition that covers the most entries. Entries with equal keys are equal.
 * @param maxBody maximum number of entries of a loop body
 */
export function detectLoops<T>(sequence: readonly T[], keyOf: (each: T) => string, maxBody: number): readonly Loop<T>[] {
  const keys = sequence.map(keyOf);
  const loops: Loop<T>[] = [];
  for (let position = 0; position < keys.length;) {
    let [bestPeriod, bestTimes] = [1, 1];
    for (let length = 1; length <= maxBody && position + 2 * length <= keys.length; length++) {
      let end = position + length;
      while (end < keys.length && keys[end] === keys[end - length]) end++;
      const repetitions = Math.floor((end - position) / length);
      if ((repetitions - 1) * length > (bestTimes - 1) * bestPeriod) [bestPeriod, bestTimes] = [length, repetitions];
    }
    loops.push({ times: bestTimes, body: sequence.slice(position, position + bestPeriod) });
    position += bestPeriod * bestTimes;
  }
  return loops;
}
