/** Converts a rank program to a dependency graph of operations, for formats that store such graphs. */
import { refuse } from "../../core/base/errors.ts";
import { asGraph } from "../../core/programs/as-graph.ts";
import { any, graphOp, type ProgramGraph } from "../../core/programs/graph.ts";
import { mostOfGraph } from "../../core/programs/graph-text.ts";
import {
  codeAt,
  cyclesAt,
  hasOperation,
  isHeard,
  jobsOf,
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
export function leftOutOf(program: Program, cycleSeconds: number | null): readonly string[] {
  const { ops, phases, tasks } = program;
  const nanoseconds = cycleSeconds === null ? 1 : cycleSeconds * 1e9;
  const isBetween = (time: number) => Math.abs(time - Math.round(time)) > 1e-9 * time;
  return [
    ...(phases.length + tasks.length > 0 ? ["Left out: names of phases and tasks."] : []),
    ...(hasOperation(program, (_, code) => code === op.wait)
      ? ["Left out: waits for the arrival of what was sent. A send is over when it has left."]
      : []),
    ...(hasOperation(program, (o, code) => code === op.compute && isBetween(cyclesAt(ops, o) * nanoseconds))
      ? ["Computing is rounded to nanoseconds."]
      : []),
    ...(jobsOf(program).some(({ begin }) => begin > 0) ? ["Left out: when jobs begin. All ranks begin at once."] : []),
  ];
}

/**
 * The operations of all ranks, each dependent on the preceding one of its rank. The tag of an operation is its mailbox, so that a send
 * matches the same receive.
 * @param cycleSeconds length of a cycle; null if a cycle is a nanosecond
 * @throws ScenarioError if the program is too large, or has barriers or broadcasts on a shared medium
 */
export function graphOfProgram(program: Program, cycleSeconds: number | null): ProgramGraph {
  const { ranks, firstMessage } = program;
  // Each message has a send and a receive.
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
      const { ops, sizes } = graph;
      const [what, box] = [codeAt(ops, o), mailboxAt(ops, o)];
      if (what === op.barrier) refuse("workload", "its ranks meet at barriers, which no message stands for.", "Write another program.");
      if (isHeard(ops, o))
        refuse("workload", "its ranks send to all on a medium at once; in a graph, a send goes to one.", "Write another program.");
      if (what === op.send) put(graphOp.send, operandAt(ops, o), sizes.bytes[sizeAt(ops, o)], box);
      else if (what === op.receive) put(graphOp.receive, boxes.from[box], boxes.bytes[box], box);
      else if (what === op.compute) put(graphOp.compute, any, Math.round(cyclesAt(ops, o) * nanoseconds), 0);
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

/** [mailboxes] The sender of each mailbox, {@link any} if there are several, and the size of its largest message, in bytes. */
function boxesOf({ ranks, first, ops, owner, sizes }: Program): { readonly from: Int32Array; readonly bytes: Float64Array } {
  const nobody = -2;
  const [from, bytes] = [new Int32Array(owner.length).fill(nobody), new Float64Array(owner.length)];
  for (let r = 0; r < ranks; r++)
    for (let o = first[r]; o < first[r + 1]; o++) {
      if (codeAt(ops, o) !== op.send) continue;
      const box = mailboxAt(ops, o);
      from[box] = from[box] === nobody || from[box] === r ? r : any;
      bytes[box] = Math.max(bytes[box], sizes.bytes[sizeAt(ops, o)]);
    }
  return { from: from.map((each) => Math.max(each, any)), bytes };
}

/** Makes each operation of a rank depend on the end of the preceding one; an entry 2 p of `after` means the end of operation p. */
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
