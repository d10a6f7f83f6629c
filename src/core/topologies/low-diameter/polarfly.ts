import { type Field, galoisField, largestField, primeBaseOf } from "../../base/galois.ts";
import { NetworkBuilder } from "../../network/builder.ts";
import type { Axis } from "../../network/network.ts";
import { linkParts, terminalLinkPart } from "../../network/bill-of-materials.ts";
import { isNearBalance } from "../balance.ts";
import { defineTopology } from "../contract.ts";
import { checkOrder, maxTerminalsOfSwitch, orderParam, type FieldOrder, balancedTerminalsParam } from "./field-order.ts";

const terminalsPerSwitch = ({ q, p }: FieldOrder) => (p > 0 ? p : Math.ceil((q + 1) / 2));
const pointCount = (q: number) => q * q + q + 1;
/** Number of points in each layer: W, points on their own lines; V₁, neighbors of W; V₂, all others. */
const layerSizes = (q: number) => (q % 2 === 0 ? [q + 1, q * q, 0] : [q + 1, (q * (q + 1)) / 2, (q * (q - 1)) / 2]);
const layerAxes = (q: number): readonly Axis[] => [
  { name: "layer", kind: "part", size: 3, words: ["W", "V₁", "V₂"] },
  { name: "position", kind: "position", size: Math.max(...layerSizes(q)) },
];

/**
 * Erdős–Rényi polarity graphs: the points of the projective plane over GF(q), linked if their scalar product is zero. Switches have the
 * order of the points (1, y, z), (0, 1, z), (0, 0, 1), by y and then z. Their ports: the terminals, then the other points in order.
 */
export const polarfly = defineTopology({
  id: "polarfly",
  title: "PolarFly",
  article: "a",
  group: "Low diameter",
  summary:
    "The switches are the points of a projective plane: any two are linked or have exactly one common neighbour. It is almost the largest network of diameter 2 for its number of ports.",
  source: "Lakhotia, Besta, Monroe, Isham, Iff, Hoefler, Petrini (SC 2022), §IV–VI; Erdős, Rényi (1962); Brown (1966)",
  params: { q: orderParam(2, 7), p: balancedTerminalsParam },
  phrase: "{title} of {q} with {p}",
  examples: [{ q: 3, p: 1 }, {}, { q: 2 }, { q: 2, p: 1 }, { q: 4, p: 1 }, { q: 5, p: 1 }, { q: 8 }, { q: 9, p: 5 }],
  check: (values) => checkOrder(values, 2, countsOf),
  *designsOfSize({ terminals, maxTerminals, ports }) {
    for (let q = 2; q <= largestField && pointCount(q) <= maxTerminals && q + 1 < ports; q++) {
      const p = Math.ceil(terminals / pointCount(q));
      const fits = p <= maxTerminalsOfSwitch && p + q + 1 <= ports && p * pointCount(q) <= maxTerminals;
      if (fits && primeBaseOf(q) !== null && isNearBalance(p, (q + 1) / 2)) yield { q, p };
    }
  },
  /**
   * Counts, distances and a narrow cut of a PolarFly in closed form. Its q² + q + 1 switches are the points of the projective plane over
   * GF(q), and two points are linked if their product is zero. The set W contains the q + 1 points whose product with themselves is zero.
   */
  expectedFacts(values) {
    const { q } = values;
    const [p, points] = [terminalsPerSwitch(values), pointCount(q)];
    const meanOfSwitches = 2 - (q + 1) / points;
    const ports = p + q + 1;
    return {
      ...countsOf(values),
      switches: points,
      parts: {
        switches: [
          { level: -1, ports, count: points - q - 1 },
          // A point of W would be its own neighbor, so one of its ports is spare.
          { level: -1, ports, spare: 1, count: q + 1 },
        ],
        links: linkParts([terminalLinkPart(p * points), { name: "link", isTerminal: false, count: (q * (q + 1) ** 2) / 2 }]),
        terminals: p * points,
      },
      diameter: 4,
      meanDistance: 2 + (p * (points - 1) * meanOfSwitches) / (p * points - 1),
      ofSwitches: { diameter: 2, meanDistance: meanOfSwitches, girth: 3 },
      cuts: [{ terminals: p, channels: q + 1, channelsToOtherPart: 1, hasConsecutiveTerminals: true }],
      axes: layerAxes(q),
      regular: true,
      forwards: false,
    };
  },
  /**
   * Builds a PolarFly: one switch with p terminals for each point of the projective plane over GF(q), and a link between two points whose
   * product is zero. The coordinates of a switch are its layer and its position in the layer.
   */
  build(values) {
    const { q } = values;
    const { terminals, links } = countsOf(values);
    const [p, points] = [terminalsPerSwitch(values), pointCount(q)];
    const net = new NetworkBuilder(terminals, points, links, layerAxes(q));
    const neighbors = neighborsOfPoints(galoisField(q));
    const layerPositions = positionsInLayers(neighbors, q);
    const terminalLink = net.linkClass("terminal");
    for (let point = 0, terminal = 0; point < points; point++) {
      net.setPorts(point, p + q + 1);
      layerPositions[point].forEach((value, axis) => net.setCoordinate(terminals + point, axis, value));
      for (const endOfTerminals = terminal + p; terminal < endOfTerminals; terminal++) {
        layerPositions[point].forEach((value, axis) => net.setCoordinate(terminal, axis, value));
        net.connect(terminal, terminals + point, terminalLink);
      }
    }
    const link = net.linkClass("link");
    for (let point = 0; point < points; point++) {
      for (let i = point * (q + 1); i < (point + 1) * (q + 1); i++)
        if (neighbors[i] > point) net.connect(terminals + point, terminals + neighbors[i], link);
    }
    return net.finish();
  },
});

