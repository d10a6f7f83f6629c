/** Path tables for any network: the candidate channels for every node and destination. */
import { longer } from "../base/arrays.ts";
import { refuse } from "../base/errors.ts";
import type { Axis, Network } from "../network/network.ts";

/** Maximum memory of a routing's table, in bytes. */
const mostBytes = 80 * 2 ** 20;
/** Maximum number of entries in all lists of ports. */
const mostPortNumbers = 4 * 2 ** 20;
/** Maximum number of channel visits to fill the table, over all destinations and phases; this takes seconds. */
const mostSteps = 250_000_000;

/** Candidates for every node, phase and terminal. */
export interface WayTable {
  /** [T] Node to which packets for a terminal are routed: the switch of a terminal with one link, otherwise the terminal itself. */
  readonly gather: Int32Array;
  /** Maximum number of candidates at any node. */
  readonly longest: number;
  /** Writes the candidate channels of a packet at `node` in phase `phase` to terminal `to`. Returns their number. */
  ways(at: number, to: number, phase: number, out: Int32Array): number;
  /** Whether terminal `to` can be reached from terminal `from`; undefined if all pairs can. */
  readonly reaches: ((from: number, to: number) => boolean) | undefined;
}

/** Writes the candidate channels from a node, in a phase, towards the target for which the function was made. Returns their number. */
export type WaysOn = (n: number, phase: number, out: Int32Array) => number;

/** Whether a node forwards packets. */
export function canBePassed({ terminals, forwards }: Network, n: number): boolean {
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
  readonly gather: Int32Array;
  /** The different attachment nodes, one per column; and [N] the column of each node, −1 for other nodes. */
  readonly targets: readonly number[];
  readonly columnOf: Int32Array;
}

/**
 * Computes the size of the table before any search.
 * @throws ScenarioError if it would be larger than 80 MB
 */
export function tableSize(network: Network, phases: number): TableSize {
  const { terminals, switches, firstOut, head } = network;
  const nodes = terminals + switches;
  const links = (n: number) => firstOut[n + 1] - firstOut[n];
  // A terminal with one link has no choice, and it is reachable if the node at its other end is.
  const rowOf = new Int32Array(nodes).fill(-1);
  const nodeOf = new Int32Array(nodes);
  let rows = 0;
  for (let n = 0; n < nodes; n++) {
    if (n < terminals && links(n) === 1) continue;
    nodeOf[rows] = n;
    rowOf[n] = rows++;
  }
  const gather = Int32Array.from({ length: terminals }, (_, t) => (links(t) === 1 ? head[firstOut[t]] : t));
  const columnOf = new Int32Array(nodes).fill(-1);
  const targets: number[] = [];
  for (const node of gather) if (columnOf[node] < 0) columnOf[node] = targets.push(node) - 1;
  const bytes = 4 * rows * targets.length * phases;
  if (bytes > mostBytes) tooLarge(network, `${Math.ceil(bytes / 2 ** 20).toLocaleString("en-US")} MB`);
  return { phases, rows, rowOf, nodeOf: nodeOf.slice(0, rows), gather, targets, columnOf };
}

/**
 * Refuses a search that would take too long: `visits` channel visits, `times` times.
 * @throws ScenarioError if it would take more than a few seconds
 */
export function checkSteps(network: Network, looks: number, times: number): void {
  const steps = looks * times;
  if (steps <= mostSteps) return;
  refuse(
    "routing",
    `finding all paths in this network would look at ${millions(looks)} channels ${times.toLocaleString("en-US")} times, ${millions(steps)} steps; at most ${millions(mostSteps)} are taken.`,
    ...remedyFor(network),
  );
}

const millions = (count: number) => `${(count / 1e6).toLocaleString("en-US", { maximumFractionDigits: 1 })} million`;

/**
 * Fills the table. Equal lists of ports are stored once for all nodes; a symmetric network has few.
 * @param channelsTowards Returns the candidates towards an attachment node.
 * @throws ScenarioError if there are too many different lists
 */
