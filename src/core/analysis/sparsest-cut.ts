/**
 * Cuts of a network with the least capacity for uniform traffic. A part with w of T terminals sends w (T − w) / (T − 1) of the load of each
 * terminal to the rest, and receives as much. The capacity of the channels out of the part, or into it, divided by this number bounds the
 * load under any routing and for any part; the minimum over all parts is the sparsest cut. (Leighton, Rao, JACM 46, 1999; Dally, Towles,
 * 2004, §3.3.)
 *
 * Finding it is NP-hard. Examined are: each terminal, each switch with its terminals, and any two of these that a link joins; the parts of
 * the network's own structure (`collectives/divisions.ts`), and any two of them that links join; the components of faster links, for each
 * rate; and parts grown around switches, as many as time allows, of which the best is refined switch by switch. With few switches all parts
 * are examined.
 */
import { TimeHeap } from "../base/time-heap.ts";
import { anded } from "../base/words.ts";
import { standsOfTerminals, type TerminalStands } from "../network/distances.ts";
import { nameOfNode, type Network } from "../network/network.ts";
import { Pieces } from "../network/pieces.ts";
import { rateOf } from "../plan/links.ts";
import type { Plan } from "../plan/plan.ts";
import { Capacities } from "./collectives/capacities.ts";
import { type Division, divisionsOf } from "./collectives/divisions.ts";

export interface SparseCut {
  /** Upper bound of uniform traffic under any routing, phits per cycle of each terminal. */
  readonly load: number;
  /** The cut links, as a phrase: `the links that leave leaf 3`. */
  readonly links: string;
}

/** Visits of channels and nodes for divisions, and for growing parts; each about 100 ms. */
const [mostDivided, mostGrown] = [5e6, 4e6];
/** Up to this number of vertices, all parts of a graph are examined. */
const fewVertices = 14;
/** Largest number of rates above which components of links are examined. */
const mostRates = 16;
/** Largest number of refinement passes over the best part. */
const mostPasses = 20;
/** A relatively smaller improvement of a load is rounding. */
const rounding = 1e-12;

/** The sparsest of the examined cuts; null with fewer than two connected terminals. */
export function sparsestCut(plan: Plan): SparseCut | null {
  const stands = standsOfTerminals(plan.network);
  const count = stands.weight.reduce((sum, each) => sum + each, 0);
  if (count < 2) return null;
  const crossing = (w: number) => (w * (count - w)) / (count - 1);
  let best: SparseCut = { load: Infinity, links: "" };
  const compare = (load: number, links: () => string) => {
    if (load < best.load * (1 - rounding)) best = { load, links: links() };
  };
  compareDivisions(plan, presentIn(stands), compare, (partOf, parts) => {
    const terminals = new Int32Array(parts);
    for (const t of presentIn(stands)) terminals[partOf[t]]++;
    const passing = Float64Array.from(terminals, crossing);
    return { out: passing, into: passing };
  });
  const graph = cutGraphOf(plan, stands);
  for (const partOf of [graph.vertices, ...joinedByFaster(graph)]) comparePairs(graph, partOf, crossing, compare);
  if (graph.vertices.length <= fewVertices) compareAll(graph, crossing, compare);
  else compareGrown(graph, crossing, compare);
  return best;
}

/**
 * The tightest cut for traffic in which each terminal sends everything to one partner, among the divisions of the network's structure.
 * @param partner [T] Destination of each terminal; the terminal itself if it sends nothing.
 */
export function sparsestCutOfPartners(plan: Plan, partner: Int32Array): SparseCut {
  let best: SparseCut = { load: Infinity, links: "" };
  const compare = (load: number, links: () => string) => {
    if (load < best.load * (1 - rounding)) best = { load, links: links() };
  };
  compareDivisions(plan, presentIn(standsOfTerminals(plan.network)), compare, (partOf, parts) => {
    const [out, into] = [new Float64Array(parts), new Float64Array(parts)];
    partner.forEach((to, from) => {
      if (partOf[from] === partOf[to]) return;
      out[partOf[from]]++;
      into[partOf[to]]++;
    });
    return { out, into };
  });
  return best;
}

/**
 * Upper bound of the mean accepted load of uniform traffic, phits per cycle, for any offered load and any fairness: for each division, the
 * traffic within its parts, plus the traffic that leaves or enters them, at most the capacity of their channels.
 * @param load Largest load that a terminal can offer.
 */
