import { refuse } from "../base/errors.ts";
import { choice } from "../base/params.ts";
import { axisOf, coordinate, isTree, type Network } from "../network/network.ts";
import type { CompiledRouting, RoutingRows } from "../plan/routing.ts";
import { routing } from "./contract.ts";
import { byFlow, sprayed, type Hashed, hashedFrom, hashedOutput, hashedSource, isHashed } from "./hashed.ts";

export const nearestCommonAncestor = routing({
  id: "nearest-common-ancestor",
  title: "nearest common ancestor",
  article: "",
  summary: "Up any link to a switch above the destination, then down any link that leads there.",
  source: `Petrini et al. (QsNET), §2.2; Navaridas et al. (EHU-KAT-IK-06-07), §3.1; d-mod-k and s-mod-k: Zahavi (J. Parallel Distrib. Comput. 72, 2012); Rodriguez et al. (CLUSTER 2009); ${hashedSource}`,
  params: {
    up: choice({
      title: "Way up",
      help: "How a packet chooses among the links up.",
      default: "adaptive",
      choices: [
        { id: "adaptive", title: "adaptive", help: "Any link up." },
        {
          id: "destination",
          title: "by destination (d-mod-k)",
          help: "Link ⌊destination / terminals below a link down⌋ mod links up: packets to one terminal share a path down.",
        },
        {
          id: "source",
          title: "by source (s-mod-k)",
          help: "Link ⌊source / terminals below a link down⌋ mod links up: packets from one terminal share a path up.",
        },
        byFlow,
        sprayed,
      ],
    }),
    down: choice({
      title: "Way down",
      help: "How a packet chooses among the links down that lead to its destination.",
      default: "adaptive",
      choices: [
        { id: "adaptive", title: "adaptive", help: "Any link that leads there." },
        { id: "deterministic", title: "by destination", help: "Link number: destination mod the number of links that lead there." },
        byFlow,
        sprayed,
      ],
    }),
  },
  phrase: "{title} routing",
  examples: [{}, { up: "destination", down: "deterministic" }, { up: "source" }, { up: "by-flow" }, { up: "sprayed", down: "sprayed" }],
  needs({ axes }) {
    if (axes.some(({ kind }) => kind === "rail"))
      return "needs terminals below one tree; this network has rails above hosts, and rail routing goes along them";
    return isTree(axes) ? null : "needs switches in levels; this network has none";
  },
  canDeadlock: () => null,
  compile({ up, down }, network, seed = 0) {
    if (isHashed(down)) checkHash(up, down);
    const hashed = isHashed(up) ? up : isHashed(down) ? down : null;
    const records = network.regular ? descent(network) : null;
    const ofWays = (up: Up, down: Down) => (records === null ? aroundFaults(network, up, down) : evenly(network, records, up, down));
    const compiled = ofWays(up, down);
    if (hashed !== null) {
      const even = () => ofWays(isHashed(up) ? "adaptive" : up, isHashed(down) ? "adaptive" : down);
      return { ...compiled, ...hashedFrom(hashed, seed, even) };
    }
    return up === "source" ? { ...compiled, begin: (from) => from } : compiled;
  },
});

type Up = "adaptive" | "destination" | "source" | Hashed;
type Down = "adaptive" | "deterministic" | Hashed;

const said = { "by-flow": "hash of its flow", sprayed: "draw", source: "source" } as const;

/** A packet's state is a single number, so the way up and the way down cannot use different hashes, or the source and a hash. */
function checkHash(up: Up, down: Hashed): void {
  if (up === down || (up !== "source" && !isHashed(up))) return;
  const nearest = isHashed(up) ? up : "adaptive";
  const message = `a packet carries one number: its ${said[up]} for the way up leaves no room for its ${said[down]} on the way down.`;
  refuse("routing.down", message, `Use ${nearest}.`, nearest);
}

