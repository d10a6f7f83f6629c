/** A rank program as a graph of operations, for formats that have such. */
import { refuse } from "../../core/base/errors.ts";
import { asGraph } from "../../core/programs/as-graph.ts";
import { any, graphOp, type ProgramGraph } from "../../core/programs/graph.ts";
import { mostOfGraph } from "../../core/programs/graph-text.ts";
import { cyclesOf, jobsOf, op, opWords, type Program, unsent } from "../../core/programs/program.ts";

/**
 * What a program has that its graph has not, as sentences.
 * @param cycleSeconds how long a cycle is; null where one is a nanosecond
 */
export function leftOutOf(program: Program, cycleSeconds: number | null): readonly string[] {
  const { ops, phases, tasks } = program;
  const has = (code: number, also: (i: number) => boolean = () => true) =>
    ops.some((each, i) => i % opWords === 0 && each === code && also(i));
  const nanoseconds = cycleSeconds === null ? 1 : cycleSeconds * 1e9;
  const isBetween = (time: number) => Math.abs(time - Math.round(time)) > 1e-9 * time;
  return [
    ...(phases.length + tasks.length > 0 ? ["Left out: names of phases and tasks."] : []),
    ...(has(op.wait) ? ["Left out: waits for the arrival of what was sent. A send is over when it has left."] : []),
    ...(has(op.compute, (i) => isBetween(cyclesOf(ops[i + 1], ops[i + 2]) * nanoseconds)) ? ["Computing is rounded to nanoseconds."] : []),
    ...(jobsOf(program).some(({ begin }) => begin > 0) ? ["Left out: when jobs begin. All ranks begin at once."] : []),
  ];
}

/**
 * The operations of all ranks, each after the one before it. A tag stands for a mailbox, so that a send meets the same receive.
 * @param cycleSeconds how long a cycle is; null where one is a nanosecond
 * @throws ScenarioError where it is too large, or its ranks meet at barriers
 */
export function graphOfProgram(program: Program, cycleSeconds: number | null): ProgramGraph {
  const { ranks, firstMessage } = program;
  // Each message is sent and received.
  const least = 2 * firstMessage[ranks];
  if (least > mostOfGraph.operations)
    refuse(
      "workload",
      `its ranks have ${least.toLocaleString("en-US")} operations or more; at most ${mostOfGraph.operations.toLocaleString("en-US")} are written.`,
      "Use fewer ranks, or fewer turns.",
    );
  const graph = asGraph(program);
  const boxes = boxesOf(graph);
  const [code, peer, amount, tag]: number[][] = [[], [], [], []];
  const put = (what: number, who: number, much: number, mark: number) => {
    code.push(what);
    peer.push(who);
    amount.push(much);
    tag.push(mark);
  };
  const first = new Int32Array(ranks + 1);
  const nanoseconds = cycleSeconds === null ? 1 : cycleSeconds * 1e9;
  for (let r = 0; r < ranks; r++) {
    for (let o = graph.first[r]; o < graph.first[r + 1]; o++) {
      const [what, a, b, c] = graph.ops.subarray(o * opWords, (o + 1) * opWords);
      if (what === op.barrier) refuse("workload", "its ranks meet at barriers, which no message stands for.", "Write another program.");
      if (what === op.send && b !== unsent) put(graphOp.send, a, graph.sizes.bytes[b], c);
      else if (what === op.send)
        refuse("workload", "its ranks send to all on a medium at once; in a graph, a send goes to one.", "Write another program.");
      else if (what === op.receive) put(graphOp.receive, boxes.from[a], boxes.bytes[a], a);
      else if (what === op.compute) put(graphOp.compute, any, Math.round(cyclesOf(a, b) * nanoseconds), 0);
    }
    first[r + 1] = code.length;
  }
  return {
    ranks,
    first,
    code: Uint8Array.from(code),
    peer: Int32Array.from(peer),
    amount: Float64Array.from(amount),
    tag: Int32Array.from(tag),
    cpu: new Uint8Array(code.length),
    nic: new Uint8Array(code.length),
    ...chained(first),
  };
}

/** [mailboxes] Who sends there, {@link any} where several do, and how many bytes a message has at most. */
function boxesOf({ ranks, first, ops, owner, sizes }: Program): { readonly from: Int32Array; readonly bytes: Float64Array } {
  const nobody = -2;
  const [from, bytes] = [new Int32Array(owner.length).fill(nobody), new Float64Array(owner.length)];
  for (let r = 0; r < ranks; r++)
    for (let o = first[r]; o < first[r + 1]; o++) {
      const [what, , size, box] = ops.subarray(o * opWords, (o + 1) * opWords);
      if (what !== op.send) continue;
      from[box] = from[box] === nobody || from[box] === r ? r : any;
      bytes[box] = Math.max(bytes[box], sizes.bytes[size]);
    }
  return { from: from.map((each) => Math.max(each, any)), bytes };
}

/** Each operation of a rank waits for the one before it. */
function chained(first: Int32Array): Pick<ProgramGraph, "firstAfter" | "after"> {
  const isFirst = new Set(first);
  const all = first[first.length - 1];
  const after: number[] = [];
  const firstAfter = new Int32Array(all + 1);
  for (let o = 0; o < all; o++) {
    if (!isFirst.has(o)) after.push(2 * (o - 1));
    firstAfter[o + 1] = after.length;
  }
  return { firstAfter, after: Int32Array.from(after) };
}
