/** Small cuts between equal halves, by the heuristic of Fiduccia and Mattheyses. */
import { uniformBelow, mix, streamKey } from "../../base/random.ts";
import { type Halving, type WorkBudget, detachedOf } from "./halving.ts";

/** Default work, in visits of edges; and the smallest and largest number of random orders. */
const defaultWork = 6e6;
const [minOrders, maxOrders] = [4, 200];
/** Largest and typical number of passes over all vertices from one order. */
const maxPasses = 12;
const typicalPasses = 6;
/** Largest number of gain lists on either side of gain 0, unless a vertex has more edges. */
const maxGainLists = 1 << 14;
/** Vertices that are considered for one move. */
const maxCandidates = 32;
/** Work per edge of a moved vertex: a neighbor leaves one list and enters another. */
const workPerMove = 3;

/** Refines an order of all vertices and returns its cut between equal halves, in units; Infinity if the halves are not equal. */
export type Refine = (order: Int32Array) => number;

/**
 * The smallest cut from random orders, half of them uniform, half breadth-first from a random vertex. Stops after a fixed number of orders,
 * when the budget is used up, or when the cut reaches `lowerBound`.
 */
export function searchHalves(halving: Halving, refine: Refine, lowerBound: number, seed: number, budget: WorkBudget): number {
  const { head, nodeOf } = halving;
  const key = streamKey(seed, "analysis");
  const affordableOrders = Math.floor(defaultWork / (2 * (head.length + 1) * typicalPasses));
  let best = Infinity;
  for (let i = 0; i < Math.min(maxOrders, Math.max(minOrders, affordableOrders)) && best > lowerBound && budget.remaining > 0; i++)
    best = Math.min(best, refine(i % 2 === 0 ? breadthFirstOrder(halving, key, i) : randomOrder(nodeOf.length, key, i)));
  return best;
}

