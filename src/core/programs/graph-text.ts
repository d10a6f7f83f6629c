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
import { SymbolReader, SymbolWriter, UnreadableText } from "../base/symbols.ts";
import { any, operationOnCycle, graphOp, type ProgramGraph } from "./graph.ts";

/** Limits of a graph that can be stored. */
export const graphLimits = { ranks: 65_536, operations: 2_000_000, dependencies: 8_000_000 } as const;
/** Longest text of a graph, characters: 1,000,000 operations take some 3,000,000, without any pattern 11,000,000. */
export const maxProgramText = 24_000_000;

const [copyToken, newFormToken, formToken] = [0, 1, 2];
const codeCount = 3;
const [anyPeerFlag, sameTagFlag, sameAmountFlag] = [1, 2, 4];
/** Shorter copies save nothing. */
const minCopyLength = 4;
/** Letters of the largest amount, 2⁵³ − 1. */
const maxLetters = 11;

/**
 * Writes a dependency graph of operations as text. Peers can be written as distances from the rank or by number; the shorter of the two
 * texts is returned.
 * @param maxCharacters length of the longest text that is accepted
 * @throws ScenarioError if the graph or its text is too large
 */
export function writeProgramText(graph: ProgramGraph, maxCharacters = maxProgramText): string {
  const { ranks, code, dependencies } = graph;
  for (const [quantity, count] of Object.entries({ ranks, operations: code.length, dependencies: dependencies.length }) as [
    keyof GraphLimits,
    number,
  ][]) {
    const limit = graphLimits[quantity].toLocaleString("en-US");
    if (count > graphLimits[quantity])
      refuse(
        "program",
        `has ${count.toLocaleString("en-US")} ${quantity}; at most ${limit} are allowed.`,
        "Use fewer ranks, or a shorter part of the trace.",
      );
  }
  const [textByDistance, textByNumber] = [false, true].map((isByNumber) => new GraphWriter(graph, isByNumber).text());
  const text = textByNumber.length < textByDistance.length ? textByNumber : textByDistance;
  if (text.length > maxCharacters) {
    const operationsThatFit = Number(((code.length * maxCharacters) / text.length).toPrecision(2));
    refuse(
      "program",
      `takes ${text.length.toLocaleString("en-US")} characters with its ${code.length.toLocaleString("en-US")} operations; at most ${maxCharacters.toLocaleString("en-US")} are allowed.`,
      `Use fewer ranks, or a shorter part of the trace: about ${operationsThatFit.toLocaleString("en-US")} operations fit.`,
    );
  }
  return text;
}

type GraphLimits = typeof graphLimits;

/** Signed distance from a rank to its peer, the shorter way around the ring of ranks. */
function signedDistance(peer: number, rank: number, ranks: number): number {
  const step = (peer - rank + ranks) % ranks;
  return 2 * step > ranks ? step - ranks : step;
}

/** [O] Peers as distances from the rank itself. */
function peersAsDistances({ ranks, first, code, peer }: ProgramGraph): Int32Array {
  const steps = Int32Array.from(peer);
  for (let rank = 0; rank < ranks; rank++)
    for (let i = first[rank]; i < first[rank + 1]; i++)
      if (code[i] !== graphOp.compute && peer[i] !== any) steps[i] = signedDistance(peer[i], rank, ranks);
  return steps;
}

class GraphWriter {
  private readonly write = new SymbolWriter();
  /** [O] Peers as they are written: distances or numbers. */
  private readonly peer: Int32Array;
  private readonly forms = new Map<string, number>();

  constructor(
    private readonly graph: ProgramGraph,
    private readonly isPeerByNumber: boolean,
  ) {
    this.peer = isPeerByNumber ? graph.peer : peersAsDistances(graph);
  }

  /**
   * Writes the header (how peers are written, the number of ranks, and the number of operations of each rank), then all operations.
   * Operations that repeat at least `minCopyLength` earlier ones are written as a copy token with the length and the distance back; others
   * are written one by one.
   */
  text(): string {
    const { ranks, first, code, amount, tag } = this.graph;
    this.write.number(this.isPeerByNumber ? 1 : 0).number(ranks);
    this.write.runs(Array.from({ length: ranks }, (_, rank) => first[rank + 1] - first[rank]));
    const copies = new CopyFinder(this.firstIdentical());
    const previous = { tag: 0, amount: [0, 0, 0] };
    const updatePrevious = (operation: number) => {
      if (code[operation] !== graphOp.compute) previous.tag = tag[operation];
      previous.amount[code[operation]] = amount[operation];
    };
    for (let operation = 0; operation < code.length;) {
      const { length, distance } = copies.longestAt(operation);
      if (length >= minCopyLength) {
        this.write
          .number(copyToken)
          .number(length - minCopyLength)
          .number(distance - 1);
        for (const end = operation + length; operation < end; operation++) updatePrevious(operation);
        continue;
      }
      this.writeOperation(operation, previous);
      updatePrevious(operation++);
    }
    return this.write.text;
  }

