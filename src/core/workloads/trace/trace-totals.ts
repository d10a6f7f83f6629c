/** Properties of a trace that do not depend on the network: total bytes, and issues such as receives without a send. */
import type { ValidationIssue } from "../../base/errors.ts";
import { memoizeTexts } from "../../base/memoize.ts";
import { any, graphOp, type ProgramGraph } from "../../programs/graph.ts";
import { graphOfText } from "../../programs/graph-param.ts";

/** The totals and the issues of a trace. */
export interface TraceTotals {
  readonly bytes: number;
  /** Bytes of the longest message. */
  readonly longestMessage: number;
  readonly issues: readonly ValidationIssue[];
}

/** The totals of the graph of a valid text. */
export const traceTotals = memoizeTexts((text: string): TraceTotals => {
  const graph = graphOfText(text);
  const { code, amount } = graph;
  let [bytes, longest] = [0, 0];
  for (let o = 0; o < code.length; o++) {
    if (code[o] !== graphOp.send) continue;
    bytes += amount[o];
    longest = Math.max(longest, amount[o]);
  }
  return { bytes, longestMessage: longest, issues: [...selfSendIssues(graph), ...unmatchedReceiveIssues(graph)].slice(0, 1) };
}, 2);

const programIssue = (message: string, remedy: string): ValidationIssue => ({ path: "program", message, remedy });

/** The issue about the first rank that sends to itself. */
function selfSendIssues({ ranks, first, code, peer }: ProgramGraph): readonly ValidationIssue[] {
  for (let r = 0; r < ranks; r++)
    for (let o = first[r]; o < first[r + 1]; o++)
      if (code[o] === graphOp.send && peer[o] === r)
        return [
          programIssue(
            `rank ${r} sends to itself; only messages between two ranks cross a network.`,
            "Replace the message by computing time.",
          ),
        ];
  return [];
}

/**
 * The issue about the first rank of a dependency graph that waits for more messages than are sent to it: per sender and tag, or in total if
 * the rank uses wildcards (any sender, any tag). A balance is the number of sends minus the number of receives of one receiver, sender and
 * tag.
 */
function unmatchedReceiveIssues({ ranks, first, code, peer, tag }: ProgramGraph): readonly ValidationIssue[] {
  const hasWildcard = new Uint8Array(ranks);
  for (let r = 0; r < ranks; r++)
    for (let o = first[r]; o < first[r + 1]; o++)
      if (code[o] === graphOp.receive && (peer[o] === any || tag[o] === any)) hasWildcard[r] = 1;
  const balances = new Map<number, Map<number, number>>();
  const addToBalance = (to: number, from: number, messageTag: number, change: number): number => {
    const pair = hasWildcard[to] === 1 ? to * (ranks + 1) : to * (ranks + 1) + from + 1;
    let balanceByTag = balances.get(pair);
    if (balanceByTag === undefined) balances.set(pair, (balanceByTag = new Map()));
    const key = hasWildcard[to] === 1 ? 0 : messageTag;
    const sum = (balanceByTag.get(key) ?? 0) + change;
    balanceByTag.set(key, sum);
    return sum;
  };
  for (let r = 0; r < ranks; r++)
    for (let o = first[r]; o < first[r + 1]; o++) if (code[o] === graphOp.send) addToBalance(peer[o], r, tag[o], 1);
  for (let r = 0; r < ranks; r++) {
    for (let o = first[r]; o < first[r + 1]; o++) {
      if (code[o] !== graphOp.receive || addToBalance(r, peer[o], tag[o], -1) >= 0) continue;
      const from = hasWildcard[r] === 1 ? "messages" : `messages of rank ${peer[o]} with tag ${tag[o]}`;
      return [programIssue(`rank ${r} waits for more ${from} than are sent to it.`, "Use all ranks of the trace, and complete phases.")];
    }
  }
  return [];
}
