/** Proved lower bounds of the cut between equal halves. All values are in units of the halving. */
import { breadthFirstSearch } from "../../network/search.ts";
import { leastEigenvalueBound } from "./least-eigenvalue.ts";
import { type Halving, type WorkBudget, type Split, splitsOf } from "./halving.ts";

export interface CutBound {
  /** No cut is smaller: number of links, or their capacity. */
  readonly links: number;
  /** Method of the proof. */
  readonly by: "even flows" | "eigenvalues";
}

/** Work per edge and vertex for the flow to one goal; and for eigenvalues per entry of a cube, by measured time. */
const workPerGoal = 3;
const workPerEntry = 1 / 2;

/** Covers the rounding errors of sums of many fractions, which are far smaller. */
const roundingMargin = 1e-9;
const roundUp = (bound: number) => Math.max(0, Math.ceil(bound - Math.abs(bound) * roundingMargin - roundingMargin));

/**
 * Lower bound of the cut between any two equal halves, by a known flow across it. Every halved item (a terminal or switch) sends one unit
 * to each goal: to all other items, or to the vertices that are farthest from them, such as the switches at the top level of a tree. Then
 * the flow between any two halves is known. If no link carries more than M of this flow in both directions together per unit of capacity,
 * at least flow / M units are cut. (Leighton, 1992, §1.9, by embedding a complete graph.) Two sets of shortest paths are tried: in
 * dimension order (lowest link class first), and evenly over all.
 * @param knownCut Units of a known cut: a bound that reaches it ends the work.
 * @param budget Flows that would need more than half of the remaining work are skipped.
 * @returns null if the network is too large
 */
export function boundByFlows(halving: Halving, knownCut: number, budget: WorkBudget): CutBound | null {
  const { head, weight } = halving;
  const splits = splitsOf(halving);
  let bestBound: number | null = null;
  const farthest = farthestVertices(halving);
  for (const goals of farthest === null ? [weight] : [farthest, weight]) {
    const work = workPerGoal * goals.reduce((count, each) => count + (each > 0 ? 1 : 0), 0) * (head.length + weight.length);
    const goalWeight = goals.reduce((sum, each) => sum + each, 0);
    for (const isByClass of [true, false]) {
      if (work > budget.remaining / 2) break;
      budget.remaining -= work;
      const { maxLoad, undelivered } = loadsOfEvenFlows(halving, goals, isByClass);
      // A split has `heavy` items on one side and `light` items, at most as many, on the other. If all items are goals, each of the heavy ×
      // light pairs sends over the cut in both directions. If g other vertices are goals, at least `light` items send over the cut to each
      // goal, on whichever side it is.
      const bound = minOverSplits(halving, splits, ({ heavy, light }) => {
        const crossingFlow = goals === weight ? 2 * heavy * light : light * goalWeight;
        return maxLoad > 0 ? (crossingFlow - undelivered) / maxLoad : 0;
      });
      bestBound = Math.max(bestBound ?? 0, bound);
      if (bestBound >= knownCut) return { links: bestBound, by: "even flows" };
    }
  }
  return bestBound === null ? null : { links: bestBound, by: "even flows" };
}

/** Minimum over all splits, given the minimum cut between vertices for each. */
function minOverSplits({ detachableLinks }: Halving, splits: readonly Split[], cutOfSplit: (split: Split) => number): number {
  let minCut = Infinity;
  for (const split of splits) minCut = Math.min(minCut, roundUp(cutOfSplit(split)) + split.detached * detachableLinks.least);
  return minCut;
}

/** [V] 1 for the vertices farthest from any vertex with weight; null if all have weight. */
function farthestVertices({ firstOut, head, weight }: Halving): Int32Array | null {
  const level = new Int32Array(weight.length).fill(-1);
  const order = Array.from(weight.keys()).filter((vertex) => weight[vertex] > 0);
  for (const vertex of order) level[vertex] = 0;
  for (const vertex of order)
    for (let edge = firstOut[vertex]; edge < firstOut[vertex + 1]; edge++) {
      if (level[head[edge]] >= 0) continue;
      level[head[edge]] = level[vertex] + 1;
      order.push(head[edge]);
    }
  const highest = level.reduce((a, b) => Math.max(a, b), 0);
  return highest === 0 ? null : level.map((each) => (each === highest ? 1 : 0));
}

/**
 * Loads of the links if each vertex sends `weight` × `goals` to each goal by shortest paths. Returns the largest flow over a link, in both
 * directions together and per unit of its capacity, and the flow that has no path.
 * @param goals [V] Weight of each vertex as a destination; 0 if nothing is sent to it.
 * @param isByClass Whether, of the edges that lead closer to the goal, packets take only the edges of the lowest link class.
 */
