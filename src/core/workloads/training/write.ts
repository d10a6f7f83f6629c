/**
 * Writes the operations of a rank in a training step. Ranks are numbered as in Megatron-LM: tensor-parallel ranks are consecutive, then
 * come replicas, then stages; e consecutive replicas share the experts.
 *
 * - *A ring allreduce of many small pieces is pipelined*. A rank therefore sends all its bytes to the next rank as one message, and
 * continues when the message from the previous rank has arrived.
 * - *An exchange of experts* is a message to every other rank of the expert group, the next rank first.
 * - *Activations* are sent at the end of a pass, and received before the next pass.
 * - *Gradients* are sent at the end of a step, or with the last backward pass of their chunk, and received at the end of the step. The last
 * pass of a step, through the first layers, sends them layer by layer. Other passes send them after the activations, because other stages
 * wait for these; the gradients then overlap with passes of the stages before.
 */
import { waitingPhase } from "../../programs/program.ts";
import type { Writing } from "../program.ts";
import { tensorReductions } from "./model.ts";
import type { Pass, Repeated } from "./schedule.ts";
import type { Step } from "./step.ts";

/** Tags by the purpose of a message. */
const tags = { forward: 0, backward: 1, tensor: 2, expert: 3, dense: 4, experts: 5 } as const;

/** Options of writing a step. */
export interface Manner {
  /** One of `every` layers has experts; 1 if none has. */
  readonly every: number;
  /** Whether allreduces and exchanges are written layer by layer, or pass by pass. */
  readonly isByLayer: boolean;
  /** Whether gradients are sent layer by layer. */
  readonly isOverlapped: boolean;
  /** Operations per second of a rank; 0 if computing takes no time. */
  readonly rate: number;
}

/** Per layer and pass: allreduces over tensor-parallel ranks, and exchanges of experts (dispatch and combine). */
const [sumsOfLayer, exchangesOfLayer] = [tensorReductions / 2, 2];

/**
 * Writes the operations of one rank.
 * @param loops the passes of its stage
 */
export function writeStep(step: Step, manner: Manner, loops: readonly Repeated<Pass>[], rank: number, { write, cycles }: Writing): void {
  const { degrees, chunks, layers, expertLayers, activations, reduction, exchange, gradientRing } = step;
  const { tensor, pipeline, data, expert } = degrees;
  const { every, isByLayer, isOverlapped, rate } = manner;
  const [own, replica, stage] = [rank % tensor, Math.floor(rank / tensor) % data, Math.floor(rank / (tensor * data))];
  const rankOf = (own: number, replica: number, stage: number) => own + tensor * (replica + data * stage);
  /** Repetitions within a chunk: groups of layers of which one has experts, or single layers. */
  const groups = layers / every;

  const compute = (operations: number) => rate > 0 && write.compute(cycles(operations / rate));

  /**
   * The send and the receive of a rank in a ring.
   * @param at position of the rank in the ring
   * @param member rank at a position
   */
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

  /** The rings of gradients; those of experts connect the ranks with the same experts. */
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

  /**
   * A pass: receives activations from the previous stage, computes, and sends activations to the next stage. Stages and chunks are
   * traversed in the order of the layers.
   */
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
