import { refuse } from "../base/errors.ts";
import { choice } from "../base/params.ts";
import { axisOf, coordinate, isTree, type Network } from "../network/network.ts";
import type { CompiledRouting, ParallelOutputs } from "../plan/routing.ts";
import { defineRouting } from "./contract.ts";
import { byFlow, sprayed, type HashMode, hashedInitialState, hashedOutput, hashedSource, isHashed } from "./hashed.ts";

export const nearestCommonAncestor = defineRouting({
  id: "nearest-common-ancestor",
  title: "nearest common ancestor",
  article: "",
  summary: "A packet goes up to a nearest common ancestor of source and destination, then down to the destination.",
  source: `Petrini et al. (QsNET), §2.2; Navaridas et al. (EHU-KAT-IK-06-07), §3.1; d-mod-k and s-mod-k: Zahavi (J. Parallel Distrib. Comput. 72, 2012); Rodriguez et al. (CLUSTER 2009); ${hashedSource}`,
  params: {
    up: choice({
      title: "Upward path",
      help: "How a packet chooses among the upward links.",
      default: "adaptive",
      choices: [
        { id: "adaptive", title: "adaptive", help: "Any upward link, chosen by the selection." },
        {
          id: "destination",
          title: "by destination (d-mod-k)",
          help: "Link ⌊destination / terminals below a downward link⌋ mod number of upward links: packets to one terminal share a path down.",
        },
        {
          id: "source",
          title: "by source (s-mod-k)",
          help: "Link ⌊source / terminals below a downward link⌋ mod number of upward links: packets from one terminal share a path up.",
        },
        byFlow,
        sprayed,
      ],
    }),
    down: choice({
      title: "Downward path",
      help: "How a packet chooses among the downward links that lead to its destination.",
      default: "adaptive",
      choices: [
        { id: "adaptive", title: "adaptive", help: "Any link that leads to the destination." },
        { id: "deterministic", title: "by destination", help: "Link number: destination mod number of links that lead to it." },
        byFlow,
        sprayed,
      ],
    }),
  },
  phrase: "{title} routing",
  examples: [{}, { up: "destination", down: "deterministic" }, { up: "source" }, { up: "by-flow" }, { up: "sprayed", down: "sprayed" }],
  reasonUnsupported({ axes }) {
    if (axes.some(({ kind }) => kind === "rail")) return "needs terminals below one tree; this network has several rails; use rail routing";
    return isTree(axes) ? null : "needs switches in levels; this network has no levels";
  },
  reasonForDeadlock: () => null,
  compile({ up, down }, network, seed = 0) {
    if (isHashed(down)) checkSingleNumber(up, down);
    const hashMode = isHashed(up) ? up : isHashed(down) ? down : null;
    const records = network.regular ? treeRecords(network) : null;
    const routingWith = (up: UpChoice, down: DownChoice) =>
      records === null ? faultyTreeRouting(network, up, down) : regularTreeRouting(network, records, up, down);
    const compiled = routingWith(up, down);
    if (hashMode !== null) {
      const unhashed = () => routingWith(isHashed(up) ? "adaptive" : up, isHashed(down) ? "adaptive" : down);
      return { ...compiled, ...hashedInitialState(hashMode, seed, unhashed) };
    }
    return up === "source" ? { ...compiled, initialState: (from) => from } : compiled;
  },
});

type UpChoice = "adaptive" | "destination" | "source" | HashMode;
type DownChoice = "adaptive" | "deterministic" | HashMode;

const nameOfNumber = { "by-flow": "hash of its flow", sprayed: "draw", source: "source" } as const;

/** A packet's state is a single number, so the way up and the way down cannot use different hashes, or the source and a hash. */
function checkSingleNumber(up: UpChoice, down: HashMode): void {
  if (up === down || (up !== "source" && !isHashed(up))) return;
  const nearest = isHashed(up) ? up : "adaptive";
  const message = `a packet can store only one number: the ${nameOfNumber[up]} for the way up or the ${nameOfNumber[down]} for the way down.`;
  refuse("routing.down", message, `Use ${nearest}.`, nearest);
}