  /**
   * Writes an operation: its form, defined at its first use, and the values that the form leaves open. A form is what many operations have
   * in common: flags, code, processor, adapter and relative dependencies. A flag says that the peer is a wildcard, or that tag or amount
   * equal the previous ones.
   * @param previous the tag of the last message before this operation; and by operation code, the amount of the last operation with that
   * code
   */
  private writeOperation(operation: number, previous: { readonly tag: number; readonly amount: readonly number[] }): void {
    const { code, peer, amount, tag, cpu, nic, firstDependency, dependencies } = this.graph;
    const isMessage = code[operation] !== graphOp.compute;
    const isAny = isMessage && peer[operation] === any;
    const isSameTag = isMessage && tag[operation] === previous.tag;
    const isSameAmount = amount[operation] === previous.amount[code[operation]];
    const flags = (isAny ? anyPeerFlag : 0) + (isSameTag ? sameTagFlag : 0) + (isSameAmount ? sameAmountFlag : 0);
    // Write the form, by its number if it is known.
    const form = [
      flags * codeCount + code[operation],
      cpu[operation],
      nic[operation],
      firstDependency[operation + 1] - firstDependency[operation],
    ];
    for (let k = firstDependency[operation]; k < firstDependency[operation + 1]; k++)
      form.push(encodeDependency(dependencies[k], operation));
    const key = form.join();
    const formIndex = this.forms.get(key);
    if (formIndex === undefined) {
      this.forms.set(key, this.forms.size);
      this.write.number(newFormToken);
      for (const value of form) this.write.number(value);
    } else this.write.number(formToken + formIndex);
    // Write the values that the form leaves open.
    if (isMessage && !isAny) this.write.signed(this.peer[operation]);
    if (isMessage && !isSameTag) this.write.number(tag[operation] + 1);
    if (!isSameAmount) this.write.number(amount[operation]);
  }

  /**
   * [O] For each operation, the first operation that is written identically, so that copies can be found by comparing numbers. Looks them
   * up in a hash table with open addressing, whose slots contain operations, or −1 if empty.
   */
  private firstIdentical(): Int32Array {
    const { code, amount, tag, cpu, nic, firstDependency, dependencies } = this.graph;
    const { peer } = this;
    let size = 1024;
    while (size < 2 * code.length) size *= 2;
    const table = new Int32Array(size).fill(-1);
    return Int32Array.from(code, (ownCode, operation) => {
      // The higher bits of an amount are hashed separately.
      let hash = Math.imul(ownCode + 1, 0x9e3779b1);
      for (const value of [peer[operation], amount[operation], amount[operation] / 2 ** 32, tag[operation], cpu[operation], nic[operation]])
        hash = mixHash(hash, value);
      for (let k = firstDependency[operation]; k < firstDependency[operation + 1]; k++)
        hash = mixHash(hash, encodeDependency(dependencies[k], operation));
      let slot = (hash >>> 0) & (size - 1);
      while (table[slot] >= 0 && !isIdentical(table[slot], operation)) slot = (slot + 1) & (size - 1);
      if (table[slot] < 0) table[slot] = operation;
      return table[slot];
    });

    function isIdentical(a: number, b: number): boolean {
      const count = firstDependency[a + 1] - firstDependency[a];
      if (code[a] !== code[b] || amount[a] !== amount[b] || peer[a] !== peer[b] || tag[a] !== tag[b]) return false;
      if (cpu[a] !== cpu[b] || nic[a] !== nic[b] || count !== firstDependency[b + 1] - firstDependency[b]) return false;
      for (let k = 0; k < count; k++)
        if (encodeDependency(dependencies[firstDependency[a] + k], a) !== encodeDependency(dependencies[firstDependency[b] + k], b))
          return false;
      return true;
    }
  }
}

/** Mixes a value into a hash. */
function mixHash(hash: number, value: number): number {
  const next = Math.imul(hash ^ value, 0x85ebca6b);
  return next ^ (next >>> 15);
}

/** An encoded dependency: 2 × the folded distance (even backward, odd forward), + 1 if it waits for the beginning. */
function encodeDependency(encoded: number, index: number): number {
  const step = index - (encoded >> 1);
  return 2 * (step < 0 ? -2 * step - 1 : 2 * step) + (encoded & 1);
}

