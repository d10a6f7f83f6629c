/**
 * Writes a dependency graph as a short, canonical text, and reads it. The text begins with how peers are written (0: as distance from the
 * rank itself, modulo the number of ranks; 1: by number; whichever text is shorter), then the number of ranks, then the number of
 * operations of each rank, run-length encoded. The operations of all ranks follow:
 *
 * - 0: a copy of earlier operations, given by its length less {@link minCopyLength} and its distance less 1. The source may overlap the
 * copy, so loops are short. Peers and dependencies are relative, so ranks that behave alike are copies, too.
 * - 1: an operation of a new form, followed by the form
 * - 2 + n: an operation of the n-th form
 *
 * A form is what operations have in common: 3 × its flags + the operation code; the processor; the adapter; the number of dependencies; for
 * each dependency 2 × the distance back, + 1 if it waits for the beginning. Flags: 1 any peer, 2 the same tag as the previous message, 4
 * the same amount as the previous operation of that code. The values that the form leaves open follow it: the peer, the tag plus 1, and the
 * amount.
 */
import { refuse } from "../base/errors.ts";
import { SymbolReader, SymbolWriter, Unreadable } from "../base/symbols.ts";
import { any, cycleIn, graphOp, type ProgramGraph } from "./graph.ts";

/** Limits of a graph that can be stored. */
export const mostOfGraph = { ranks: 65_536, operations: 2_000_000, dependencies: 8_000_000 } as const;
/** Longest text of a graph, characters: 1,000,000 operations take some 3,000,000, without any pattern 11,000,000. */
export const longestProgramText = 24_000_000;

const [copied, fresh, known] = [0, 1, 2];
const codes = 3;
const [ofAny, sameTag, sameAmount] = [1, 2, 4];
/** Shorter copies save nothing. */
const shortest = 4;
/** Letters of the largest amount, 2⁵³ − 1. */
const mostLetters = 11;

/**
 * Writes a graph as text.
 * @param maxCharacters length of the longest text that is accepted
 * @throws ScenarioError if the graph or its text is too large
 */
export function writeProgramText(graph: ProgramGraph, mostCharacters = longestProgramText): string {
  const { ranks, code, after } = graph;
  for (const [what, count] of Object.entries({ ranks, operations: code.length, dependencies: after.length }) as [keyof Size, number][]) {
    const most = mostOfGraph[what].toLocaleString("en-US");
    if (count > mostOfGraph[what])
      refuse("program", `has ${count.toLocaleString("en-US")} ${what}; at most ${most} are kept.`, "Take fewer ranks, or a shorter part.");
  }
  const [bySteps, byNumbers] = [false, true].map((isByNumber) => new GraphWriter(graph, isByNumber).text());
  const text = byNumbers.length < bySteps.length ? byNumbers : bySteps;
  if (text.length > mostCharacters) {
    const fit = Number(((code.length * mostCharacters) / text.length).toPrecision(2));
    refuse(
      "program",
      `takes ${text.length.toLocaleString("en-US")} characters with its ${code.length.toLocaleString("en-US")} operations; at most ${mostCharacters.toLocaleString("en-US")} are kept.`,
      `Take fewer ranks, or a shorter part: about ${fit.toLocaleString("en-US")} operations fit.`,
    );
  }
  return text;
}

type Size = typeof mostOfGraph;

/** Signed distance from a rank to its peer, the shorter way around the ring of ranks. */
function stepTo(peer: number, rank: number, ranks: number): number {
  const step = (peer - rank + ranks) % ranks;
  return 2 * step > ranks ? step - ranks : step;
}

/** [O] Peers as distances from the rank itself. */
function stepsIn({ ranks, first, code, peer }: ProgramGraph): Int32Array {
  const steps = Int32Array.from(peer);
  for (let r = 0; r < ranks; r++)
    for (let i = first[r]; i < first[r + 1]; i++) if (code[i] !== graphOp.compute && peer[i] !== any) steps[i] = stepTo(peer[i], r, ranks);
  return steps;
}

class GraphWriter {
  private readonly write = new SymbolWriter();
  /** [O] Peers as they are written: distances or numbers. */
  private readonly peer: Int32Array;
  private readonly forms = new Map<string, number>();

