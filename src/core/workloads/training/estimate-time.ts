/** Estimates the time of a training step without contention: one rank of each stage is simulated, message by message. */
import { tensorReductions } from "./model.ts";
import type { SendRates } from "../contract.ts";
import { type Pass, passesOf } from "./pipeline-schedule.ts";
import type { StepCosts } from "./step-costs.ts";

/** Parameters on which the time depends, besides the step. */
export interface TimeOptions {
  readonly overlap: boolean;
  /** Whether allreduces are sent layer by layer, or pass by pass. */
  readonly isByLayer: boolean;
  /** Operations per second of a rank; 0 if computing takes no time. */
  readonly rate: number;
}

/** Rounds of p micro-batches after which a pipeline is periodic. */
const settledRounds = 4;

/**
 * Seconds of a step until the last rank has its gradients. All ranks of a stage behave alike, so one of each is simulated (see
 * `write-training-step.ts`). It sends its messages one after another, at the rate of its link and without latency. Allreduces therefore
 * wait for activations that are sent before them, stages wait for activations, and gradients are hidden behind the remaining computation.
 *
 * On one switch this agrees with fluid flow, except for messages that share a receiving link. Only the beginning of a long pipeline is
 * simulated; after it, each round of p micro-batches takes as long as the one before. Tensor-parallel ranks are neighbors: if they fit into
 * hosts, their allreduces run at the rate within a host.
 */
export function estimateStepSeconds(step: StepCosts, options: TimeOptions, rates: SendRates): number {
  const { pipeline } = step.degrees;
  const { microBatches } = step;
  const secondsWith = (count: number) => simulateStages({ ...step, microBatches: count }, options, rates);
  const settledCount = settledRounds * pipeline;
  if (microBatches <= settledCount + pipeline) return secondsWith(microBatches);
  const simulatedCount = settledCount + (microBatches % pipeline);
  return (
    secondsWith(simulatedCount) +
    ((microBatches - simulatedCount) / pipeline) * (secondsWith(simulatedCount) - secondsWith(simulatedCount - pipeline))
  );
}

/** Simulates the stages from the first pass to the last. */
function simulateStages(step: StepCosts, { overlap, isByLayer, rate }: TimeOptions, { outsideHost, withinHost }: SendRates): number {
  const { degrees, schedule, microBatches, chunks, layers, expertLayers, activations, allreduceBytes, exchangeBytes, gradientRingBytes } =
    step;
  const { tensor, pipeline, data, expert } = degrees;
  const tensorRate = withinHost !== undefined && withinHost.terminals % tensor === 0 ? withinHost.rate : outsideHost;
  const allreduceSeconds = tensor === 1 ? 0 : ((tensorReductions / 2) * layers * allreduceBytes) / tensorRate;
  const syncSeconds = allreduceSeconds + (2 * expertLayers * (expert - 1) * exchangeBytes) / outsideHost;
  const activationSeconds = activations / outsideHost;
  const chunkGradientSeconds = (gradientRingBytes.dense + gradientRingBytes.experts) / outsideHost / (overlap ? chunks : 1);
  const layerGradientSeconds = chunkGradientSeconds / layers;
  const isOverlapped = overlap && data > 1;

  const stages = Array.from({ length: pipeline }, (_, stage) => ({
    stage,
    passes: passesOf({ schedule, stages: pipeline, chunks, microBatches }, stage),
    next: 0,
    /** Times at which the stage's last operation ended, its channel is free, and its gradients have left. */
    time: 0,
    channelFreeAt: 0,
    gradientsSentAt: 0,
    /** Arrival times of activations, and number of activations that have been received. */
    arrivals: { forward: [] as number[], backward: [] as number[] },
    received: { forward: 0, backward: 0 },
  }));
  type Stage = (typeof stages)[number];
  const sendFor = (stage: Stage, seconds: number) => (stage.channelFreeAt = Math.max(stage.channelFreeAt, stage.time) + seconds);
  const sendGradients = (stage: Stage, seconds: number) => (stage.gradientsSentAt = sendFor(stage, seconds));
  /**
   * Computes, and waits for allreduces and exchanges. Of the computation, only the part before the first allreduce or exchange overlaps
   * with messages that are still being sent.
   */
  const computeAndSync = (stage: Stage, computeSeconds: number, computeBeforeSync: number, syncDuration: number) => {
    stage.time += computeBeforeSync;
    if (syncDuration > 0) stage.time = sendFor(stage, syncDuration);
    stage.time += computeSeconds - computeBeforeSync;
  };
  /**
   * Executes a forward or backward pass of one micro-batch through one chunk of a stage's layers: the stage waits for activations (or their
   * gradients) from the stage before, computes, synchronizes with its tensor-parallel ranks, and sends to the next stage. After the last
   * backward pass of a chunk it sends the gradients of the weights. `layerPosition` numbers all chunks of the model in the order of the
   * layers. All times are seconds.
   * @returns false if the activations that the pass needs have not arrived yet
   */
  const runPass = (stage: Stage, { direction, chunk, isLast }: Pass): boolean => {
    const layerPosition = stage.stage + pipeline * chunk;
    const [previousPosition, nextPosition] =
      direction === "forward" ? [layerPosition - 1, layerPosition + 1] : [layerPosition + 1, layerPosition - 1];
    const isOnOtherStage = (position: number) => pipeline > 1 && position >= 0 && position < pipeline * chunks;
    if (isOnOtherStage(previousPosition)) {
      const arrival = stage.arrivals[direction][stage.received[direction]];
      if (arrival === undefined) return false;
      stage.received[direction]++;
      stage.time = Math.max(stage.time, arrival);
    }
    const computeSeconds = rate === 0 ? 0 : (layers * step[direction]) / rate;
    const computePerLayer = computeSeconds / layers;
    const computeBeforeSync = isByLayer ? computePerLayer / (tensor > 1 ? 2 : 1) : computeSeconds;
    // In the last backward pass of the step, gradients are sent layer by layer, to overlap with the rest of the pass.
    const isFinalPass = isOverlapped && isLast && layerPosition === 0;
    if (isFinalPass) {
      if (!isByLayer) computeAndSync(stage, 0, 0, syncSeconds);
      for (let layer = 0; layer < layers; layer++) {
        if (isByLayer) computeAndSync(stage, computePerLayer, computeBeforeSync, syncSeconds / layers);
        else stage.time += computePerLayer;
        sendGradients(stage, layerGradientSeconds);
      }
    } else computeAndSync(stage, computeSeconds, computeBeforeSync, syncSeconds);
    if (isOnOtherStage(nextPosition)) stages[nextPosition % pipeline].arrivals[direction].push(sendFor(stage, activationSeconds));
    if (isOverlapped && isLast && !isFinalPass) sendGradients(stage, chunkGradientSeconds);
    return true;
  };

  for (let hasProgress = true; hasProgress;) {
    hasProgress = false;
    for (const stage of stages) {
      while (stage.next < stage.passes.length && runPass(stage, stage.passes[stage.next])) {
        stage.next++;
        hasProgress = true;
      }
    }
  }
  if (!overlap) for (const stage of stages) sendGradients(stage, chunkGradientSeconds);
  return Math.max(...stages.map(({ time, gradientsSentAt }) => Math.max(time, gradientsSentAt)));
}
