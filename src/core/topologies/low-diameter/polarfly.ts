import { type Field, field, largestField, primeOf } from "../../base/galois.ts";
import { NetworkBuilder } from "../../network/builder.ts";
import type { Axis } from "../../network/network.ts";
import { linkParts, terminalLinks } from "../../network/parts.ts";
import { isNearBalance } from "../balance.ts";
import { topology } from "../contract.ts";
import { checkOrder, mostOfSwitch, order, type Ordered, terminalsOfSwitch } from "./order.ts";

const attachedTo = ({ q, p }: Ordered) => (p > 0 ? p : Math.ceil((q + 1) / 2));
const pointsOf = (q: number) => q * q + q + 1;
/** Number of points in each layer: W, points on their own lines; V₁, neighbors of W; V₂, all others. */
const layersOf = (q: number) => (q % 2 === 0 ? [q + 1, q * q, 0] : [q + 1, (q * (q + 1)) / 2, (q * (q - 1)) / 2]);
const axesOf = (q: number): readonly Axis[] => [
  { name: "layer", kind: "part", size: 3, words: ["W", "V₁", "V₂"] },
  { name: "position", kind: "position", size: Math.max(...layersOf(q)) },
];

/**
 * Erdős–Rényi polarity graphs: the points of the projective plane over GF(q), linked if their scalar product is zero. Switches have the
 * order of the points (1, y, z), (0, 1, z), (0, 0, 1), by y and then z. Their ports: the terminals, then the other points in order.
 */
export const polarfly = topology({
  id: "polarfly",
  title: "PolarFly",
  article: "a",
  group: "Low diameter",
  summary:
    "The points of a projective plane: any two switches are joined, or have exactly one neighbour in common. Hardly any network of diameter 2 is larger.",
  source: "Lakhotia, Besta, Monroe, Isham, Iff, Hoefler, Petrini (SC 2022), §IV–VI; Erdős, Rényi (1962); Brown (1966)",
  params: { q: order(2, 7), p: terminalsOfSwitch },
  phrase: "{title} of {q} with {p}",
  examples: [{ q: 3, p: 1 }, {}, { q: 2 }, { q: 2, p: 1 }, { q: 4, p: 1 }, { q: 5, p: 1 }, { q: 8 }, { q: 9, p: 5 }],
  check: (values) => checkOrder(values, 2, countsOf),
  *sizes({ terminals, mostTerminals, ports }) {
    for (let q = 2; q <= largestField && pointsOf(q) <= mostTerminals && q + 1 < ports; q++) {
      const p = Math.ceil(terminals / pointsOf(q));
      const fits = p <= mostOfSwitch && p + q + 1 <= ports && p * pointsOf(q) <= mostTerminals;
      if (fits && primeOf(q) !== null && isNearBalance(p, (q + 1) / 2)) yield { q, p };
    }
  },
  expect(values) {
    const { q } = values;
    const [p, points] = [attachedTo(values), pointsOf(q)];
    const mean = 2 - (q + 1) / points;
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
        links: linkParts([terminalLinks(p * points), { name: "link", isTerminal: false, count: (q * (q + 1) ** 2) / 2 }]),
        terminals: p * points,
      },
      diameter: 4,
      meanDistance: 2 + (p * (points - 1) * mean) / (p * points - 1),
      ofSwitches: { diameter: 2, meanDistance: mean, girth: 3 },
      cuts: [{ terminals: p, channels: q + 1, toAnother: 1, inOrder: true }],
      axes: axesOf(q),
      regular: true,
      forwards: false,
    };
  },
  build(values) {
    const { q } = values;
    const { terminals, links } = countsOf(values);
    const [p, points] = [attachedTo(values), pointsOf(q)];
    const net = new NetworkBuilder(terminals, points, links, axesOf(q));
    const plane = neighboursIn(field(q));
    const places = placesIn(plane, q);
    const terminalLink = net.linkClass("terminal");
    for (let s = 0, t = 0; s < points; s++) {
      net.ports(s, p + q + 1);
      places[s].forEach((value, axis) => net.place(terminals + s, axis, value));
      for (const end = t + p; t < end; t++) {
        places[s].forEach((value, axis) => net.place(t, axis, value));
        net.connect(t, terminals + s, terminalLink);
      }
    }
    const link = net.linkClass("link");
    for (let s = 0; s < points; s++) {
      for (let i = s * (q + 1); i < (s + 1) * (q + 1); i++) if (plane[i] > s) net.connect(terminals + s, terminals + plane[i], link);
    }
    return net.finish();
  },
});