  constructor(
    private readonly graph: ProgramGraph,
    private readonly isByNumber: boolean,
  ) {
    this.peer = isByNumber ? graph.peer : stepsIn(graph);
  }

  /** Writes the header and all operations, as copies of earlier operations where possible. */
  text(): string {
    const { ranks, first, code, amount, tag } = this.graph;
    this.write.number(this.isByNumber ? 1 : 0).number(ranks);
    this.write.runs(Array.from({ length: ranks }, (_, r) => first[r + 1] - first[r]));
    const copies = new Copies(this.alike());
    const last = { tag: 0, amount: [0, 0, 0] };
    const pass = (i: number) => {
      if (code[i] !== graphOp.compute) last.tag = tag[i];
      last.amount[code[i]] = amount[i];
    };
    for (let i = 0; i < code.length;) {
      const { length, distance } = copies.at(i);
      if (length >= shortest) {
        this.write
          .number(copied)
          .number(length - shortest)
          .number(distance - 1);
        for (const end = i + length; i < end; i++) pass(i);
        continue;
      }
      this.operation(i, last);
      pass(i++);
    }
    return this.write.text;
  }

  /** Writes an operation: its form, defined at its first use, and the values that the form leaves open. */
  private operation(i: number, last: { readonly tag: number; readonly amount: readonly number[] }): void {
    const { code, peer, amount, tag, cpu, nic, firstAfter, after } = this.graph;
    const isMessage = code[i] !== graphOp.compute;
    const isAny = isMessage && peer[i] === any;
    const isSameTag = isMessage && tag[i] === last.tag;
    const isSameAmount = amount[i] === last.amount[code[i]];
    const signs = (isAny ? ofAny : 0) + (isSameTag ? sameTag : 0) + (isSameAmount ? sameAmount : 0);
    const form = [signs * codes + code[i], cpu[i], nic[i], firstAfter[i + 1] - firstAfter[i]];
    for (let k = firstAfter[i]; k < firstAfter[i + 1]; k++) form.push(stepBack(after[k], i));
    const key = form.join();
    const place = this.forms.get(key);
    if (place === undefined) {
      this.forms.set(key, this.forms.size);
      this.write.number(fresh);
      for (const each of form) this.write.number(each);
    } else this.write.number(known + place);
    if (isMessage && !isAny) this.write.signed(this.peer[i]);
    if (isMessage && !isSameTag) this.write.number(tag[i] + 1);
    if (!isSameAmount) this.write.number(amount[i]);
  }

  /** [O] For each operation, the first operation that is written identically. */
  private alike(): Int32Array {
    const { code, amount, tag, cpu, nic, firstAfter, after } = this.graph;
    const { peer } = this;
    let size = 1024;
    while (size < 2 * code.length) size *= 2;
    const table = new Int32Array(size).fill(-1);
    return Int32Array.from(code, (own, i) => {
      let hash = Math.imul(own + 1, 0x9e3779b1);
      for (const each of [peer[i], amount[i], amount[i] / 2 ** 32, tag[i], cpu[i], nic[i]]) hash = mixed(hash, each);
      for (let k = firstAfter[i]; k < firstAfter[i + 1]; k++) hash = mixed(hash, stepBack(after[k], i));
      let at = (hash >>> 0) & (size - 1);
      while (table[at] >= 0 && !isAlike(table[at], i)) at = (at + 1) & (size - 1);
      if (table[at] < 0) table[at] = i;
      return table[at];
    });

    function isAlike(a: number, b: number): boolean {
      const count = firstAfter[a + 1] - firstAfter[a];
      if (code[a] !== code[b] || amount[a] !== amount[b] || peer[a] !== peer[b] || tag[a] !== tag[b]) return false;
      if (cpu[a] !== cpu[b] || nic[a] !== nic[b] || count !== firstAfter[b + 1] - firstAfter[b]) return false;
      for (let k = 0; k < count; k++) if (stepBack(after[firstAfter[a] + k], a) !== stepBack(after[firstAfter[b] + k], b)) return false;
      return true;
    }
  }
}

/** Mixes a value into a hash. */
function mixed(hash: number, value: number): number {
  const next = Math.imul(hash ^ value, 0x85ebca6b);
  return next ^ (next >>> 15);
}

