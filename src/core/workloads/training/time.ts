/** Estimates the time of a training step without contention: one rank of each stage is simulated, message by message. */
import { tensorReductions } from "./model.ts";
import type { Rates } from "../contract.ts";
import { type Pass, passesOf } from "./schedule.ts";
import type { Step } from "./step.ts";

/** Parameters on which the time depends, besides the step. */
export interface Timed {
  readonly overlap: boolean;
  /** Whether allreduces are sent layer by layer, or pass by pass. */
  readonly isByLayer: boolean;
  /** Operations per second of a rank; 0 if computing takes no time. */
  readonly rate: number;
}

/** Rounds of p micro-batches after which a pipeline is periodic. */
const settled = 4;

/**
 * Seconds of a step until the last rank has its gradients. All ranks of a stage behave alike, so one of each is simulated (see `write-training-step.ts`).
 * It sends its messages one after another, at the rate of its link and without latency. Allreduces therefore wait for activations that are
 * sent before them, stages wait for activations, and gradients are hidden behind the remaining computation.
 *
 * On one switch this agrees with fluid flow, except for messages that share a receiving link. Only the beginning of a long pipeline is
 * simulated; after it, each round of p micro-batches takes as long as the one before. Tensor-parallel ranks are neighbors: if they fit into
 * hosts, their allreduces run at the rate within a host.
 */
export function secondsOf(step: Step, timed: Timed, rates: Rates): number {
  const { pipeline } = step.degrees;
  const { microBatches } = step;
  const after = (count: number) => followed({ ...step, microBatches: count }, timed, rates);
  const most = settled * pipeline;
  if (microBatches <= most + pipeline) return after(microBatches);
  const first = most + (microBatches % pipeline);
  return after(first) + ((microBatches - first) / pipeline) * (after(first) - after(first - pipeline));
}

/** Simulates the stages from the first pass to the last. */
function followed(step: Step, { overlap, isByLayer, rate }: Timed, { outside, inside }: Rates): number {
  const { degrees, schedule, microBatches, chunks, layers, expertLayers, activations, reduction, exchange, gradientRing } = step;
  const { tensor, pipeline, data, expert } = degrees;
  const tensorRate = inside !== undefined && inside.terminals % tensor === 0 ? inside.rate : outside;
  const sums = tensor === 1 ? 0 : ((tensorReductions / 2) * layers * reduction) / tensorRate;
  const sending = sums + (2 * expertLayers * (expert - 1) * exchange) / outside;
  const handing = activations / outside;
  const ofChunk = (gradientRing.dense + gradientRing.experts) / outside / (overlap ? chunks : 1);
  const ofLayer = ofChunk / layers;
  const isTold = overlap && data > 1;

  const stages = Array.from({ length: pipeline }, (_, stage) => ({
    stage,
    passes: passesOf({ schedule, stages: pipeline, chunks, microBatches }, stage),
    next: 0,
    /** When its last operation ended, when its channel is free, and when its gradients have left. */
    now: 0,
    free: 0,
    told: 0,
    /** Arrival times of activations, and how many have been received. */
    mail: { forward: [] as number[], backward: [] as number[] },
    taken: { forward: 0, backward: 0 },
  }));
  type Stage = (typeof stages)[number];
  const send = (rank: Stage, seconds: number) => (rank.free = Math.max(rank.free, rank.now) + seconds);
  const leave = (rank: Stage, seconds: number) => (rank.told = send(rank, seconds));
  /**
   * Computes, and waits for allreduces and exchanges. Of the computation, only the part before the first of these overlaps with messages
   * that are still being sent.
   */
  const work = (rank: Stage, computing: number, ahead: number, sent: number) => {
    rank.now += ahead;
    if (sent > 0) rank.now = send(rank, sent);
    rank.now += computing - ahead;
  };
  /**
   * Executes a pass of a rank: waits for activations, computes, and sends activations or gradients.
   * @returns false if the activations that the pass needs have not arrived yet
   */
  const pass = (rank: Stage, { is, chunk, isLast }: Pass): boolean => {
    const place = rank.stage + pipeline * chunk;
    const [before, after] = is === "forward" ? [place - 1, place + 1] : [place + 1, place - 1];
    const isElsewhere = (other: number) => pipeline > 1 && other >= 0 && other < pipeline * chunks;
    if (isElsewhere(before)) {
      const come = rank.mail[is][rank.taken[is]];
      if (come === undefined) return false;
      rank.taken[is]++;
      rank.now = Math.max(rank.now, come);
    }
    const computing = rate === 0 ? 0 : (layers * step[is]) / rate;
    const perLayer = computing / layers;
    const ahead = isByLayer ? perLayer / (tensor > 1 ? 2 : 1) : computing;
    const isEnd = isTold && isLast && place === 0;
    if (isEnd) {
      if (!isByLayer) work(rank, 0, 0, sending);
      for (let layer = 0; layer < layers; layer++) {
        if (isByLayer) work(rank, perLayer, ahead, sending / layers);
        else rank.now += perLayer;
        leave(rank, ofLayer);
      }
    } else work(rank, computing, ahead, sending);
    if (isElsewhere(after)) stages[after % pipeline].mail[is].push(send(rank, handing));
    if (isTold && isLast && !isEnd) leave(rank, ofChunk);
    return true;
  };

  for (let isMoving = true; isMoving;) {
    isMoving = false;
    for (const rank of stages) {
      while (rank.next < rank.passes.length && pass(rank, rank.passes[rank.next])) {
        rank.next++;
        isMoving = true;
      }
    }
  }
  if (!overlap) for (const rank of stages) leave(rank, ofChunk);
  return Math.max(...stages.map(({ now, told }) => Math.max(now, told)));
}