export function wayTable(network: Network, size: TableSize, waysTo: (target: number) => WaysOn): WayTable {
  const { terminals, switches, firstOut, head, reverse } = network;
  const { phases, rows, rowOf, nodeOf, gather, targets, columnOf } = size;
  const nodes = terminals + switches;
  const links = (n: number) => firstOut[n + 1] - firstOut[n];
  let mostPorts = 1;
  for (let n = 0; n < nodes; n++) mostPorts = Math.max(mostPorts, links(n));
  const out = new Int32Array(mostPorts);
  const lists = new PortLists(network, mostPorts);
  // Most networks have few lists. Small indices then suffice, which keeps the table in the cache.
  let starts: Uint8Array | Uint16Array | Int32Array = new Uint8Array(rows * targets.length * phases);
  let most = 0xff;
  let longest = 1;
  let isComplete = true;
  targets.forEach((target, column) => {
    const waysOn = waysTo(target);
    for (let row = 0; row < rows; row++) {
      const n = nodeOf[row];
      for (let phase = 0; phase < phases; phase++) {
        const count = n === target ? 0 : waysOn(n, phase, out);
        if (count === 0 && phase === 0 && n !== target) isComplete = false;
        if (count > longest) longest = count;
        for (let i = 0; i < count; i++) out[i] -= firstOut[n];
        const start = lists.find(out, count);
        if (start > most) {
          starts = start > 0xffff ? new Int32Array(starts) : new Uint16Array(starts);
          most = start > 0xffff ? 0x7fffffff : 0xffff;
        }
        starts[(column * rows + row) * phases + phase] = start;
      }
    }
  });
  const table = starts;
  const { numbers, alone } = lists;
  const firstOfColumn = Int32Array.from(gather, (node) => columnOf[node] * rows);
  const last = Int32Array.from(gather, (node, t) => (node === t ? -1 : reverse[firstOut[t]]));
  const find = (at: number, to: number, phase: number) => table[(firstOfColumn[to] + rowOf[at]) * phases + phase];

  return {
    gather,
    longest,
    ways(at, to, phase, out) {
      const first = firstOut[at];
      if (rowOf[at] < 0) {
        out[0] = first;
        return 1;
      }
      if (at === gather[to]) {
        out[0] = last[to];
        return 1;
      }
      const start = find(at, to, phase);
      if (start < alone) {
        out[0] = first + (start >> 1);
        return 1;
      }
      const count = numbers[start];
      for (let i = 0; i < count; i++) out[i] = first + numbers[start + 1 + i];
      return count;
    },
    reaches: isComplete
      ? undefined
      : (from, to) => {
          if (from === to || links(from) === 0 || links(to) === 0) return from === to;
          // A single link leads to one node: the destination, or a node from which the paths continue.
          const at = links(from) === 1 ? head[firstOut[from]] : from;
          if (at === to) return true;
          if (at !== from && !canBePassed(network, at)) return false;
          return at === gather[to] || numbers[find(at, to, 0)] > 0;
        },
  };
}

function tooLarge(network: Network, size: string): never {
  refuse(
    "routing",
    `a table of all paths in this network would take ${size}; at most ${mostBytes / 2 ** 20} MB are allowed.`,
    ...remedyFor(network),
  );
}

/** Suggests a routing by axes, by its id. Without axes, or with faults, only tables work. */
function remedyFor({ regular, axes }: Network): readonly [remedy: string, nearest?: string | undefined] {
  if (!regular || axes.length === 0) return ["Choose a smaller network."];
  return ["Choose a smaller network, or a routing that needs no table.", goesBy[axes[0].kind]];
}

const goesBy: Partial<Record<Axis["kind"], string>> = {
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
  numbers: Int32Array;
  /** Index of the empty list, which follows the lists of one port. */
  readonly alone: number;
  private used: number;
  private count = 0;
  /** Hash table, with open addressing, of the start indices of all longer lists. */
  private table = new Int32Array(1024).fill(-1);

  constructor(
    private readonly network: Network,
    mostPorts: number,
  ) {
    this.alone = 2 * mostPorts;
    this.used = this.alone + 1;
    this.numbers = new Int32Array(2 * this.alone + 1024);
    for (let p = 0; p < mostPorts; p++) this.numbers.set([1, p], 2 * p);
  }

  /** Index of the list of the first `size` ports. A new list is added. */
  find(ports: Int32Array, size: number): number {
    if (size > 1) return this.findLong(ports, size);
    return size === 1 ? 2 * ports[0] : this.alone;
  }

  private findLong(ports: Int32Array, size: number): number {
    let place = this.placeOf(ports, 0, size);
    if (this.table[place] >= 0) return this.table[place];
    if (this.used + size + 1 > mostPortNumbers) tooLarge(this.network, "more");
    if (this.used + size + 1 > this.numbers.length) this.numbers = longer(this.numbers, 2 * (this.used + size + 1));
    const start = this.used;
    this.numbers[start] = size;
    for (let i = 0; i < size; i++) this.numbers[start + 1 + i] = ports[i];
    this.used += size + 1;
    this.table[place] = start;
    if (2 * ++this.count > this.table.length) {
      this.table = new Int32Array(2 * this.table.length).fill(-1);
      for (let at = this.alone + 1; at < this.used; at += this.numbers[at] + 1) {
        place = this.placeOf(this.numbers, at + 1, this.numbers[at]);
        this.table[place] = at;
      }
    }
    return start;
  }

  /** Slot of a list in the hash table, or a free slot. */
  private placeOf(ports: Int32Array, first: number, size: number): number {
    const { table, numbers } = this;
    const mask = table.length - 1;
    let hash = size;
    for (let i = first; i < first + size; i++) hash = (Math.imul(hash, 0x2c1b3c6d) + ports[i] + 1) | 0;
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    let place = (hash ^ (hash >>> 13)) & mask;
    for (; table[place] >= 0; place = (place + 1) & mask) {
      const start = table[place];
      if (numbers[start] !== size) continue;
      let i = 0;
      while (i < size && numbers[start + 1 + i] === ports[first + i]) i++;
      if (i === size) break;
    }
    return place;
  }
}
