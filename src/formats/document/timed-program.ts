/** Converts messages with start times to a program: each rank computes until it is time to send. */
import { any, graphOp, type ProgramGraph } from "../../core/programs/graph.ts";
import { graphLimits } from "../../core/programs/graph-text.ts";

/** A message between two terminals. */
export interface TimedMessage {
  readonly source: number;
  readonly destination: number;
  readonly bytes: number;
  /** Cycle in which the message is sent. */
  readonly time: number;
}

/** Number of messages that always fit into a program: each needs a computation, a send and a receive. */
export const maxTimedMessages = Math.floor(graphLimits.operations / 3);

/**
 * A program graph that sends messages at their start times and waits for nothing else: before each send, its rank computes until the start
 * time. All receives are posted at the beginning. If a cycle is shorter than a nanosecond, start times are rounded to the nearest
 * nanosecond.
 * @param cycleSeconds length of a cycle; null if a cycle is a nanosecond
 */
export function programOfMessages(messages: readonly TimedMessage[], cycleSeconds: number | null): ProgramGraph {
  const cycleNanoseconds = cycleSeconds === null ? 1 : cycleSeconds * 1e9;
  const ranks = messages.reduce((highest, { source, destination }) => Math.max(highest, source, destination), 0) + 1;
  const [sent, received]: TimedMessage[][][] = [0, 1].map(() => Array.from({ length: ranks }, () => []));
  for (const message of messages) {
    sent[message.source].push(message);
    received[message.destination].push(message);
  }
  const [code, peer, amount, dependencies, firstAfter]: number[][] = [[], [], [], [], [0]];
  const addOperation = (operation: number, peerRank: number, operationAmount: number, predecessor: number) => {
    code.push(operation);
    peer.push(peerRank);
    amount.push(operationAmount);
    // An entry is 2 × the operation that is waited for, + 0 for the end of that operation.
    if (predecessor >= 0) dependencies.push(2 * predecessor);
    firstAfter.push(dependencies.length);
    return code.length - 1;
  };
  const firstOperation = [0];
  for (let rank = 0; rank < ranks; rank++) {
    // Index of the last computation of the rank, −1 before the first, and the cycle in which it ends.
    let [lastCompute, lastEnd] = [-1, 0];
    for (const { destination, bytes, time } of sent[rank].sort((a, b) => a.time - b.time)) {
      const nanoseconds = Math.round((time - lastEnd) * cycleNanoseconds);
      if (nanoseconds > 0) {
        lastCompute = addOperation(graphOp.compute, any, nanoseconds, lastCompute);
        lastEnd += Math.round(nanoseconds / cycleNanoseconds);
      }
      addOperation(graphOp.send, destination, bytes, lastCompute);
    }
    for (const { source, bytes } of received[rank]) addOperation(graphOp.receive, source, bytes, -1);
    firstOperation.push(code.length);
  }
  return {
    ranks,
    first: Int32Array.from(firstOperation),
    code: Uint8Array.from(code),
    peer: Int32Array.from(peer),
    amount: Float64Array.from(amount),
    tag: new Int32Array(code.length),
    cpu: new Uint8Array(code.length),
    nic: new Uint8Array(code.length),
    firstDependency: Int32Array.from(firstAfter),
    dependencies: Int32Array.from(dependencies),
  };
}