// Layout of the record of a node; a record is half a cache line.
const recordShift = 3;
/** First terminal below the node, and number of terminals below. The number is 0 for terminals, which always send up. */
const firstBelow = 0;
const countBelow = 1;
/** First down channel; number of consecutive down channels to each child. */
const firstDown = 2;
const portsPerChild = 3;
/** Terminals below a child, and its base-2 logarithm if that is whole, otherwise −1. */
const childCount = 4;
const childShift = 5;
/** First up channel, and the channel after the last one. */
const firstUp = 6;
const endUp = 7;

/** The routing of a regular tree, in which the terminals below each switch are divided evenly among its ports: by arithmetic. */
function evenly(network: Network, records: Int32Array, up: Up, down: Down): CompiledRouting {
  const nodes = network.terminals + network.switches;
  // Computing ⌊(x + ½) / n⌋ by multiplication is exact: the product is never closer than 1 / 2n to a whole number.
  const inverse = Float64Array.from({ length: nodes }, (_, n) => 1 / records[(n << recordShift) + childCount]);
  let maxCandidates = 1;
  for (let r = 0; r < records.length; r += 1 << recordShift) {
    if (up === "adaptive") maxCandidates = Math.max(maxCandidates, records[r + endUp] - records[r + firstUp]);
    if (down === "adaptive" && records[r + countBelow] > 0) maxCandidates = Math.max(maxCandidates, records[r + portsPerChild]);
  }
  const rows = up === "adaptive" && down === "adaptive" ? rowsOf(network, records, inverse) : null;
  const isFixedDown = down === "deterministic";
  const [isHashedUp, isHashedDown] = [isHashed(up), isHashed(down)];
  return {
    classes: 1,
    maxCandidates,
    ...(rows === null ? {} : { rows }),
    route(at, to, state, out) {
      const r = at << recordShift;
      const offset = to - records[r + firstBelow];
      let c: number;
      let end: number;
      if (offset >= 0 && offset < records[r + countBelow]) {
        const shift = records[r + childShift];
        const child = shift >= 0 ? offset >> shift : ((offset + 0.5) * inverse[at]) | 0;
        const ports = records[r + portsPerChild];
        c = records[r + firstDown] + Math.imul(child, ports);
        if (isFixedDown) {
          out[0] = ports === 1 ? c : c + (to % ports);
          return 1;
        }
        if (isHashedDown) {
          out[0] = c + hashedOutput(at, state, ports);
          return 1;
        }
        end = c + ports;
      } else {
        c = records[r + firstUp];
        end = records[r + endUp];
        if (isHashedUp) {
          out[0] = c + hashedOutput(at, state, end - c);
          return 1;
        }
        if (up !== "adaptive") {
          const number = up === "source" ? state : to;
          out[0] = c + ((((number + 0.5) * inverse[at]) | 0) % (end - c));
          return 1;
        }
      }
      let count = 0;
      while (c < end) out[count++] = c++;
      return count;
    },
  };
}

/**
 * Parallel outputs: all up links of a switch are equivalent, and so are all down links to the same child. Null if the subtrees of a level
 * differ in size.
 */