// Layout of the record of a node; a record is half a cache line.
const recordShift = 3;
/** First terminal below the node, and number of terminals below. The number is 0 for terminals, which always send up. */
const firstTerminalField = 0;
const terminalCountField = 1;
/** First down channel; number of consecutive down channels to each child. */
const firstDownField = 2;
const portsPerChildField = 3;
/** Terminals below a child, and its base-2 logarithm if that is whole, otherwise −1. */
const childTerminalsField = 4;
const childShiftField = 5;
/** First up channel, and the channel after the last up channel. */
const firstUpField = 6;
const endUpField = 7;

/**
 * The routing of a regular tree, in which the terminals below each switch are divided evenly among its children: up until the destination
 * is below the switch, then down. Ports are computed from the terminal number, without tables of paths. The record of a node (eight numbers
 * in `records`) has the terminals below it and the ranges of its up and down channels.
 * @param upChoice How a packet chooses among the up channels of a switch.
 * @param downChoice How it chooses among parallel down channels.
 */
function regularTreeRouting(network: Network, records: Int32Array, upChoice: UpChoice, downChoice: DownChoice): CompiledRouting {
  const nodes = network.terminals + network.switches;
  // Computing ⌊(x + ½) / n⌋ by multiplication is exact: the product is never closer than 1 / 2n to a whole number.
  const inverse = Float64Array.from({ length: nodes }, (_, n) => 1 / records[(n << recordShift) + childTerminalsField]);
  let maxCandidates = 1;
  for (let record = 0; record < records.length; record += 1 << recordShift) {
    if (upChoice === "adaptive") maxCandidates = Math.max(maxCandidates, records[record + endUpField] - records[record + firstUpField]);
    if (downChoice === "adaptive" && records[record + terminalCountField] > 0)
      maxCandidates = Math.max(maxCandidates, records[record + portsPerChildField]);
  }
  const parallelOutputs = upChoice === "adaptive" && downChoice === "adaptive" ? parallelOutputsOf(network, records, inverse) : null;
  const isFixedDown = downChoice === "deterministic";
  const [isHashedUp, isHashedDown] = [isHashed(upChoice), isHashed(downChoice)];
  return {
    vcClasses: 1,
    maxCandidates,
    ...(parallelOutputs === null ? {} : { parallelOutputs }),
    /**
     * Writes the candidate channels of a packet at a node, and returns their number. If the destination is below the node, they lead to the
     * child under which it lies, otherwise up. The rules for the way up and down keep all parallel channels, or choose one by the
     * destination, the source or a hash.
     */
    route(node, destination, state, candidates) {
      const record = node << recordShift;
      const offset = destination - records[record + firstTerminalField];
      let channel: number;
      let endOfChannels: number;
      // Down, if the destination is below the node; otherwise up.
      if (offset >= 0 && offset < records[record + terminalCountField]) {
        // The child is ⌊offset / terminals below a child⌋, by a shift if that number is a power of two.
        const shift = records[record + childShiftField];
        const child = shift >= 0 ? offset >> shift : ((offset + 0.5) * inverse[node]) | 0;
        const ports = records[record + portsPerChildField];
        channel = records[record + firstDownField] + Math.imul(child, ports);
        if (isFixedDown) {
          candidates[0] = ports === 1 ? channel : channel + (destination % ports);
          return 1;
        }
        if (isHashedDown) {
          candidates[0] = channel + hashedOutput(node, state, ports);
          return 1;
        }
        endOfChannels = channel + ports;
      } else {
        channel = records[record + firstUpField];
        endOfChannels = records[record + endUpField];
        if (isHashedUp) {
          candidates[0] = channel + hashedOutput(node, state, endOfChannels - channel);
          return 1;
        }
        if (upChoice !== "adaptive") {
          // ⌊number / terminals below a child⌋ mod number of up channels.
          const number = upChoice === "source" ? state : destination;
          candidates[0] = channel + ((((number + 0.5) * inverse[node]) | 0) % (endOfChannels - channel));
          return 1;
        }
      }
      // Adaptive: all parallel channels.
      let count = 0;
      while (channel < endOfChannels) candidates[count++] = channel++;
      return count;
    },
  };
}

