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
  for (let operation = 0; operation < code.length; operation++) {
    if (code[operation] !== graphOp.send) continue;
    bytes += amount[operation];
    longest = Math.max(longest, amount[operation]);
  }
  return { bytes, longestMessage: longest, issues: [...selfSendIssues(graph), ...unmatchedReceiveIssues(graph)].slice(0, 1) };
}, 2);

const programIssue = (message: string, remedy: string): ValidationIssue => ({ path: "program", message, remedy });

/** The issue about the first rank that sends to itself. */
function selfSendIssues({ ranks, first, code, peer }: ProgramGraph): readonly ValidationIssue[] {
  for (let rank = 0; rank < ranks; rank++)
    for (let operation = first[rank]; operation < first[rank + 1]; operation++)
      if (code[operation] === graphOp.send && peer[operation] === rank)
        return [
          programIssue(
            `rank ${rank} sends to itself; only messages between two ranks cross a network.`,
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
  // Ranks with wildcards have one balance each, because any message may match any receive.
  const hasWildcard = new Uint8Array(ranks);
  for (let rank = 0; rank < ranks; rank++)
    for (let operation = first[rank]; operation < first[rank + 1]; operation++)
      if (code[operation] === graphOp.receive && (peer[operation] === any || tag[operation] === any)) hasWildcard[rank] = 1;
  /** Balances by pair and tag. The pair of a receiver and source has the number receiver · (ranks + 1) + source + 1; source −1 is any. */
  const balances = new Map<number, Map<number, number>>();
  /** Changes a balance and returns its new value. */
  const addToBalance = (receiver: number, source: number, messageTag: number, change: number): number => {
    const [sourceKey, tagKey] = hasWildcard[receiver] === 1 ? [-1, 0] : [source, messageTag];
    const pair = receiver * (ranks + 1) + sourceKey + 1;
    let balanceByTag = balances.get(pair);
    if (balanceByTag === undefined) balances.set(pair, (balanceByTag = new Map()));
    const sum = (balanceByTag.get(tagKey) ?? 0) + change;
    balanceByTag.set(tagKey, sum);
    return sum;
  };
  // Add all sends, then subtract the receives one by one.
  for (let rank = 0; rank < ranks; rank++)
    for (let operation = first[rank]; operation < first[rank + 1]; operation++)
      if (code[operation] === graphOp.send) addToBalance(peer[operation], rank, tag[operation], 1);
  for (let rank = 0; rank < ranks; rank++) {
    for (let operation = first[rank]; operation < first[rank + 1]; operation++) {
      if (code[operation] !== graphOp.receive || addToBalance(rank, peer[operation], tag[operation], -1) >= 0) continue;
      const source = hasWildcard[rank] === 1 ? "messages" : `messages of rank ${peer[operation]} with tag ${tag[operation]}`;
      return [
        programIssue(`rank ${rank} waits for more ${source} than are sent to it.`, "Use all ranks of the trace, and complete phases."),
      ];
    }
  }
  return [];
}
