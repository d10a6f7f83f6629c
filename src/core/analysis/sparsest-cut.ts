/**
 * Cuts of a network with the least capacity for uniform traffic. A part with w of T terminals sends w (T − w) / (T − 1) of the load of each
 * terminal to the other terminals, and receives as much. The capacity of the channels out of the part, or into it, divided by this number
 * bounds the load under any routing and for any part; the minimum over all parts is the sparsest cut. (Leighton, Rao, JACM 46, 1999; Dally,
 * Towles, 2004, §3.3.)
 *
 * Finding the sparsest cut is NP-hard. Examined are: each terminal, each switch with its terminals, and any two of these that a link joins;
 * the parts of the network's own structure (`collectives/divisions.ts`), and any two of them that links join; the components of faster
 * links, for each rate; and parts grown around switches, as many as time allows, of which the best is refined switch by switch. With few
 * switches all parts are examined.
 */
import { TimeHeap } from "../base/time-heap.ts";
import { joinWithAnd } from "../base/words.ts";
import { terminalGraph, type TerminalGraph } from "../network/distances.ts";
import { nameOfNode, type Network } from "../network/network.ts";
import { DisjointSets } from "../network/disjoint-sets.ts";
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
const [maxDivisionVisits, maxGrowthVisits] = [5e6, 4e6];
/** Up to this number of vertices, all parts of a graph are examined. */
const maxVerticesForAll = 14;
/** Largest number of rates above which components of links are examined. */
const maxRates = 16;
/** Largest number of refinement passes over the best part. */
const maxPasses = 20;
/** A relatively smaller improvement of a load is rounding. */
const tolerance = 1e-12;

/**
 * The sparsest of the examined cuts: the part of the network whose border limits uniform traffic most. `load` is that limit, in phits per
 * cycle of each terminal, and `links` names the cut links. Null with fewer than two connected terminals.
 */
export function findSparsestCut(plan: Plan): SparseCut | null {
  const vertexGraph = terminalGraph(plan.network);
  const count = vertexGraph.weight.reduce((sum, each) => sum + each, 0);
  if (count < 2) return null;
  const crossingTraffic = (terminalsInPart: number) => (terminalsInPart * (count - terminalsInPart)) / (count - 1);
  let best: SparseCut = { load: Infinity, links: "" };
  const compareCut = (load: number, links: () => string) => {
    if (load < best.load * (1 - tolerance)) best = { load, links: links() };
  };
  // Cuts along the structure of the network.
  compareDivisions(plan, presentTerminals(vertexGraph), compareCut, (partOf, parts) => {
    const terminals = new Int32Array(parts);
    for (const terminal of presentTerminals(vertexGraph)) terminals[partOf[terminal]]++;
    const passing = Float64Array.from(terminals, crossingTraffic);
    return { out: passing, into: passing };
  });
  // Cuts around each vertex and each component of faster links, and around any two of either that a link joins.
  const graph = cutGraphOf(plan, vertexGraph);
  for (const partOf of [graph.vertices, ...componentsOfFasterLinks(graph)]) comparePairs(graph, partOf, crossingTraffic, compareCut);
  // All cuts of a small network; otherwise cuts around parts that grow from a vertex.
  if (graph.vertices.length <= maxVerticesForAll) compareAllParts(graph, crossingTraffic, compareCut);
  else compareGrownParts(graph, crossingTraffic, compareCut);
  return best;
}

/**
 * The tightest cut for traffic in which each terminal sends everything to one partner, among the divisions of the network's structure.
 * @param partner [T] Destination of each terminal; the terminal itself if it sends nothing.
 */
