/** Proved lower bounds of the cut between equal halves. All values are in units of the halving. */
import { search } from "../../network/search.ts";
import { leastEigenvalue } from "./definite.ts";
import { type Halving, type Looks, type Split, splitsOf } from "./halving.ts";

export interface LeastCut {
  /** No cut is smaller: number of links, or their capacity. */
  readonly links: number;
  /** Method of the proof. */
  readonly by: "even flows" | "eigenvalues";
}

/** Work per edge and vertex for the flow to one goal; and for eigenvalues per entry of a cube, by measured time. */
const looksForGoal = 3;
const looksForEntry = 1 / 2;

/** Covers the rounding errors of sums of many fractions, which are far smaller. */
const margin = 1e-9;
const up = (bound: number) => Math.max(0, Math.ceil(bound - Math.abs(bound) * margin - margin));

/**
 * Every halved item sends evenly to all others, or to all switches at the top level, those farthest from the items. Then the flow between
 * the halves is known, whatever they are. If no link carries more than M of it in both directions together per unit of capacity, at least
 * flow / M units are cut. (Leighton, 1992, §1.9, by embedding a complete graph.) Two sets of shortest paths are tried: in dimension order
 * (lowest link class first), and evenly over all.
 * @param knownCut Links of a known cut: a bound that reaches it ends the work.
 * @param budget Flows that would need more than half of the remaining work are skipped.
 * @returns null if the network is too large
 */
export function leastByFlows(halving: Halving, found: number, looks: Looks): LeastCut | null {
  const { head, weight } = halving;
  const splits = splitsOf(halving);
  let least: number | null = null;
  const tops = topsOf(halving);
  for (const goals of tops === null ? [weight] : [tops, weight]) {
    const needed = looksForGoal * goals.reduce((count, each) => count + (each > 0 ? 1 : 0), 0) * (head.length + weight.length);
    const all = goals.reduce((sum, each) => sum + each, 0);
    for (const isByClass of [true, false]) {
      if (needed > looks.left / 2) break;
      looks.left -= needed;
      const { most, lost } = loadsTo(halving, goals, isByClass);
      const links = fewest(halving, splits, ({ heavy, light }) => {
        const passing = goals === weight ? 2 * heavy * light : light * all;
        return most > 0 ? (passing - lost) / most : 0;
      });
      least = Math.max(least ?? 0, links);
      if (least >= found) return { links: least, by: "even flows" };
    }
  }
  return least === null ? null : { links: least, by: "even flows" };
}

/** Minimum over all splits, given the minimum cut between vertices for each. */
function fewest({ ownLinks }: Halving, splits: readonly Split[], between: (split: Split) => number): number {
  let least = Infinity;
  for (const split of splits) least = Math.min(least, up(between(split)) + split.parted * ownLinks.least);
  return least;
}

/** [V] 1 for the vertices farthest from any vertex with weight; null if all have weight. */
function topsOf({ firstOut, head, weight }: Halving): Int32Array | null {
  const level = new Int32Array(weight.length).fill(-1);
  const order = Array.from(weight.keys()).filter((v) => weight[v] > 0);
  for (const v of order) level[v] = 0;
  for (const v of order)
    for (let c = firstOut[v]; c < firstOut[v + 1]; c++) {
      if (level[head[c]] >= 0) continue;
      level[head[c]] = level[v] + 1;
      order.push(head[c]);
    }
  const highest = level.reduce((a, b) => Math.max(a, b), 0);
  return highest === 0 ? null : level.map((each) => (each === highest ? 1 : 0));
}

/**
 * Largest flow over a link in both directions per unit of capacity, if each vertex sends `weight` × `goals` to each goal by shortest paths;
 * and the flow that has no path.
 */