function countsOf(values: Ordered) {
  const { q } = values;
  const terminals = pointsOf(q) * attachedTo(values);
  return { terminals, links: terminals + (q * (q + 1) ** 2) / 2 };
}

/**
 * [N × (q + 1)] For each point, the points whose product with it is zero, in ascending order. This includes the point itself if it lies on
 * its own line.
 */
function neighboursIn({ q, add, mul, minus, powers }: Field): Int32Array {
  const plane = new Int32Array(pointsOf(q) * (q + 1));
  const inverse = new Uint8Array(q);
  powers.forEach((power, i) => (inverse[power] = powers[(q - 1 - i) % (q - 1)]));
  const over = (a: number, b: number) => mul[a * q + inverse[b]];
  let count = 0;
  /** Appends the points of the line u x + v y + w z = 0. */
  const line = (u: number, v: number, w: number) => {
    // Points (1, y, z): one z for each y if w ≠ 0; one y with all z if only v ≠ 0; none if only u ≠ 0.
    if (w !== 0) for (let y = 0; y < q; y++) plane[count++] = y * q + over(minus[add[u * q + mul[v * q + y]]], w);
    else if (v !== 0) for (let z = 0; z < q; z++) plane[count++] = over(minus[u], v) * q + z;
    // Points (0, 1, z): one, none or all of them; then (0, 0, 1).
    if (w !== 0) plane[count++] = q * q + over(minus[v], w);
    else if (v === 0) for (let z = 0; z < q; z++) plane[count++] = q * q + z;
    if (w === 0) plane[count++] = q * q + q;
  };
  for (let y = 0; y < q; y++) for (let z = 0; z < q; z++) line(1, y, z);
  for (let z = 0; z < q; z++) line(0, 1, z);
  line(0, 0, 1);
  return plane;
}

/**
 * [N] Layer of each point and its position in the layer. Positions go around a center, which is the first of its layer: the first point of
 * W or, if q is even, the point that is a neighbor of all of W. Every other point is a neighbor of the center or of exactly one neighbor of
 * the center. This divides the points into sectors, in which neighboring points get adjacent positions (Lakhotia et al., §V: clusters, fans
 * and triangles).
 */
function placesIn(plane: Int32Array, q: number): readonly (readonly [layer: number, position: number])[] {
  const points = pointsOf(q);
  const beside = (s: number) => plane.subarray(s * (q + 1), (s + 1) * (q + 1));
  const isOnOwn = Uint8Array.from({ length: points }, (_, s) => (beside(s).includes(s) ? 1 : 0));
  const layerOf = (s: number) => (isOnOwn[s] === 1 ? 0 : beside(s).some((n) => isOnOwn[n] === 1) ? 1 : 2);
  const first = isOnOwn.indexOf(1);
  const centre = q % 2 === 0 ? beside(first).find((s) => beside(s).every((n) => isOnOwn[n] === 1))! : first;
  const next = [0, 0, 0];
  const places: (readonly [number, number])[] = [];
  const put = (s: number) => {
    if (s in places) return;
    const layer = layerOf(s);
    places[s] = [layer, next[layer]++];
  };
  put(centre);
  /** The last sector whose point was a neighbor of each point. */
  const lastSector = new Int32Array(points).fill(-1);
  for (const sector of beside(centre)) {
    if (sector === centre) continue;
    put(sector);
    for (const s of beside(sector)) lastSector[s] = sector;
    for (const s of beside(sector)) {
      put(s);
      // Two neighboring points of a sector form a triangle with the sector's point.
      for (const n of beside(s)) if (n !== sector && lastSector[n] === sector) put(n);
    }
  }
  return places;
}
