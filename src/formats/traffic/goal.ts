/**
 * GOAL text as `txt2bin` of LogGOPSim reads it (Hoefler, Schneider, Lumsdaine: *LogGOPSim*, HPDC 2010; grammar in `txt2bin.re`):
 *
 *     num_ranks 2
 *     rank 0 {
 *     l1: calc 1500            nanoseconds
 *     l2: send 1024b to 1 tag 7 cpu 0 nic 0
 *     l2 requires l1           waits for its end; irequires: for its beginning
 *     }
 *
 * Each statement is on one line. A label is valid within its rank, from its line on.
 */
import { any, graphOp } from "../../core/programs/graph.ts";
import { graphLimits } from "../../core/programs/graph-text.ts";
import type { Format, ReaderOptions, ReadResult, ReadProgram } from "../contract.ts";
import { withoutComments } from "./comments.ts";
import { GrowingArray } from "./growing-array.ts";
import { forEachLine } from "../lines.ts";
import { DiagnosticsCollector } from "../diagnostics.ts";

export const goal: Format = {
  id: "goal",
  title: "GOAL",
  contentKind: "program",
  extension: "goal",
  source: "LogGOPSim, txt2bin.re; Hoefler, Siebert, Lumsdaine: Group Operation Assembly Language, ICPP 2009",
  limitations: ["Names of ranks, and where they run.", "Parameters of hosts (LogGOPS).", "The network adapter (nic) of a calc."],
  confidenceOf: (excerpt) => (/^(num_ranks[ \t]+\d|rank[ \t]+\d+[ \t]*\{)/i.test(withoutComments(excerpt)) ? 1 : 0),
  read: (text, options = {}) => new GoalReader(text).read(options),
  write({ program }) {
    if (program === undefined) throw new Error("GOAL holds a program");
    return formatGoal(program);
  },
};

const maxInt32 = 2 ** 31 - 1;
const keywords = new Set("num_ranks rank send recv calc to from tag cpu nic requires irequires".split(" "));

class GoalReader {
  private readonly diagnostics = new DiagnosticsCollector();
  private readonly code = new GrowingArray((length) => new Uint8Array(length));
  private readonly peer = new GrowingArray((length) => new Int32Array(length));
  private readonly amount = new GrowingArray((length) => new Float64Array(length));
  private readonly tag = new GrowingArray((length) => new Int32Array(length));
  private readonly cpu = new GrowingArray((length) => new Uint8Array(length));
  private readonly nic = new GrowingArray((length) => new Uint8Array(length));
  /** Dependencies in the order of the text: the waiting operation, and what it waits for, encoded as in {@link ReadProgram.dependencies}. */
  private readonly waitingOperations = new GrowingArray((length) => new Int32Array(length));
  private readonly awaitedOperations = new GrowingArray((length) => new Int32Array(length));
  /** Rank blocks in the order of the text: rank, and index of its first operation. */
  private readonly blocks: { readonly rank: number; readonly first: number }[] = [];
  private readonly openedRanks = new Set<number>();

  /** Value of num_ranks; 0 before it occurs. */
  private declaredRanks = 0;
  private highestRank = -1;
  private operationCount = 0;
  private dependencyCount = 0;
  private operationOfLabel = new Map<string, number>();
  /** Rank of the current block; −1 between blocks, −2 in a block that is skipped. */
  private currentRank: number = noRank;
  /** Index of the current block's first dependency, and whether an operation of the block depends on a later one. */
  private firstDependency = 0;
  private mayHaveCycle = false;
  private cycleMessage: string | null = null;
  /** Offset after the current block comment; −1 outside of comments. */
  private commentEnd = -1;

  private line = 0;
  private position = 0;
  private lineEnd = 0;

  constructor(private readonly text: string) {}

  /**
   * Reads a GOAL text (rank programs with dependencies) line by line and returns the program, or the reason why there is none. In the
   * callback, `start` and `end` are the offsets of the line.
   */
  read({ onProgress }: ReaderOptions): ReadResult {
    const { text, diagnostics } = this;
    const lines = forEachLine(
      text,
      (line, start, end) => {
        [this.line, this.position, this.lineEnd] = [line, start, end];
        const reason = this.readLine();
        if (reason !== null) diagnostics.note(line, text.slice(start, Math.min(end, start + 200)), reason);
      },
      onProgress,
    );
    if (this.currentRank !== noRank) {
      diagnostics.note(lines, "", "the text ends before the last rank is closed with }; it may be cut off");
      this.closeRank();
    }
    const refused = this.refusal();
    // In a text without operations, lines such as "rank 0 {" do not count as content, so that the reasons why lines are invalid are always
    // given.
    if (refused !== null) return { format: goal.id, ...diagnostics.summary(lines, refused, this.operationCount === 0 ? 0 : lines) };
    const program = this.buildProgram();
    return { format: goal.id, program, ...diagnostics.summary(lines) };
  }

  /** Why the program cannot be used; null if it can. */
  private refusal(): string | null {
    const { operationCount, dependencyCount } = this;
    const ranks = Math.max(this.declaredRanks, this.highestRank + 1);
    if (operationCount === 0) return "No operation could be read: a rank has lines such as `l1: send 8b to 1`.";
    const limitFault = (what: keyof typeof graphLimits, count: number, remedy: string) =>
      count > graphLimits[what]
        ? `The program has ${formatCount(count)} ${what}; at most ${formatCount(graphLimits[what])} can be read. ${remedy}`
        : null;
    return (
      limitFault("operations", operationCount, "Use fewer ranks, or a shorter part of the trace.") ??
      limitFault("dependencies", dependencyCount, "Use fewer ranks, or a shorter part of the trace.") ??
      limitFault("ranks", ranks, "Use fewer ranks.") ??
      this.cycleMessage
    );
  }

  /** Reads the statements of a line; returns why one is invalid, or null. */
  private readLine(): string | null {
    while (this.skipBlanks()) {
      const reason = this.readStatement();
      if (reason !== null) return reason;
    }
    return null;
  }

  /** Skips blanks and comments; returns whether anything follows on the line. */
  private skipBlanks(): boolean {
    const { text, lineEnd } = this;
    for (;;) {
      if (this.commentEnd > lineEnd) return false;
      if (this.commentEnd >= 0) [this.position, this.commentEnd] = [this.commentEnd, -1];
      while (this.position < lineEnd && isBlank(text.charCodeAt(this.position))) this.position++;
      if (this.position >= lineEnd) return false;
      const characterCode = text.charCodeAt(this.position);
      if (characterCode === hash) return false;
      if (characterCode !== slash) return true;
      const next = this.position + 1 < lineEnd ? text.charCodeAt(this.position + 1) : 0;
      if (next === slash) return false;
      if (next !== star) return true;
      const close = text.indexOf("*/", this.position + 2);
      this.commentEnd = close < 0 ? text.length + 1 : close + 2;
    }
  }

  /**
   * Reads one statement: a brace, num_ranks, rank, an operation with or without a label, or a dependency.
   * @returns why it is invalid, or null
   */
  private readStatement(): string | null {
    if (this.consume("}")) return this.currentRank === noRank ? "has a } without an open rank" : this.closeRank();
    const keywordOrLabel = this.readKeyword();
    if (keywordOrLabel === "") return `expected a statement, not "${this.remainingText()}"`;
    if (keywordOrLabel === "num_ranks") return this.readRanks();
    if (keywordOrLabel === "rank") return this.readRank();
    if (this.currentRank === noRank) return `"${keywordOrLabel}" is outside a rank`;
    if (isOperation(keywordOrLabel)) return this.readOperation(keywordOrLabel, null);
    this.skipBlanks();
    if (this.consume(":")) {
      this.skipBlanks();
      const operation = this.readKeyword();
      return isOperation(operation)
        ? this.readOperation(operation, keywordOrLabel)
        : `expected send, recv or calc after "${keywordOrLabel}:", not "${operation || this.remainingText()}"`;
    }
    const relation = this.readKeyword();
    if (relation !== "requires" && relation !== "irequires") return `expected ":", requires or irequires after "${keywordOrLabel}"`;
    this.skipBlanks();
    return this.readDependency(keywordOrLabel, relation, this.readWord());
  }

  /** Reads a word. Keywords in upper case are converted to lower case; a word before a colon is a label and stays as it is. */
  private readKeyword(): string {
    const word = this.readWord();
    const lowerCase = word.toLowerCase();
    return lowerCase === word ||
      !keywords.has(lowerCase) ||
      /^[ \t]*:/.test(this.text.slice(this.position, Math.min(this.lineEnd, this.position + 40)))
      ? word
      : lowerCase;
  }

  private readRanks(): string | null {
    this.skipBlanks();
    const ranks = this.readInteger();
    if (Number.isNaN(ranks) || ranks < 1) return "expected the number of ranks after num_ranks";
    if (this.declaredRanks !== 0) return `gives num_ranks again; it is ${this.declaredRanks} already`;
    this.declaredRanks = ranks;
    return null;
  }

  /**
   * Reads `rank N {` and opens its block of operations. A block with an invalid or repeated rank is skipped.
   * @returns why it is invalid, or null
   */
  private readRank(): string | null {
    this.skipBlanks();
    const rank = this.readInteger();
    if (Number.isNaN(rank) || rank < 0) return "expected the number of the rank";
    this.skipBlanks();
    if (!this.consume("{")) return `expected { after rank ${rank}`;
    const previousRank = this.currentRank;
    if (previousRank !== noRank) this.closeRank();
    this.currentRank = skippedRank;
    if (this.declaredRanks !== 0 && rank >= this.declaredRanks) return `opens rank ${rank}; there are ${this.declaredRanks} ranks, from 0`;
    if (this.openedRanks.has(rank)) return `opens rank ${rank} again; its contents are left out`;
    if (rank < graphLimits.ranks) {
      this.openedRanks.add(rank);
      this.blocks.push({ rank, first: this.code.length });
    }
    this.currentRank = rank;
    this.highestRank = Math.max(this.highestRank, rank);
    return previousRank === noRank ? null : "opens a rank before the last one is closed";
  }

  /**
   * Reads the operands of an operation (send, recv or calc) and appends it to the program.
   * @param label label by which dependencies refer to the operation, null for none
   * @returns why it is invalid, or null
   */
  private readOperation(word: string, label: string | null): string | null {
    this.skipBlanks();
    const amount = this.readInteger();
    if (Number.isNaN(amount) || amount < 0) return word === "calc" ? "expected nanoseconds after calc" : `expected bytes after ${word}`;
    if (amount > Number.MAX_SAFE_INTEGER) return `has an amount above ${formatCount(Number.MAX_SAFE_INTEGER)}`;
    // For a send or receive: `b to <rank>` or `b from <rank>`. `any` is −1.
    let peer: number = any;
    if (word !== "calc") {
      this.skipBlanks();
      if (!this.consume("b")) return "expected b, for bytes, after the amount";
      this.skipBlanks();
      const preposition = word === "send" ? "to" : "from";
      if (this.readKeyword() !== preposition) return `expected ${preposition} after the bytes`;
      this.skipBlanks();
      peer = this.readInteger();
      if (Number.isNaN(peer) || peer < (word === "send" ? 0 : any))
        return `expected a rank after ${preposition}${preposition === "from" ? "; -1 means any rank" : ""}`;
      if (this.declaredRanks !== 0 && peer >= this.declaredRanks)
        return `names rank ${peer}; there are ${this.declaredRanks} ranks, from 0`;
    }
    // The options, in any order.
    const options = { tag: 0, cpu: 0, nic: 0 };
    for (let hasMore = this.skipBlanks(); hasMore && this.text[this.position] !== "}"; hasMore = this.skipBlanks()) {
      const option = this.readKeyword();
      if (option !== "tag" && option !== "cpu" && option !== "nic")
        return `expected tag, cpu, nic or the end of the line, not "${option || this.remainingText()}"`;
      this.skipBlanks();
      const value = this.readInteger();
      const [smallest, largest] = option === "tag" ? [any, maxInt32] : [0, 255];
      if (option === "tag" && value === 2 ** 32 - 1) options.tag = any;
      else if (Number.isNaN(value) || value < smallest || value > largest)
        return `expected a ${option} from ${smallest} to ${formatCount(largest)}`;
      else options[option] = value;
    }
    if (this.currentRank === skippedRank) return null;
    this.highestRank = Math.max(this.highestRank, peer);
    if (++this.operationCount > graphLimits.operations) return null;
    // Append the operation to the program.
    const operationIndex = this.code.length;
    this.code.push(word === "send" ? graphOp.send : word === "recv" ? graphOp.receive : graphOp.compute);
    this.peer.push(peer);
    this.amount.push(amount);
    this.tag.push(word === "calc" ? 0 : options.tag);
    this.cpu.push(options.cpu);
    this.nic.push(options.nic);
    if (label === null) return null;
    if (this.operationOfLabel.has(label)) return `gives the label "${label}" again; the first use is kept`;
    this.operationOfLabel.set(label, operationIndex);
    return null;
  }

  /** Appends a dependency between two labels; returns why it is invalid, or null. */
  private readDependency(label: string, relation: string, other: string): string | null {
    if (other === "") return `expected a label after ${relation}`;
    if (this.currentRank === skippedRank || this.operationCount > graphLimits.operations) return null;
    const start = this.operationOfLabel.get(label);
    const awaitedOperation = this.operationOfLabel.get(other);
    const missing = start === undefined ? label : awaitedOperation === undefined ? other : null;
    if (missing !== null) return `names the label "${missing}", which is not above this line in its rank`;
    if (start === awaitedOperation) return `makes "${label}" wait for itself`;
    if (++this.dependencyCount > graphLimits.dependencies) return null;
    this.mayHaveCycle ||= awaitedOperation! > start!;
    this.waitingOperations.push(start!);
    this.awaitedOperations.push(2 * awaitedOperation! + (relation === "irequires" ? 1 : 0));
    return null;
  }

  /** Ends the block of a rank. */
  private closeRank(): null {
    if (this.mayHaveCycle) this.findCycle();
    this.operationOfLabel = new Map();
    this.currentRank = noRank;
    this.firstDependency = this.waitingOperations.length;
    this.mayHaveCycle = false;
    return null;
  }

  /**
   * Detects cyclic dependencies in the block of the current rank by a topological sort: operations that cannot be sorted are in a cycle or
   * wait for one. Indices of operations count from the start of the block.
   */
  private findCycle(): void {
    const first = this.blocks.at(-1)?.first ?? 0;
    const count = this.code.length - first;
    const openDependencies = new Int32Array(count);
    const [start, end] = [this.firstDependency, this.waitingOperations.length];
    const waitingOperation = (i: number) => this.waitingOperations.at(i) - first;
    // An awaited operation is encoded as twice its index, plus 1 for a dependency on its start.
    const awaitedOperation = (i: number) => (this.awaitedOperations.at(i) >> 1) - first;
    // List the dependents of each operation: those of operation i start at firstDependent[i].
    const firstDependent = new Int32Array(count + 1);
    for (let i = start; i < end; i++) {
      openDependencies[waitingOperation(i)]++;
      firstDependent[awaitedOperation(i) + 1]++;
    }
    for (let i = 0; i < count; i++) firstDependent[i + 1] += firstDependent[i];
    const nextDependent = firstDependent.slice();
    const dependents = new Int32Array(end - start);
    for (let i = start; i < end; i++) dependents[nextDependent[awaitedOperation(i)]++] = waitingOperation(i);
    // Sort: an operation is ready when it has no open dependency.
    const ready: number[] = [];
    for (let i = 0; i < count; i++) if (openDependencies[i] === 0) ready.push(i);
    for (let readyIndex = 0; readyIndex < ready.length; readyIndex++) {
      for (let i = firstDependent[ready[readyIndex]]; i < firstDependent[ready[readyIndex] + 1]; i++)
        if (--openDependencies[dependents[i]] === 0) ready.push(dependents[i]);
    }
    if (ready.length === count) return;
    const cyclicLabels = [...this.operationOfLabel]
      .filter(([, operationIndex]) => openDependencies[operationIndex - first] > 0)
      .map(([label]) => `"${label}"`);
    this.cycleMessage ??= `In rank ${this.currentRank}, which ends at line ${this.line}, operations wait for each other in a cycle, so none can start: ${cyclicLabels.slice(0, 4).join(", ")}${cyclicLabels.length > 4 ? ", …" : ""}. Remove one of the dependencies.`;
  }

  /**
   * Builds the program from the operations and dependencies that were read. Blocks, which may be in any order in the text, are sorted by
   * rank.
   */
  private buildProgram(): ReadProgram {
    const ranks = Math.max(this.declaredRanks, this.highestRank + 1);
    if (this.declaredRanks < ranks)
      this.diagnostics.guess(
        `The highest rank is ${formatCount(ranks - 1)}: ${formatCount(ranks)} ranks are assumed. Give num_ranks at the beginning.`,
      );
    const missing = ranks - this.blocks.length;
    if (missing > 0) this.diagnostics.guess(`${formatCount(missing)} of ${formatCount(ranks)} ranks have no block and do nothing.`);
    const count = this.code.length;
    const ends = this.blocks.map((_, i) => this.blocks[i + 1]?.first ?? count);
    const sortedBlocks = this.blocks.map(({ rank, first }, i) => ({ rank, first, end: ends[i] })).toSorted((a, b) => a.rank - b.rank);
    /** Index in the program of the first operation of each rank. */
    const firstOfRank = new Int32Array(ranks + 1);
    for (const block of sortedBlocks) firstOfRank[block.rank + 1] = block.end - block.first;
    for (let rank = 0; rank < ranks; rank++) firstOfRank[rank + 1] += firstOfRank[rank];
    /** Index in the program of each operation of the text. */
    const newIndex = new Int32Array(count);
    for (const block of sortedBlocks) for (let i = block.first; i < block.end; i++) newIndex[i] = firstOfRank[block.rank] + i - block.first;
    const reordered = <A extends Uint8Array | Int32Array | Float64Array>(values: A): A => {
      const result = values.slice() as A;
      for (let i = 0; i < count; i++) result[newIndex[i]] = values[i];
      return result;
    };
    // Sort the dependencies by waiting operation: those of operation i start at firstDependency[i].
    const firstDependency = new Int32Array(count + 1);
    const { length } = this.waitingOperations;
    for (let i = 0; i < length; i++) firstDependency[newIndex[this.waitingOperations.at(i)] + 1]++;
    for (let i = 0; i < count; i++) firstDependency[i + 1] += firstDependency[i];
    const nextDependency = firstDependency.slice();
    const dependencies = new Int32Array(length);
    for (let i = 0; i < length; i++) {
      // Twice the index, plus 1 for a dependency on the start of the operation.
      const awaited = this.awaitedOperations.at(i);
      dependencies[nextDependency[newIndex[this.waitingOperations.at(i)]]++] = 2 * newIndex[awaited >> 1] + (awaited & 1);
    }
    return {
      ranks,
      first: firstOfRank,
      code: reordered(this.code.values()),
      peer: reordered(this.peer.values()),
      amount: reordered(this.amount.values()),
      tag: reordered(this.tag.values()),
      cpu: reordered(this.cpu.values()),
      nic: reordered(this.nic.values()),
      firstDependency,
      dependencies,
    };
  }

  /** Reads a word; empty if there is none. */
  private readWord(): string {
    const { text, lineEnd } = this;
    const start = this.position;
    if (start < lineEnd && isLetter(text.charCodeAt(start)))
      while (this.position < lineEnd && isWordCharacter(text.charCodeAt(this.position))) this.position++;
    return text.slice(start, this.position);
  }

  /** Reads an integer; NaN if there is none. */
  private readInteger(): number {
    const { text, lineEnd } = this;
    const isNegative = this.position < lineEnd && text.charCodeAt(this.position) === minus;
    if (isNegative) this.position++;
    const start = this.position;
    let value = 0;
    for (; this.position < lineEnd; this.position++) {
      const digit = text.charCodeAt(this.position) - zero;
      if (digit < 0 || digit > 9) break;
      value = 10 * value + digit;
    }
    return this.position === start ? Number.NaN : isNegative ? -value : value;
  }

  private consume(characterCode: string): boolean {
    if (this.position >= this.lineEnd || this.text[this.position] !== characterCode) return false;
    this.position++;
    return true;
  }

  private remainingText(): string {
    return this.text.slice(this.position, Math.min(this.lineEnd, this.position + 20));
  }
}

/** Values of `currentRank`: outside of any block; in a block that is skipped. */
const [noRank, skippedRank] = [-1, -2];

const [slash, star, minus, zero, hash] = [0x2f, 0x2a, 0x2d, 0x30, 0x23];
const isBlank = (code: number) => code === 0x20 || code === 0x09;
const isLetter = (code: number) => (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f;
const isWordCharacter = (code: number) => isLetter(code) || (code >= 0x30 && code <= 0x39);
const isOperation = (word: string) => word === "send" || word === "recv" || word === "calc";
const formatCount = (count: number) => count.toLocaleString("en-US");

/**
 * Formats a program as GOAL text: a block per rank with a line per operation and per dependency. Labels are l1, l2, … in each rank. A
 * dependency is encoded as twice the index of the awaited operation, plus 1 for a dependency on its start (`irequires`).
 */
function formatGoal({
  ranks,
  first: firstOperation,
  code,
  peer,
  amount,
  tag,
  cpu,
  nic,
  firstDependency,
  dependencies,
}: ReadProgram): string {
  const lines: string[] = [`num_ranks ${ranks}`];
  for (let rank = 0; rank < ranks; rank++) {
    const label = (operation: number) => `l${operation - firstOperation[rank] + 1}`;
    /** Dependencies on later operations, which follow at the end because a label must be defined before its use. */
    const forwardDependencies: string[] = [];
    lines.push("", `rank ${rank} {`);
    for (let operation = firstOperation[rank]; operation < firstOperation[rank + 1]; operation++) {
      const isCompute = code[operation] === graphOp.compute;
      const statement = isCompute
        ? `calc ${amount[operation]}`
        : `${code[operation] === graphOp.send ? "send" : "recv"} ${amount[operation]}b ${code[operation] === graphOp.send ? "to" : "from"} ${peer[operation]}`;
      // Of the options, a calc has only cpu.
      const options = [
        tag[operation] === 0 ? "" : ` tag ${tag[operation]}`,
        cpu[operation] === 0 ? "" : ` cpu ${cpu[operation]}`,
        nic[operation] === 0 ? "" : ` nic ${nic[operation]}`,
      ];
      lines.push(`${label(operation)}: ${statement}${isCompute ? options[1] : options.join("")}`);
      for (let i = firstDependency[operation]; i < firstDependency[operation + 1]; i++) {
        const dependency = dependencies[i] >> 1;
        (dependency < operation ? lines : forwardDependencies).push(
          `${label(operation)} ${(dependencies[i] & 1) === 1 ? "irequires" : "requires"} ${label(dependency)}`,
        );
      }
    }
    for (const line of forwardDependencies) lines.push(line);
    lines.push("}");
  }
  return `${lines.join("\n")}\n`;
}
