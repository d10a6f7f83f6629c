/** Small cuts between equal halves, by the heuristic of Fiduccia and Mattheyses. */
import { below, mix, streamKey } from "../../base/random.ts";
import { type Halving, type Looks, partedOf } from "./halving.ts";

/** Default work, in visits of edges; and the smallest and largest number of random orders. */
const usualLooks = 6e6;
const [fewestDrawn, mostDrawn] = [4, 200];
/** Largest and typical number of passes over all vertices from one order. */
const mostPasses = 12;
const usualPasses = 6;
/** Largest number of gain lists on either side of gain 0, unless a vertex has more edges. */
const mostLists = 1 << 14;
/** Vertices that are considered for one move. */
const mostTried = 32;
/** Work per edge of a moved vertex: a neighbor leaves one list and enters another. */
const looksForMove = 3;

/** Refines an order of all vertices and returns its cut between equal halves, in units; Infinity if the halves are not equal. */
export type Refine = (order: Int32Array) => number;

/**
 * The smallest cut from random orders, half of them uniform, half breadth-first from a random vertex. Stops after a fixed number of orders,
 * when the budget is used up, or when the cut reaches `lowerBound`.
 */
export function searchHalves(halving: Halving, refine: Refine, enough: number, seed: number, looks: Looks): number {
  const { head, node } = halving;
  const key = streamKey(seed, "analysis");
  const drawn = Math.floor(usualLooks / (2 * (head.length + 1) * usualPasses));
  let best = Infinity;
  for (let i = 0; i < Math.min(mostDrawn, Math.max(fewestDrawn, drawn)) && best > enough && looks.left > 0; i++)
    best = Math.min(best, refine(i % 2 === 0 ? outwards(halving, key, i) : shuffled(node.length, key, i)));
  return best;
}