function rowsOf(network: Network, records: Int32Array, inverse: Float64Array): RoutingRows | null {
  const { terminals } = network;
  const levelOf = levels(network);
  /** [levels] Number of terminals below a switch. */
  const subtrees: number[] = [];
  for (let n = terminals; n < terminals + network.switches; n++) {
    const r = n << recordShift;
    const count = (subtrees[levelOf(n)] ??= records[r + countBelow]);
    if (count !== records[r + countBelow] || records[r + firstBelow] % count !== 0) return null;
  }
  // For each terminal, the index of the child that contains it at each level, packed into bits. The leading zeros of the XOR of two
  // terminals' indices give the number of hops between them.
  const children = new Int32Array(terminals);
  const hopsOf = new Int32Array(33);
  for (let level = 0, bits = 0, below = 1; level < subtrees.length; below = subtrees[level++]) {
    const width = 32 - Math.clz32(subtrees[level] / below - 1);
    for (let t = 0; t < terminals; t++) children[t] |= Math.floor((t % subtrees[level]) / below) << bits;
    hopsOf.fill(2 * level + 2, 32 - bits - width, 32 - bits);
    bits += width;
  }
  const size = new Uint16Array(network.head.length);
  for (let r = 0; r < records.length; r += 1 << recordShift) {
    const ports = records[r + portsPerChild];
    for (let c = records[r + firstDown]; records[r + countBelow] > 0 && c < records[r + firstUp]; c += ports) size[c] = ports;
    if (records[r + endUp] > records[r + firstUp]) size[records[r + firstUp]] = records[r + endUp] - records[r + firstUp];
  }
  return {
    of(at, to) {
      const r = at << recordShift;
      const offset = (to - records[r + firstBelow]) | 0;
      const shift = records[r + childShift];
      const child = shift >= 0 ? offset >> shift : ((offset + 0.5) * inverse[at]) | 0;
      // Both results are computed without a branch, because the direction cannot be predicted.
      const down = (records[r + firstDown] + Math.imul(child, records[r + portsPerChild])) | 0;
      const isUp = (offset | (records[r + countBelow] - 1 - offset)) >> 31;
      return down ^ ((down ^ records[r + firstUp]) & isUp);
    },
    hops: (from, to) => hopsOf[Math.clz32(children[from] ^ children[to])],
    size,
  };
}

/**
 * The records of all nodes: the terminals below, and how the down ports of a switch divide them. The same number of consecutive ports leads
 * to each child, and each child has the same number of terminals below. Null for trees of other shapes.
 */
function descent(network: Network): Int32Array | null {
  const { terminals, switches, firstOut, head } = network;
  const levelOf = levels(network);
  const records = new Int32Array((terminals + switches) << recordShift);
  const below = new Int32Array(2 * (terminals + switches));
  for (let t = 0; t < terminals; t++) {
    below[2 * t] = t;
    below[2 * t + 1] = 1;
    records.set([t, 0, 0, 1, 1, 0, firstOut[t], firstOut[t + 1]], t << recordShift);
  }
  const order = Array.from({ length: switches }, (_, s) => terminals + s).sort((a, b) => levelOf(a) - levelOf(b));
  for (const n of order) {
    const first = firstOut[n];
    let end = first;
    while (end < firstOut[n + 1] && levelOf(head[end]) < levelOf(n)) end++;
    if (end === first) return null;
    const start = below[2 * head[first]];
    const span = below[2 * head[first] + 1];
    let ports = 0;
    for (let c = first; c < end; c++) if (below[2 * head[c]] === start) ports++;
    if ((end - first) % ports !== 0) return null;
    for (let c = first, p = 0; c < end; c++, p++) {
      if (below[2 * head[c]] !== start + Math.floor(p / ports) * span || below[2 * head[c] + 1] !== span) return null;
    }
    const count = ((end - first) / ports) * span;
    below[2 * n] = start;
    below[2 * n + 1] = count;
    const isPower = (span & (span - 1)) === 0;
    records.set([start, count, first, ports, span, isPower ? 31 - Math.clz32(span) : -1, end, firstOut[n + 1]], n << recordShift);
  }
  return records;
}

/** Maximum memory for the sets of leaf switches that each switch reaches, in bytes. */
const mostSetBytes = 64 * 2 ** 20;

/**
 * The routing of a tree with missing links or switches, based on reachability. A packet goes up only to switches from which it can still
 * reach its destination, and goes down as soon as possible.
 */
