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
import type { WritingContext } from "../program.ts";
import { tensorReductions } from "./model.ts";
import type { Pass, Loop } from "./pipeline-schedule.ts";
import type { StepCosts } from "./step-costs.ts";

/** Tags by the purpose of a message. */
const tags = { forward: 0, backward: 1, tensor: 2, expert: 3, dense: 4, experts: 5 } as const;

/** Options of writing a step. */
export interface WriteOptions {
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
const [allreducesPerLayer, exchangesPerLayer] = [tensorReductions / 2, 2];

/**
 * Writes the operations of one rank.
 * @param loops the passes of its stage
 */
export function writeTrainingStep(
  step: StepCosts,
  options: WriteOptions,
  loops: readonly Loop<Pass>[],
  rank: number,
  { write, cyclesOf }: WritingContext,
): void {
  const { degrees, chunks, layers, expertLayers, activations, allreduceBytes, exchangeBytes, gradientRingBytes } = step;
  const { tensor, pipeline, data, expert } = degrees;
  const { every, isByLayer, isOverlapped, rate } = options;
  const [tensorIndex, replica, stage] = [rank % tensor, Math.floor(rank / tensor) % data, Math.floor(rank / (tensor * data))];
  const rankOf = (tensorIndex: number, replica: number, stage: number) => tensorIndex + tensor * (replica + data * stage);
  /** Repetitions within a chunk: groups of layers of which one has experts, or single layers. */
  const layerGroups = layers / every;

  const compute = (operations: number) => rate > 0 && write.compute(cyclesOf(operations / rate));

  /**
   * The send and the receive of a rank in a ring.
   * @param position position of the rank in the ring
   * @param member rank at a position
   */
  const ring = (size: number, position: number, member: (position: number) => number, bytes: number, tag: number) => ({
    send: () => size > 1 && write.send(member((position + 1) % size), Math.round(bytes), tag),
    receive: () => size > 1 && write.receive(member((position + size - 1) % size), tag),
  });

  const writeAllreduce = (count: number) => {
    const tensorRing = ring(tensor, tensorIndex, (position) => rankOf(position, replica, stage), count * allreduceBytes, tags.tensor);
    tensorRing.send();
    tensorRing.receive();
  };

  const writeExchange = (count: number) => {
    const first = replica - (replica % expert);
    const member = (distance: number) => rankOf(tensorIndex, first + ((replica + distance) % expert), stage);
    for (let distance = 1; distance < expert; distance++) write.send(member(distance), Math.round(count * exchangeBytes), tags.expert);
    for (let distance = 1; distance < expert; distance++) write.receive(member(expert - distance), tags.expert);
  };

  /** The rings in which gradients are sent; the rings for gradients of experts connect the ranks with the same experts. */
  const gradientRings = (messagesPerRing: number) => {
    const ringSize = data / expert;
    const sameExperts = (position: number) => rankOf(tensorIndex, (replica % expert) + expert * position, stage);
    const dense = ring(
      data,
      replica,
      (position) => rankOf(tensorIndex, position, stage),
      gradientRingBytes.dense / messagesPerRing,
      tags.dense,
    );
    const experts = ring(ringSize, Math.floor(replica / expert), sameExperts, gradientRingBytes.experts / messagesPerRing, tags.experts);
    return gradientRingBytes.experts > 0 ? [dense, experts] : [dense];
  };
  const messagesPerRing = isOverlapped ? chunks : 1;
  const [chunkGradients, layerGradients] = [gradientRings(messagesPerRing), gradientRings(messagesPerRing * layers)];
  const sendGradients = (gradients: typeof chunkGradients) => gradients.forEach(({ send }) => send());

  /**
   * Writes one pass of a micro-batch through the layers of a chunk: computation, tensor-parallel allreduces and expert exchanges, for each
   * layer separately or once for the whole pass. A group is the `every` consecutive layers of which one has experts.
   * @param operations arithmetic operations of a layer
   * @param isSendingGradients whether the gradients of each layer are sent as soon as the layer is done
   */
  const writeChunkPass = (operations: number, isSendingGradients: boolean) => {
    if (isByLayer) {
      write.repeat(layerGroups, () => {
        write.repeat(allreducesPerLayer * every, () => {
          compute(operations / allreducesPerLayer);
          writeAllreduce(1);
        });
        if (expertLayers > 0) for (let distance = 0; distance < exchangesPerLayer; distance++) writeExchange(1);
        if (isSendingGradients) write.repeat(every, () => sendGradients(layerGradients));
      });
      return;
    }
    if (!isSendingGradients) compute(layers * operations);
    writeAllreduce(allreducesPerLayer * layers);
    if (expertLayers > 0) writeExchange(exchangesPerLayer * expertLayers);
    if (isSendingGradients)
      write.repeat(layers, () => {
        compute(operations);
        sendGradients(layerGradients);
      });
  };

  /**
   * A pass: receives activations from the previous stage, computes, and sends activations to the next stage. Stages and chunks are
   * traversed in the order of the layers.
   */
  const writePass = ({ direction, chunk, isLast }: Pass) => {
    const isForward = direction === "forward";
    const layerPosition = stage + pipeline * chunk;
    const [previousPosition, nextPosition] = isForward ? [layerPosition - 1, layerPosition + 1] : [layerPosition + 1, layerPosition - 1];
    const isOtherRank = (other: number) => pipeline > 1 && other >= 0 && other < pipeline * chunks;
    const position = (other: number) => rankOf(tensorIndex, replica, other % pipeline);
    if (isOtherRank(previousPosition)) {
      write.phase(waitingPhase);
      write.receive(position(previousPosition), tags[direction]);
    }
    write.phase(direction);
    write.workKind(direction);
    const [isSendingGradients, isFinalPass] = [isLast && isOverlapped && data > 1, layerPosition === 0];
    writeChunkPass(isForward ? step.forward : step.backward, isSendingGradients && isFinalPass);
    if (isOtherRank(nextPosition)) write.send(position(nextPosition), Math.round(activations), tags[direction]);
    if (isSendingGradients && !isFinalPass) sendGradients(chunkGradients);
  };

  write.declarePhases(["forward", "backward", ...(data > 1 ? ["gradients"] : []), ...(pipeline > 1 ? [waitingPhase] : [])]);
  for (const { times, body } of loops) {
    if (times === 1) body.forEach(writePass);
    else write.repeat(times, () => body.forEach(writePass));
  }
  if (data === 1) return;
  write.phase("gradients");
  if (!isOverlapped) sendGradients(chunkGradients);
  write.repeat(messagesPerRing - 1 + (isOverlapped && stage === 0 ? layers : 1), () => chunkGradients.forEach(({ receive }) => receive()));
}
