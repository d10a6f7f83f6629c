/** Path tables for any network: the candidate channels for every node and destination. */
import { growInt32Array } from "../base/arrays.ts";
import { refuse } from "../base/errors.ts";
import type { Axis, Network } from "../network/network.ts";

/** Maximum memory of a routing's table, in bytes. */
const maxBytes = 80 * 2 ** 20;
/** Maximum number of entries in all lists of ports. */
const maxListEntries = 4 * 2 ** 20;
/** Maximum number of channel visits to fill the table, over all destinations and phases; this takes seconds. */
const maxSteps = 250_000_000;

/** Candidates for every node, phase and terminal. */
export interface PathTable {
  /** [T] Node to which packets for a terminal are routed: the switch of a terminal with one link, otherwise the terminal itself. */
  readonly attachmentOf: Int32Array;
  /** Maximum number of candidates at any node. */
  readonly maxCandidates: number;
  /** Writes the candidate channels of a packet at `node` in phase `phase` to terminal `to`. Returns their number. */
  nextChannels(node: number, to: number, phase: number, out: Int32Array): number;
  /** Whether terminal `to` can be reached from terminal `from`; undefined if all pairs can. */
  readonly canReach: ((from: number, to: number) => boolean) | undefined;
}

/** Writes the candidate channels from a node, in a phase, towards the target for which the function was made. Returns their number. */
export type WriteCandidates = (n: number, phase: number, out: Int32Array) => number;

/** Whether a node forwards packets. */
export function canForward({ terminals, forwards }: Network, n: number): boolean {
  return n >= terminals || forwards;
}

/** Rows and columns of a network's path table. */
export interface TableSize {
  /** Number of packet states with different candidates, numbered from 0. */
  readonly phases: number;
  readonly rows: number;
  /** [N] Row of each node, −1 for a terminal with one link; and [rows] the node of each row. */
  readonly rowOf: Int32Array;
  readonly nodeOf: Int32Array;
  /** [T] See {@link PathTable}. */
  readonly attachmentOf: Int32Array;
  /** The different attachment nodes, one per column; and [N] the column of each node, −1 for other nodes. */
  readonly targets: readonly number[];
  readonly columnOf: Int32Array;
}

/**
 * Layout of a network's path table, computed before any search so that a table that is too large is refused. The table has a row for each
 * node except terminals with a single link, which have no choice; a column for each node to which packets are routed (the switch of a
 * terminal, or the terminal itself if it has several links); and `phases` entries for each pair.
 * @throws ScenarioError if it would be larger than 80 MB
 */
export function tableSize(network: Network, phases: number): TableSize {
  const { terminals, switches, firstOut, head } = network;
  const nodes = terminals + switches;
  const links = (n: number) => firstOut[n + 1] - firstOut[n];
  const rowOf = new Int32Array(nodes).fill(-1);
  const nodeOf = new Int32Array(nodes);
  let rows = 0;
  for (let n = 0; n < nodes; n++) {
    if (n < terminals && links(n) === 1) continue;
    nodeOf[rows] = n;
    rowOf[n] = rows++;
  }
  // A terminal with one link is reachable if the node at the other end of the link is reachable.
  const attachmentOf = Int32Array.from({ length: terminals }, (_, t) => (links(t) === 1 ? head[firstOut[t]] : t));
  const columnOf = new Int32Array(nodes).fill(-1);
  const targets: number[] = [];
  for (const node of attachmentOf) if (columnOf[node] < 0) columnOf[node] = targets.push(node) - 1;
  const bytes = 4 * rows * targets.length * phases;
  if (bytes > maxBytes) refuseTableSize(network, `${Math.ceil(bytes / 2 ** 20).toLocaleString("en-US")} MB`);
  return { phases, rows, rowOf, nodeOf: nodeOf.slice(0, rows), attachmentOf, targets, columnOf };
}

/**
 * Refuses a search that would take too long: `visits` channel visits, `times` times.
 * @throws ScenarioError if it would take more than a few seconds
 */