/** An encoded dependency: 2 × the folded distance (even backward, odd forward), + 1 if it waits for the beginning. */
function stepBack(waited: number, i: number): number {
  const step = i - (waited >> 1);
  return 2 * (step < 0 ? -2 * step - 1 : 2 * step) + (waited & 1);
}

/** Finds repetitions of earlier operations, as Ziv and Lempel do (1977), with one candidate for each hash. */
class Copies {
  /** The last position of each hash of {@link minCopyLength} operations. */
  private readonly latest = new Int32Array(1 << 18).fill(-1);
  private known = 0;
  /** Distance of the last copy, which is often the next one's, too. */
  private distance = 0;

  /** @param classOf [O] equal numbers for operations that are written identically */
  constructor(private readonly alike: Int32Array) {}

  /** The longest copy found for position i. Positions must increase from call to call. */
  at(i: number): { readonly length: number; readonly distance: number } {
    // A source that overlaps its copy is allowed, so all positions before i are entered.
    while (this.known < i) {
      const at = this.hash(this.known);
      this.latest[at] = this.known++;
    }
    const candidates = [this.distance, i - this.latest[this.hash(i)]].filter((distance) => distance > 0 && distance <= i);
    let best = { length: 0, distance: 0 };
    for (const distance of candidates) {
      let length = 0;
      while (i + length < this.alike.length && this.alike[i + length] === this.alike[i + length - distance]) length++;
      if (length > best.length) best = { length, distance };
    }
    if (best.length >= shortest) this.distance = best.distance;
    return best;
  }

  private hash(i: number): number {
    let hash = 0;
    for (let k = i; k < i + shortest; k++) hash = mixed(hash, this.alike[k] ?? -1);
    return (hash >>> 0) & (this.latest.length - 1);
  }
}

/**
 * Reads a text of {@link writeProgramText}.
 * @throws Unreadable with the operation and its rank
 */
export function readProgramText(text: string): ProgramGraph {
  if (text.length > longestProgramText)
    throw new Unreadable(
      `has ${text.length.toLocaleString("en-US")} characters; at most ${longestProgramText.toLocaleString("en-US")} are read`,
    );
  const read = new SymbolReader(text);
  const isByNumber = within(read.number(), 0, 1, "way to tell peers") === 1;
  const ranks = within(read.number(), 1, mostOfGraph.ranks, "number of ranks");
  const first = new Int32Array(ranks + 1);
  read.runs(ranks).forEach((count, r) => {
    first[r + 1] = within(
      first[r] + within(count, 0, mostOfGraph.operations, `number of operations of rank ${r}`),
      0,
      mostOfGraph.operations,
      "number of operations",
    );
  });
  const graph = readOperations(read, ranks, first, isByNumber);
  read.end();
  const cycle = cycleIn(graph);
  if (cycle !== null) throw new Unreadable(`has an operation that waits for itself, ${placeOf(first, cycle)}`);
  return graph;
}

/** Returns a value within its limits, or throws. */
function within(value: number, least: number, most: number, what: string): number {
  if (value >= least && value <= most) return value;
  throw new Unreadable(`has ${value} as its ${what}; expected ${least} to ${most.toLocaleString("en-US")}`);
}

/** `operation 3 of rank 7`, both from 0. */
function placeOf(first: Int32Array, i: number): string {
  let rank = 0;
  while (first[rank + 1] <= i) rank++;
  return `operation ${i - first[rank]} of rank ${rank}`;
}

interface Form {
  readonly signs: number;
  readonly code: number;
  readonly cpu: number;
  readonly nic: number;
  readonly waits: readonly number[];
}

/** Reads a form as {@link GraphWriter} writes it. */
function readForm(read: SymbolReader): Form {
  const head = within(read.number(), 0, 8 * codes - 1, "head of a form");
  const [cpu, nic] = ["processor", "adapter"].map((what) => within(read.number(), 0, 255, what));
  const waits: number[] = [];
  for (let left = within(read.number(), 0, mostOfGraph.operations, "number of operations waited for"); left > 0; left--)
    waits.push(read.number());
  return { signs: Math.floor(head / codes), code: head % codes, cpu, nic, waits };
}

/**
 * Reads the operations of all ranks. Each is a copy, an operation of a new form, or one of a known form; peers are converted to numbers at
 * the end.
 */