/** Finds repetitions of earlier operations, as Ziv and Lempel do (1977), with one candidate for each hash. */
class CopyFinder {
  /** The last position of each hash of {@link minCopyLength} operations. */
  private readonly latest = new Int32Array(1 << 18).fill(-1);
  private entered = 0;
  /** Distance of the last copy; the next copy often has the same distance. */
  private lastDistance = 0;

  /** @param classOf [O] equal numbers for operations that are written identically */
  constructor(private readonly classOf: Int32Array) {}

  /** The longest copy found for position i. Positions must increase from call to call. */
  longestAt(i: number): { readonly length: number; readonly distance: number } {
    // A source that overlaps its copy is allowed, so all positions before i are entered.
    while (this.entered < i) {
      const slot = this.hash(this.entered);
      this.latest[slot] = this.entered++;
    }
    const candidates = [this.lastDistance, i - this.latest[this.hash(i)]].filter((distance) => distance > 0 && distance <= i);
    let best = { length: 0, distance: 0 };
    for (const distance of candidates) {
      let length = 0;
      while (i + length < this.classOf.length && this.classOf[i + length] === this.classOf[i + length - distance]) length++;
      if (length > best.length) best = { length, distance };
    }
    if (best.length >= minCopyLength) this.lastDistance = best.distance;
    return best;
  }

  private hash(i: number): number {
    let hash = 0;
    for (let k = i; k < i + minCopyLength; k++) hash = mixHash(hash, this.classOf[k] ?? -1);
    return (hash >>> 0) & (this.latest.length - 1);
  }
}

/**
 * Reads a text of {@link writeProgramText} as a dependency graph: first how peers are written (by distance or by number), the number of
 * ranks and the number of operations of each, then the operations.
 * @throws UnreadableText with the operation and its rank, also if operations wait for each other in a cycle
 */
export function readProgramText(text: string): ProgramGraph {
  if (text.length > maxProgramText)
    throw new UnreadableText(
      `has ${text.length.toLocaleString("en-US")} characters; at most ${maxProgramText.toLocaleString("en-US")} are read`,
    );
  const reader = new SymbolReader(text);
  const isPeerByNumber = checkRange(reader.number(), 0, 1, "peer encoding") === 1;
  const ranks = checkRange(reader.number(), 1, graphLimits.ranks, "number of ranks");
  const first = new Int32Array(ranks + 1);
  reader.runs(ranks).forEach((count, rank) => {
    first[rank + 1] = checkRange(
      first[rank] + checkRange(count, 0, graphLimits.operations, `number of operations of rank ${rank}`),
      0,
      graphLimits.operations,
      "number of operations",
    );
  });
  const graph = readOperations(reader, ranks, first, isPeerByNumber);
  reader.end();
  const cycle = operationOnCycle(graph);
  if (cycle !== null) throw new UnreadableText(`has an operation that depends on itself, ${locationOf(first, cycle)}`);
  return graph;
}

/** Returns a value within its limits, or throws. */
function checkRange(value: number, min: number, max: number, quantity: string): number {
  if (value >= min && value <= max) return value;
  throw new UnreadableText(`has ${value} as its ${quantity}; expected ${min} to ${max.toLocaleString("en-US")}`);
}

/** `operation 3 of rank 7`, both from 0. */
function locationOf(first: Int32Array, i: number): string {
  let rank = 0;
  while (first[rank + 1] <= i) rank++;
  return `operation ${i - first[rank]} of rank ${rank}`;
}

interface Form {
  readonly flags: number;
  readonly code: number;
  readonly cpu: number;
  readonly nic: number;
  readonly dependencies: readonly number[];
}

/** Reads a form as {@link GraphWriter} writes it. */
function readForm(reader: SymbolReader): Form {
  const head = checkRange(reader.number(), 0, 8 * codeCount - 1, "head of a form");
  const [cpu, nic] = ["processor", "adapter"].map((what) => checkRange(reader.number(), 0, 255, what));
  const dependencies: number[] = [];
  for (let remaining = checkRange(reader.number(), 0, graphLimits.operations, "number of dependencies"); remaining > 0; remaining--)
    dependencies.push(reader.number());
  return { flags: Math.floor(head / codeCount), code: head % codeCount, cpu, nic, dependencies };
}

/**
 * Reads the operations of all ranks. Each is a copy, an operation of a new form, or one of a known form; peers are converted to numbers at
 * the end.
 */
