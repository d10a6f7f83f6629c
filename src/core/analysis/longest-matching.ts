/** A permutation of the terminals that is hard for any routing: partners as far apart as a heuristic finds. */
import { distanceMatrix, terminalGraph } from "../network/distances.ts";
import type { Network } from "../network/network.ts";

export interface LongestMatching {
  /** [T] Partner that each terminal sends to; the terminal itself if none is left. */
  readonly partner: Int32Array;
  /** Number of terminals with a partner. */
  readonly senders: number;
  /** Sum of the shortest distances between partners in channels, including the terminal channels. */
  readonly channels: number;
}

/** Largest number of positions (switches with terminals): a matrix of their distances is kept. */
const maxPositions = 4096;
/** Visits of pairs of positions, beyond one visit of each pair: under a second. */
const maxVisits = 1e8;

/**
 * A permutation of the terminals whose pairs are far apart, a hard traffic pattern: longest matching (Jyothi, Singla, Godfrey, Kolla, SC
 * 2016, §II-C). Every terminal sends to one terminal and receives from one, and the sum of the distances is large.
 *
 * A position is a switch with terminals. Distances are processed in descending order. At each, positions with the fewest possible partners
 * choose first; then augmenting paths exchange partners so that more terminals have a partner. Pairs of a larger distance are never undone,
 * so this is a heuristic, and the sum may be below the maximum. Null if more than 4,096 switches have terminals.
 */
export function findLongestMatching(network: Network): LongestMatching | null {
  const terminalPositions = terminalGraph(network);
  const { weight, vertexOfTerminal } = terminalPositions;
  const positions = Int32Array.from(weight.keys()).filter((switchIndex) => weight[switchIndex] > 0);
  const positionCount = positions.length;
  if (positionCount > maxPositions) return null;
  const distances = distanceMatrix(terminalPositions, positions);
  const [freeSenders, freeReceivers] = [
    Int32Array.from(positions, (switchIndex) => weight[switchIndex]),
    Int32Array.from(positions, (switchIndex) => weight[switchIndex]),
  ];
  const { farthest, sortedPositions, firstSorted } = sortByDistance(distances, positionCount);
  const flows: MatchedFlow[] = [];
  const visits = { remaining: maxVisits };
  for (let distance = farthest; distance > 0; distance--) {
    const positionsAtDistance = (i: number) => {
      const index = i * (farthest + 2) + distance;
      return sortedPositions.subarray(firstSorted[index], firstSorted[index + 1]);
    };
    flows.push(...matchAtDistance(positionsAtDistance, freeSenders, freeReceivers, visits));
  }
  // Assign terminals to the flows between positions: the terminals of a position send and receive in turn.
  const positionOf = new Int32Array(weight.length);
  positions.forEach((switchIndex, i) => (positionOf[switchIndex] = i));
  const terminalsAt: number[][] = Array.from(positions, () => []);
  vertexOfTerminal.forEach((switchIndex, terminal) => switchIndex >= 0 && terminalsAt[positionOf[switchIndex]].push(terminal));
  const [sentCount, receivedCount] = [new Int32Array(positionCount), new Int32Array(positionCount)];
  const partner = Int32Array.from(vertexOfTerminal, (_, terminal) => terminal);
  let [senders, channels] = [0, 0];
  // Pairs within a position come first: each terminal sends to the next.
  for (const [i, j, count] of flows.sort((a, b) => Number(b[0] === b[1]) - Number(a[0] === a[1]))) {
    for (let k = 0; k < count; k++) {
      const source = terminalsAt[i][sentCount[i]++];
      const destination = i === j ? terminalsAt[i][(receivedCount[i]++ + 1) % count] : terminalsAt[j][receivedCount[j]++];
      if (source === destination) continue;
      partner[source] = destination;
      senders++;
      channels += distances[i * positionCount + j];
    }
  }
  return { partner, senders, channels };
}

/** Number of terminals of one position that send to another. */
type MatchedFlow = readonly [from: number, to: number, count: number];

/**
 * Sorts, for each position i, all positions by their distance from i. In `sortedPositions`, the positions at distance d begin at the index
 * `firstSorted[i × (farthest + 2) + d]`.
 * @param distances [positions × positions]
 */
