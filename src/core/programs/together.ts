/** Merges several programs that run at the same time into one, in which they are independent jobs. */
import { defined } from "../base/defined.ts";
import { asGraph } from "./as-graph.ts";
import {
  type Dependencies,
  op,
  opWords,
  type Program,
  type MessageSizes,
  type ProgramJob,
  unsent,
  waitingPhase,
  whens,
} from "./program.ts";

/**
 * The programs as one program, job by job. Ranks, operations, sizes, mailboxes and messages of each program are numbered after those of the
 * programs before it. If one program is a graph, all become graphs. Names of phases and tasks get the number of their job, except for the
 * phase of waiting. If there are several programs, their pairs, blocks and collective operations are dropped.
 * @param programs at least one; they share no terminal, and their hosts have the same parameters
 * @param begins the cycle in which each program begins
 */
export function together(programs: readonly Program[], begins: readonly number[]): Program {
  const alike = programs.some(({ graph }) => graph !== undefined) ? programs.map(asGraph) : programs;
  const joined = alike.length === 1 ? alike[0] : alike.reduce(after, null)!;
  const firsts = startsOf(programs.map(({ ranks }) => ranks));
  return { ...joined, jobs: programs.map((each, j) => jobOf(each, firsts[j], begins[j])) };
}

function jobOf({ ranks, takesTurns }: Program, first: number, begin: number): ProgramJob {
  return { first, ranks, begin, takesTurns: takesTurns === true };
}

/** The offset of each part in a concatenation of parts with these lengths. */
function startsOf(lengths: readonly number[]): readonly number[] {
  let sum = 0;
  return lengths.map((length) => (sum += length) - length);
}

/** Appends a program to the ones before it, as job `job`. */
function after(before: Program | null, program: Program, job: number): Program {
  const phases = program.phases.map((name) => (name === waitingPhase ? name : nameIn(job, name)));
  const tasks = program.tasks.map((task) => ({ ...task, name: nameIn(job, task.name) }));
  const { pairs: _, blocks: __, collective: ___, ...alone } = program;
  if (before === null) return { ...alone, phases, tasks };
  const allPhases = [...new Set([...before.phases, ...phases])];
  const { ranks, owner, ops, sizes, firstMessage } = before;
  const moved = {
    rank: ranks,
    mailbox: owner.length,
    size: sizes.bytes.length - 1,
    task: before.tasks.length,
    tree: before.trees?.length ?? 0,
    phases: phases.map((name) => allPhases.indexOf(name)),
  };
  return {
    ...before,
    ranks: ranks + program.ranks,
    terminalOf: joined(before.terminalOf, program.terminalOf),
    first: joined(before.first, program.first.subarray(1), ops.length / opWords),
    ops: joined(ops, movedOps(program.ops, moved)),
    ...defined({ graph: before.graph && joinedGraph(before.graph, program.graph!, ops.length / opWords, ranks) }),
    sizes: joinedSizes(sizes, program.sizes),
    owner: joined(owner, program.owner, ranks),
    // All ranks have the same number of partner mailboxes, so the maximum.
    turning: Math.max(before.turning, program.turning),
    ...treesOf(before, program),
    firstMessage: joined(firstMessage, program.firstMessage.subarray(1), firstMessage[ranks]),
    packets: before.packets + program.packets,
    rendezvous: before.rendezvous + program.rendezvous,
    phases: allPhases,
    tasks: [...before.tasks, ...tasks],
    ...defined({ takesTurns: program.takesTurns }),
  };
}

function nameIn(job: number, name: string): string {
  return `${name} of job ${job + 1}`;
}

/** The trees of both programs. Ranks and mailboxes of the second follow those of the first. */
function treesOf({ trees = [], ranks, owner }: Program, { trees: more = [] }: Program): Pick<Program, "trees"> {
  if (trees.length + more.length === 0) return {};
  const moved = more.map(({ from, to, mailbox, ...tree }) => ({
    ...tree,
    from: from.map((rank) => rank + ranks),
    to: to.map((rank) => rank + ranks),
    mailbox: mailbox.map((box) => box + owner.length),
  }));
  return { trees: [...trees, ...moved] };
}

/** Concatenates two arrays and adds an offset to each element of the second. */
function joined(a: Int32Array, b: Int32Array, added = 0): Int32Array {
  const both = new Int32Array(a.length + b.length);
  both.set(a);
  both.set(added === 0 ? b : b.map((each) => each + added), a.length);
  return both;
}

/** Appends sizes, except for `noMessage`, which is there already. */
function joinedSizes(before: MessageSizes, { bytes, packets, asks }: MessageSizes): MessageSizes {
  const behind = (a: Float64Array, b: Float64Array) => Float64Array.from([...a, ...b.subarray(unsent + 1)]);
  return {
    bytes: behind(before.bytes, bytes),
    packets: behind(before.packets, packets),
    asks: Uint8Array.from([...before.asks, ...asks.subarray(unsent + 1)]),
  };
}

/** Appends a graph to one with the given numbers of operations and ranks. */
function joinedGraph(before: Dependencies, graph: Dependencies, operations: number, ranks: number): Dependencies {
  const both = (a: Uint8Array, b: Uint8Array) => Uint8Array.from([...a, ...b]);
  return {
    firstAfter: joined(before.firstAfter, graph.firstAfter.subarray(1), before.after.length),
    after: joined(before.after, graph.after, operations * whens),
    cpu: both(before.cpu, graph.cpu),
    nic: both(before.nic, graph.nic),
    cpus: Math.max(before.cpus, graph.cpus),
    nics: Math.max(before.nics, graph.nics),
    senderOf: joined(
      before.senderOf,
      graph.senderOf.map((rank) => (rank < 0 ? rank : rank + ranks)),
    ),
    tagOf: joined(before.tagOf, graph.tagOf),
    firstTaker: joined(before.firstTaker, graph.firstTaker.subarray(1), before.takers.length),
    takers: joined(before.takers, graph.takers, before.senderOf.length),
  };
}

interface Moved {
  readonly rank: number;
  readonly mailbox: number;
  readonly size: number;
  readonly task: number;
  readonly tree: number;
  /** The new index of each phase. */
  readonly phases: readonly number[];
}

/** A copy of operations, with offsets added to the ranks, mailboxes, sizes, trees, phases and tasks that they refer to. */
function movedOps(ops: Int32Array, { rank, mailbox, size, task, tree, phases }: Moved): Int32Array {
  const moved = ops.slice();
  for (let o = 0; o < moved.length; o += opWords) {
    const code = moved[o];
    if (code === op.send) moved[o + 1] += rank;
    else if (code === op.sendToTree) moved[o + 1] += tree;
    else if (code === op.task) moved[o + 1] += task;
    else if (code === op.phase) moved[o + 1] = phases[moved[o + 1]];
    const isSend = code === op.send || code === op.sendInTurn || code === op.sendToTree;
    if (isSend && moved[o + 2] !== unsent) moved[o + 2] += size;
    if (code === op.send || code === op.receive) moved[o + 3] += mailbox;
  }
  return moved;
}
