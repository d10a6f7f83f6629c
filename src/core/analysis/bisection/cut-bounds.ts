/** How much is cut between equal halves at least, whatever the halves: what is proved, not found. Everything is in units of the halving. */
import { search } from "../../network/search.ts";
import { leastEigenvalue } from "./definite.ts";
import { type Halving, type Looks, type Split, splitsOf } from "./halving.ts";

export interface LeastCut {
  /** No cut has less: links, or what they carry. */
  readonly links: number;
  /** What proves it. */
  readonly by: "even flows" | "eigenvalues";
}

/** Looks at each way and vertex for the flow to one goal; and for eigenvalues at each entry of a cube, by their time. */
const looksForGoal = 3;
const looksForEntry = 1 / 2;

/** For sums of many fractions, whose errors add up to far less. */
const margin = 1e-9;
const up = (bound: number) => Math.max(0, Math.ceil(bound - Math.abs(bound) * margin - margin));

/**
 * Everybody who is halved sends evenly to all others, or to all switches that are farthest from any of them, the top of a
 * tree. What has to pass between the halves is known whatever they are; where no link carries more than M of it in both
 * directions together for each unit of its own, as many units as M is contained in it are cut. (Leighton, 1992, §1.9, by embedding a complete graph.)
 * Two ways of going the shortest way are tried: over links of the first class, one dimension after the other, and evenly over all.
 * @param found links of a cut that was found: no bound can be more, so one that reaches it ends the work
 * @param looks flows that would take more than half of what is left are left out, so that something is left for others
 * @returns null for networks too large for it
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

/** The fewest links over all divisions, when so many are cut between vertices at least. */
function fewest({ ownLinks }: Halving, splits: readonly Split[], between: (split: Split) => number): number {
  let least = Infinity;
  for (const split of splits) least = Math.min(least, up(between(split)) + split.parted * ownLinks.least);
  return least;
}

/** [V] 1 for the vertices farthest from any that hold something; null where all do. */
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
 * What a link carries in both directions together for each of its units, at most, when each vertex sends `weight` × `goals` to
 * each goal by shortest ways; and how much cannot be sent as there is no way.
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

/** The largest sum of what goes both ways between two vertices, shared by what the links between them carry. */
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
      // What comes back is on the ways of the other.
      for (let d = firstOut[n]; d < firstOut[n + 1]; d++) if (head[d] === v) sums[n] += load[d];
      most = Math.max(most, sums[n] / links[n]);
      links[n] = 0;
    }
  }
  return most;
}

/**
 * With x = ±1 for the two sides, a cut has ¼ xᵀLx units, L the Laplacian weighted by them; and with wᵀx = s, how much more the heavier side
 * holds, no less than ¼ (n λ − μ s²), λ the least eigenvalue of L + μwwᵀ, for any μ. (Donath, Hoffman, IBM J. R&D 17, 1973.)
 * Where all vertices hold as much, this is n λ₂ / 4, Fiedler's algebraic connectivity λ₂. μ is a power of two, so that all entries are exact.
 * @param found links of a cut that was found: a bound that reaches it ends the work
 * @returns null for networks too large for it
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