/**
 * Groups of outputs among which a packet may choose freely: all up channels of a switch, and all down channels to the same child. For each
 * packet an engine then needs only the first channel of the group, and the group's width. Null if the subtrees of a level differ in size.
 * @param records The record of each node: the terminals below it and the ranges of its channels.
 * @param inverse [N] 1 / terminals below a child.
 */
function parallelOutputsOf(network: Network, records: Int32Array, inverse: Float64Array): ParallelOutputs | null {
  const { terminals } = network;
  const levelOf = levelFunction(network);
  /** [levels] Number of terminals below a switch. */
  const subtreeSizes: number[] = [];
  for (let n = terminals; n < terminals + network.switches; n++) {
    const record = n << recordShift;
    const count = (subtreeSizes[levelOf(n)] ??= records[record + terminalCountField]);
    if (count !== records[record + terminalCountField] || records[record + firstTerminalField] % count !== 0) return null;
  }
  // For each terminal, the index of the child that contains it at each level, packed into bits, the highest level first. The leading zeros
  // of the XOR of two terminals' indices give the highest level at which they differ, and so the number of hops between them.
  const childDigits = new Int32Array(terminals);
  const hopsByLeadingZeros = new Int32Array(33);
  for (let level = 0, bits = 0, childSize = 1; level < subtreeSizes.length; childSize = subtreeSizes[level++]) {
    const width = 32 - Math.clz32(subtreeSizes[level] / childSize - 1);
    for (let t = 0; t < terminals; t++) childDigits[t] |= Math.floor((t % subtreeSizes[level]) / childSize) << bits;
    hopsByLeadingZeros.fill(2 * level + 2, 32 - bits - width, 32 - bits);
    bits += width;
  }
  /** [C] Width of the group that begins with a channel; 0 for the other channels. */
  const groupWidths = new Uint16Array(network.head.length);
  for (let record = 0; record < records.length; record += 1 << recordShift) {
    const ports = records[record + portsPerChildField];
    const firstUp = records[record + firstUpField];
    const isSwitch = records[record + terminalCountField] > 0;
    if (isSwitch) for (let c = records[record + firstDownField]; c < firstUp; c += ports) groupWidths[c] = ports;
    const upChannels = records[record + endUpField] - firstUp;
    if (upChannels > 0) groupWidths[firstUp] = upChannels;
  }
  return {
    firstChannel(node, destination) {
      const record = node << recordShift;
      const offset = (destination - records[record + firstTerminalField]) | 0;
      const shift = records[record + childShiftField];
      const child = shift >= 0 ? offset >> shift : ((offset + 0.5) * inverse[node]) | 0;
      // Both results are computed without a branch, because the direction cannot be predicted. `isUp` is −1 or 0, a mask.
      const downChannel = (records[record + firstDownField] + Math.imul(child, records[record + portsPerChildField])) | 0;
      const isUp = (offset | (records[record + terminalCountField] - 1 - offset)) >> 31;
      return downChannel ^ ((downChannel ^ records[record + firstUpField]) & isUp);
    },
    hops: (source, destination) => hopsByLeadingZeros[Math.clz32(childDigits[source] ^ childDigits[destination])],
    width: groupWidths,
  };
}

/**
 * The records of all nodes of a regular tree, eight numbers each: the terminals below, and how the down ports of a switch divide them. In a
 * regular tree, the same number of consecutive ports leads to each child of a switch, and each child has the same number of terminals
 * below. Null for other trees.
 */