export function mostAccepted(plan: Plan, load: number): number {
  const { network } = plan;
  const present = presentIn(standsOfTerminals(network));
  const [count, capacities] = [present.length, new Capacities(plan)];
  if (count < 2) return load;
  let [least, left] = [load, mostDivided];
  for (const { partOf, parts } of withHomes(network, divisionsOf(network, present))) {
    if (left < 0) break;
    left -= network.terminals + network.switches + network.head.length;
    const terminals = new Int32Array(parts);
    for (const t of present) terminals[partOf[t]]++;
    const { out, into } = capacities.of(partOf, parts, terminals);
    const delivered = (carried: Float64Array) =>
      terminals.reduce((sum, w, part) => {
        const [within, passing] = [(load * w * (w - 1)) / (count - 1), (load * w * (count - w)) / (count - 1)];
        return sum + within + Math.min(passing, carried[part]);
      }, 0) / count;
    least = Math.min(least, delivered(out), delivered(into));
  }
  return least;
}

type Compare = (load: number, links: () => string) => void;
type Crossing = (terminals: number) => number;

/** The connected terminals. */
const presentIn = ({ at }: TerminalStands) => Int32Array.from(at.keys()).filter((t) => at[t] >= 0);

/**
 * Compares the cuts around each part of each division of the network's structure: outgoing, incoming, and both.
 * @param demandsOf [L] Traffic out of each part of a division, and into it, if each terminal sends one phit per cycle.
 */
function compareDivisions(
  plan: Plan,
  terminals: Int32Array,
  compare: Compare,
  demandsOf: (partOf: Int32Array, parts: number) => { readonly out: Float64Array; readonly into: Float64Array },
): void {
  const { network } = plan;
  const capacities = new Capacities(plan);
  let left = mostDivided;
  for (const { by, partOf, parts } of withHomes(network, divisionsOf(network, terminals))) {
    if (left < 0) return;
    left -= network.terminals + network.switches + network.head.length;
    const demands = demandsOf(partOf, parts);
    const { out, into, both } = capacities.of(partOf, parts, new Int32Array(parts));
    for (let part = 0; part < parts; part++) {
      const [leaving, entering] = [demands.out[part], demands.into[part]];
      if (leaving + entering === 0) continue;
      const load = Math.min(over(out[part], leaving), over(into[part], entering), over(both[part], leaving + entering));
      compare(load, () => phraseOf(network, partOf, part) ?? by);
    }
  }
}

/** Load at which the traffic uses the capacity; Infinity without traffic. */
const over = (capacity: number, asked: number) => (asked > 0 ? capacity / asked : Infinity);

/** The divisions, preceded by the one into switches with their attached terminals. */
function* withHomes(network: Network, divisions: Iterable<Division>): Iterable<Division> {
  const { terminals, switches, firstOut, head } = network;
  const partOf = Int32Array.from({ length: terminals + switches }, (_, n) => {
    if (n >= terminals || firstOut[n] === firstOut[n + 1]) return n;
    const home = head[firstOut[n]];
    return home >= terminals && head.subarray(firstOut[n], firstOut[n + 1]).every((to) => to === home) ? home : n;
  });
  yield { by: "the links of a switch", partOf, parts: terminals + switches };
  yield* divisions;
}

/** Largest number of nodes that a phrase names. */
const mostNamed = 2;

/** `the links that leave leaf 3`, for a part of one or two switches or a terminal; null for larger parts. */
function phraseOf(network: Network, partOf: Int32Array, part: number): string | null {
  const nodes: number[] = [];
  for (let n = 0; n < partOf.length; n++) if (partOf[n] === part) nodes.push(n);
  return phraseOfNodes(network, nodes);
}

function phraseOfNodes(network: Network, nodes: readonly number[]): string | null {
  const switches = nodes.filter((n) => n >= network.terminals);
  const named = switches.length > 0 ? switches : nodes;
  if (named.length === 0 || named.length > mostNamed) return null;
  return `the links that leave ${anded(named.map((n) => nameOfNode(network, n)))}`;
}

/** The graph of switches, and of terminals on several switches, with the rates of its edges. */
interface CutGraph {
  readonly network: Network;
  readonly stands: TerminalStands;
  /** [V] 0 … V − 1, each vertex as a part of its own. */
  readonly vertices: Int32Array;
  /** [E] Phits per cycle of each edge, and of its reverse. */
  readonly out: Float64Array;
  readonly into: Float64Array;
  /** [V] Sum of both over all edges of a vertex. */
  readonly carried: Float64Array;
}