export function sparsestCutOfPartners(plan: Plan, partner: Int32Array): SparseCut {
  let best: SparseCut = { load: Infinity, links: "" };
  const compareCut = (load: number, links: () => string) => {
    if (load < best.load * (1 - tolerance)) best = { load, links: links() };
  };
  compareDivisions(plan, presentTerminals(terminalGraph(plan.network)), compareCut, (partOf, parts) => {
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
 * Upper bound of the mean accepted load of uniform traffic, phits per cycle of each terminal, even if terminals offer more than they can
 * deliver and are served unfairly. For each division of the network into parts: the traffic within the parts, plus the traffic that leaves
 * or enters them, at most the capacity of their border. `present` lists the terminals that take part.
 * @param load Largest load that a terminal can offer.
 */
export function maxAcceptedLoad(plan: Plan, load: number): number {
  const { network } = plan;
  const present = presentTerminals(terminalGraph(network));
  const [count, capacities] = [present.length, new Capacities(plan)];
  if (count < 2) return load;
  let [bound, remainingVisits] = [load, maxDivisionVisits];
  for (const { partOf, parts } of withSwitchDivision(network, divisionsOf(network, present))) {
    if (remainingVisits < 0) break;
    remainingVisits -= network.terminals + network.switches + network.head.length;
    const terminals = new Int32Array(parts);
    for (const terminal of present) terminals[partOf[terminal]]++;
    const { out, into } = capacities.ofParts(partOf, parts, terminals);
    const delivered = (capacity: Float64Array) =>
      terminals.reduce((sum, terminalsInPart, part) => {
        const [within, passing] = [
          (load * terminalsInPart * (terminalsInPart - 1)) / (count - 1),
          (load * terminalsInPart * (count - terminalsInPart)) / (count - 1),
        ];
        return sum + within + Math.min(passing, capacity[part]);
      }, 0) / count;
    bound = Math.min(bound, delivered(out), delivered(into));
  }
  return bound;
}

type CompareCut = (load: number, links: () => string) => void;
type CrossingTraffic = (terminals: number) => number;

/** The connected terminals. */
const presentTerminals = ({ vertexOfTerminal }: TerminalGraph) =>
  Int32Array.from(vertexOfTerminal.keys()).filter((terminal) => vertexOfTerminal[terminal] >= 0);

/**
 * Compares the cuts around each part of the divisions that follow from the network's structure, such as its groups or levels: outgoing
 * channels, incoming channels, and both. Each cut is passed to `compareCut` with the load that it allows and its name.
 * @param demandsOf [parts] Traffic out of each part of a division, and into it, if each terminal sends one phit per cycle.
 */
function compareDivisions(
  plan: Plan,
  terminals: Int32Array,
  compareCut: CompareCut,
  demandsOf: (partOf: Int32Array, parts: number) => { readonly out: Float64Array; readonly into: Float64Array },
): void {
  const { network } = plan;
  const capacities = new Capacities(plan);
  let remainingVisits = maxDivisionVisits;
  for (const { phrase, partOf, parts } of withSwitchDivision(network, divisionsOf(network, terminals))) {
    if (remainingVisits < 0) return;
    remainingVisits -= network.terminals + network.switches + network.head.length;
    const demands = demandsOf(partOf, parts);
    const { out, into, both } = capacities.ofParts(partOf, parts, new Int32Array(parts));
    for (let part = 0; part < parts; part++) {
      const [leaving, entering] = [demands.out[part], demands.into[part]];
      if (leaving + entering === 0) continue;
      const load = Math.min(loadLimit(out[part], leaving), loadLimit(into[part], entering), loadLimit(both[part], leaving + entering));
      compareCut(load, () => phraseOfPartNodes(network, partOf, part) ?? phrase);
    }
  }
}

/** Load at which the traffic uses the capacity; Infinity without traffic. */
const loadLimit = (capacity: number, traffic: number) => (traffic > 0 ? capacity / traffic : Infinity);

/** The divisions, preceded by the one into switches with their attached terminals. */
function* withSwitchDivision(network: Network, divisions: Iterable<Division>): Iterable<Division> {
  const { terminals, switches, firstOut, head } = network;
  const partOf = Int32Array.from({ length: terminals + switches }, (_, node) => {
    if (node >= terminals || firstOut[node] === firstOut[node + 1]) return node;
    const attachedSwitch = head[firstOut[node]];
    return attachedSwitch >= terminals && head.subarray(firstOut[node], firstOut[node + 1]).every((to) => to === attachedSwitch)
      ? attachedSwitch
      : node;
  });
  yield { phrase: "the links of a switch", partOf, parts: terminals + switches };
  yield* divisions;
}

/** Largest number of nodes that a phrase names. */
const maxNamedNodes = 2;

/** `the links that leave leaf 3`, for a part of one or two switches or a terminal; null for larger parts. */
function phraseOfPartNodes(network: Network, partOf: Int32Array, part: number): string | null {
  const nodes: number[] = [];
  for (let node = 0; node < partOf.length; node++) if (partOf[node] === part) nodes.push(node);
  return phraseOfNodes(network, nodes);
}

function phraseOfNodes(network: Network, nodes: readonly number[]): string | null {
  const switches = nodes.filter((node) => node >= network.terminals);
  const named = switches.length > 0 ? switches : nodes;
  if (named.length === 0 || named.length > maxNamedNodes) return null;
  return `the links that leave ${joinWithAnd(named.map((node) => nameOfNode(network, node)))}`;
}

/** The graph of switches, and of terminals on several switches, with the rates of its edges. */
interface CutGraph {
  readonly network: Network;
  readonly vertexGraph: TerminalGraph;
  /** [V] 0 … V − 1, each vertex as a separate part. */
  readonly vertices: Int32Array;
  /** [E] Phits per cycle of each edge, and of its reverse. */
  readonly outRate: Float64Array;
  readonly backRate: Float64Array;
  /** [V] Sum of the rates in both directions over all edges of a vertex. */
  readonly vertexRate: Float64Array;
}

function cutGraphOf({ network, links }: Plan, vertexGraph: TerminalGraph): CutGraph {
  const { weight, firstOut, channel } = vertexGraph;
  const outRate = Float64Array.from(channel, (channelNumber) => rateOf(links, channelNumber));
  const backRate = Float64Array.from(channel, (channelNumber) => rateOf(links, network.reverse[channelNumber]));
  const vertexRate = new Float64Array(weight.length);
  for (let vertex = 0; vertex < weight.length; vertex++)
    for (let edge = firstOut[vertex]; edge < firstOut[vertex + 1]; edge++) vertexRate[vertex] += outRate[edge] + backRate[edge];
  return { network, vertexGraph, vertices: Int32Array.from(weight.keys()), outRate, backRate, vertexRate };
}

/** Network node of a vertex; −1 for a vertex without edges. */
const networkNodeOf = ({ network, vertexGraph: { firstOut, channel } }: CutGraph, vertex: number) =>
  firstOut[vertex] < firstOut[vertex + 1] ? network.tail[channel[firstOut[vertex]]] : -1;

/** Components of the links that are faster than each rate. */
function* componentsOfFasterLinks({ vertexGraph: { firstOut, head, weight }, outRate, backRate }: CutGraph): Iterable<Int32Array> {
  const rateAt = (edge: number) => Math.min(outRate[edge], backRate[edge]);
  const rates = [...new Set(Array.from(outRate.keys(), rateAt))].sort((a, b) => a - b);
  for (const rate of rates.slice(0, -1).slice(0, maxRates)) {
    const components = new DisjointSets(weight.length);
    for (let vertex = 0; vertex < weight.length; vertex++)
      for (let edge = firstOut[vertex]; edge < firstOut[vertex + 1]; edge++) if (rateAt(edge) > rate) components.union(vertex, head[edge]);
    yield Int32Array.from(weight.keys(), (vertex) => components.find(vertex));
  }
}

/**
 * Compares the cuts around each part of a graph, and around each two parts that an edge joins. `compareCut` gets the uniform load that a
 * cut allows.
 * @param partOf [V] Part of each vertex.
 * @param crossingTraffic Phits per cycle that leave a part with a number of terminals if each terminal sends one.
 */
function comparePairs(graph: CutGraph, partOf: Int32Array, crossingTraffic: CrossingTraffic, compareCut: CompareCut): void {
  const { vertexGraph, outRate, backRate } = graph;
  const { firstOut, head, weight } = vertexGraph;
  const parts = weight.length;
  const [leaving, entering, terminals] = [new Float64Array(parts), new Float64Array(parts), new Float64Array(parts)];
  /** By pair of parts, the lower number first: rates from the first part to the second, and back. */
  const ratesBetween = new Map<number, [forth: number, back: number]>();
  for (let vertex = 0; vertex < parts; vertex++) {
    const fromPart = partOf[vertex];
    terminals[fromPart] += weight[vertex];
    for (let edge = firstOut[vertex]; edge < firstOut[vertex + 1]; edge++) {
      const toPart = partOf[head[edge]];
      if (fromPart === toPart) continue;
      leaving[fromPart] += outRate[edge];
      entering[fromPart] += backRate[edge];
      if (fromPart > toPart) continue;
      const key = fromPart * parts + toPart;
      const sums = ratesBetween.get(key) ?? [0, 0];
      sums[0] += outRate[edge];
      sums[1] += backRate[edge];
      ratesBetween.set(key, sums);
    }
  }
  const phrase = (...phraseParts: readonly number[]) => {
    const vertices = [...graph.vertices].filter((vertex) => phraseParts.includes(partOf[vertex]));
    return phraseOfVertices(graph, vertices);
  };
  for (let part = 0; part < parts; part++) {
    compareCut(loadLimit(Math.min(leaving[part], entering[part]), crossingTraffic(terminals[part])), () => phrase(part));
  }
  for (const [key, [forthRate, reverseRate]] of ratesBetween) {
    // The links between the two parts are inside the joined part.
    const [a, b] = [Math.floor(key / parts), key % parts];
    const joinedRate = forthRate + reverseRate;
    const cutRate = Math.min(leaving[a] + leaving[b] - joinedRate, entering[a] + entering[b] - joinedRate);
    compareCut(loadLimit(cutRate, crossingTraffic(terminals[a] + terminals[b])), () => phrase(a, b));
  }
}

/** `the links that leave 5 nodes, leaf 1 among them`. */
function phraseOfMany(graph: CutGraph, nodes: readonly number[]): string {
  const [first] = nodes;
  if (first === undefined) return "links";
  return `the links that leave ${nodes.length.toLocaleString("en-US")} nodes, ${nameOfNode(graph.network, first)} among them`;
}

/** Phrase for the side of a cut with fewer vertices. */
function phraseOfSmallerSide(graph: CutGraph, isWithin: (vertex: number) => boolean): string {
  const within = [...graph.vertices].filter(isWithin);
  const fewer = 2 * within.length <= graph.vertices.length ? within : [...graph.vertices].filter((vertex) => !isWithin(vertex));
  return phraseOfVertices(graph, fewer);
}

function phraseOfVertices(graph: CutGraph, vertices: readonly number[]): string {
  const nodes = vertices.map((vertex) => networkNodeOf(graph, vertex));
  return (
    phraseOfNodes(graph.network, nodes) ??
    phraseOfMany(
      graph,
      nodes.filter((node) => node >= 0),
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
  private get minRate(): number {
    return Math.max(0, Math.min(this.leaving, this.entering));
  }

  /** Load at which the cut is saturated; Infinity without traffic across it. */
  loadLimitOf(crossingTraffic: CrossingTraffic): number {
    return loadLimit(this.minRate, crossingTraffic(this.terminals));
  }

  /** Moves a vertex into the part, or out of it. */
  move(vertex: number): void {
    const { vertexGraph, outRate, backRate } = this.graph;
    const { firstOut, head, weight } = vertexGraph;
    const sign = this.isWithin[vertex] === 1 ? -1 : 1;
    this.terminals += sign * weight[vertex];
    for (let edge = firstOut[vertex]; edge < firstOut[vertex + 1]; edge++) {
      if (head[edge] === vertex) continue;
      // Edges to the outside become cut, edges to the inside no longer are.
      const isCut = this.isWithin[head[edge]] === 0;
      this.leaving += sign * (isCut ? outRate[edge] : -backRate[edge]);
      this.entering += sign * (isCut ? backRate[edge] : -outRate[edge]);
    }
    this.isWithin[vertex] = sign > 0 ? 1 : 0;
  }
}

/** Compares all parts of the graph. One vertex moves at a time, in Gray code order; the last vertex stays outside. */
function compareAllParts(graph: CutGraph, crossingTraffic: CrossingTraffic, compareCut: CompareCut): void {
  const part = new CutPart(graph);
  const last = graph.vertices.length - 1;
  let [minLoad, bestIndex] = [Infinity, 0];
  for (let i = 1; i < 2 ** last; i++) {
    part.move(31 - Math.clz32(i & -i));
    const load = part.loadLimitOf(crossingTraffic);
    if (load < minLoad * (1 - tolerance)) [minLoad, bestIndex] = [load, i];
  }
  const code = bestIndex ^ (bestIndex >> 1);
  compareCut(minLoad, () => phraseOfSmallerSide(graph, (vertex) => ((code >> vertex) & 1) === 1));
}

/**
 * Compares the cuts around parts that grow from single vertices by one vertex at a time, each time the vertex with the largest share of its
 * link rates to the part. The best part is then refined by moving single vertices across its border.
 */
function compareGrownParts(graph: CutGraph, crossingTraffic: CrossingTraffic, compareCut: CompareCut): void {
  const { vertexGraph } = graph;
  const { weight, head } = vertexGraph;
  const starts = Math.min(weight.length, Math.floor(maxGrowthVisits / (weight.length + head.length)));
  // Find the best part over evenly spaced roots.
  let best = { load: Infinity, root: -1, size: 0 };
  for (let i = 0; i < starts; i++) {
    const root = Math.floor((i * weight.length) / starts);
    growPart(graph, root, (part, size) => {
      const load = part.loadLimitOf(crossingTraffic);
      if (load < best.load * (1 - tolerance)) best = { load, root, size };
      return true;
    });
  }
  if (best.root < 0) return;
  // Grow it again, and move single vertices as long as that lowers the load; other moves are undone.
  const part = growPart(graph, best.root, (_, size) => size < best.size);
  let load = part.loadLimitOf(crossingTraffic);
  for (let pass = 0, isBetter = true; isBetter && pass < maxPasses; pass++) {
    isBetter = false;
    for (let vertex = 0; vertex < weight.length; vertex++) {
      part.move(vertex);
      const movedLoad = part.loadLimitOf(crossingTraffic);
      if (movedLoad < load * (1 - tolerance)) [load, isBetter] = [movedLoad, true];
      else part.move(vertex);
    }
  }
  compareCut(load, () => phraseOfSmallerSide(graph, (vertex) => part.isWithin[vertex] === 1));
}

/**
 * Grows a part of the graph from a root vertex, until it contains everything that is reachable. Each step adds the vertex with the largest
 * share of its link rates to the part. The heap `candidates` finds it as the smallest entry, because it holds negative shares.
 * @param shouldContinue Called with every intermediate part and its size; false ends the growth.
 */
function growPart(graph: CutGraph, root: number, shouldContinue: (part: CutPart, size: number) => boolean): CutPart {
  const { vertexGraph, outRate, backRate, vertexRate } = graph;
  const { firstOut, head } = vertexGraph;
  const part = new CutPart(graph);
  /** [V] Rate between each vertex and the part. */
  const rateToPart = new Float64Array(vertexRate.length);
  const candidates = new TimeHeap();
  candidates.set(root, 0);
  for (let size = 1; candidates.size > 0; size++) {
    const vertex = candidates.firstId;
    candidates.remove(vertex);
    part.move(vertex);
    if (!shouldContinue(part, size)) break;
    for (let edge = firstOut[vertex]; edge < firstOut[vertex + 1]; edge++) {
      const neighbor = head[edge];
      if (part.isWithin[neighbor] === 1) continue;
      rateToPart[neighbor] += outRate[edge] + backRate[edge];
      candidates.set(neighbor, -rateToPart[neighbor] / vertexRate[neighbor]);
    }
  }
  return part;
}