function readOperations(read: SymbolReader, ranks: number, first: Int32Array, isByNumber: boolean): ProgramGraph {
  const count = first[ranks];
  const [code, cpu, nic] = [0, 1, 2].map(() => new Uint8Array(count));
  // Peers stay as written until all operations are read.
  const [peer, tag, formOf] = [0, 1, 2].map(() => new Int32Array(count));
  const amount = new Float64Array(count);
  const firstAfter = new Int32Array(count + 1);
  let after = new Int32Array(1024);
  const forms: Form[] = [];
  const last = { tag: 0, amount: [0, 0, 0] };
  let [rank, i, left, distance] = [0, 0, 0, 0];
  for (; i < count; i++) {
    while (first[rank + 1] <= i) rank++;
    const head = left > 0 ? copied : read.number();
    if (head === copied && left === 0) {
      left = told(read.number(), 0, count - i - shortest, "length of a copy") + shortest;
      distance = told(read.number(), 0, i - 1, "distance of a copy") + 1;
    }
    if (head === copied) {
      left--;
      const from = i - distance;
      [peer[i], tag[i], amount[i], formOf[i]] = [peer[from], tag[from], amount[from], formOf[from]];
    } else {
      if (head === fresh) forms.push(readForm(read));
      formOf[i] = head === fresh ? forms.length - 1 : told(head - known, 0, forms.length - 1, "form");
      operation(forms[formOf[i]]);
    }
    const form = forms[formOf[i]];
    [code[i], cpu[i], nic[i]] = [form.code, form.cpu, form.nic];
    wait(form.waits);
    if (form.code !== graphOp.compute) last.tag = tag[i];
    last.amount[form.code] = amount[i];
  }
  if (!isByNumber)
    for (let r = 0; r < ranks; r++)
      for (let k = first[r]; k < first[r + 1]; k++) if (peer[k] !== anyStep) peer[k] = (peer[k] + r + ranks) % ranks;
  for (let k = 0; k < count; k++) if (peer[k] === anyStep) peer[k] = any;
  return { ranks, first, code, peer, amount, tag, cpu, nic, firstAfter, after: after.slice(0, firstAfter[count]) };

  /** Reads the values that a form leaves open. */
  function operation({ signs, code: own }: Form): void {
    const isMessage = own !== graphOp.compute;
    const isTold = isMessage && (signs & ofAny) === 0;
    const [least, most] = isByNumber ? [0, ranks - 1] : [1 - ranks, ranks - 1];
    peer[i] = isTold ? told(read.signed(), least, most, "peer") : anyStep;
    tag[i] = !isMessage ? 0 : (signs & sameTag) > 0 ? last.tag : told(read.number(mostLetters) - 1, any, 2 ** 31 - 1, "tag");
    amount[i] = (signs & sameAmount) > 0 ? last.amount[own] : told(read.number(mostLetters), 0, Number.MAX_SAFE_INTEGER, "amount");
  }

  /** Decodes the dependencies of an operation, which must be other operations of the same rank. */
  function wait(waits: readonly number[]): void {
    const from = firstAfter[i];
    if (from + waits.length > mostOfGraph.dependencies)
      throw new Unreadable(`has more than ${mostOfGraph.dependencies.toLocaleString("en-US")} dependencies, at ${placeOf(first, i)}`);
    if (from + waits.length > after.length) {
      const wider = new Int32Array(2 * (from + waits.length));
      wider.set(after);
      after = wider;
    }
    waits.forEach((each, k) => {
      const folded = Math.floor(each / 2);
      const waited = i - (folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2);
      if (waited === i || waited < first[rank] || waited >= first[rank + 1])
        throw new Unreadable(`waits for what is no other operation of the rank, at ${placeOf(first, i)}`);
      after[from + k] = 2 * waited + (each % 2);
    });
    firstAfter[i + 1] = from + waits.length;
  }

  /** Returns a value within its limits, or throws with its location. */
  function told(value: number, least: number, most: number, what: string): number {
    if (value >= least && value <= most) return value;
    const expected = most < least ? "none" : `${least} to ${most.toLocaleString("en-US")}`;
    throw new Unreadable(`has ${value} as a ${what}, at ${placeOf(first, i)}; expected ${expected}`);
  }
}

/** Marks any peer while peers are distances: no distance has this value. */
const anyStep = -(2 ** 31);