function treeRecords(network: Network): Int32Array | null {
  const { terminals, switches, firstOut, head } = network;
  const levelOf = levelFunction(network);
  const records = new Int32Array((terminals + switches) << recordShift);
  /** [N × 2] First terminal below each node, and number of terminals below; 1 for a terminal. */
  const terminalRange = new Int32Array(2 * (terminals + switches));
  for (let t = 0; t < terminals; t++) {
    terminalRange[2 * t] = t;
    terminalRange[2 * t + 1] = 1;
    records.set([t, 0, 0, 1, 1, 0, firstOut[t], firstOut[t + 1]], t << recordShift);
  }
  const order = Array.from({ length: switches }, (_, s) => terminals + s).sort((a, b) => levelOf(a) - levelOf(b));
  for (const n of order) {
    const firstChannel = firstOut[n];
    let endOfDownChannels = firstChannel;
    while (endOfDownChannels < firstOut[n + 1] && levelOf(head[endOfDownChannels]) < levelOf(n)) endOfDownChannels++;
    if (endOfDownChannels === firstChannel) return null;
    const firstTerminal = terminalRange[2 * head[firstChannel]];
    const childTerminals = terminalRange[2 * head[firstChannel] + 1];
    // The number of ports to the first child has to be the same for all children.
    let ports = 0;
    for (let c = firstChannel; c < endOfDownChannels; c++) if (terminalRange[2 * head[c]] === firstTerminal) ports++;
    if ((endOfDownChannels - firstChannel) % ports !== 0) return null;
    // Child p / ports has to have the terminals that follow the terminals of the previous children.
    for (let c = firstChannel, p = 0; c < endOfDownChannels; c++, p++) {
      if (
        terminalRange[2 * head[c]] !== firstTerminal + Math.floor(p / ports) * childTerminals ||
        terminalRange[2 * head[c] + 1] !== childTerminals
      )
        return null;
    }
    // Write the record, and the range of terminals below for the level above.
    const count = ((endOfDownChannels - firstChannel) / ports) * childTerminals;
    terminalRange[2 * n] = firstTerminal;
    terminalRange[2 * n + 1] = count;
    const isPower = (childTerminals & (childTerminals - 1)) === 0;
    records.set(
      [
        firstTerminal,
        count,
        firstChannel,
        ports,
        childTerminals,
        isPower ? 31 - Math.clz32(childTerminals) : -1,
        endOfDownChannels,
        firstOut[n + 1],
      ],
      n << recordShift,
    );
  }
  return records;
}

/** Maximum memory for the sets of leaf switches that each switch reaches, in bytes. */
const maxSetBytes = 64 * 2 ** 20;

/**
 * The routing of a tree with missing links or switches, based on reachability. A packet goes up only to switches from which it can still
 * reach its destination, and goes down as soon as possible.
 */