function cutGraphOf({ network, links }: Plan, stands: TerminalStands): CutGraph {
  const { weight, firstOut, channel } = stands;
  const out = Float64Array.from(channel, (c) => rateOf(links, c));
  const into = Float64Array.from(channel, (c) => rateOf(links, network.reverse[c]));
  const carried = new Float64Array(weight.length);
  for (let v = 0; v < weight.length; v++) for (let way = firstOut[v]; way < firstOut[v + 1]; way++) carried[v] += out[way] + into[way];
  return { network, stands, vertices: Int32Array.from(weight.keys()), out, into, carried };
}

/** Network node of a vertex; −1 for a vertex without edges. */
const nodeAt = ({ network, stands: { firstOut, channel } }: CutGraph, v: number) =>
  firstOut[v] < firstOut[v + 1] ? network.tail[channel[firstOut[v]]] : -1;

/** Components of the links that are faster than each rate. */
function* joinedByFaster({ stands: { firstOut, head, weight }, out, into }: CutGraph): Iterable<Int32Array> {
  const rateAt = (way: number) => Math.min(out[way], into[way]);
  const rates = [...new Set(Array.from(out.keys(), rateAt))].sort((a, b) => a - b);
  for (const rate of rates.slice(0, -1).slice(0, mostRates)) {
    const pieces = new Pieces(weight.length);
    for (let v = 0; v < weight.length; v++)
      for (let way = firstOut[v]; way < firstOut[v + 1]; way++) if (rateAt(way) > rate) pieces.join(v, head[way]);
    yield Int32Array.from(weight.keys(), (v) => pieces.of(v));
  }
}

/** Compares the cuts around each part, and around each two parts that an edge joins. */
function comparePairs(graph: CutGraph, partOf: Int32Array, crossing: Crossing, compare: Compare): void {
  const { stands, out, into } = graph;
  const { firstOut, head, weight } = stands;
  const parts = weight.length;
  const [leaving, entering, terminals] = [new Float64Array(parts), new Float64Array(parts), new Float64Array(parts)];
  /** By pair of parts, the lower number first: rates from the first part to the second, and back. */
  const between = new Map<number, [forth: number, back: number]>();
  for (let v = 0; v < parts; v++) {
    const from = partOf[v];
    terminals[from] += weight[v];
    for (let way = firstOut[v]; way < firstOut[v + 1]; way++) {
      const to = partOf[head[way]];
      if (from === to) continue;
      leaving[from] += out[way];
      entering[from] += into[way];
      if (from > to) continue;
      const key = from * parts + to;
      const sums = between.get(key) ?? [0, 0];
      sums[0] += out[way];
      sums[1] += into[way];
      between.set(key, sums);
    }
  }
  const phrase = (...those: readonly number[]) => {
    const vertices = [...graph.vertices].filter((v) => those.includes(partOf[v]));
    return phraseOfVertices(graph, vertices);
  };
  for (let part = 0; part < parts; part++) {
    compare(over(Math.min(leaving[part], entering[part]), crossing(terminals[part])), () => phrase(part));
  }
  for (const [key, [forth, back]] of between) {
    const [a, b] = [Math.floor(key / parts), key % parts];
    const both = forth + back;
    const carried = Math.min(leaving[a] + leaving[b] - both, entering[a] + entering[b] - both);
    compare(over(carried, crossing(terminals[a] + terminals[b])), () => phrase(a, b));
  }
}

/** `the links that leave 5 nodes, leaf 1 among them`. */
function phraseOfMany(graph: CutGraph, nodes: readonly number[]): string {
  const [first] = nodes;
  if (first === undefined) return "links";
  return `the links that leave ${nodes.length.toLocaleString("en-US")} nodes, ${nameOfNode(graph.network, first)} among them`;
}

/** Phrase for the side of a cut with fewer vertices. */
function phraseOfPart(graph: CutGraph, isWithin: (v: number) => boolean): string {
  const within = [...graph.vertices].filter(isWithin);
  const fewer = 2 * within.length <= graph.vertices.length ? within : [...graph.vertices].filter((v) => !isWithin(v));
  return phraseOfVertices(graph, fewer);
}

function phraseOfVertices(graph: CutGraph, vertices: readonly number[]): string {
  const nodes = vertices.map((v) => nodeAt(graph, v));
  return (
    phraseOfNodes(graph.network, nodes) ??
    phraseOfMany(
      graph,
      nodes.filter((n) => n >= 0),
    )
  );
}

