/**
 * A training step as a rank does it. Ranks are numbered as in Megatron-LM: tensor-parallel ones are neighbours, then replicas, then
 * stages; e replicas next to each other share the experts.
 *
 * - *A ring of many small pieces flows*: so in an allreduce a rank sends the next one all of its bytes in one message, and goes on
 *   when that of the rank before it has come.
 * - *An exchange of experts* is a message to every other rank that has experts, those that come next first.
 * - *Activations* are sent when a pass is over, and waited for before the next one begins.
 * - *Gradients* leave at the end of a step, or with the last backward pass of their chunk, and are waited for at the end. The pass that
 *   ends a step, through the first layers, lets them go layer by layer. Elsewhere they go behind the activations, which others wait for;
 *   they have the passes of the stages before to hide behind.
 */
import { waitingPhase } from "../../programs/program.ts";
import type { Writing } from "../program.ts";
import { tensorReductions } from "./model.ts";
import type { Pass, Repeated } from "./schedule.ts";
import type { Step } from "./step.ts";

/** What a message is, by its tag. */
const tags = { forward: 0, backward: 1, tensor: 2, expert: 3, dense: 4, experts: 5 } as const;

/** How a step is written. */
export interface Manner {
  /** Layers of which one has experts; 1 where none has. */
  readonly every: number;
  /** Whether sums and exchanges are told layer by layer, or pass by pass. */
  readonly isByLayer: boolean;
  /** Whether gradients leave layer by layer. */
  readonly isOverlapped: boolean;
  /** Operations a second of a rank; 0 where computing takes no time. */
  readonly rate: number;
}

/** Sums over tensor-parallel ranks in a pass through a layer, and exchanges of experts: there and back. */
const [sumsOfLayer, exchangesOfLayer] = [tensorReductions / 2, 2];

/**
 * Writes what one rank does.
 * @param loops the passes of its stage
 */
export function writeStep(step: Step, manner: Manner, loops: readonly Repeated<Pass>[], rank: number, { write, cycles }: Writing): void {
  const { degrees, chunks, layers, expertLayers, activations, reduction, exchange, gradientRing } = step;
  const { tensor, pipeline, data, expert } = degrees;
  const { every, isByLayer, isOverlapped, rate } = manner;
  const [own, replica, stage] = [rank % tensor, Math.floor(rank / tensor) % data, Math.floor(rank / (tensor * data))];
  const rankOf = (own: number, replica: number, stage: number) => own + tensor * (replica + data * stage);
  /** Layers with experts, or layers: what repeats itself in a chunk. */
  const groups = layers / every;

  const compute = (operations: number) => rate > 0 && write.compute(cycles(operations / rate));

  /** Goes round a ring of so many ranks that differ in one place. */
  const round = (size: number, at: number, member: (at: number) => number, bytes: number, tag: number) => ({
    send: () => size > 1 && write.send(member((at + 1) % size), Math.round(bytes), tag),
    receive: () => size > 1 && write.receive(member((at + size - 1) % size), tag),
  });

  const sums = (count: number) => {
    const ring = round(tensor, own, (at) => rankOf(at, replica, stage), count * reduction, tags.tensor);
    ring.send();
    ring.receive();
  };

  const exchanges = (count: number) => {
    const first = replica - (replica % expert);
    const member = (k: number) => rankOf(own, first + ((replica + k) % expert), stage);
    for (let k = 1; k < expert; k++) write.send(member(k), Math.round(count * exchange), tags.expert);
    for (let k = 1; k < expert; k++) write.receive(member(expert - k), tags.expert);
  };

  /** The rings of gradients, those of experts among the ranks that have the same. */
  const rings = (parts: number) => {
    const among = data / expert;
    const sameExperts = (at: number) => rankOf(own, (replica % expert) + expert * at, stage);
    const dense = round(data, replica, (at) => rankOf(own, at, stage), gradientRing.dense / parts, tags.dense);
    const experts = round(among, Math.floor(replica / expert), sameExperts, gradientRing.experts / parts, tags.experts);
    return gradientRing.experts > 0 ? [dense, experts] : [dense];
  };
  const parts = isOverlapped ? chunks : 1;
  const [ofChunk, ofLayer] = [rings(parts), rings(parts * layers)];
  const leave = (gradients: typeof ofChunk) => gradients.forEach(({ send }) => send());

  /** A pass through the layers of a chunk. */
  const work = (operations: number, isLeaving: boolean) => {
    if (isByLayer) {
      write.repeat(groups, () => {
        write.repeat(sumsOfLayer * every, () => {
          compute(operations / sumsOfLayer);
          sums(1);
        });
        if (expertLayers > 0) for (let k = 0; k < exchangesOfLayer; k++) exchanges(1);
        if (isLeaving) write.repeat(every, () => leave(ofLayer));
      });
      return;
    }
    if (!isLeaving) compute(layers * operations);
    sums(sumsOfLayer * layers);
    if (expertLayers > 0) exchanges(exchangesOfLayer * expertLayers);
    if (isLeaving)
      write.repeat(layers, () => {
        compute(operations);
        leave(ofLayer);
      });
  };

  /** Takes activations from the stage before, works, and hands them to the next one; of stages and chunks as they come. */
  const pass = ({ is, chunk, isLast }: Pass) => {
    const isForward = is === "forward";
    const place = stage + pipeline * chunk;
    const [before, after] = isForward ? [place - 1, place + 1] : [place + 1, place - 1];
    const isElsewhere = (other: number) => pipeline > 1 && other >= 0 && other < pipeline * chunks;
    const at = (other: number) => rankOf(own, replica, other % pipeline);
    if (isElsewhere(before)) {
      write.phase(waitingPhase);
      write.receive(at(before), tags[is]);
    }
    write.phase(is);
    write.sort(is);
    const [isLeaving, isEnd] = [isLast && isOverlapped && data > 1, place === 0];
    work(isForward ? step.forward : step.backward, isLeaving && isEnd);
    if (isElsewhere(after)) write.send(at(after), Math.round(activations), tags[is]);
    if (isLeaving && !isEnd) leave(ofChunk);
  };

  write.inOrder(["forward", "backward", ...(data > 1 ? ["gradients"] : []), ...(pipeline > 1 ? [waitingPhase] : [])]);
  for (const { times, each } of loops) {
    if (times === 1) each.forEach(pass);
    else write.repeat(times, () => each.forEach(pass));
  }
  if (data === 1) return;
  write.phase("gradients");
  if (!isOverlapped) leave(ofChunk);
  write.repeat(parts - 1 + (isOverlapped && stage === 0 ? layers : 1), () => ofChunk.forEach(({ receive }) => receive()));
}
