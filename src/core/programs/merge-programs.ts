/** Merges several programs that run at the same time into one, in which they are independent jobs. */
import { withoutUndefined } from "../base/defined.ts";
import { asGraph } from "./as-graph.ts";
import {
  type Dependencies,
  op,
  opWords,
  type Program,
  type MessageSizes,
  type ProgramJob,
  noMessage,
  waitingPhase,
  dependencyKinds,
} from "./program.ts";

/**
 * The programs as one program, job by job. Ranks, operations, sizes, mailboxes and messages of each program are numbered after those of the
 * programs before it. If one program is a graph, all become graphs. Names of phases and tasks get the number of their job, except for the
 * phase of waiting. If there are several programs, their pairs, blocks and collective operations are dropped.
 * @param programs at least one; they share no terminal, and their hosts have the same parameters
 * @param begins the cycle in which each program begins
 */
export function mergePrograms(programs: readonly Program[], begins: readonly number[]): Program {
  const uniform = programs.some(({ graph }) => graph !== undefined) ? programs.map(asGraph) : programs;
  const merged = uniform.length === 1 ? uniform[0] : uniform.reduce(appendProgram, null)!;
  const firstRanks = offsetsOf(programs.map(({ ranks }) => ranks));
  return { ...merged, jobs: programs.map((program, j) => programJob(program, firstRanks[j], begins[j])) };
}

function programJob({ ranks, isRoundRobin }: Program, first: number, begin: number): ProgramJob {
  return { first, ranks, begin, isRoundRobin: isRoundRobin === true };
}

/** The offset of each part in a concatenation of parts with these lengths. */
function offsetsOf(lengths: readonly number[]): readonly number[] {
  let sum = 0;
  return lengths.map((length) => (sum += length) - length);
}

/**
 * Appends the program of another job to the merged program of the jobs before it, and returns the result. Ranks, operations, mailboxes
 * (each the queue of messages from one sender with one tag to one receiver), sizes, tasks and phases of the added program get the numbers
 * after those of the merged one; names of phases and tasks get the number of the job.
 * @param merged null for the first job
 * @param job number of the added job
 */
function appendProgram(merged: Program | null, added: Program, job: number): Program {
  const phases = added.phases.map((name) => (name === waitingPhase ? name : nameInJob(job, name)));
  const tasks = added.tasks.map((task) => ({ ...task, name: nameInJob(job, task.name) }));
  // These fields describe a program with a single job.
  const { pairs: _, blocks: __, collective: ___, ...independent } = added;
  if (merged === null) return { ...independent, phases, tasks };
  const allPhases = [...new Set([...merged.phases, ...phases])];
  const { ranks, owner, ops, sizes, firstMessage } = merged;
  const offsets = {
    rank: ranks,
    mailbox: owner.length,
    size: sizes.bytes.length - 1,
    task: merged.tasks.length,
    tree: merged.trees?.length ?? 0,
    phases: phases.map((name) => allPhases.indexOf(name)),
  };
  return {
    ...merged,
    ranks: ranks + added.ranks,
    terminalOf: concatenate(merged.terminalOf, added.terminalOf),
    first: concatenate(merged.first, added.first.subarray(1), ops.length / opWords),
    ops: concatenate(ops, shiftReferences(added.ops, offsets)),
    ...withoutUndefined({ graph: merged.graph && concatenateGraphs(merged.graph, added.graph!, ops.length / opWords, ranks) }),
    sizes: concatenateSizes(sizes, added.sizes),
    owner: concatenate(owner, added.owner, ranks),
    // All ranks have the same number of partner mailboxes, so the maximum.
    partnerMailboxes: Math.max(merged.partnerMailboxes, added.partnerMailboxes),
    ...mergeTrees(merged, added),
    firstMessage: concatenate(firstMessage, added.firstMessage.subarray(1), firstMessage[ranks]),
    packets: merged.packets + added.packets,
    rendezvous: merged.rendezvous + added.rendezvous,
    phases: allPhases,
    tasks: [...merged.tasks, ...tasks],
    ...withoutUndefined({ isRoundRobin: added.isRoundRobin }),
  };
}

function nameInJob(job: number, name: string): string {
  return `${name} of job ${job + 1}`;
}