function countsOf(values: FieldOrder) {
  const { q } = values;
  const terminals = pointCount(q) * terminalsPerSwitch(values);
  return { terminals, links: terminals + (q * (q + 1) ** 2) / 2 };
}

/**
 * [points × (q + 1)] For each point of the projective plane over GF(q), the points whose product with it is zero, in ascending order. This
 * includes the point itself if it lies on its own line. Points are numbered (1, y, z) → y q + z, then (0, 1, z) → q² + z, then (0, 0, 1).
 */
function neighborsOfPoints({ q, add, mul, negative, powers }: Field): Int32Array {
  const neighbors = new Int32Array(pointCount(q) * (q + 1));
  // The inverse of ξⁱ is ξ^(q − 1 − i), where ξ⁰, ξ¹ … are the powers of a primitive element. Tables of sums and products are q × q.
  const inverse = new Uint8Array(q);
  powers.forEach((power, i) => (inverse[power] = powers[(q - 1 - i) % (q - 1)]));
  const divide = (a: number, b: number) => mul[a * q + inverse[b]];
  let count = 0;
  /** Appends the points of the line u x + v y + w z = 0. */
  const addLine = (u: number, v: number, w: number) => {
    // Points (1, y, z): one z for each y if w ≠ 0; one y with all z if only v ≠ 0; none if only u ≠ 0.
    if (w !== 0) for (let y = 0; y < q; y++) neighbors[count++] = y * q + divide(negative[add[u * q + mul[v * q + y]]], w);
    else if (v !== 0) for (let z = 0; z < q; z++) neighbors[count++] = divide(negative[u], v) * q + z;
    // Points (0, 1, z): one, none or all of these points; then (0, 0, 1).
    if (w !== 0) neighbors[count++] = q * q + divide(negative[v], w);
    else if (v === 0) for (let z = 0; z < q; z++) neighbors[count++] = q * q + z;
    if (w === 0) neighbors[count++] = q * q + q;
  };
  for (let y = 0; y < q; y++) for (let z = 0; z < q; z++) addLine(1, y, z);
  for (let z = 0; z < q; z++) addLine(0, 1, z);
  addLine(0, 0, 1);
  return neighbors;
}

/**
 * [points] Layer of each point of the projective plane and its position in the layer, for drawing. Layer 0 is W, the set of points that are
 * their own neighbors; layer 1 has their other neighbors; layer 2 the rest. One point is the center: the first point of W or, if q is even,
 * the common neighbor of all of W. Each neighbor of the center forms a sector with its own neighbors; the sectors contain every point. They
 * get positions one after the other, so that neighboring points are close (Lakhotia et al., §V: clusters, fans and triangles).
 * @param neighbors [points × (q + 1)] The neighbors of each point.
 */
function positionsInLayers(neighbors: Int32Array, q: number): readonly (readonly [layer: number, position: number])[] {
  const points = pointCount(q);
  const neighborsOf = (point: number) => neighbors.subarray(point * (q + 1), (point + 1) * (q + 1));
  const isOnOwnLine = Uint8Array.from({ length: points }, (_, point) => (neighborsOf(point).includes(point) ? 1 : 0));
  const layerOf = (point: number) =>
    isOnOwnLine[point] === 1 ? 0 : neighborsOf(point).some((neighbor) => isOnOwnLine[neighbor] === 1) ? 1 : 2;
  const firstOfW = isOnOwnLine.indexOf(1);
  const center =
    q % 2 === 0 ? neighborsOf(firstOfW).find((point) => neighborsOf(point).every((neighbor) => isOnOwnLine[neighbor] === 1))! : firstOfW;
  const nextPosition = [0, 0, 0];
  const positions: (readonly [number, number])[] = [];
  const assignPosition = (point: number) => {
    if (point in positions) return;
    const layer = layerOf(point);
    positions[point] = [layer, nextPosition[layer]++];
  };
  assignPosition(center);
  /** [points] The sector to which each point has been added last; a sector has the number of the center's neighbor. */
  const lastSector = new Int32Array(points).fill(-1);
  for (const sector of neighborsOf(center)) {
    if (sector === center) continue;
    assignPosition(sector);
    for (const point of neighborsOf(sector)) lastSector[point] = sector;
    for (const point of neighborsOf(sector)) {
      assignPosition(point);
      // Two neighboring points of a sector form a triangle with the sector's point.
      for (const neighbor of neighborsOf(point)) if (neighbor !== sector && lastSector[neighbor] === sector) assignPosition(neighbor);
    }
  }
  return positions;
}