function faultyTreeRouting(network: Network, upChoice: UpChoice, downChoice: DownChoice): CompiledRouting {
  const { terminals, switches, firstOut, head, reverse } = network;
  const levelOf = levelFunction(network);
  const nodes = terminals + switches;
  const switchOf = Int32Array.from({ length: terminals }, (_, t) => (firstOut[t] < firstOut[t + 1] ? head[firstOut[t]] : -1));
  const leafIndex = new Int32Array(nodes).fill(-1);
  let leaves = 0;
  for (const n of switchOf) if (n >= 0 && leafIndex[n] < 0) leafIndex[n] = leaves++;
  const words = Math.max(1, Math.ceil(leaves / 32));
  if (8 * words * switches > maxSetBytes) {
    refuse(
      "routing",
      `the routing of a tree of ${switches} switches with faults needs ${Math.ceil((8 * words * switches) / 2 ** 20)} MB; at most 64 MB are allowed.`,
      "Choose a smaller tree, or one without faults.",
    );
  }
  // [S × words] Sets of leaf switches, as bits: those below a switch, and those reached by going up (optionally) and then down.
  const leavesBelow = new Int32Array(switches * words);
  const leavesReached = new Int32Array(switches * words);
  const order = Array.from({ length: switches }, (_, s) => terminals + s).sort((a, b) => levelOf(a) - levelOf(b));
  /** Adds to the set of `n` the sets of its neighbors in one direction. */
  const uniteWithNeighbors = (n: number, from: Int32Array, into: Int32Array, direction: 1 | -1) => {
    for (let c = firstOut[n]; c < firstOut[n + 1]; c++) {
      if (head[c] < terminals || (levelOf(head[c]) - levelOf(n)) * direction < 0) continue;
      for (let w = 0; w < words; w++) into[(n - terminals) * words + w] |= from[(head[c] - terminals) * words + w];
    }
  };
  for (const n of order) {
    if (leafIndex[n] >= 0) leavesBelow[(n - terminals) * words + (leafIndex[n] >> 5)] |= 1 << (leafIndex[n] & 31);
    uniteWithNeighbors(n, leavesBelow, leavesBelow, -1);
  }
  leavesReached.set(leavesBelow);
  for (let i = order.length - 1; i >= 0; i--) uniteWithNeighbors(order[i], leavesReached, leavesReached, 1);

  // Terminals below a down link without faults: the divisor of d-mod-k.
  const terminalsBelowLink = new Float64Array(network.axes[axisOf(network, "level")].size + 1).fill(1);
  if (upChoice === "destination" || upChoice === "source") {
    const terminalsOfLeaf = new Int32Array(leaves);
    for (const n of switchOf) if (n >= 0) terminalsOfLeaf[leafIndex[n]]++;
    for (const n of order) {
      let count = 0;
      for (let l = 0; l < leaves; l++) if (hasLeaf(leavesBelow, n, l)) count += terminalsOfLeaf[l];
      terminalsBelowLink[levelOf(n) + 1] = Math.max(terminalsBelowLink[levelOf(n) + 1], count);
    }
  }
  const divisor = Int32Array.from({ length: nodes }, (_, n) => (n < terminals ? 1 : terminalsBelowLink[levelOf(n)]));
  let maxCandidates = 1;
  for (let n = 0; n < nodes; n++) maxCandidates = Math.max(maxCandidates, firstOut[n + 1] - firstOut[n]);

  return {
    vcClasses: 1,
    maxCandidates,
    /**
     * Writes to `candidates` the candidate channels of a packet at a node of a tree with faults: down if the destination's leaf is below,
     * otherwise up to switches from which that leaf can still be reached. Of several candidates, the rules `upChoice` and `downChoice` may
     * choose one. Returns their number.
     */
    route(node, destination, state, candidates) {
      const destinationSwitch = switchOf[destination];
      if (destinationSwitch < 0) return 0;
      if (node === destinationSwitch) {
        candidates[0] = reverse[firstOut[destination]];
        return 1;
      }
      const isTerminal = node < terminals;
      const isGoingDown = !isTerminal && hasLeaf(leavesBelow, node, leafIndex[destinationSwitch]);
      // The sets of leaves to check: leaves on paths down, or on paths up and then down.
      const sets = isGoingDown ? leavesBelow : leavesReached;
      let count = 0;
      for (let c = firstOut[node]; c < firstOut[node + 1]; c++) {
        const neighbor = head[c];
        if (neighbor < terminals || levelOf(neighbor) < levelOf(node) !== isGoingDown) continue;
        // All links of a terminal lead to the same switch, so the first candidates need no test.
        if (isTerminal || hasLeaf(sets, neighbor, leafIndex[destinationSwitch])) candidates[count++] = c;
      }
      // If there are several candidates, choose one by the rule for the direction.
      if (count < 2) return count;
      if (isGoingDown) {
        if (downChoice === "adaptive") return count;
        candidates[0] = candidates[isHashed(downChoice) ? hashedOutput(node, state, count) : destination % count];
        return 1;
      }
      if (upChoice === "adaptive") return count;
      const terminal = upChoice === "source" ? state : destination;
      candidates[0] = candidates[isHashed(upChoice) ? hashedOutput(node, state, count) : Math.floor(terminal / divisor[node]) % count];
      return 1;
    },
    canReach: (from, destination) =>
      from === destination ||
      (switchOf[from] >= 0 && switchOf[destination] >= 0 && hasLeaf(leavesReached, switchOf[from], leafIndex[switchOf[destination]])),
  };

  function hasLeaf(sets: Int32Array, n: number, leafNumber: number): boolean {
    return ((sets[(n - terminals) * words + (leafNumber >> 5)] >>> (leafNumber & 31)) & 1) === 1;
  }
}

/** Level of a node; terminals are one level below the leaves. */
function levelFunction(network: Network): (n: number) => number {
  const level = axisOf(network, "level");
  return (n) => coordinate(network, n, level);
}