function sortByDistance(distances: Uint16Array, positionCount: number) {
  const farthest = distances.reduce((maxDistance, distance) => Math.max(maxDistance, distance), 0);
  const sortedPositions = new Uint16Array(positionCount * positionCount);
  const firstSorted = new Int32Array(positionCount * (farthest + 2));
  for (let i = 0; i < positionCount; i++) {
    const rowFirst = firstSorted.subarray(i * (farthest + 2), (i + 1) * (farthest + 2));
    for (let j = 0; j < positionCount; j++) rowFirst[distances[i * positionCount + j] + 1]++;
    rowFirst[0] = i * positionCount;
    for (let d = 1; d < rowFirst.length; d++) rowFirst[d] += rowFirst[d - 1];
    const next = rowFirst.slice();
    for (let j = 0; j < positionCount; j++) sortedPositions[next[distances[i * positionCount + j]]++] = j;
  }
  return { farthest, sortedPositions, firstSorted };
}

/**
 * Matches terminals at one distance, and removes them from both sides.
 * @param positionsAtDistance The positions at that distance from a position.
 * @param freeSenders Terminals of each position without a destination.
 * @param freeReceivers Terminals of each position without a source.
 */
function matchAtDistance(
  positionsAtDistance: (i: number) => Uint16Array,
  freeSenders: Int32Array,
  freeReceivers: Int32Array,
  visits: { remaining: number },
): readonly MatchedFlow[] {
  const positionCount = freeSenders.length;
  /** By receiving position: number of its senders by sending position. */
  const sendersTo = new Map<number, Map<number, number>>();
  const choices = Int32Array.from(freeSenders, (senders, i) =>
    senders === 0 ? 0 : positionsAtDistance(i).reduce((count, j) => count + Number(freeReceivers[j] > 0), 0),
  );
  const order = Int32Array.from(freeSenders.keys()).filter((i) => choices[i] > 0);
  // Greedy: positions with few choices first.
  for (const i of order.sort((a, b) => choices[a] - choices[b] || a - b)) {
    const candidates = positionsAtDistance(i);
    // Each position starts with the partner after itself, so that not all choose the same.
    const startIndex = Math.max(
      0,
      candidates.findIndex((j) => j > i),
    );
    for (let step = 0; step < candidates.length && freeSenders[i] > 0; step++) {
      const j = candidates[(startIndex + step) % candidates.length];
      const count = Math.min(freeSenders[i], freeReceivers[j]);
      if (count === 0) continue;
      freeSenders[i] -= count;
      freeReceivers[j] -= count;
      addFlow(i, j, count);
    }
  }
  // Then augmenting paths.
  // For a receiving position: the sending position from which the search reached it, −1 if not reached. For a sending position: the
  // receiving position at which its receiver is taken away; −1 if it has a free sender, −2 if not reached.
  const [reachedFrom, takesFrom] = [new Int32Array(positionCount), new Int32Array(positionCount)];
  while (visits.remaining > 0 && augment());
  return [...sendersTo].flatMap(([j, from]) => [...from].map(([i, count]): MatchedFlow => [i, j, count]));

  function addFlow(i: number, j: number, count: number): void {
    const from = sendersTo.get(j) ?? new Map<number, number>();
    sendersTo.set(j, from);
    const newCount = (from.get(i) ?? 0) + count;
    if (newCount === 0) from.delete(i);
    else from.set(i, newCount);
  }

  /**
   * Matches one more pair of terminals at the current distance by an augmenting path between positions (switches with terminals): a
   * position with a free sender takes a receiver from another sender, which takes a receiver from the next, until a position with a free
   * receiver is found. Returns whether a pair was added.
   */
  function augment(): boolean {
    const queue = Array.from(order).filter((i) => freeSenders[i] > 0);
    reachedFrom.fill(-1);
    takesFrom.fill(-2);
    for (const i of queue) takesFrom[i] = -1;
    // Breadth-first from the sending positions i over the receiving positions j; the queue grows while it is visited.
    for (const i of queue) {
      const candidates = positionsAtDistance(i);
      visits.remaining -= candidates.length;
      for (const j of candidates) {
        if (reachedFrom[j] >= 0) continue;
        reachedFrom[j] = i;
        if (freeReceivers[j] > 0) {
          freeReceivers[j]--;
          applyAugmentingPath(j);
          return true;
        }
        for (const otherPosition of sendersTo.get(j)?.keys() ?? []) {
          if (takesFrom[otherPosition] !== -2) continue;
          takesFrom[otherPosition] = j;
          queue.push(otherPosition);
        }
      }
    }
    return false;
  }

  /** Applies the augmenting path, backward from the free receiver. */
  function applyAugmentingPath(receiver: number): void {
    for (let to = receiver; to >= 0;) {
      const from = reachedFrom[to];
      addFlow(from, to, 1);
      to = takesFrom[from];
      if (to >= 0) addFlow(from, to, -1);
      else freeSenders[from]--;
    }
  }
}