export function checkSearchSteps(network: Network, visits: number, times: number): void {
  const steps = visits * times;
  if (steps <= maxSteps) return;
  refuse(
    "routing",
    `the search for all paths in this network would visit ${millions(visits)} channels ${times.toLocaleString("en-US")} times, ${millions(steps)} steps in total; at most ${millions(maxSteps)} steps are allowed.`,
    ...remedyWithoutTable(network),
  );
}

const millions = (count: number) => `${(count / 1e6).toLocaleString("en-US", { maximumFractionDigits: 1 })} million`;

/**
 * Fills the table. Equal lists of ports are stored once for all nodes; a symmetric network has few.
 * @param channelsTowards Returns the candidates towards an attachment node.
 * @throws ScenarioError if there are too many different lists
 */
export function pathTable(network: Network, size: TableSize, channelsTowards: (target: number) => WriteCandidates): PathTable {
  const { terminals, switches, firstOut, head, reverse } = network;
  const { phases, rows, rowOf, nodeOf, attachmentOf, targets, columnOf } = size;
  const nodes = terminals + switches;
  const links = (n: number) => firstOut[n + 1] - firstOut[n];
  let maxPorts = 1;
  for (let n = 0; n < nodes; n++) maxPorts = Math.max(maxPorts, links(n));
  const channels = new Int32Array(maxPorts);
  const lists = new PortLists(network, maxPorts);
  // Most networks have few lists. Small indices then suffice, which keeps the table in the cache.
  let listIndices: Uint8Array | Uint16Array | Int32Array = new Uint8Array(rows * targets.length * phases);
  let maxIndex = 0xff;
  let maxCandidates = 1;
  let isComplete = true;
  /**
   * Fills the column of one target: for each node and phase, the index of its list of ports towards the target. The index type becomes
   * wider when an index no longer fits.
   */
  targets.forEach((target, column) => {
    const writeCandidates = channelsTowards(target);
    for (let row = 0; row < rows; row++) {
      const n = nodeOf[row];
      for (let phase = 0; phase < phases; phase++) {
        const count = n === target ? 0 : writeCandidates(n, phase, channels);
        if (count === 0 && phase === 0 && n !== target) isComplete = false;
        if (count > maxCandidates) maxCandidates = count;
        for (let i = 0; i < count; i++) channels[i] -= firstOut[n];
        const start = lists.indexOfList(channels, count);
        if (start > maxIndex) {
          listIndices = start > 0xffff ? new Int32Array(listIndices) : new Uint16Array(listIndices);
          maxIndex = start > 0xffff ? 0x7fffffff : 0xffff;
        }
        listIndices[(column * rows + row) * phases + phase] = start;
      }
    }
  });
  const table = listIndices;
  const { entries, emptyList } = lists;
  const firstOfColumn = Int32Array.from(attachmentOf, (node) => columnOf[node] * rows);
  const lastChannel = Int32Array.from(attachmentOf, (node, t) => (node === t ? -1 : reverse[firstOut[t]]));
  const listOf = (node: number, destination: number, phase: number) => table[(firstOfColumn[destination] + rowOf[node]) * phases + phase];

  return {
    attachmentOf,
    maxCandidates,
    /**
     * Writes to `channels` the candidate channels of a packet at `node` in a phase (such as after its first step down), and returns
     * their number. The table gives the start of a list in `entries`: its length, followed by its ports. Lists of a single port are not
     * read.
     */
    nextChannels(node, destination, phase, channels) {
      const first = firstOut[node];
      if (rowOf[node] < 0) {
        channels[0] = first;
        return 1;
      }
      if (node === attachmentOf[destination]) {
        channels[0] = lastChannel[destination];
        return 1;
      }
      const start = listOf(node, destination, phase);
      if (start < emptyList) {
        channels[0] = first + (start >> 1);
        return 1;
      }
      const count = entries[start];
      for (let i = 0; i < count; i++) channels[i] = first + entries[start + 1 + i];
      return count;
    },
    canReach: isComplete
      ? undefined
      : (from, destination) => {
          if (from === destination || links(from) === 0 || links(destination) === 0) return from === destination;
          // A single link leads to one node: the destination, or a node from which the paths continue.
          const node = links(from) === 1 ? head[firstOut[from]] : from;
          if (node === destination) return true;
          if (node !== from && !canForward(network, node)) return false;
          return node === attachmentOf[destination] || entries[listOf(node, destination, 0)] > 0;
        },
  };
}