function loadsOfEvenFlows(
  halving: Halving,
  goals: Int32Array,
  isByClass: boolean,
): { readonly maxLoad: number; readonly undelivered: number } {
  const { firstOut, head, linkClass, capacity, weight } = halving;
  const load = new Float64Array(head.length);
  const distance = new Int32Array(weight.length);
  const order = new Int32Array(weight.length);
  const flowThrough = new Float64Array(weight.length);
  let undelivered = 0;
  // Add the flow of all vertices to one goal to the loads of the edges.
  goals.forEach((goalWeight, goalVertex) => {
    if (goalWeight === 0) return;
    const reachedCount = breadthFirstSearch(halving, goalVertex, distance, order);
    distance.forEach((each, vertex) => {
      flowThrough[vertex] = weight[vertex] * goalWeight;
      if (each < 0) undelivered += flowThrough[vertex];
    });
    // From the farthest vertex inward, split the flow over the edges that lead closer to the goal, in proportion to their capacities.
    for (let i = reachedCount - 1; i > 0; i--) {
      const vertex = order[i];
      // Capacity of the edges that lead closer to the goal, or with `isByClass` of the edges of the lowest class among them; 256 is above
      // all classes.
      let [capacitySum, lowestClass] = [0, 256];
      for (let edge = firstOut[vertex]; edge < firstOut[vertex + 1]; edge++) {
        if (distance[head[edge]] !== distance[vertex] - 1 || (isByClass && linkClass[edge] > lowestClass)) continue;
        if (isByClass && linkClass[edge] < lowestClass) capacitySum = 0;
        lowestClass = isByClass ? linkClass[edge] : 0;
        capacitySum += capacity[edge];
      }
      for (let edge = firstOut[vertex]; edge < firstOut[vertex + 1]; edge++) {
        if (distance[head[edge]] !== distance[vertex] - 1 || (isByClass && linkClass[edge] !== lowestClass)) continue;
        const share = (flowThrough[vertex] * capacity[edge]) / capacitySum;
        load[edge] += share;
        flowThrough[head[edge]] += share;
      }
    }
  });
  return { maxLoad: maxLinkLoad(halving, load), undelivered };
}

/**
 * Largest load of a link: the flow between two adjacent vertices in both directions, divided by the capacity of the edges from one to the
 * other. Parallel edges count together.
 * @param load [E] Flow over each edge.
 */
function maxLinkLoad({ firstOut, head, capacity }: Halving, load: Float64Array): number {
  const [flowBetween, capacityBetween] = [new Float64Array(firstOut.length - 1), new Int32Array(firstOut.length - 1)];
  let maxLoad = 0;
  for (let vertex = 0; vertex < flowBetween.length; vertex++) {
    for (let edge = firstOut[vertex]; edge < firstOut[vertex + 1]; edge++) {
      flowBetween[head[edge]] = 0;
      capacityBetween[head[edge]] = 0;
    }
    for (let edge = firstOut[vertex]; edge < firstOut[vertex + 1]; edge++) {
      const neighbor = head[edge];
      capacityBetween[neighbor] += capacity[edge];
      flowBetween[neighbor] += load[edge];
    }
    for (let edge = firstOut[vertex]; edge < firstOut[vertex + 1]; edge++) {
      const neighbor = head[edge];
      if (capacityBetween[neighbor] === 0) continue;
      // A neighbor with several edges is compared once; capacity 0 marks it as done. The flow back is on the edges of the neighbor.
      for (let reverseEdge = firstOut[neighbor]; reverseEdge < firstOut[neighbor + 1]; reverseEdge++)
        if (head[reverseEdge] === vertex) flowBetween[neighbor] += load[reverseEdge];
      maxLoad = Math.max(maxLoad, flowBetween[neighbor] / capacityBetween[neighbor]);
      capacityBetween[neighbor] = 0;
    }
  }
  return maxLoad;
}

/**
 * Lower bound of the cut between any two equal halves, by the least eigenvalue of a matrix. With x = ±1 for the vertices of the two sides,
 * a cut has ¼ xᵀLx units, with L the weighted Laplacian. If wᵀx = s is the surplus of the heavier side, this is at least ¼ (n λ − μ s²),
 * with λ the least eigenvalue of L + μwwᵀ, for any μ. (Donath, Hoffman, IBM J. R&D 17, 1973.) If all vertices have equal weight, this is n
 * λ₂ / 4 with Fiedler's algebraic connectivity λ₂. Here μ is `penalty`, a power of two, so that all entries are exact.
 * @param knownCut Units of a known cut: a bound that reaches it ends the work.
 * @returns null if the network is too large
 */
export function boundByEigenvalues(halving: Halving, knownCut: number, budget: WorkBudget): CutBound | null {
  const { firstOut, head, capacity, weight } = halving;
  const n = weight.length;
  const work = workPerEntry * n ** 3;
  if (work > budget.remaining) return null;
  budget.remaining -= work;
  const splits = splitsOf(halving);
  const maxImbalance = splits.reduce((max, { heavy, light }) => Math.max(max, heavy - light), 1);
  let penalty = 2;
  while (penalty * maxImbalance > 2) penalty /= 2;
  const matrix = new Float64Array(n * n);
  for (let vertex = 0; vertex < n; vertex++) {
    for (let otherVertex = 0; otherVertex < n; otherVertex++)
      matrix[vertex * n + otherVertex] = penalty * weight[vertex] * weight[otherVertex];
    for (let edge = firstOut[vertex]; edge < firstOut[vertex + 1]; edge++) {
      matrix[vertex * n + vertex] += capacity[edge];
      matrix[vertex * n + head[edge]] -= capacity[edge];
    }
  }
  /** Bound of the cut if the matrix has no smaller eigenvalue. */
  const bound = (eigenvalue: number) =>
    minOverSplits(halving, splits, ({ heavy, light }) => (n * eigenvalue - penalty * (heavy - light) ** 2) / 4);
  const eigenvalueBound = leastEigenvalueBound(
    matrix,
    n,
    // Stop once the bound reaches the known cut, or once a more accurate eigenvalue could not improve it.
    (provedEigenvalue, upperValue) => bound(provedEigenvalue) >= Math.min(knownCut, bound(upperValue)),
  );
  return { links: bound(eigenvalueBound), by: "eigenvalues" };
}
