/** Small cuts between equal halves, by the search of Fiduccia and Mattheyses. */
import { below, mix, streamKey } from "../../base/random.ts";
import { type Halving, type Looks, partedOf } from "./halving.ts";

/** Ways that are looked at in all, about, where nothing else ends the search; and the fewest and most orders that are drawn. */
const usualLooks = 6e6;
const [fewestDrawn, mostDrawn] = [4, 200];
/** Times that all vertices are gone through from one order: at most, and about. */
const mostPasses = 12;
const usualPasses = 6;
/** Lists of vertices by gain, on either side of none at all; more only where a vertex has more ways. */
const mostLists = 1 << 14;
/** Vertices that are looked at for one that may be moved. */
const mostTried = 32;
/** Looks at each way of a vertex that is moved: another vertex leaves a list and enters one. */
const looksForMove = 3;

/** What is cut, in units, between the equal halves that an order of all vertices leads to; Infinity where its halves are not equal. */
export type Refine = (order: Int32Array) => number;

/**
 * The fewest links cut from orders drawn from the seed, half of them at random, half outwards from a vertex. It stops after
 * a fixed number of orders, or when no looks are left, and as soon as `enough` is found, a number that no cut can be below.
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

/** All vertices by their distance from one of them, neighbours in a random order; what is out of reach follows in the same way. */
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
 * Cuts an order in the middle and makes the cut smaller by moving vertices, the best first, even where that is a loss for a
 * while (Fiduccia, Mattheyses, DAC 1982). All orders of a halving share memory. With no looks left, an order is given up as
 * soon as any cut between equal halves is known.
 */
export function refiner(halving: Halving, looks: Looks): Refine {
  const { firstOut, head, capacity, weight, own, ownLinks, total } = halving;
  const count = weight.length;
  const held = weight.reduce((sum, each) => sum + each, 0);
  const unheld = total - held;
  const mostOwn = own.reduce((a, b) => Math.max(a, b), 0);
  /** How far the sides may be apart on the way: by one vertex more than between halves. */
  const mostApart = unheld + 2 * weight.reduce((a, b) => Math.max(a, b), 0);
  /** [V] What all ways of a vertex carry. */
  const joined = Int32Array.from(weight, (_, v) => capacity.subarray(firstOut[v], firstOut[v + 1]).reduce((sum, each) => sum + each, 0));
  let [most, widest] = [0, mostLists];
  for (let v = 0; v < count; v++) {
    most = Math.max(most, joined[v]);
    widest = Math.max(widest, firstOut[v + 1] - firstOut[v]);
  }
  // Gains so near to each other stand in one list.
  const grain = Math.max(1, Math.ceil(most / widest));
  const range = Math.ceil(most / grain);
  const values = 2 * range + 1;

  const side = new Uint8Array(count);
  const gain = new Int32Array(count);
  // Vertices that may still be moved, in lists by side and gain: first of each list, next and previous of each vertex; −1 for none.
  const first = new Int32Array(2 * values);
  const next = new Int32Array(count);
  const previous = new Int32Array(count);
  const isFree = new Uint8Array(count);
  const top = new Int32Array(2);
  const moved = new Int32Array(count);
  /** What each side holds. */
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

  /** The first vertices of an order on side 0, as near to a half as they come. */
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

  /** Moves every vertex once, as far as sides stay near enough, and takes back what came after the smallest cut. */
  function pass(): number {
    fill();
    let best = value(Infinity);
    let kept = 0;
    let moves = 0;
    isFound ||= best < Infinity;
    for (let v = choose(); v >= 0 && !isOver(); v = choose()) {
      move(v);
      moved[moves++] = v;
      const now = value(best);
      if (now >= best) continue;
      best = now;
      isFound = true;
      kept = moves;
    }
    while (moves > kept) {
      const v = moved[--moves];
      holds[side[v]] -= weight[v];
      side[v] ^= 1;
      holds[side[v]] += weight[v];
    }
    return best;
  }

  /** Gains of all vertices, and the lists of them. */
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

  /** The free vertex of largest gain that may be moved, of the heavier side where both have one; −1 when there is none. */
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

  /** Links between the halves as they are; Infinity where they cannot be made equal, or are not fewer than `best`. */
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