/** A part of the graph, with the rate of its cut. */
class CutPart {
  terminals = 0;
  private leaving = 0;
  private entering = 0;
  /** [V] 1 for vertices of the part. */
  readonly isWithin: Uint8Array;

  constructor(private readonly graph: CutGraph) {
    this.isWithin = new Uint8Array(graph.vertices.length);
  }

  /** Rate of the cut in the weaker direction. */
  private get carries(): number {
    return Math.max(0, Math.min(this.leaving, this.entering));
  }

  /** Load at which the cut is saturated; Infinity without traffic across it. */
  load(crossing: Crossing): number {
    return over(this.carries, crossing(this.terminals));
  }

  /** Moves a vertex into the part, or out of it. */
  move(v: number): void {
    const { stands, out, into } = this.graph;
    const { firstOut, head, weight } = stands;
    const sign = this.isWithin[v] === 1 ? -1 : 1;
    this.terminals += sign * weight[v];
    for (let way = firstOut[v]; way < firstOut[v + 1]; way++) {
      if (head[way] === v) continue;
      // Edges to the outside become cut, edges to the inside no longer are.
      const isCut = this.isWithin[head[way]] === 0;
      this.leaving += sign * (isCut ? out[way] : -into[way]);
      this.entering += sign * (isCut ? into[way] : -out[way]);
    }
    this.isWithin[v] = sign > 0 ? 1 : 0;
  }
}

/** Compares all parts of the graph. One vertex moves at a time, in Gray code order; the last vertex stays outside. */
function compareAll(graph: CutGraph, crossing: Crossing, compare: Compare): void {
  const part = new CutPart(graph);
  const last = graph.vertices.length - 1;
  let [least, at] = [Infinity, 0];
  for (let i = 1; i < 2 ** last; i++) {
    part.move(31 - Math.clz32(i & -i));
    const load = part.load(crossing);
    if (load < least * (1 - rounding)) [least, at] = [load, i];
  }
  const code = at ^ (at >> 1);
  compare(least, () => phraseOfPart(graph, (v) => ((code >> v) & 1) === 1));
}

/**
 * Compares parts that grow around switches. The next vertex is that with the largest share of its rate to the part; every intermediate part
 * is a cut. The best is then refined by moving single vertices across its cut.
 */
function compareGrown(graph: CutGraph, crossing: Crossing, compare: Compare): void {
  const { stands } = graph;
  const { weight, head } = stands;
  const starts = Math.min(weight.length, Math.floor(mostGrown / (weight.length + head.length)));
  let best = { load: Infinity, root: -1, size: 0 };
  for (let i = 0; i < starts; i++) {
    const root = Math.floor((i * weight.length) / starts);
    grow(graph, root, (part, size) => {
      const load = part.load(crossing);
      if (load < best.load * (1 - rounding)) best = { load, root, size };
      return true;
    });
  }
  if (best.root < 0) return;
  const part = grow(graph, best.root, (_, size) => size < best.size);
  let load = part.load(crossing);
  for (let pass = 0, isBetter = true; isBetter && pass < mostPasses; pass++) {
    isBetter = false;
    for (let v = 0; v < weight.length; v++) {
      part.move(v);
      const moved = part.load(crossing);
      if (moved < load * (1 - rounding)) [load, isBetter] = [moved, true];
      else part.move(v);
    }
  }
  compare(load, () => phraseOfPart(graph, (v) => part.isWithin[v] === 1));
}

/**
 * Grows a part from a root, until it contains everything that is reachable.
 * @param shouldContinue Called with every intermediate part and its size; false ends the growth.
 */
function grow(graph: CutGraph, root: number, goesOn: (part: CutPart, size: number) => boolean): CutPart {
  const { stands, out, into, carried } = graph;
  const { firstOut, head } = stands;
  const part = new CutPart(graph);
  /** [V] Rate between each vertex and the part. */
  const within = new Float64Array(carried.length);
  const next = new TimeHeap();
  next.set(root, 0);
  for (let size = 1; next.size > 0; size++) {
    const v = next.first;
    next.remove(v);
    part.move(v);
    if (!goesOn(part, size)) break;
    for (let way = firstOut[v]; way < firstOut[v + 1]; way++) {
      const to = head[way];
      if (part.isWithin[to] === 1) continue;
      within[to] += out[way] + into[way];
      next.set(to, -within[to] / carried[to]);
    }
  }
  return part;
}