function aroundFaults(network: Network, up: Up, down: Down): CompiledRouting {
  const { terminals, switches, firstOut, head, reverse } = network;
  const levelOf = levels(network);
  const nodes = terminals + switches;
  const switchOf = Int32Array.from({ length: terminals }, (_, t) => (firstOut[t] < firstOut[t + 1] ? head[firstOut[t]] : -1));
  const leaf = new Int32Array(nodes).fill(-1);
  let leaves = 0;
  for (const n of switchOf) if (n >= 0 && leaf[n] < 0) leaf[n] = leaves++;
  const words = Math.max(1, Math.ceil(leaves / 32));
  if (8 * words * switches > mostSetBytes) {
    refuse(
      "routing",
      `a tree of ${switches} switches with faults takes ${Math.ceil((8 * words * switches) / 2 ** 20)} MB to route; at most 64 MB are allowed.`,
      "Choose a smaller tree, or one without faults.",
    );
  }
  // [S × words] Sets of leaf switches, as bits: those below a switch, and those reached by going up (optionally) and then down.
  const below = new Int32Array(switches * words);
  const reached = new Int32Array(switches * words);
  const order = Array.from({ length: switches }, (_, s) => terminals + s).sort((a, b) => levelOf(a) - levelOf(b));
  /** Adds to the set of `n` the sets of its neighbors in one direction. */
  const gather = (n: number, from: Int32Array, into: Int32Array, direction: 1 | -1) => {
    for (let c = firstOut[n]; c < firstOut[n + 1]; c++) {
      if (head[c] < terminals || (levelOf(head[c]) - levelOf(n)) * direction < 0) continue;
      for (let w = 0; w < words; w++) into[(n - terminals) * words + w] |= from[(head[c] - terminals) * words + w];
    }
  };
  for (const n of order) {
    if (leaf[n] >= 0) below[(n - terminals) * words + (leaf[n] >> 5)] |= 1 << (leaf[n] & 31);
    gather(n, below, below, -1);
  }
  reached.set(below);
  for (let i = order.length - 1; i >= 0; i--) gather(order[i], reached, reached, 1);

  // Terminals below a down link without faults: the divisor of d-mod-k.
  const spans = new Float64Array(network.axes[axisOf(network, "level")].size + 1).fill(1);
  if (up === "destination" || up === "source") {
    const terminalsAt = new Int32Array(leaves);
    for (const n of switchOf) if (n >= 0) terminalsAt[leaf[n]]++;
    for (const n of order) {
      let count = 0;
      for (let l = 0; l < leaves; l++) if (has(below, n, l)) count += terminalsAt[l];
      spans[levelOf(n) + 1] = Math.max(spans[levelOf(n) + 1], count);
    }
  }
  const divisor = Int32Array.from({ length: nodes }, (_, n) => (n < terminals ? 1 : spans[levelOf(n)]));
  let maxCandidates = 1;
  for (let n = 0; n < nodes; n++) maxCandidates = Math.max(maxCandidates, firstOut[n + 1] - firstOut[n]);

  return {
    classes: 1,
    maxCandidates,
    route(at, to, state, out) {
      const goal = switchOf[to];
      if (goal < 0) return 0;
      if (at === goal) {
        out[0] = reverse[firstOut[to]];
        return 1;
      }
      const isTerminal = at < terminals;
      const goesDown = !isTerminal && has(below, at, leaf[goal]);
      const sets = goesDown ? below : reached;
      let count = 0;
      for (let c = firstOut[at]; c < firstOut[at + 1]; c++) {
        const next = head[c];
        if (next < terminals || levelOf(next) < levelOf(at) !== goesDown) continue;
        // All links of a terminal lead to the same switch, so the first candidates need no test.
        if (isTerminal || has(sets, next, leaf[goal])) out[count++] = c;
      }
      if (count < 2) return count;
      if (goesDown) {
        if (down === "adaptive") return count;
        out[0] = out[isHashed(down) ? hashedOutput(at, state, count) : to % count];
        return 1;
      }
      if (up === "adaptive") return count;
      out[0] = out[isHashed(up) ? hashedOutput(at, state, count) : Math.floor((up === "source" ? state : to) / divisor[at]) % count];
      return 1;
    },
    reaches: (from, to) => from === to || (switchOf[from] >= 0 && switchOf[to] >= 0 && has(reached, switchOf[from], leaf[switchOf[to]])),
  };

  function has(sets: Int32Array, n: number, number: number): boolean {
    return ((sets[(n - terminals) * words + (number >> 5)] >>> (number & 31)) & 1) === 1;
  }
}

/** Level of a node; terminals are one level below the leaves. */
function levels(network: Network): (n: number) => number {
  const level = axisOf(network, "level");
  return (n) => coordinate(network, n, level);
}
