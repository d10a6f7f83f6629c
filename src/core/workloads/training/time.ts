/** How long a training step takes where nothing but its own channel holds a rank up: each stage worked out once, message by message. */
import { tensorReductions } from "./model.ts";
import type { Rates } from "../contract.ts";
import { type Pass, passesOf } from "./schedule.ts";
import type { Step } from "./step.ts";

/** What of the form the time depends on besides. */
export interface Timed {
  readonly overlap: boolean;
  /** Whether sums are sent layer by layer, or pass by pass. */
  readonly isByLayer: boolean;
  /** Operations a second of a rank; 0 where computing takes no time. */
  readonly rate: number;
}

/** Rounds of p micro-batches after which a pipeline goes on as before. */
const settled = 4;

/**
 * Seconds of a step until the last rank has its gradients. Ranks of a stage do the same, so one of each is followed (`write.ts`). It
 * sends its messages one after the other, each at the rate of its link and without latency. So sums wait for activations that leave
 * before them, stages for activations, and gradients hide behind what is left to compute.
 *
 * On one switch this is what fluid flow finds, but for messages that meet where they arrive. Of long pipelines the beginning is
 * followed: from then on, each p micro-batches take as long as those before.
 * Tensor-parallel ranks are neighbours: where hosts hold so many, their sums go at the rate within.
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

/** The same, from the first pass to the last. */
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
    /** When it has done what it did, when its channel is free, and when its gradients have left. */
    now: 0,
    free: 0,
    told: 0,
    /** When activations have come, and how many of them were taken. */
    mail: { forward: [] as number[], backward: [] as number[] },
    taken: { forward: 0, backward: 0 },
  }));
  type Stage = (typeof stages)[number];
  const send = (rank: Stage, seconds: number) => (rank.free = Math.max(rank.free, rank.now) + seconds);
  const leave = (rank: Stage, seconds: number) => (rank.told = send(rank, seconds));
  /** Computes and waits for sums and exchanges; of computing, only what goes before the first of them hides what still leaves. */
  const work = (rank: Stage, computing: number, ahead: number, sent: number) => {
    rank.now += ahead;
    if (sent > 0) rank.now = send(rank, sent);
    rank.now += computing - ahead;
  };
  /** @returns whether what it waits for has come */
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
