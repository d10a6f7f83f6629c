/** Properties of a trace that do not depend on the network: total bytes, and issues such as receives without a send. */
import type { ValidationIssue } from "../../base/errors.ts";
import { lru } from "../../base/once.ts";
import { any, graphOp, type ProgramGraph } from "../../programs/graph.ts";
import { graphOf } from "../../programs/graph-param.ts";

/** The totals and the issues of a trace. */
export interface Sums {
  readonly bytes: number;
  /** Bytes of the longest message. */
  readonly longest: number;
  readonly issues: readonly ValidationIssue[];
}

/** The totals of the graph of a valid text. */
export const sumsOf = lru((text: string): Sums => {
  const graph = graphOf(text);
  const { code, amount } = graph;
  let [bytes, longest] = [0, 0];
  for (let o = 0; o < code.length; o++) {
    if (code[o] !== graphOp.send) continue;
    bytes += amount[o];
    longest = Math.max(longest, amount[o]);
  }
  return { bytes, longest, issues: [...toItself(graph), ...inVain(graph)].slice(0, 1) };
}, 2);

const issue = (message: string, remedy: string): ValidationIssue => ({ path: "program", message, remedy });

/** The issue about the first rank that sends to itself. */
function toItself({ ranks, first, code, peer }: ProgramGraph): readonly ValidationIssue[] {
  for (let r = 0; r < ranks; r++)
    for (let o = first[r]; o < first[r + 1]; o++)
      if (code[o] === graphOp.send && peer[o] === r)
        return [issue(`rank ${r} sends to itself; a network carries messages between two ranks.`, "Write it as computing.")];
  return [];
}

/**
 * The issue about the first rank that waits for more messages than are sent to it: per sender and tag, or in total if the rank uses
 * wildcards.
 */
function inVain({ ranks, first, code, peer, tag }: ProgramGraph): readonly ValidationIssue[] {
  const isWild = new Uint8Array(ranks);
  for (let r = 0; r < ranks; r++)
    for (let o = first[r]; o < first[r + 1]; o++) if (code[o] === graphOp.receive && (peer[o] === any || tag[o] === any)) isWild[r] = 1;
  const sent = new Map<number, Map<number, number>>();
  const add = (to: number, from: number, mark: number, by: number): number => {
    const pair = isWild[to] === 1 ? to * (ranks + 1) : to * (ranks + 1) + from + 1;
    let marks = sent.get(pair);
    if (marks === undefined) sent.set(pair, (marks = new Map()));
    const key = isWild[to] === 1 ? 0 : mark;
    const sum = (marks.get(key) ?? 0) + by;
    marks.set(key, sum);
    return sum;
  };
  for (let r = 0; r < ranks; r++) for (let o = first[r]; o < first[r + 1]; o++) if (code[o] === graphOp.send) add(peer[o], r, tag[o], 1);
  for (let r = 0; r < ranks; r++) {
    for (let o = first[r]; o < first[r + 1]; o++) {
      if (code[o] !== graphOp.receive || add(r, peer[o], tag[o], -1) >= 0) continue;
      const from = isWild[r] === 1 ? "messages" : `messages of rank ${peer[o]} with tag ${tag[o]}`;
      return [issue(`rank ${r} waits for more ${from} than are sent to it.`, "Take all ranks of the trace, and whole phases of it.")];
    }
  }
  return [];
}