/** The trees of both programs. Ranks and mailboxes of the second program follow the ranks and mailboxes of the first. */
function mergeTrees({ trees = [], ranks, owner }: Program, { trees: addedTrees = [] }: Program): Pick<Program, "trees"> {
  if (trees.length + addedTrees.length === 0) return {};
  const shiftedTrees = addedTrees.map(({ from, to, mailbox, ...tree }) => ({
    ...tree,
    from: from.map((rank) => rank + ranks),
    to: to.map((rank) => rank + ranks),
    mailbox: mailbox.map((mailboxIndex) => mailboxIndex + owner.length),
  }));
  return { trees: [...trees, ...shiftedTrees] };
}

/** Concatenates two arrays and adds an offset to each element of the second. */
function concatenate(a: Int32Array, b: Int32Array, offset = 0): Int32Array {
  const both = new Int32Array(a.length + b.length);
  both.set(a);
  both.set(offset === 0 ? b : b.map((value) => value + offset), a.length);
  return both;
}

/** Appends sizes, except for `noMessage`, which is there already. */
function concatenateSizes(before: MessageSizes, { bytes, packets, isRendezvous }: MessageSizes): MessageSizes {
  const append = (a: Float64Array, b: Float64Array) => Float64Array.from([...a, ...b.subarray(noMessage + 1)]);
  return {
    bytes: append(before.bytes, bytes),
    packets: append(before.packets, packets),
    isRendezvous: Uint8Array.from([...before.isRendezvous, ...isRendezvous.subarray(noMessage + 1)]),
  };
}

/**
 * Appends the dependency graph of another job: references to operations, ranks and mailboxes are increased by the numbers of operations,
 * ranks and mailboxes that the merged graph has already.
 * @param operations number of operations in the merged graph
 * @param ranks number of ranks in the merged graph
 */
function concatenateGraphs(mergedGraph: Dependencies, added: Dependencies, operations: number, ranks: number): Dependencies {
  const append = (a: Uint8Array, b: Uint8Array) => Uint8Array.from([...a, ...b]);
  return {
    firstDependency: concatenate(mergedGraph.firstDependency, added.firstDependency.subarray(1), mergedGraph.dependencies.length),
    dependencies: concatenate(mergedGraph.dependencies, added.dependencies, operations * dependencyKinds),
    cpu: append(mergedGraph.cpu, added.cpu),
    nic: append(mergedGraph.nic, added.nic),
    cpus: Math.max(mergedGraph.cpus, added.cpus),
    nics: Math.max(mergedGraph.nics, added.nics),
    senderOf: concatenate(
      mergedGraph.senderOf,
      added.senderOf.map((rank) => (rank < 0 ? rank : rank + ranks)),
    ),
    tagOf: concatenate(mergedGraph.tagOf, added.tagOf),
    firstTaker: concatenate(mergedGraph.firstTaker, added.firstTaker.subarray(1), mergedGraph.takers.length),
    takers: concatenate(mergedGraph.takers, added.takers, mergedGraph.senderOf.length),
  };
}

interface ReferenceOffsets {
  readonly rank: number;
  readonly mailbox: number;
  readonly size: number;
  readonly task: number;
  readonly tree: number;
  /** The new index of each phase. */
  readonly phases: readonly number[];
}

/**
 * A copy of operations (code, operand, size and mailbox, one word each), with offsets added to the ranks, mailboxes, sizes, trees and tasks
 * that they refer to. Phases are replaced by their new index, because jobs may share a phase.
 */
function shiftReferences(
  ops: Int32Array,
  {
    rank: rankOffset,
    mailbox: mailboxOffset,
    size: sizeOffset,
    task: taskOffset,
    tree: treeOffset,
    phases: newPhaseIndex,
  }: ReferenceOffsets,
): Int32Array {
  const shifted = ops.slice();
  for (let word = 0; word < shifted.length; word += opWords) {
    const code = shifted[word];
    if (code === op.send) shifted[word + 1] += rankOffset;
    else if (code === op.sendToTree) shifted[word + 1] += treeOffset;
    else if (code === op.task) shifted[word + 1] += taskOffset;
    else if (code === op.phase) shifted[word + 1] = newPhaseIndex[shifted[word + 1]];
    const isSend = code === op.send || code === op.sendToPartner || code === op.sendToTree;
    if (isSend && shifted[word + 2] !== noMessage) shifted[word + 2] += sizeOffset;
    if (code === op.send || code === op.receive) shifted[word + 3] += mailboxOffset;
  }
  return shifted;
}