/** All vertices in a random order (Fisher, Yates; Durstenfeld, CACM 7, 1964). */
function randomOrder(count: number, key: number, draw: number): Int32Array {
  const order = Int32Array.from({ length: count }, (_, vertex) => vertex);
  for (let i = count - 1; i > 0; i--) {
    const j = uniformBelow(mix(key, draw, i), i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/**
 * [V] A random starting order for a cut: all vertices of the graph in breadth-first order from a random root. The neighbors of a vertex
 * follow in cyclic order, beginning with a random neighbor. Components that are not reached follow in the same way.
 * @param key Key of the random stream.
 * @param orderNumber Number of the order, from which its random numbers are drawn.
 */
function breadthFirstOrder({ firstOut, head }: Halving, key: number, orderNumber: number): Int32Array {
  const roots = randomOrder(firstOut.length - 1, key, orderNumber);
  const order = new Int32Array(roots.length);
  const isInOrder = new Uint8Array(roots.length);
  let count = 0;
  const add = (vertex: number) => {
    if (isInOrder[vertex] === 1) return;
    isInOrder[vertex] = 1;
    order[count++] = vertex;
  };
  let expanded = 0;
  for (const root of roots) {
    add(root);
    for (; expanded < count; expanded++) {
      const vertex = order[expanded];
      const [firstEdge, degree] = [firstOut[vertex], firstOut[vertex + 1] - firstOut[vertex]];
      // The complement separates these draws from the draws of `randomOrder`.
      const rotation = uniformBelow(mix(key, orderNumber, ~expanded), Math.max(1, degree));
      for (let i = 0; i < degree; i++) add(head[firstEdge + ((i + rotation) % degree)]);
    }
  }
  return order;
}

/**
 * Cuts an order in the middle and improves the cut by moving vertices, the best first, even if a move is temporarily worse (Fiduccia,
 * Mattheyses, DAC 1982). All orders of a halving share memory. When the budget is used up, an order is abandoned as soon as any cut between
 * equal halves is known.
 */
export function createRefiner(halving: Halving, budget: WorkBudget): Refine {
  const { firstOut, head, capacity, weight, detachable, detachableLinks, total } = halving;
  const count = weight.length;
  const totalWeight = weight.reduce((sum, each) => sum + each, 0);
  const unattached = total - totalWeight;
  const maxDetachable = detachable.reduce((a, b) => Math.max(a, b), 0);
  /** Largest imbalance during a pass: one vertex more than between equal halves. */
  const maxImbalance = unattached + 2 * weight.reduce((a, b) => Math.max(a, b), 0);
  /** [V] Capacity of all edges of a vertex. */
  const incidentCapacity = Int32Array.from(weight, (_, vertex) =>
    capacity.subarray(firstOut[vertex], firstOut[vertex + 1]).reduce((sum, each) => sum + each, 0),
  );
  let [maxIncident, maxLists] = [0, maxGainLists];
  for (let vertex = 0; vertex < count; vertex++) {
    maxIncident = Math.max(maxIncident, incidentCapacity[vertex]);
    maxLists = Math.max(maxLists, firstOut[vertex + 1] - firstOut[vertex]);
  }
  // Gains within one step share a list.
  const gainStep = Math.max(1, Math.ceil(maxIncident / maxLists));
  const listRange = Math.ceil(maxIncident / gainStep);
  const listsPerSide = 2 * listRange + 1;

  const side = new Uint8Array(count);
  const gain = new Int32Array(count);
  // Doubly linked lists of the free vertices, by side and gain: first of each list, next and previous of each vertex; −1 for none.
  const firstInList = new Int32Array(2 * listsPerSide);
  const nextInList = new Int32Array(count);
  const previousInList = new Int32Array(count);
  const isFree = new Uint8Array(count);
  const highestList = new Int32Array(2);
  const moveSequence = new Int32Array(count);
  /** Weight of each side. */
  const sideWeight = new Int32Array(2);
  let cut = 0;
  /** Whether a cut between equal halves was found; before that, the budget does not end the search. */
  let isFound = false;
  const isBudgetUsed = () => isFound && budget.remaining <= 0;

  return (order) => {
    splitInMiddle(order);
    let smallestCut = runPass();
    for (let i = 1; i < maxPasses && !isBudgetUsed(); i++) {
      const nextCut = runPass();
      if (nextCut >= smallestCut) break;
      smallestCut = nextCut;
    }
    return smallestCut;
  };

  /** Assigns the first vertices of an order to side 0, up to half of the weight. */
  function splitInMiddle(order: Int32Array): void {
    budget.remaining -= count + head.length;
    side.fill(1);
    sideWeight[0] = 0;
    for (const vertex of order) {
      if (2 * sideWeight[0] + weight[vertex] > totalWeight) break;
      side[vertex] = 0;
      sideWeight[0] += weight[vertex];
    }
    sideWeight[1] = totalWeight - sideWeight[0];
  }

  /**
   * One pass of Fiduccia and Mattheyses: moves every vertex to the other side once, as far as the imbalance allows, and then undoes the
   * moves after the smallest cut. Returns that cut, in units of capacity; Infinity if no cut between equal halves was found.
   */
  function runPass(): number {
    computeGains();
    let smallestCut = currentCutOf(Infinity);
    let keptMoves = 0;
    let moves = 0;
    isFound ||= smallestCut < Infinity;
    // Move the best vertices, and remember the smallest cut on the way.
    for (let vertex = chooseVertex(); vertex >= 0 && !isBudgetUsed(); vertex = chooseVertex()) {
      moveVertex(vertex);
      moveSequence[moves++] = vertex;
      const currentCut = currentCutOf(smallestCut);
      if (currentCut >= smallestCut) continue;
      smallestCut = currentCut;
      isFound = true;
      keptMoves = moves;
    }
    // Undo the moves after the smallest cut.
    while (moves > keptMoves) {
      const vertex = moveSequence[--moves];
      sideWeight[side[vertex]] -= weight[vertex];
      side[vertex] ^= 1;
      sideWeight[side[vertex]] += weight[vertex];
    }
    return smallestCut;
  }

  /** Computes the gains of all vertices and fills the lists. */
  function computeGains(): void {
    budget.remaining -= count + head.length;
    firstInList.fill(-1);
    highestList.fill(-1);
    isFree.fill(1);
    cut = 0;
    for (let vertex = 0; vertex < count; vertex++) {
      let cutCapacity = 0;
      for (let edge = firstOut[vertex]; edge < firstOut[vertex + 1]; edge++)
        cutCapacity += capacity[edge] * (side[vertex] ^ side[head[edge]]);
      cut += cutCapacity;
      gain[vertex] = 2 * cutCapacity - incidentCapacity[vertex];
      insertInList(vertex);
    }
    cut /= 2;
  }

  function insertInList(vertex: number): void {
    const listIndex = listIndexOf(vertex);
    const list = side[vertex] * listsPerSide + listIndex;
    previousInList[vertex] = -1;
    nextInList[vertex] = firstInList[list];
    if (nextInList[vertex] >= 0) previousInList[nextInList[vertex]] = vertex;
    firstInList[list] = vertex;
    if (listIndex > highestList[side[vertex]]) highestList[side[vertex]] = listIndex;
  }

  function removeFromList(vertex: number): void {
    if (nextInList[vertex] >= 0) previousInList[nextInList[vertex]] = previousInList[vertex];
    if (previousInList[vertex] >= 0) nextInList[previousInList[vertex]] = nextInList[vertex];
    else firstInList[side[vertex] * listsPerSide + listIndexOf(vertex)] = nextInList[vertex];
  }

  function listIndexOf(vertex: number): number {
    return Math.floor(gain[vertex] / gainStep) + listRange;
  }

  /** The free vertex of largest gain that may be moved, preferably of the heavier side; −1 if there is none. */
  function chooseVertex(): number {
    const heavierSide = sideWeight[0] >= sideWeight[1] ? 0 : 1;
    const a = bestMovable(heavierSide);
    const b = bestMovable(1 - heavierSide);
    return b < 0 || (a >= 0 && gain[a] >= gain[b]) ? a : b;
  }

  function bestMovable(fromSide: number): number {
    const imbalance = sideWeight[fromSide] - sideWeight[1 - fromSide];
    const limit = Math.max(maxImbalance, Math.abs(imbalance) - 1);
    while (highestList[fromSide] >= 0 && firstInList[fromSide * listsPerSide + highestList[fromSide]] < 0) highestList[fromSide]--;
    let triedCount = 0;
    budget.remaining--;
    for (let listIndex = highestList[fromSide]; listIndex >= 0; listIndex--, budget.remaining--)
      for (let vertex = firstInList[fromSide * listsPerSide + listIndex]; vertex >= 0; vertex = nextInList[vertex]) {
        if (Math.abs(imbalance - 2 * weight[vertex]) <= limit) return vertex;
        budget.remaining--;
        if (++triedCount === maxCandidates) return -1;
      }
    return -1;
  }

  /**
   * Moves a free vertex (one that has not moved in this pass) to the other side. Updates the cut, and the gain of each neighbor: how much
   * smaller the cut becomes if that neighbor moves.
   */
  function moveVertex(vertex: number): void {
    const fromSide = side[vertex];
    budget.remaining -= workPerMove * (1 + firstOut[vertex + 1] - firstOut[vertex]);
    removeFromList(vertex);
    isFree[vertex] = 0;
    cut -= gain[vertex];
    side[vertex] = 1 - fromSide;
    sideWeight[fromSide] -= weight[vertex];
    sideWeight[1 - fromSide] += weight[vertex];
    for (let edge = firstOut[vertex]; edge < firstOut[vertex + 1]; edge++) {
      const neighbor = head[edge];
      const gainChange = side[neighbor] === fromSide ? 2 * capacity[edge] : -2 * capacity[edge];
      if (isFree[neighbor] === 0) {
        gain[neighbor] += gainChange;
        continue;
      }
      removeFromList(neighbor);
      gain[neighbor] += gainChange;
      insertInList(neighbor);
    }
  }

  /**
   * Cut between the current halves, with the links of terminals that must be detached; Infinity if the halves cannot be made equal, which
   * is only checked for cuts below `smallestCut`.
   */
  function currentCutOf(smallestCut: number): number {
    const heavierSide = sideWeight[0] >= sideWeight[1] ? 0 : 1;
    const detached = detachedOf(halving, sideWeight[heavierSide]);
    const links = cut + detached * detachableLinks.most;
    if (links >= smallestCut || detached === 0) return links;
    if (detached >= maxDetachable) return Infinity;
    budget.remaining -= count;
    for (let vertex = 0; vertex < count; vertex++) if (side[vertex] === heavierSide && detachable[vertex] > detached) return links;
    return Infinity;
  }
}
