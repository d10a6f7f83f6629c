/** Converts a rank program to a dependency graph of operations, for formats that store such graphs. */
import { refuse } from "../../core/base/errors.ts";
import { asGraph } from "../../core/programs/as-graph.ts";
import { any, graphOp, type ProgramGraph } from "../../core/programs/graph.ts";
import { graphLimits } from "../../core/programs/graph-text.ts";
import {
  codeAt,
  cyclesAt,
  hasOperation,
  isOverheardCopy,
  jobsOfProgram,
  mailboxAt,
  op,
  operandAt,
  type Program,
  sizeAt,
} from "../../core/programs/program.ts";

/**
 * What the graph of a program loses, as sentences.
 * @param cycleSeconds length of a cycle; null if a cycle is a nanosecond
 */
export function lossesOfGraph(program: Program, cycleSeconds: number | null): readonly string[] {
  const { ops, phases, tasks } = program;
  const nanoseconds = cycleSeconds === null ? 1 : cycleSeconds * 1e9;
  const isFractional = (time: number) => Math.abs(time - Math.round(time)) > 1e-9 * time;
  return [
    ...(phases.length + tasks.length > 0 ? ["Left out: names of phases and tasks."] : []),
    ...(hasOperation(program, (_, code) => code === op.wait)
      ? ["Left out: waits for the arrival of a sent message. A send is complete when the message has left the sender."]
      : []),
    ...(hasOperation(program, (o, code) => code === op.compute && isFractional(cyclesAt(ops, o) * nanoseconds))
      ? ["Compute times are rounded to nanoseconds."]
      : []),
    ...(jobsOfProgram(program).some(({ begin }) => begin > 0) ? ["Left out: start times of jobs. All ranks start at time 0."] : []),
  ];
}

/**
 * Converts a rank program to a program graph: the sends, receives and computations of all ranks, each dependent on the preceding one of its
 * rank. The tag of an operation is the index of its mailbox, so that a send matches the same receive. The amount of an operation is in
 * bytes or, for a computation, in nanoseconds.
 * @param cycleSeconds length of a cycle; null if a cycle is a nanosecond
 * @throws ScenarioError if the program is too large, or has barriers or broadcasts on a shared medium
 */
export function graphOfProgram(program: Program, cycleSeconds: number | null): ProgramGraph {
  const { ranks, firstMessage } = program;
  // Each message has a send and a receive.
  const minOperations = 2 * firstMessage[ranks];
  if (minOperations > graphLimits.operations)
    refuse(
      "workload",
      `its ranks have ${minOperations.toLocaleString("en-US")} operations or more; at most ${graphLimits.operations.toLocaleString("en-US")} can be written.`,
      "Use fewer ranks, or fewer turns.",
    );
  const graph = asGraph(program);
  const mailboxes = mailboxesOf(graph);
  const [code, peer, amount, tag]: number[][] = [[], [], [], []];
  const addOperation = (operationCode: number, peerRank: number, operationAmount: number, operationTag: number) => {
    code.push(operationCode);
    peer.push(peerRank);
    amount.push(operationAmount);
    tag.push(operationTag);
  };
  const firstOperation = new Int32Array(ranks + 1);
  const nanoseconds = cycleSeconds === null ? 1 : cycleSeconds * 1e9;
  for (let rank = 0; rank < ranks; rank++) {
    for (let index = graph.first[rank]; index < graph.first[rank + 1]; index++) {
      const { ops, sizes } = graph;
      const [operationCode, mailbox] = [codeAt(ops, index), mailboxAt(ops, index)];
      if (operationCode === op.barrier)
        refuse("workload", "its ranks wait at barriers, which GOAL cannot express.", "Choose a program without barriers.");
      if (isOverheardCopy(ops, index))
        refuse(
          "workload",
          "its ranks broadcast on a shared medium; in GOAL, a send has one receiver.",
          "Choose a program without such broadcasts.",
        );
      if (operationCode === op.send) addOperation(graphOp.send, operandAt(ops, index), sizes.bytes[sizeAt(ops, index)], mailbox);
      else if (operationCode === op.receive) addOperation(graphOp.receive, mailboxes.from[mailbox], mailboxes.bytes[mailbox], mailbox);
      else if (operationCode === op.compute) addOperation(graphOp.compute, any, Math.round(cyclesAt(ops, index) * nanoseconds), 0);
    }
    firstOperation[rank + 1] = code.length;
  }
  return {
    ranks,
    first: firstOperation,
    code: Uint8Array.from(code),
    peer: Int32Array.from(peer),
    amount: Float64Array.from(amount),
    tag: Int32Array.from(tag),
    cpu: new Uint8Array(code.length),
    nic: new Uint8Array(code.length),
    ...rankChains(firstOperation),
  };
}

/** [mailboxes] The sender of each mailbox, {@link any} if there are several, and the size of its largest message, in bytes. */
function mailboxesOf({ ranks, first: firstOperation, ops, owner, sizes }: Program): {
  readonly from: Int32Array;
  readonly bytes: Float64Array;
} {
  const unset = -2;
  const [sender, bytes] = [new Int32Array(owner.length).fill(unset), new Float64Array(owner.length)];
  for (let r = 0; r < ranks; r++)
    for (let o = firstOperation[r]; o < firstOperation[r + 1]; o++) {
      if (codeAt(ops, o) !== op.send) continue;
      const mailbox = mailboxAt(ops, o);
      sender[mailbox] = sender[mailbox] === unset || sender[mailbox] === r ? r : any;
      bytes[mailbox] = Math.max(bytes[mailbox], sizes.bytes[sizeAt(ops, o)]);
    }
  return { from: sender.map((rank) => Math.max(rank, any)), bytes };
}

/** Makes each operation of a rank depend on the end of the preceding one; an entry 2 p of `after` means the end of operation p. */
function rankChains(firstOperation: Int32Array): Pick<ProgramGraph, "firstDependency" | "dependencies"> {
  const isFirst = new Set(firstOperation);
  const operationCount = firstOperation[firstOperation.length - 1];
  const dependencies: number[] = [];
  const firstAfter = new Int32Array(operationCount + 1);
  for (let o = 0; o < operationCount; o++) {
    if (!isFirst.has(o)) dependencies.push(2 * (o - 1));
    firstAfter[o + 1] = dependencies.length;
  }
  return { firstDependency: firstAfter, dependencies: Int32Array.from(dependencies) };
}
