/** Random graphs with given degrees. The same seed always gives the same graph. */
import { below, mix, streamKey } from "../base/random.ts";
import { search, type Ways } from "./search.ts";

/** Number of random attempts before an exhaustive search. Towards the end few nodes can still be linked. */
const mostDraws = 64;

/**
 * A connected random graph in which node i has `degrees[i]` neighbors; most degrees are at least 3 and their sum is even. Nodes with a free
 * port that are not neighbors yet are linked at random. If there are no such nodes, a random link is broken and its ends are linked to two
 * free ports (Singla, Hong, Popa, Godfrey, NSDI 2012, §3). A graph that is disconnected or cannot be completed is drawn again.
 */
export function randomGraph(degrees: Int32Array, seed: number): Ways {
  const n = degrees.length;
  const key = streamKey(seed, "wiring");
  const [distance, reached] = [new Int32Array(n), new Int32Array(n)];
  for (let attempt = 0; ; attempt++) {
    const graph = attempted(degrees, key, attempt);
    if (graph !== null && search(graph, 0, distance, reached) === n) return graph;
  }
}

/** One attempt; null if free ports are left and no link can be broken for them. */
function attempted(degrees: Int32Array, key: number, attempt: number): Ways | null {
  const n = degrees.length;
  let draws = 0;
  const draw = (count: number) => below(mix(key, attempt, draws++), count);
  const firstOut = new Int32Array(n + 1);
  for (let a = 0; a < n; a++) firstOut[a + 1] = firstOut[a] + degrees[a];
  const head = new Int32Array(firstOut[n]);
  const tail = new Int32Array(firstOut[n]);
  for (let a = 0; a < n; a++) tail.fill(a, firstOut[a], firstOut[a + 1]);
  /** [n] Index in `head` of each node's next link. */
  const next = firstOut.slice(0, n);
  /** Nodes with a free port, in any order, and the index of each node in this list. */
  const open = Int32Array.from({ length: n }, (_, a) => a);
  const placeOf = open.slice();
  let count = n;

  const areJoined = (a: number, b: number) => {
    for (let i = firstOut[a]; i < next[a]; i++) if (head[i] === b) return true;
    return false;
  };
  const marks = [new Int32Array(n), new Int32Array(n)];
  let stamp = 0;
  /** Returns a test whether a node is `a` or one of its neighbors. It is valid until the same marks are used again. */
  const marked = (use: number, a: number) => {
    const own = marks[use];
    const mine = ++stamp;
    own[a] = mine;
    for (let i = firstOut[a]; i < next[a]; i++) own[head[i]] = mine;
    return (b: number) => own[b] === mine;
  };
  const plug = (a: number, b: number) => {
    head[next[a]++] = b;
    if (next[a] < firstOut[a + 1]) return;
    const place = placeOf[a];
    open[place] = open[--count];
    placeOf[open[place]] = place;
  };
  const replace = (a: number, was: number, is: number) => {
    head[head.indexOf(was, firstOut[a])] = is;
  };

  /** Two nodes with free ports that are not neighbors; null if there are none. */
  function openPair(): readonly [number, number] | null {
    for (let i = 0; i < mostDraws; i++) {
      const [a, b] = [open[draw(count)], open[draw(count)]];
      if (a !== b && !areJoined(a, b)) return [a, b];
    }
    const first = draw(count);
    for (let i = 0; i < count; i++) {
      const a = open[(first + i) % count];
      const isOut = marked(0, a);
      const others = open.subarray(0, count).filter((b) => !isOut(b));
      if (others.length > 0) return [a, others[draw(others.length)]];
    }
    return null;
  }

  /**
   * Breaks a random link and links its ends to free ports of nodes a and b, which may be the same node. Returns whether such a link was
   * found.
   */
  function takeApart(a: number, b: number): boolean {
    const [isOutOfA, isOutOfB] = [marked(0, a), marked(1, b)];
    const fits = (i: number) => i < next[tail[i]] && !isOutOfA(tail[i]) && !isOutOfB(head[i]);
    let link = -1;
    for (let k = 0; k < mostDraws && link < 0; k++) {
      const i = draw(head.length);
      if (fits(i)) link = i;
    }
    if (link < 0) {
      const links = Array.from(head.keys()).filter(fits);
      if (links.length === 0) return false;
      link = links[draw(links.length)];
    }
    const [x, y] = [tail[link], head[link]];
    replace(x, y, a);
    replace(y, x, b);
    plug(a, x);
    plug(b, y);
    return true;
  }

  for (let left = head.length / 2; left > 0; left--) {
    const pair = openPair();
    if (pair !== null) {
      plug(pair[0], pair[1]);
      plug(pair[1], pair[0]);
      continue;
    }
    // All remaining nodes with free ports are neighbors: there are two, or one with two free ports.
    const a = open[0];
    if (!takeApart(a, firstOut[a + 1] - next[a] > 1 ? a : open[1])) return null;
  }
  return { firstOut, head };
}