function readOperations(reader: SymbolReader, ranks: number, first: Int32Array, isPeerByNumber: boolean): ProgramGraph {
  const count = first[ranks];
  const [code, cpu, nic] = [0, 1, 2].map(() => new Uint8Array(count));
  // Peers stay as written until all operations are read.
  const [peer, tag, formOf] = [0, 1, 2].map(() => new Int32Array(count));
  const amount = new Float64Array(count);
  const firstDependency = new Int32Array(count + 1);
  let dependencies = new Int32Array(1024);
  const forms: Form[] = [];
  const previous = { tag: 0, amount: [0, 0, 0] };
  let [rank, i, copyLeft, copyDistance] = [0, 0, 0, 0];
  for (; i < count; i++) {
    while (first[rank + 1] <= i) rank++;
    const token = copyLeft > 0 ? copyToken : reader.number();
    if (token === copyToken && copyLeft === 0) {
      copyLeft = checked(reader.number(), 0, count - i - minCopyLength, "length of a copy") + minCopyLength;
      copyDistance = checked(reader.number(), 0, i - 1, "distance of a copy") + 1;
    }
    if (token === copyToken) {
      copyLeft--;
      const firstEntry = i - copyDistance;
      [peer[i], tag[i], amount[i], formOf[i]] = [peer[firstEntry], tag[firstEntry], amount[firstEntry], formOf[firstEntry]];
    } else {
      if (token === newFormToken) forms.push(readForm(reader));
      formOf[i] = token === newFormToken ? forms.length - 1 : checked(token - formToken, 0, forms.length - 1, "form");
      readOpenValues(forms[formOf[i]]);
    }
    const form = forms[formOf[i]];
    [code[i], cpu[i], nic[i]] = [form.code, form.cpu, form.nic];
    readDependencies(form.dependencies);
    if (form.code !== graphOp.compute) previous.tag = tag[i];
    previous.amount[form.code] = amount[i];
  }
  if (!isPeerByNumber)
    for (let rank = 0; rank < ranks; rank++)
      for (let k = first[rank]; k < first[rank + 1]; k++) if (peer[k] !== anyPeerMark) peer[k] = (peer[k] + rank + ranks) % ranks;
  for (let k = 0; k < count; k++) if (peer[k] === anyPeerMark) peer[k] = any;
  return { ranks, first, code, peer, amount, tag, cpu, nic, firstDependency, dependencies: dependencies.slice(0, firstDependency[count]) };

  /** Reads the values that a form leaves open. */
  function readOpenValues({ flags, code: ownCode }: Form): void {
    const isMessage = ownCode !== graphOp.compute;
    const hasPeer = isMessage && (flags & anyPeerFlag) === 0;
    const [min, max] = isPeerByNumber ? [0, ranks - 1] : [1 - ranks, ranks - 1];
    peer[i] = hasPeer ? checked(reader.signed(), min, max, "peer") : anyPeerMark;
    tag[i] = !isMessage ? 0 : (flags & sameTagFlag) > 0 ? previous.tag : checked(reader.number(maxLetters) - 1, any, 2 ** 31 - 1, "tag");
    amount[i] =
      (flags & sameAmountFlag) > 0 ? previous.amount[ownCode] : checked(reader.number(maxLetters), 0, Number.MAX_SAFE_INTEGER, "amount");
  }

  /**
   * Decodes the dependencies of operation i and appends them to `dependencies`, which is enlarged if necessary. They must be other
   * operations of the same rank. An encoded dependency is 2 × a zigzag number, + 1 if it waits for the beginning of the operation instead
   * of its end. The zigzag numbers 0, 1, 2, 3 … are the distances back 0, −1, 1, −2 …
   */
  function readDependencies(encodedDependencies: readonly number[]): void {
    const firstEntry = firstDependency[i];
    if (firstEntry + encodedDependencies.length > graphLimits.dependencies)
      throw new UnreadableText(
        `has more than ${graphLimits.dependencies.toLocaleString("en-US")} dependencies, at ${locationOf(first, i)}`,
      );
    if (firstEntry + encodedDependencies.length > dependencies.length) {
      const longer = new Int32Array(2 * (firstEntry + encodedDependencies.length));
      longer.set(dependencies);
      dependencies = longer;
    }
    encodedDependencies.forEach((encoded, k) => {
      const zigzag = Math.floor(encoded / 2);
      const target = i - (zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2);
      if (target === i || target < first[rank] || target >= first[rank + 1])
        throw new UnreadableText(`has a dependency that is not another operation of the rank, at ${locationOf(first, i)}`);
      dependencies[firstEntry + k] = 2 * target + (encoded % 2);
    });
    firstDependency[i + 1] = firstEntry + encodedDependencies.length;
  }

  /** Returns a value within its limits, or throws with its location. */
  function checked(value: number, min: number, max: number, quantity: string): number {
    if (value >= min && value <= max) return value;
    const expected = max < min ? "none" : `${min} to ${max.toLocaleString("en-US")}`;
    throw new UnreadableText(`has ${value} as a ${quantity}, at ${locationOf(first, i)}; expected ${expected}`);
  }
}

/** Marks any peer while peers are distances: no distance has this value. */
const anyPeerMark = -(2 ** 31);
