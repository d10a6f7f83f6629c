/** Tables of ways for networks of any form: which channels lead on, for every node and destination. */
import { longer } from "../base/arrays.ts";
import { refuse } from "../base/errors.ts";
import type { Axis, Network } from "../network/network.ts";

/** Most bytes of a routing's table. */
const mostBytes = 80 * 2 ** 20;
/** Most numbers in its lists of ports. */
const mostPortNumbers = 4 * 2 ** 20;
/** Most channels that are looked at to fill it, for every node at which packets gather and every phase: seconds. */
const mostSteps = 250_000_000;

export interface WayTable {
  /** [T] Node at which packets to a terminal gather: the switch of a terminal with one link, else the terminal itself. */
  readonly gather: Int32Array;
  /** Most channels that lead on anywhere. */
  readonly longest: number;
  /** Writes the channels by which a packet at node `at`, in phase `phase`, goes on to terminal `to`; returns how many. */
  ways(at: number, to: number, phase: number, out: Int32Array): number;
  /** Whether terminal `to` can be reached from terminal `from`; undefined when all can. */
  readonly reaches: ((from: number, to: number) => boolean) | undefined;
}

/** Writes the channels that lead from a node, in a phase, towards the node the function was made for; returns how many. */
export type WaysOn = (n: number, phase: number, out: Int32Array) => number;

/** Whether packets may pass a node on their way to another. */
export function canBePassed({ terminals, forwards }: Network, n: number): boolean {
  return n >= terminals || forwards;
}

/** The rows and columns of a network's table. */
export interface TableSize {
  /** States of a packet that have ways of their own, 0 the first. */
  readonly phases: number;
  readonly rows: number;
  /** [N] Row of each node, −1 for a terminal with one link; and [rows] the node of each row. */
  readonly rowOf: Int32Array;
  readonly nodeOf: Int32Array;
  /** [T] See {@link WayTable}. */
  readonly gather: Int32Array;
  /** The different nodes at which packets gather; and [N] the place of each in that list, −1 for all others. */
  readonly targets: readonly number[];
  readonly columnOf: Int32Array;
}

/**
 * Measures the table before anything is searched.
 * @throws ScenarioError when it would be larger than 80 MB
 */
export function tableSize(network: Network, phases: number): TableSize {
  const { terminals, switches, firstOut, head } = network;
  const nodes = terminals + switches;
  const links = (n: number) => firstOut[n + 1] - firstOut[n];
  // A terminal with one link has nothing to choose, and is reached by whoever reaches the node at its other end.
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
 * Says no before a long search: it looks at so many channels, so many times.
 * @throws ScenarioError when it would take much longer than a moment
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
 * Makes the table. Equal lists of ports are kept once, whichever nodes they belong to: a symmetric network has few.
 * @param waysTo the ways towards a node at which packets gather
 * @throws ScenarioError when the nodes have too many different lists
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
  // Most networks have few lists: small numbers tell them apart, and a table of those stays near.
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
          // A single link leads to one node: the destination, or one from which the ways go on.
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

/** Where the form is lost, or there never was one, only tables know the ways; else a routing goes by the axes, which is named by its id. */
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

/** Distinct lists of ports, each its length and then its ports. Those of one port come first, port p at 2 p; then the empty one. */
class PortLists {
  numbers: Int32Array;
  /** Where the lists of one port end, and the empty list stands. */
  readonly alone: number;
  private used: number;
  private count = 0;
  /** Of the others, where each begins: a hash table by open addressing. */
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

  /** Where the list of the first `size` ports stands; it is added when it is new. */
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

  /** The slot of a list in the hash table: its own, or a free one. */
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
