/** Orders the nodes of a graph on a circle so that neighbors are close to each other. */
import { mix } from "../base/random.ts";
import type { Ways } from "./search.ts";

/** Limits: rounds of averaging, rounds of swaps (more change little), and link visits of all rounds. */
const averagings = 60;
const swaps = 12;
const mostSteps = 5_000_000;

/**
 * [n] The nodes in an order around a circle that makes links short. Each node is moved repeatedly to the mean of its neighbors, in two
 * orthogonal dimensions, which yields the two slowest oscillations of the graph (Hall, Management Science 17, 1970). Nodes are sorted by
 * angle. Then nodes next to each other are swapped if that shortens their links. Only + − × / and square roots are used, so that the result
 * is the same on all platforms.
 */
export function orderRound(graph: Ways): Int32Array {
  const order = byAngle(...oscillations(graph));
  swapNeighbours(order, graph);
  return order;
}

/**
 * [n] × 2 Coordinates of the nodes in the two slowest oscillations, by power iteration. After each averaging, the mean is removed, and y is
 * made orthogonal to x.
 */
function oscillations({ firstOut, head }: Ways): readonly [Float64Array, Float64Array] {
  const n = firstOut.length - 1;
  const start = (i: number) => Float64Array.from({ length: n }, (_, a) => mix(a, i, 0) / 2 ** 32 - 0.5);
  let [x, y] = [start(0), start(1)];
  const averaged = (from: Float64Array) => {
    const to = new Float64Array(n);
    for (let a = 0; a < n; a++) {
      // The node's own position has half of the weight. Otherwise neighbors would only exchange positions.
      const end = firstOut[a + 1];
      let sum = (end - firstOut[a]) * from[a];
      for (let i = firstOut[a]; i < end; i++) sum += from[head[i]];
      to[a] = sum;
    }
    return to;
  };
  for (let round = 0; round < averagings && round * head.length < mostSteps; round++) {
    x = averaged(x);
    y = averaged(y);
    centre(x);
    scale(x);
    centre(y);
    let along = 0;
    for (let a = 0; a < n; a++) along += x[a] * y[a];
    for (let a = 0; a < n; a++) y[a] -= along * x[a];
    scale(y);
  }
  return [x, y];
}

function centre(x: Float64Array): void {
  let sum = 0;
  for (const each of x) sum += each;
  const mean = sum / x.length;
  for (let a = 0; a < x.length; a++) x[a] -= mean;
}

function scale(x: Float64Array): void {
  let sum = 0;
  for (const each of x) sum += each * each;
  const length = sum > 0 ? Math.sqrt(sum) : 1;
  for (let a = 0; a < x.length; a++) x[a] /= length;
}

/** [n] Nodes sorted by angle. Instead of the angle, a number that increases with it is computed without trigonometry. */
function byAngle(x: Float64Array, y: Float64Array): Int32Array {
  const n = x.length;
  const angle = Float64Array.from({ length: n }, (_, a) => {
    const all = Math.abs(x[a]) + Math.abs(y[a]);
    const along = all > 0 ? x[a] / all : 1;
    return y[a] >= 0 ? 1 - along : 3 + along;
  });
  return Int32Array.from({ length: n }, (_, a) => a).sort((a, b) => angle[a] - angle[b] || a - b);
}

/** Swaps adjacent nodes as long as that shortens their links. */
function swapNeighbours(order: Int32Array, { firstOut, head }: Ways): void {
  const n = order.length;
  const placeOf = new Int32Array(n);
  for (let place = 0; place < n; place++) placeOf[order[place]] = place;
  /**
   * Total length, along the circle, of the links of a node at a position. The link to `other` is left out because a swap does not change
   * it.
   */
  const lengths = (a: number, place: number, other: number) => {
    let sum = 0;
    for (let i = firstOut[a], end = firstOut[a + 1]; i < end; i++) {
      if (head[i] === other) continue;
      const ahead = Math.abs(placeOf[head[i]] - place);
      sum += Math.min(ahead, n - ahead);
    }
    return sum;
  };
  for (let round = 0, hasSwapped = true; round < swaps && 4 * round * head.length < mostSteps && hasSwapped; round++) {
    hasSwapped = false;
    for (let place = 0; place < n; place++) {
      const next = (place + 1) % n;
      const [a, b] = [order[place], order[next]];
      if (lengths(a, next, b) + lengths(b, place, a) >= lengths(a, place, b) + lengths(b, next, a)) continue;
      order[place] = b;
      order[next] = a;
      placeOf[a] = next;
      placeOf[b] = place;
      hasSwapped = true;
    }
  }
}
