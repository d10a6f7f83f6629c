/** Random graphs with given degrees. The same seed always gives the same graph. */
import { uniformBelow, mix, streamKey } from "../base/random.ts";
import { breadthFirstSearch, type Adjacency } from "./search.ts";

/** Number of random attempts before an exhaustive search. Towards the end few nodes can still be linked. */
const maxDraws = 64;

/**
 * A connected random graph in which node i has `degrees[i]` neighbors; most degrees are at least 3 and their sum is even. Nodes with a free
 * port that are not neighbors yet are linked at random. If there are no such nodes, a random link is broken and its ends are linked to two
 * free ports (Singla, Hong, Popa, Godfrey, NSDI 2012, §3). A graph that is disconnected or cannot be completed is drawn again.
 */
export function randomGraph(degrees: Int32Array, seed: number): Adjacency {
  const n = degrees.length;
  const key = streamKey(seed, "wiring");
  const [distance, reached] = [new Int32Array(n), new Int32Array(n)];
  for (let attempt = 0; ; attempt++) {
    const graph = tryGraph(degrees, key, attempt);
    if (graph !== null && breadthFirstSearch(graph, 0, distance, reached) === n) return graph;
  }
}

/** One attempt; null if free ports are left and no link can be broken for them. */
function tryGraph(degrees: Int32Array, key: number, attempt: number): Adjacency | null {
  const n = degrees.length;
  let draws = 0;
  const draw = (count: number) => uniformBelow(mix(key, attempt, draws++), count);
  const firstOut = new Int32Array(n + 1);
  for (let a = 0; a < n; a++) firstOut[a + 1] = firstOut[a] + degrees[a];
  const head = new Int32Array(firstOut[n]);
  const tail = new Int32Array(firstOut[n]);
  for (let a = 0; a < n; a++) tail.fill(a, firstOut[a], firstOut[a + 1]);
  /** [n] Index in `head` of each node's next link. */
  const nextEntry = firstOut.slice(0, n);
  /** Nodes with a free port, in any order, and the index of each node in this list. */
  const openNodes = Int32Array.from({ length: n }, (_, a) => a);
  const indexInOpen = openNodes.slice();
  let count = n;

  const areNeighbors = (a: number, b: number) => {
    for (let i = firstOut[a]; i < nextEntry[a]; i++) if (head[i] === b) return true;
    return false;
  };
  const marks = [new Int32Array(n), new Int32Array(n)];
  let stamp = 0;
  /** Returns a test whether a node is `a` or one of its neighbors. The test is valid until the next test with the same `markIndex`. */
  const neighborTest = (markIndex: number, a: number) => {
    const mark = marks[markIndex];
    const ownStamp = ++stamp;
    mark[a] = ownStamp;
    for (let i = firstOut[a]; i < nextEntry[a]; i++) mark[head[i]] = ownStamp;
    return (b: number) => mark[b] === ownStamp;
  };
  const addNeighbor = (a: number, b: number) => {
    head[nextEntry[a]++] = b;
    if (nextEntry[a] < firstOut[a + 1]) return;
    const index = indexInOpen[a];
    openNodes[index] = openNodes[--count];
    indexInOpen[openNodes[index]] = index;
  };
  const replaceNeighbor = (a: number, oldNeighbor: number, newNeighbor: number) => {
    head[head.indexOf(oldNeighbor, firstOut[a])] = newNeighbor;
  };

  /** Two nodes with free ports that are not neighbors; null if there are none. */
  function drawOpenPair(): readonly [number, number] | null {
    for (let i = 0; i < maxDraws; i++) {
      const [a, b] = [openNodes[draw(count)], openNodes[draw(count)]];
      if (a !== b && !areNeighbors(a, b)) return [a, b];
    }
    const first = draw(count);
    for (let i = 0; i < count; i++) {
      const a = openNodes[(first + i) % count];
      const isNeighbor = neighborTest(0, a);
      const others = openNodes.subarray(0, count).filter((b) => !isNeighbor(b));
      if (others.length > 0) return [a, others[draw(others.length)]];
    }
    return null;
  }

  /**
   * Replaces a random link (x, y) by the links (a, x) and (b, y), which uses a free port of node a and one of node b; a and b may be the
   * same node. The link must not make x a neighbor of a, or y one of b, a second time. Returns whether such a link was found.
   */
  function breakRandomLink(a: number, b: number): boolean {
    const [isNeighborOfA, isNeighborOfB] = [neighborTest(0, a), neighborTest(1, b)];
    const canBreak = (i: number) => i < nextEntry[tail[i]] && !isNeighborOfA(tail[i]) && !isNeighborOfB(head[i]);
    let link = -1;
    for (let k = 0; k < maxDraws && link < 0; k++) {
      const i = draw(head.length);
      if (canBreak(i)) link = i;
    }
    // If random draws have found no link, draw among all links that are possible.
    if (link < 0) {
      const links = Array.from(head.keys()).filter(canBreak);
      if (links.length === 0) return false;
      link = links[draw(links.length)];
    }
    const [x, y] = [tail[link], head[link]];
    replaceNeighbor(x, y, a);
    replaceNeighbor(y, x, b);
    addNeighbor(a, x);
    addNeighbor(b, y);
    return true;
  }

  for (let remaining = head.length / 2; remaining > 0; remaining--) {
    const pair = drawOpenPair();
    if (pair !== null) {
      addNeighbor(pair[0], pair[1]);
      addNeighbor(pair[1], pair[0]);
      continue;
    }
    // All remaining nodes with free ports are neighbors: there are two nodes, or one node with two free ports.
    const a = openNodes[0];
    if (!breakRandomLink(a, firstOut[a + 1] - nextEntry[a] > 1 ? a : openNodes[1])) return null;
  }
  return { firstOut, head };
}
