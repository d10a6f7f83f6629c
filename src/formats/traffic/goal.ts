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
import { mostOfGraph as most } from "../../core/programs/graph-text.ts";
import type { Format, Given, Reading, ReadProgram } from "../contract.ts";
import { withoutComments } from "./comments.ts";
import { Grown } from "./grown.ts";
import { eachLine } from "../lines.ts";
import { Telling } from "../told.ts";

export const goal: Format = {
  id: "goal",
  title: "GOAL",
  carries: "program",
  extension: "goal",
  source: "LogGOPSim, txt2bin.re; Hoefler, Siebert, Lumsdaine: Group Operation Assembly Language, ICPP 2009",
  cannotSay: ["What ranks are called, and where they run.", "How fast hosts are (LogGOPS).", "The adapter of a compute."],
  recognise: (head) => (/^(num_ranks[ \t]+\d|rank[ \t]+\d+[ \t]*\{)/i.test(withoutComments(head)) ? 1 : 0),
  read: (text, given = {}) => new Reader(text).read(given),
  write({ program }) {
    if (program === undefined) throw new Error("GOAL carries a program");
    return written(program);
  },
};

const most32 = 2 ** 31 - 1;
const keywords = new Set("num_ranks rank send recv calc to from tag cpu nic requires irequires".split(" "));

class Reader {
  private readonly telling = new Telling();
  private readonly code = new Grown((length) => new Uint8Array(length));
  private readonly peer = new Grown((length) => new Int32Array(length));
  private readonly amount = new Grown((length) => new Float64Array(length));
  private readonly tag = new Grown((length) => new Int32Array(length));
  private readonly cpu = new Grown((length) => new Uint8Array(length));
  private readonly nic = new Grown((length) => new Uint8Array(length));
  /** Dependencies in the order of the text: the waiting operation, and what it waits for, encoded as in {@link ReadProgram.after}. */
  private readonly waiting = new Grown((length) => new Int32Array(length));
  private readonly awaited = new Grown((length) => new Int32Array(length));
  /** Rank blocks in the order of the text: rank, and index of its first operation. */
  private readonly blocks: { readonly rank: number; readonly first: number }[] = [];
  private readonly opened = new Set<number>();

  /** Value of num_ranks; 0 before it occurs. */
  private ranks = 0;
  private highest = -1;
  private operations = 0;
  private dependencies = 0;
  private labels = new Map<string, number>();
  /** Rank of the current block; −1 between blocks, −2 in a block that is skipped. */
  private open: number = outside;
  /** Index of the current block's first dependency, and whether an operation of the block depends on a later one. */
  private firstWaiting = 0;
  private mayCircle = false;
  private circle: string | null = null;
  /** Offset after the current block comment; −1 outside of comments. */
  private commentEnd = -1;

  private line = 0;
  private at = 0;
  private end = 0;

  constructor(private readonly text: string) {}

  read({ onPart }: Given): Reading {
    const { text, telling } = this;
    const lines = eachLine(
      text,
      (line, from, to) => {
        [this.line, this.at, this.end] = [line, from, to];
        const why = this.readLine();
        if (why !== null) telling.note(line, text.slice(from, Math.min(to, from + 200)), why);
      },
      onPart,
    );
    if (this.open !== outside) {
      telling.note(lines, "", "the text ends before the last rank is closed with }; it may be cut off");
      this.close();
    }
    const refused = this.refused();
    // In a text without operations, lines such as "rank 0 {" and "}" carry no information. The unread lines are then the reason, however
    // few they are.
    if (refused !== null) return { format: goal.id, ...telling.told(lines, refused, this.operations === 0 ? 0 : lines) };
    const program = this.program();
    return { format: goal.id, program, ...telling.told(lines) };
  }

  /** Why the program cannot be used; null if it can. */
  private refused(): string | null {
    const { operations, dependencies } = this;
    const ranks = Math.max(this.ranks, this.highest + 1);
    if (operations === 0) return "No operation could be read: a rank has lines such as `l1: send 8b to 1`.";
    const tooMany = (what: keyof typeof most, count: number, remedy: string) =>
      count > most[what] ? `The program has ${plain(count)} ${what}; ${plain(most[what])} fit. ${remedy}` : null;
    return (
      tooMany("operations", operations, "Take fewer ranks, or a shorter part of the trace.") ??
      tooMany("dependencies", dependencies, "Take fewer ranks, or a shorter part of the trace.") ??
      tooMany("ranks", ranks, "Take fewer ranks.") ??
      this.circle
    );
  }

  /** Reads the statements of a line. @returns why one is invalid, or null */
  private readLine(): string | null {
    while (this.skip()) {
      const why = this.readItem();
      if (why !== null) return why;
    }
    return null;
  }

  /** Skips blanks and comments. @returns whether anything follows on the line */
  private skip(): boolean {
    const { text, end } = this;
    for (;;) {
      if (this.commentEnd > end) return false;
      if (this.commentEnd >= 0) [this.at, this.commentEnd] = [this.commentEnd, -1];
      while (this.at < end && isBlank(text.charCodeAt(this.at))) this.at++;
      if (this.at >= end) return false;
      const sign = text.charCodeAt(this.at);
      if (sign === hash) return false;
      if (sign !== slash) return true;
      const next = this.at + 1 < end ? text.charCodeAt(this.at + 1) : 0;
      if (next === slash) return false;
      if (next !== star) return true;
      const close = text.indexOf("*/", this.at + 2);
      this.commentEnd = close < 0 ? text.length + 1 : close + 2;
    }
  }

  /**
   * Reads one statement: a brace, num_ranks, rank, an operation with or without a label, or a dependency. @returns why it is invalid, or
   * null
   */
  private readItem(): string | null {
    if (this.takes("}")) return this.open === outside ? "closes no rank" : this.close();
    const word = this.keyword();
    if (word === "") return `expected a statement, not "${this.rest()}"`;
    if (word === "num_ranks") return this.readRanks();
    if (word === "rank") return this.readRank();
    if (this.open === outside) return `"${word}" stands outside of a rank`;
    if (isOperation(word)) return this.readOperation(word, null);
    this.skip();
    if (this.takes(":")) {
      this.skip();
      const operation = this.keyword();
      return isOperation(operation)
        ? this.readOperation(operation, word)
        : `expected send, recv or calc after "${word}:", not "${operation || this.rest()}"`;
    }
    const relation = this.keyword();
    if (relation !== "requires" && relation !== "irequires") return `expected ":", requires or irequires after "${word}"`;
    this.skip();
    return this.readDependency(word, relation, this.word());
  }

  /** Reads a word. Keywords in upper case are converted to lower case; a word before a colon is a label and stays as it is. */
  private keyword(): string {
    const word = this.word();
    const low = word.toLowerCase();
    return low === word || !keywords.has(low) || /^[ \t]*:/.test(this.text.slice(this.at, Math.min(this.end, this.at + 40))) ? word : low;
  }

  private readRanks(): string | null {
    this.skip();
    const ranks = this.integer();
    if (Number.isNaN(ranks) || ranks < 1) return "expected the number of ranks after num_ranks";
    if (this.ranks !== 0) return `says num_ranks again; it is ${this.ranks}`;
    this.ranks = ranks;
    return null;
  }

  /** Reads `rank N {` and opens its block. @returns why it is invalid, or null */
  private readRank(): string | null {
    this.skip();
    const rank = this.integer();
    if (Number.isNaN(rank) || rank < 0) return "expected the number of the rank";
    this.skip();
    if (!this.takes("{")) return `expected { after rank ${rank}`;
    const before = this.open;
    if (before !== outside) this.close();
    this.open = leftOut;
    if (this.ranks !== 0 && rank >= this.ranks) return `has no rank ${rank}: there are ${this.ranks}, from 0`;
    if (this.opened.has(rank)) return `opens rank ${rank} again; what is in it is left out`;
    if (rank < most.ranks) {
      this.opened.add(rank);
      this.blocks.push({ rank, first: this.code.length });
    }
    this.open = rank;
    this.highest = Math.max(this.highest, rank);
    return before === outside ? null : "opens a rank before the last one is closed";
  }

  /** Reads the operands of an operation and appends it. @returns why it is invalid, or null */
  private readOperation(word: string, label: string | null): string | null {
    this.skip();
    const amount = this.integer();
    if (Number.isNaN(amount) || amount < 0) return word === "calc" ? "expected nanoseconds after calc" : `expected bytes after ${word}`;
    if (amount > Number.MAX_SAFE_INTEGER) return `has an amount above ${plain(Number.MAX_SAFE_INTEGER)}`;
    let peer: number = any;
    if (word !== "calc") {
      this.skip();
      if (!this.takes("b")) return "expected b, for bytes, after the amount";
      this.skip();
      const way = word === "send" ? "to" : "from";
      if (this.keyword() !== way) return `expected ${way} after the bytes`;
      this.skip();
      peer = this.integer();
      if (Number.isNaN(peer) || peer < (word === "send" ? 0 : any))
        return `expected a rank after ${way}${way === "from" ? "; -1 stands for any rank" : ""}`;
      if (this.ranks !== 0 && peer >= this.ranks) return `names rank ${peer}; there are ${this.ranks}, from 0`;
    }
    const options = { tag: 0, cpu: 0, nic: 0 };
    for (let isNext = this.skip(); isNext && this.text[this.at] !== "}"; isNext = this.skip()) {
      const option = this.keyword();
      if (option !== "tag" && option !== "cpu" && option !== "nic")
        return `expected tag, cpu, nic or the end of the line, not "${option || this.rest()}"`;
      this.skip();
      const value = this.integer();
      const [least, largest] = option === "tag" ? [any, most32] : [0, 255];
      if (option === "tag" && value === 2 ** 32 - 1) options.tag = any;
      else if (Number.isNaN(value) || value < least || value > largest) return `expected a ${option} from ${least} to ${plain(largest)}`;
      else options[option] = value;
    }
    if (this.open === leftOut) return null;
    this.highest = Math.max(this.highest, peer);
    if (++this.operations > most.operations) return null;
    const place = this.code.length;
    this.code.push(word === "send" ? graphOp.send : word === "recv" ? graphOp.receive : graphOp.compute);
    this.peer.push(peer);
    this.amount.push(amount);
    this.tag.push(word === "calc" ? 0 : options.tag);
    this.cpu.push(options.cpu);
    this.nic.push(options.nic);
    if (label === null) return null;
    if (this.labels.has(label)) return `gives the label "${label}" again; it stays with the first`;
    this.labels.set(label, place);
    return null;
  }

  /** Appends a dependency between two labels. @returns why it is invalid, or null */
  private readDependency(label: string, relation: string, other: string): string | null {
    if (other === "") return `expected a label after ${relation}`;
    if (this.open === leftOut || this.operations > most.operations) return null;
    const from = this.labels.get(label);
    const on = this.labels.get(other);
    const missing = from === undefined ? label : on === undefined ? other : null;
    if (missing !== null) return `knows no label "${missing}" above this line in its rank`;
    if (from === on) return `lets "${label}" wait for itself`;
    if (++this.dependencies > most.dependencies) return null;
    this.mayCircle ||= on! > from!;
    this.waiting.push(from!);
    this.awaited.push(2 * on! + (relation === "irequires" ? 1 : 0));
    return null;
  }

  /** Ends the block of a rank. */
  private close(): null {
    if (this.mayCircle) this.findCircle();
    this.labels = new Map();
    this.open = outside;
    this.firstWaiting = this.waiting.length;
    this.mayCircle = false;
    return null;
  }

  /**
   * Detects cyclic dependencies in the current rank by a topological sort: operations that cannot be sorted are in a cycle or wait for one.
   */
  private findCircle(): void {
    const first = this.blocks.at(-1)?.first ?? 0;
    const count = this.code.length - first;
    const open = new Int32Array(count);
    const [from, to] = [this.firstWaiting, this.waiting.length];
    const begins = new Int32Array(count + 1);
    for (let i = from; i < to; i++) {
      open[this.waiting.at(i) - first]++;
      begins[(this.awaited.at(i) >> 1) - first + 1]++;
    }
    for (let i = 0; i < count; i++) begins[i + 1] += begins[i];
    const next = begins.slice();
    const waiters = new Int32Array(to - from);
    for (let i = from; i < to; i++) waiters[next[(this.awaited.at(i) >> 1) - first]++] = this.waiting.at(i) - first;
    const free: number[] = [];
    for (let i = 0; i < count; i++) if (open[i] === 0) free.push(i);
    for (let done = 0; done < free.length; done++) {
      for (let i = begins[free[done]]; i < begins[free[done] + 1]; i++) if (--open[waiters[i]] === 0) free.push(waiters[i]);
    }
    if (free.length === count) return;
    const stuck = [...this.labels].filter(([, place]) => open[place - first] > 0).map(([label]) => `"${label}"`);
    this.circle ??= `In rank ${this.open}, which ends at line ${this.line}, operations wait for each other in a circle, so none begins: ${stuck.slice(0, 4).join(", ")}${stuck.length > 4 ? ", …" : ""}. Take one of the dependencies out.`;
  }

  /** The program, with the blocks sorted by rank. */
  private program(): ReadProgram {
    const ranks = Math.max(this.ranks, this.highest + 1);
    if (this.ranks < ranks)
      this.telling.guess(
        `The highest rank is ${plain(ranks - 1)}: ${plain(ranks)} ranks are taken, which num_ranks should say at the beginning.`,
      );
    const missing = ranks - this.blocks.length;
    if (missing > 0) this.telling.guess(`${plain(missing)} of ${plain(ranks)} ranks have no block: they do nothing.`);
    const count = this.code.length;
    const ends = this.blocks.map((_, i) => this.blocks[i + 1]?.first ?? count);
    const inOrder = this.blocks.map(({ rank, first }, i) => ({ rank, first, end: ends[i] })).toSorted((a, b) => a.rank - b.rank);
    const first = new Int32Array(ranks + 1);
    for (const block of inOrder) first[block.rank + 1] = block.end - block.first;
    for (let rank = 0; rank < ranks; rank++) first[rank + 1] += first[rank];
    /** Index in the program of each operation of the text. */
    const placeOf = new Int32Array(count);
    for (const block of inOrder) for (let i = block.first; i < block.end; i++) placeOf[i] = first[block.rank] + i - block.first;
    const placed = <A extends Uint8Array | Int32Array | Float64Array>(values: A): A => {
      const result = values.slice() as A;
      for (let i = 0; i < count; i++) result[placeOf[i]] = values[i];
      return result;
    };
    const firstAfter = new Int32Array(count + 1);
    const { length } = this.waiting;
    for (let i = 0; i < length; i++) firstAfter[placeOf[this.waiting.at(i)] + 1]++;
    for (let i = 0; i < count; i++) firstAfter[i + 1] += firstAfter[i];
    const next = firstAfter.slice();
    const after = new Int32Array(length);
    for (let i = 0; i < length; i++) {
      const awaited = this.awaited.at(i);
      after[next[placeOf[this.waiting.at(i)]]++] = 2 * placeOf[awaited >> 1] + (awaited & 1);
    }
    return {
      ranks,
      first,
      code: placed(this.code.whole()),
      peer: placed(this.peer.whole()),
      amount: placed(this.amount.whole()),
      tag: placed(this.tag.whole()),
      cpu: placed(this.cpu.whole()),
      nic: placed(this.nic.whole()),
      firstAfter,
      after,
    };
  }

  /** Reads a word; empty if there is none. */
  private word(): string {
    const { text, end } = this;
    const from = this.at;
    if (from < end && isLetter(text.charCodeAt(from))) while (this.at < end && isOfWord(text.charCodeAt(this.at))) this.at++;
    return text.slice(from, this.at);
  }

  /** Reads an integer; NaN if there is none. */
  private integer(): number {
    const { text, end } = this;
    const isNegative = this.at < end && text.charCodeAt(this.at) === minus;
    if (isNegative) this.at++;
    const from = this.at;
    let value = 0;
    for (; this.at < end; this.at++) {
      const digit = text.charCodeAt(this.at) - zero;
      if (digit < 0 || digit > 9) break;
      value = 10 * value + digit;
    }
    return this.at === from ? Number.NaN : isNegative ? -value : value;
  }

  private takes(sign: string): boolean {
    if (this.at >= this.end || this.text[this.at] !== sign) return false;
    this.at++;
    return true;
  }

  private rest(): string {
    return this.text.slice(this.at, Math.min(this.end, this.at + 20));
  }
}

/** Values of `currentRank`: outside of any block; in a block that is skipped. */
const [outside, leftOut] = [-1, -2];

const [slash, star, minus, zero, hash] = [0x2f, 0x2a, 0x2d, 0x30, 0x23];
const isBlank = (code: number) => code === 0x20 || code === 0x09;
const isLetter = (code: number) => (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f;
const isOfWord = (code: number) => isLetter(code) || (code >= 0x30 && code <= 0x39);
const isOperation = (word: string) => word === "send" || word === "recv" || word === "calc";
const plain = (count: number) => count.toLocaleString("en-US");

/** Formats a program as GOAL text; labels are l1, l2, … in each rank. */
function written({ ranks, first, code, peer, amount, tag, cpu, nic, firstAfter, after }: ReadProgram): string {
  const lines: string[] = [`num_ranks ${ranks}`];
  for (let rank = 0; rank < ranks; rank++) {
    const label = (place: number) => `l${place - first[rank] + 1}`;
    /** Dependencies on later operations, which follow at the end because a label must be defined before its use. */
    const late: string[] = [];
    lines.push("", `rank ${rank} {`);
    for (let place = first[rank]; place < first[rank + 1]; place++) {
      const isCompute = code[place] === graphOp.compute;
      const what = isCompute
        ? `calc ${amount[place]}`
        : `${code[place] === graphOp.send ? "send" : "recv"} ${amount[place]}b ${code[place] === graphOp.send ? "to" : "from"} ${peer[place]}`;
      const said = [
        tag[place] === 0 ? "" : ` tag ${tag[place]}`,
        cpu[place] === 0 ? "" : ` cpu ${cpu[place]}`,
        nic[place] === 0 ? "" : ` nic ${nic[place]}`,
      ];
      lines.push(`${label(place)}: ${what}${isCompute ? said[1] : said.join("")}`);
      for (let i = firstAfter[place]; i < firstAfter[place + 1]; i++) {
        const on = after[i] >> 1;
        (on < place ? lines : late).push(`${label(place)} ${(after[i] & 1) === 1 ? "irequires" : "requires"} ${label(on)}`);
      }
    }
    for (const line of late) lines.push(line);
    lines.push("}");
  }
  return `${lines.join("\n")}\n`;
}