function loadsTo(halving: Halving, goals: Int32Array, isByClass: boolean): { readonly most: number; readonly lost: number } {
  const { firstOut, head, linkClass, capacity, weight } = halving;
  const load = new Float64Array(head.length);
  const distance = new Int32Array(weight.length);
  const order = new Int32Array(weight.length);
  const passing = new Float64Array(weight.length);
  let lost = 0;
  goals.forEach((goal, to) => {
    if (goal === 0) return;
    const reached = search(halving, to, distance, order);
    distance.forEach((each, v) => {
      passing[v] = weight[v] * goal;
      if (each < 0) lost += passing[v];
    });
    // From the farthest vertex inward, split the flow over the edges that come closer, in proportion to their capacities.
    for (let i = reached - 1; i > 0; i--) {
      const v = order[i];
      let [ways, least] = [0, 256];
      for (let c = firstOut[v]; c < firstOut[v + 1]; c++) {
        if (distance[head[c]] !== distance[v] - 1 || (isByClass && linkClass[c] > least)) continue;
        if (isByClass && linkClass[c] < least) ways = 0;
        least = isByClass ? linkClass[c] : 0;
        ways += capacity[c];
      }
      for (let c = firstOut[v]; c < firstOut[v + 1]; c++) {
        if (distance[head[c]] !== distance[v] - 1 || (isByClass && linkClass[c] !== least)) continue;
        const part = (passing[v] * capacity[c]) / ways;
        load[c] += part;
        passing[head[c]] += part;
      }
    }
  });
  return { most: mostOfLinks(halving, load), lost };
}

/** The largest flow in both directions between two vertices, divided by the capacity of the links between them. */
function mostOfLinks({ firstOut, head, capacity }: Halving, load: Float64Array): number {
  const [sums, links] = [new Float64Array(firstOut.length - 1), new Int32Array(firstOut.length - 1)];
  let most = 0;
  for (let v = 0; v < sums.length; v++) {
    for (let c = firstOut[v]; c < firstOut[v + 1]; c++) {
      sums[head[c]] = 0;
      links[head[c]] = 0;
    }
    for (let c = firstOut[v]; c < firstOut[v + 1]; c++) {
      const n = head[c];
      links[n] += capacity[c];
      sums[n] += load[c];
    }
    for (let c = firstOut[v]; c < firstOut[v + 1]; c++) {
      const n = head[c];
      if (links[n] === 0) continue;
      // The flow back is on the edges of the neighbor.
      for (let d = firstOut[n]; d < firstOut[n + 1]; d++) if (head[d] === v) sums[n] += load[d];
      most = Math.max(most, sums[n] / links[n]);
      links[n] = 0;
    }
  }
  return most;
}

/**
 * With x = ±1 for the two sides, a cut has ¼ xᵀLx units, with L the weighted Laplacian. If wᵀx = s is the surplus of the heavier side, this
 * is at least ¼ (n λ − μ s²), with λ the least eigenvalue of L + μwwᵀ, for any μ. (Donath, Hoffman, IBM J. R&D 17, 1973.) If all vertices
 * have equal weight, this is n λ₂ / 4 with Fiedler's algebraic connectivity λ₂. μ is a power of two, so that all entries are exact.
 * @param knownCut Links of a known cut: a bound that reaches it ends the work.
 * @returns null if the network is too large
 */
export function leastByEigenvalues(halving: Halving, found: number, looks: Looks): LeastCut | null {
  const { firstOut, head, capacity, weight } = halving;
  const n = weight.length;
  const needed = looksForEntry * n ** 3;
  if (needed > looks.left) return null;
  looks.left -= needed;
  const splits = splitsOf(halving);
  const widest = splits.reduce((most, { heavy, light }) => Math.max(most, heavy - light), 1);
  let penalty = 2;
  while (penalty * widest > 2) penalty /= 2;
  const matrix = new Float64Array(n * n);
  for (let v = 0; v < n; v++) {
    for (let u = 0; u < n; u++) matrix[v * n + u] = penalty * weight[v] * weight[u];
    for (let c = firstOut[v]; c < firstOut[v + 1]; c++) {
      matrix[v * n + v] += capacity[c];
      matrix[v * n + head[c]] -= capacity[c];
    }
  }
  const bound = (eigenvalue: number) =>
    fewest(halving, splits, ({ heavy, light }) => (n * eigenvalue - penalty * (heavy - light) ** 2) / 4);
  const proved = leastEigenvalue(matrix, n, (sure, most) => bound(sure) >= Math.min(found, bound(most)));
  return { links: bound(proved), by: "eigenvalues" };
}
