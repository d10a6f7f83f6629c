/** An order of the nodes of a graph in which neighbours stand near each other on a circle. */
import { mix } from "../base/random.ts";
import type { Ways } from "./search.ts";

/** Rounds of averaging, and of swaps, at most; more change little. And the links that all of them look at: a moment. */
const averagings = 60;
const swaps = 12;
const mostSteps = 5_000_000;

/**
 * [n] The nodes in an order round a circle, for links to be short. Each node is moved towards the middle of its neighbours, again and
 * again, in two directions at right angles: the two slowest oscillations of the graph (Hall, Management Science 17, 1970). The order is by
 * angle; then nodes next to each other are swapped where that makes their links shorter. Only + − × / and square roots, which are the
 * same everywhere.
 */
export function orderRound(graph: Ways): Int32Array {
  const order = byAngle(...oscillations(graph));
  swapNeighbours(order, graph);
  return order;
}

function oscillations({ firstOut, head }: Ways): readonly [Float64Array, Float64Array] {
  const n = firstOut.length - 1;
  const start = (i: number) => Float64Array.from({ length: n }, (_, a) => mix(a, i, 0) / 2 ** 32 - 0.5);
  let [x, y] = [start(0), start(1)];
  const averaged = (from: Float64Array) => {
    const to = new Float64Array(n);
    for (let a = 0; a < n; a++) {
      // Half of it stays: without that, neighbours would only change sides.
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

/** [n] Nodes by the angle at which they are seen, without trigonometry: a number that grows with it. */
function byAngle(x: Float64Array, y: Float64Array): Int32Array {
  const n = x.length;
  const angle = Float64Array.from({ length: n }, (_, a) => {
    const all = Math.abs(x[a]) + Math.abs(y[a]);
    const along = all > 0 ? x[a] / all : 1;
    return y[a] >= 0 ? 1 - along : 3 + along;
  });
  return Int32Array.from({ length: n }, (_, a) => a).sort((a, b) => angle[a] - angle[b] || a - b);
}

function swapNeighbours(order: Int32Array, { firstOut, head }: Ways): void {
  const n = order.length;
  const placeOf = new Int32Array(n);
  for (let place = 0; place < n; place++) placeOf[order[place]] = place;
  /** Lengths, along the circle, of the links of a node that stood at a place; that to `other` changes nothing. */
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