/** All vertices in a random order (Fisher, Yates; Durstenfeld, CACM 7, 1964). */
function shuffled(count: number, key: number, draw: number): Int32Array {
  const order = Int32Array.from({ length: count }, (_, v) => v);
  for (let i = count - 1; i > 0; i--) {
    const j = below(mix(key, draw, i), i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/** All vertices in breadth-first order from a random root, neighbors in random order; other components follow in the same way. */
function outwards({ firstOut, head }: Halving, key: number, draw: number): Int32Array {
  const begins = shuffled(firstOut.length - 1, key, draw);
  const order = new Int32Array(begins.length);
  const isKnown = new Uint8Array(begins.length);
  let count = 0;
  const add = (v: number) => {
    if (isKnown[v] === 1) return;
    isKnown[v] = 1;
    order[count++] = v;
  };
  let done = 0;
  for (const begin of begins) {
    add(begin);
    for (; done < count; done++) {
      const [first, ways] = [firstOut[order[done]], firstOut[order[done] + 1] - firstOut[order[done]]];
      const turn = below(mix(key, draw, ~done), Math.max(1, ways));
      for (let c = 0; c < ways; c++) add(head[first + ((c + turn) % ways)]);
    }
  }
  return order;
}

/**
 * Cuts an order in the middle and improves the cut by moving vertices, the best first, even if a move is temporarily worse (Fiduccia,
 * Mattheyses, DAC 1982). All orders of a halving share memory. When the budget is used up, an order is abandoned as soon as any cut between
 * equal halves is known.
 */
export function refiner(halving: Halving, looks: Looks): Refine {
  const { firstOut, head, capacity, weight, own, ownLinks, total } = halving;
  const count = weight.length;
  const held = weight.reduce((sum, each) => sum + each, 0);
  const unheld = total - held;
  const mostOwn = own.reduce((a, b) => Math.max(a, b), 0);
  /** Largest imbalance during a pass: one vertex more than between equal halves. */
  const mostApart = unheld + 2 * weight.reduce((a, b) => Math.max(a, b), 0);
  /** [V] Capacity of all edges of a vertex. */
  const joined = Int32Array.from(weight, (_, v) => capacity.subarray(firstOut[v], firstOut[v + 1]).reduce((sum, each) => sum + each, 0));
  let [most, widest] = [0, mostLists];
  for (let v = 0; v < count; v++) {
    most = Math.max(most, joined[v]);
    widest = Math.max(widest, firstOut[v + 1] - firstOut[v]);
  }
  // Gains within one step share a list.
  const grain = Math.max(1, Math.ceil(most / widest));
  const range = Math.ceil(most / grain);
  const values = 2 * range + 1;

  const side = new Uint8Array(count);
  const gain = new Int32Array(count);
  // Doubly linked lists of the free vertices, by side and gain: first of each list, next and previous of each vertex; −1 for none.
  const first = new Int32Array(2 * values);
  const next = new Int32Array(count);
  const previous = new Int32Array(count);
  const isFree = new Uint8Array(count);
  const top = new Int32Array(2);
  const moved = new Int32Array(count);
  /** Weight of each side. */
  const holds = new Int32Array(2);
  let cut = 0;
  let isFound = false;
  const isOver = () => isFound && looks.left <= 0;

  return (order) => {
    begin(order);
    let best = pass();
    for (let i = 1; i < mostPasses && !isOver(); i++) {
      const better = pass();
      if (better >= best) break;
      best = better;
    }
    return best;
  };

  /** Assigns the first vertices of an order to side 0, up to half of the weight. */
  function begin(order: Int32Array): void {
    looks.left -= count + head.length;
    side.fill(1);
    holds[0] = 0;
    for (const v of order) {
      if (2 * holds[0] + weight[v] > held) break;
      side[v] = 0;
      holds[0] += weight[v];
    }
    holds[1] = held - holds[0];
  }

  /** Moves every vertex once, as far as the imbalance allows, and undoes the moves after the smallest cut. */
  function pass(): number {
    fill();
    let best = value(Infinity);
    let kept = 0;
    let moves = 0;
    isFound ||= best < Infinity;
    // Move the best vertices, and remember the smallest cut on the way.
    for (let v = choose(); v >= 0 && !isOver(); v = choose()) {
      move(v);
      moved[moves++] = v;
      const now = value(best);
      if (now >= best) continue;
      best = now;
      isFound = true;
      kept = moves;
    }
    // Undo the moves after the smallest cut.
    while (moves > kept) {
      const v = moved[--moves];
      holds[side[v]] -= weight[v];
      side[v] ^= 1;
      holds[side[v]] += weight[v];
    }
    return best;
  }

  /** Computes the gains of all vertices and fills the lists. */
  function fill(): void {
    looks.left -= count + head.length;
    first.fill(-1);
    top.fill(-1);
    isFree.fill(1);
    cut = 0;
    for (let v = 0; v < count; v++) {
      let across = 0;
      for (let c = firstOut[v]; c < firstOut[v + 1]; c++) across += capacity[c] * (side[v] ^ side[head[c]]);
      cut += across;
      gain[v] = 2 * across - joined[v];
      enter(v);
    }
    cut /= 2;
  }

  function enter(v: number): void {
    const place = placeOf(v);
    const list = side[v] * values + place;
    previous[v] = -1;
    next[v] = first[list];
    if (next[v] >= 0) previous[next[v]] = v;
    first[list] = v;
    if (place > top[side[v]]) top[side[v]] = place;
  }

  function leave(v: number): void {
    if (next[v] >= 0) previous[next[v]] = previous[v];
    if (previous[v] >= 0) next[previous[v]] = next[v];
    else first[side[v] * values + placeOf(v)] = next[v];
  }

  function placeOf(v: number): number {
    return Math.floor(gain[v] / grain) + range;
  }

  /** The free vertex of largest gain that may be moved, preferably of the heavier side; −1 if there is none. */
  function choose(): number {
    const heavy = holds[0] >= holds[1] ? 0 : 1;
    const a = candidate(heavy);
    const b = candidate(1 - heavy);
    return b < 0 || (a >= 0 && gain[a] >= gain[b]) ? a : b;
  }

  function candidate(from: number): number {
    const apart = holds[from] - holds[1 - from];
    const limit = Math.max(mostApart, Math.abs(apart) - 1);
    while (top[from] >= 0 && first[from * values + top[from]] < 0) top[from]--;
    let tried = 0;
    looks.left--;
    for (let place = top[from]; place >= 0; place--, looks.left--)
      for (let v = first[from * values + place]; v >= 0; v = next[v]) {
        if (Math.abs(apart - 2 * weight[v]) <= limit) return v;
        looks.left--;
        if (++tried === mostTried) return -1;
      }
    return -1;
  }

  /** Moves a free vertex to the other side, and updates the cut and the gains of its neighbors. */
  function move(v: number): void {
    const from = side[v];
    looks.left -= looksForMove * (1 + firstOut[v + 1] - firstOut[v]);
    leave(v);
    isFree[v] = 0;
    cut -= gain[v];
    side[v] = 1 - from;
    holds[from] -= weight[v];
    holds[1 - from] += weight[v];
    for (let c = firstOut[v]; c < firstOut[v + 1]; c++) {
      const to = head[c];
      const more = side[to] === from ? 2 * capacity[c] : -2 * capacity[c];
      if (isFree[to] === 0) {
        gain[to] += more;
        continue;
      }
      leave(to);
      gain[to] += more;
      enter(to);
    }
  }

  /** Cut between the current halves; Infinity if they cannot be made equal, or if the cut is not below `best`. */
  function value(best: number): number {
    const heavy = holds[0] >= holds[1] ? 0 : 1;
    const parted = partedOf(halving, holds[heavy]);
    const links = cut + parted * ownLinks.most;
    if (links >= best || parted === 0) return links;
    if (parted >= mostOwn) return Infinity;
    looks.left -= count;
    for (let v = 0; v < count; v++) if (side[v] === heavy && own[v] > parted) return links;
    return Infinity;
  }
}
