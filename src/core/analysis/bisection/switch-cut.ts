/** Vertex connectivity: how many switches must fail before two terminals are disconnected. */
import { below, mix, streamKey } from "../../base/random.ts";
import type { Network } from "../../network/network.ts";
import { Pieces } from "../../network/pieces.ts";

export interface SwitchCut {
  /** Number of examined pairs of terminals, and whether these are all pairs. */
  readonly pairs: number;
  readonly isAll: boolean;
  /**
   * Number of switches that must fail to disconnect a pair: the minimum over the pairs, and the mean. Pairs that are joined by terminals
   * alone cannot be disconnected and are left out; Infinity if all pairs are of this sort.
   */
  readonly least: number;
  readonly mean: number;
}

/** Visits of channels for all pairs together. */
const mostLooks = 2e7;

/** The minimum switch cuts of all pairs of terminals, or of as many random pairs as the limit of visits allows. */
export function switchCutOf(network: Network, seed = 1): SwitchCut {
  const { terminals, head } = network;
  const all = (terminals * (terminals - 1)) / 2;
  const most = Math.max(8, Math.floor(mostLooks / (8 * (head.length + 1))));
  const isAll = all <= most;
  const between = switchesBetween(network);
  const key = streamKey(seed, "analysis");
  let [pairs, least, sum, parted] = [0, Infinity, 0, 0];
  const look = (from: number, to: number) => {
    const cut = between(from, to);
    pairs++;
    least = Math.min(least, cut);
    if (cut === Infinity) return;
    sum += cut;
    parted++;
  };
  if (isAll) for (let a = 0; a < terminals; a++) for (let b = a + 1; b < terminals; b++) look(a, b);
  else
    for (let i = 0; i < most; i++) {
      const from = below(mix(key, i, 0), terminals);
      const other = below(mix(key, i, 1), terminals - 1);
      look(from, other >= from ? other + 1 : other);
    }
  return { pairs, isAll, least, mean: parted === 0 ? Infinity : sum / parted };
}

/**
 * Minimum number of switches that must fail to disconnect two terminals: the number of paths without a common switch (Menger, 1927).
 * Terminals that forward do not fail and may be on several paths.
 * @returns A function of two different terminals; Infinity if they are joined by terminals alone
 */
export function switchesBetween(network: Network): (from: number, to: number) => number {
  const { pieceOf, joined } = joinedByTerminals(network);
  const between = betweenPieces(joined);
  return (from, to) => (pieceOf[from] === pieceOf[to] ? Infinity : between(pieceOf[from], pieceOf[to]));
}

type Joined = Pick<Network, "terminals" | "switches" | "firstOut" | "head" | "reverse" | "forwards">;

/**
 * The network in which terminals that reach each other without a switch are contracted to one; and [T] the contracted terminal of each
 * terminal.
 */
function joinedByTerminals({ terminals, switches, firstOut, tail, head, reverse, forwards }: Network): {
  readonly pieceOf: Int32Array;
  readonly joined: Joined;
} {
  const pieces = new Pieces(terminals);
  if (forwards) for (let c = 0; c < firstOut[terminals]; c++) if (head[c] < terminals) pieces.join(tail[c], head[c]);
  const pieceOf = new Int32Array(terminals);
  let count = 0;
  for (let t = 0; t < terminals; t++) pieceOf[t] = pieces.of(t) === t ? count++ : pieceOf[pieces.of(t)];
  const nodeOf = (n: number) => (n < terminals ? pieceOf[n] : n - terminals + count);
  // Remaining channels, sorted by their new tail; channels within a component are removed.
  const left = Array.from(head.keys()).filter((c) => nodeOf(tail[c]) !== nodeOf(head[c]));
  left.sort((a, b) => nodeOf(tail[a]) - nodeOf(tail[b]) || a - b);
  const place = new Int32Array(head.length);
  const ends = new Int32Array(count + switches + 1);
  left.forEach((c, i) => {
    place[c] = i;
    ends[nodeOf(tail[c]) + 1]++;
  });
  for (let n = 0; n < count + switches; n++) ends[n + 1] += ends[n];
  const joined = {
    terminals: count,
    switches,
    firstOut: ends,
    head: Int32Array.from(left, (c) => nodeOf(head[c])),
    reverse: Int32Array.from(left, (c) => place[reverse[c]]),
    forwards,
  };
  return { pieceOf, joined };
}

/** Minimum vertex cuts by augmenting paths in the graph with split switches; all calls share memory. */
function betweenPieces({ terminals, switches, firstOut, head, reverse, forwards }: Joined): (from: number, to: number) => number {
  const nodes = terminals + switches;
  const flow = new Uint8Array(head.length);
  const isUsed = new Uint8Array(nodes);
  // Vertex splitting: the inputs of switch n are index n, its outputs index n + `nodes`. A switch on a path can be entered, but not left by
  // its outputs.
  const cameBy = new Int32Array(2 * nodes);
  const cameFrom = new Int32Array(2 * nodes);
  const queue = new Int32Array(2 * nodes);
  return (from, to) => {
    flow.fill(0);
    isUsed.fill(0);
    let ways = 0;
    while (search(from, to)) {
      ways++;
      keep(from, to);
    }
    return ways;
  };

  /** Breadth-first search for an augmenting path: along free channels, and back along the paths found so far. */
  function search(from: number, to: number): boolean {
    cameFrom.fill(-1);
    cameFrom[from] = from;
    queue[0] = from;
    let count = 1;
    const go = (at: number, place: number, channel: number) => {
      if (cameFrom[place] >= 0) return;
      cameFrom[place] = at;
      cameBy[place] = channel;
      queue[count++] = place;
    };
    for (let i = 0; i < count; i++) {
      const at = queue[i];
      const isInput = at >= terminals && at < nodes;
      const n = at % nodes;
      if (n === to) return true;
      if (isInput && isUsed[n] === 0) go(at, n + nodes, -1);
      if (at >= nodes && isUsed[n] === 1) go(at, n, -1);
      for (let c = firstOut[n]; c < firstOut[n + 1]; c++) {
        const next = head[c];
        if (!isInput && flow[c] === 0 && (next >= terminals || forwards || next === to)) go(at, next, c);
        // Backward along a path that enters here: undoes its channel.
        if (at < nodes && flow[reverse[c]] === 1) go(at, next >= terminals ? next + nodes : next, reverse[c]);
      }
    }
    return false;
  }

  /** Adds the augmenting path to the flow. */
  function keep(from: number, to: number): void {
    // Walk back from the end; a step within a switch marks it as used or unused, another one changes the flow of a channel.
    for (let at = to; at !== from; at = cameFrom[at]) {
      const [before, channel] = [cameFrom[at], cameBy[at]];
      if (channel < 0) isUsed[at % nodes] = before < nodes ? 1 : 0;
      else flow[channel] = head[channel] === at % nodes ? 1 : 0;
    }
  }
}