function refuseTableSize(network: Network, size: string): never {
  refuse(
    "routing",
    `a table of all paths in this network would need ${size}; at most ${maxBytes / 2 ** 20} MB are allowed.`,
    ...remedyWithoutTable(network),
  );
}

/** Suggests a routing by axes, by its id. Without axes, or with faults, only tables work. */
function remedyWithoutTable({ regular, axes }: Network): readonly [remedy: string, nearest?: string | undefined] {
  if (!regular || axes.length === 0) return ["Choose a smaller network."];
  return ["Choose a smaller network, or a routing without a table.", routingOfAxis[axes[0].kind]];
}

const routingOfAxis: Partial<Record<Axis["kind"], string>> = {
  level: "nearest-common-ancestor",
  line: "dimension-order",
  ring: "dimension-order",
  full: "dimension-order",
  group: "local-global-local",
};

/**
 * Distinct lists of ports, each as its length followed by the ports. Lists of one port come first, port p at index 2 p; then the empty
 * list.
 */
class PortLists {
  entries: Int32Array;
  /** Index of the empty list, which follows the lists of one port. */
  readonly emptyList: number;
  private usedEntries: number;
  private count = 0;
  /** Hash table, with open addressing, of the start indices of all longer lists. */
  private table = new Int32Array(1024).fill(-1);

  constructor(
    private readonly network: Network,
    maxPorts: number,
  ) {
    this.emptyList = 2 * maxPorts;
    this.usedEntries = this.emptyList + 1;
    this.entries = new Int32Array(2 * this.emptyList + 1024);
    for (let p = 0; p < maxPorts; p++) this.entries.set([1, p], 2 * p);
  }

  /** Index of the list of the first `size` ports. A new list is added. */
  indexOfList(ports: Int32Array, size: number): number {
    if (size > 1) return this.indexOfLongList(ports, size);
    return size === 1 ? 2 * ports[0] : this.emptyList;
  }

  /**
   * Start index of a list of two or more ports; a new list is added to `entries` and to the hash table, which doubles when it is half full.
   * @param size Number of ports in the list, at the beginning of `ports`.
   */
  private indexOfLongList(ports: Int32Array, size: number): number {
    let slot = this.slotOf(ports, 0, size);
    if (this.table[slot] >= 0) return this.table[slot];
    if (this.usedEntries + size + 1 > maxListEntries) refuseTableSize(this.network, "more");
    if (this.usedEntries + size + 1 > this.entries.length) this.entries = growInt32Array(this.entries, 2 * (this.usedEntries + size + 1));
    const start = this.usedEntries;
    this.entries[start] = size;
    for (let i = 0; i < size; i++) this.entries[start + 1 + i] = ports[i];
    this.usedEntries += size + 1;
    this.table[slot] = start;
    if (2 * ++this.count > this.table.length) {
      this.table = new Int32Array(2 * this.table.length).fill(-1);
      for (let listIndex = this.emptyList + 1; listIndex < this.usedEntries; listIndex += this.entries[listIndex] + 1) {
        slot = this.slotOf(this.entries, listIndex + 1, this.entries[listIndex]);
        this.table[slot] = listIndex;
      }
    }
    return start;
  }

  /** Slot of a list in the hash table, or a free slot. */
  private slotOf(ports: Int32Array, first: number, size: number): number {
    const { table, entries } = this;
    const mask = table.length - 1;
    let hash = size;
    for (let i = first; i < first + size; i++) hash = (Math.imul(hash, 0x2c1b3c6d) + ports[i] + 1) | 0;
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    let slot = (hash ^ (hash >>> 13)) & mask;
    for (; table[slot] >= 0; slot = (slot + 1) & mask) {
      const start = table[slot];
      if (entries[start] !== size) continue;
      let i = 0;
      while (i < size && entries[start + 1 + i] === ports[first + i]) i++;
      if (i === size) break;
    }
    return slot;
  }
}
