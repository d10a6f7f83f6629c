/**
 * Who asks for what, as bits. Fronts of queues that may take the same virtual channels, in the same order, ask in one
 * *set*; its requests are bits, one for each input of the node. Sets 0 … Q − 1 are the single virtual channels; those of
 * several are numbered after them, as they are met.
 */
import type { Network } from "../network/network.ts";

export class RequestSets {
  /** Numbers of 32 bits that hold the inputs of the node with most of them. */
  readonly words: number;
  /** [Q + slots × T] Node at which the front of a queue stands, its input there, and the set it asks in, −1 for none. */
  readonly standsAt: Int32Array;
  readonly inputOf: Int32Array;
  readonly setOf: Int32Array;
  /** Queues of node n in ascending order: inputs[firstInput[n]] … inputs[firstInput[n + 1] − 1]. */
  readonly firstInput: Int32Array;
  readonly inputs: Int32Array;
  /** [Q] Bit of a virtual channel among those that leave its node; several share one where there are more than 32. */
  readonly outBit: Int32Array;
  /** [C] All bits but those of the channel. */
  readonly closed: Int32Array;
  /** [N] Which virtual channels out of a node are free and have room; may name too many, never too few. */
  readonly open: Int32Array;
  /** [sets × words] */
  requests: Int32Array;
  /** [N] First set of several with requests, and [sets − Q] the one after it; −1 ends. A set without requests may stay a while. */
  readonly firstSet: Int32Array;
  nextSet: Int32Array;
  isLinked: Uint8Array;
  /** [sets − Q] The bits of a set's virtual channels, where they begin in {@link members}, and how many they are. */
  mask: Int32Array;
  start: Int32Array;
  size: Int32Array;
  members: Int32Array;
  private readonly singles: number;
  private count = 0;
  private memberCount = 0;
  private table = new Int32Array(1024).fill(-1);

  constructor(network: Network, classes: number, slots: number, maxCandidates: number) {
    const { terminals, head, tail, firstOut } = network;
    const nodes = firstOut.length - 1;
    const singles = head.length * classes;
    const queues = singles + slots * terminals;
    this.singles = singles;
    this.standsAt = new Int32Array(queues);
    for (let q = 0; q < singles; q++) this.standsAt[q] = head[Math.floor(q / classes)];
    for (let s = singles; s < queues; s++) this.standsAt[s] = (s - singles) % terminals;
    this.firstInput = new Int32Array(nodes + 1);
    for (let q = 0; q < queues; q++) this.firstInput[this.standsAt[q] + 1]++;
    let most = 1;
    for (let n = 0; n < nodes; n++) {
      most = Math.max(most, this.firstInput[n + 1]);
      this.firstInput[n + 1] += this.firstInput[n];
    }
    const following = this.firstInput.slice(0, nodes);
    this.inputs = new Int32Array(queues);
    this.inputOf = new Int32Array(queues);
    for (let q = 0; q < queues; q++) {
      const n = this.standsAt[q];
      this.inputOf[q] = following[n] - this.firstInput[n];
      this.inputs[following[n]++] = q;
    }
    // Queues that end in terminals never ask where terminals do not forward, but counting them keeps the numbering plain.
    this.words = Math.ceil(most / 32);
    this.setOf = new Int32Array(queues).fill(-1);
    this.requests = new Int32Array(singles * this.words);

    this.outBit = new Int32Array(singles);
    this.closed = new Int32Array(head.length);
    this.open = new Int32Array(nodes);
    for (let c = 0; c < head.length; c++) {
      const n = tail[c];
      const ports = firstOut[n + 1] - firstOut[n];
      const port = c - firstOut[n];
      for (let v = 0; v < classes; v++) {
        const bit = ports * classes <= 32 ? port * classes + v : port;
        this.outBit[c * classes + v] = ports <= 32 ? 1 << bit : -1;
        this.open[n] |= this.outBit[c * classes + v];
        this.closed[c] |= ports <= 32 ? 1 << bit : 0;
      }
      this.closed[c] = ~this.closed[c];
    }

    this.firstSet = new Int32Array(nodes).fill(-1);
    const expected = maxCandidates > 1 ? 2 * nodes : 1;
    this.nextSet = new Int32Array(expected);
    this.isLinked = new Uint8Array(expected);
    this.mask = new Int32Array(expected);
    this.start = new Int32Array(expected);
    this.size = new Int32Array(expected);
    this.members = new Int32Array(expected * Math.min(maxCandidates, 8));
  }

  /** The number of the set of the first `size` of these virtual channels, at least two; made when it is new. */
  find(ids: Int32Array, size: number): number {
    const mask = this.table.length - 1;
    let place = hash(ids, size) & mask;
    for (let set = this.table[place]; set >= 0; set = this.table[place]) {
      if (this.size[set] === size) {
        const start = this.start[set];
        let i = 0;
        while (i < size && this.members[start + i] === ids[i]) i++;
        if (i === size) return this.singles + set;
      }
      place = (place + 1) & mask;
    }
    const set = this.add(ids, size);
    this.table[place] = set;
    if (2 * this.count > this.table.length) this.rehash();
    return this.singles + set;
  }

  private add(ids: Int32Array, size: number): number {
    const set = this.count++;
    if (this.count > this.size.length) {
      const more = 2 * this.count;
      this.nextSet = longer(this.nextSet, new Int32Array(more));
      this.isLinked = longer(this.isLinked, new Uint8Array(more));
      this.mask = longer(this.mask, new Int32Array(more));
      this.start = longer(this.start, new Int32Array(more));
      this.size = longer(this.size, new Int32Array(more));
    }
    if (this.memberCount + size > this.members.length) {
      this.members = longer(this.members, new Int32Array(2 * (this.memberCount + size)));
    }
    if ((this.singles + this.count) * this.words > this.requests.length) {
      const more = this.singles + Math.max(64, 2 * this.count);
      this.requests = longer(this.requests, new Int32Array(more * this.words));
    }
    this.start[set] = this.memberCount;
    this.size[set] = size;
    for (let i = 0; i < size; i++) {
      this.members[this.memberCount++] = ids[i];
      this.mask[set] |= this.outBit[ids[i]];
    }
    return set;
  }

  private rehash(): void {
    this.table = new Int32Array(4 * this.table.length).fill(-1);
    const mask = this.table.length - 1;
    for (let set = 0; set < this.count; set++) {
      let place = hash(this.members.subarray(this.start[set], this.start[set] + this.size[set]), this.size[set]) & mask;
      while (this.table[place] >= 0) place = (place + 1) & mask;
      this.table[place] = set;
    }
  }
}

function hash(ids: Int32Array, size: number): number {
  const h = Math.imul(ids[0], 0x9e3779b1) ^ Math.imul(ids[size - 1] + size, 0x85ebca6b);
  return h ^ (h >>> 15);
}

/** Copies the shorter array into the longer, and returns that. */
function longer<A extends Int32Array | Uint8Array>(short: A, long: A): A {
  long.set(short);
  return long;
}
