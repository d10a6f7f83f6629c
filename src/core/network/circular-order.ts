/** Orders the nodes of a graph on a circle so that neighbors are close to each other. */
import { mix } from "../base/random.ts";
import type { Adjacency } from "./search.ts";

/** Limits: rounds of averaging, rounds of swaps (more rounds change little), and link visits of all rounds. */
const maxAveragings = 60;
const maxSwapRounds = 12;
const maxLinkVisits = 5_000_000;

/**
 * [n] The nodes in an order around a circle that makes links short. Each node is moved repeatedly to the mean of its neighbors, in two
 * orthogonal dimensions, which yields the two slowest oscillations of the graph (Hall, Management Science 17, 1970). Nodes are sorted by
 * angle. Then nodes next to each other are swapped if that shortens their links. Only + − × / and square roots are used, so that the result
 * is the same on all platforms.
 */
export function circularOrder(graph: Adjacency): Int32Array {
  const order = sortByAngle(...slowestOscillations(graph));
  swapToShorten(order, graph);
  return order;
}

/**
 * Coordinates x and y of the nodes of a graph, [n] each, such that neighbors are close: its two slowest oscillations, by power iteration.
 * In each round every node moves to the average of itself and its neighbors; then the mean is removed, and y is made orthogonal to x.
 */
function slowestOscillations({ firstOut, head }: Adjacency): readonly [Float64Array, Float64Array] {
  const n = firstOut.length - 1;
  const randomVector = (i: number) => Float64Array.from({ length: n }, (_, node) => mix(node, i, 0) / 2 ** 32 - 0.5);
  let [x, y] = [randomVector(0), randomVector(1)];
  const averageWithNeighbors = (coordinates: Float64Array) => {
    const averages = new Float64Array(n);
    for (let node = 0; node < n; node++) {
      // The node's own position has half of the weight. Otherwise neighbors would only exchange positions.
      const endOfLinks = firstOut[node + 1];
      let sum = (endOfLinks - firstOut[node]) * coordinates[node];
      for (let i = firstOut[node]; i < endOfLinks; i++) sum += coordinates[head[i]];
      averages[node] = sum;
    }
    return averages;
  };
  // The mean is removed because the slowest oscillation of all, equal coordinates, separates no nodes.
  for (let round = 0; round < maxAveragings && round * head.length < maxLinkVisits; round++) {
    x = averageWithNeighbors(x);
    y = averageWithNeighbors(y);
    subtractMean(x);
    normalize(x);
    subtractMean(y);
    let projection = 0;
    for (let node = 0; node < n; node++) projection += x[node] * y[node];
    for (let node = 0; node < n; node++) y[node] -= projection * x[node];
    normalize(y);
  }
  return [x, y];
}

function subtractMean(x: Float64Array): void {
  let sum = 0;
  for (const each of x) sum += each;
  const mean = sum / x.length;
  for (let a = 0; a < x.length; a++) x[a] -= mean;
}

function normalize(x: Float64Array): void {
  let sum = 0;
  for (const each of x) sum += each * each;
  const length = sum > 0 ? Math.sqrt(sum) : 1;
  for (let a = 0; a < x.length; a++) x[a] /= length;
}

/** [n] Nodes sorted by angle. Instead of the angle, a number that increases with it is computed without trigonometry. */
function sortByAngle(x: Float64Array, y: Float64Array): Int32Array {
  const n = x.length;
  const angle = Float64Array.from({ length: n }, (_, a) => {
    const taxicabLength = Math.abs(x[a]) + Math.abs(y[a]);
    const relativeX = taxicabLength > 0 ? x[a] / taxicabLength : 1;
    return y[a] >= 0 ? 1 - relativeX : 3 + relativeX;
  });
  return Int32Array.from({ length: n }, (_, a) => a).sort((a, b) => angle[a] - angle[b] || a - b);
}

/** Improves an order of nodes around a circle: swaps adjacent nodes as long as that shortens their links. */
function swapToShorten(order: Int32Array, { firstOut, head }: Adjacency): void {
  const n = order.length;
  const positionOf = new Int32Array(n);
  for (let position = 0; position < n; position++) positionOf[order[position]] = position;
  /**
   * Total length, along the circle, of the links of a node at a position. The link to `excludedNode` is left out because a swap does
   * not change it.
   */
  const linkLength = (a: number, position: number, excludedNode: number) => {
    let sum = 0;
    for (let i = firstOut[a], end = firstOut[a + 1]; i < end; i++) {
      if (head[i] === excludedNode) continue;
      const difference = Math.abs(positionOf[head[i]] - position);
      sum += Math.min(difference, n - difference);
    }
    return sum;
  };
  for (let round = 0, hasSwapped = true; round < maxSwapRounds && 4 * round * head.length < maxLinkVisits && hasSwapped; round++) {
    hasSwapped = false;
    for (let position = 0; position < n; position++) {
      const nextPosition = (position + 1) % n;
      const [a, b] = [order[position], order[nextPosition]];
      // Swap if the links are shorter afterwards (left side) than now (right side).
      if (linkLength(a, nextPosition, b) + linkLength(b, position, a) >= linkLength(a, position, b) + linkLength(b, nextPosition, a))
        continue;
      order[position] = b;
      order[nextPosition] = a;
      positionOf[a] = nextPosition;
      positionOf[b] = position;
      hasSwapped = true;
    }
  }
}
