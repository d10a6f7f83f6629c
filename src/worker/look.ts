/** Inspects a file that the user opens; loaded with the first file. The result is kept until it is applied or another file is opened. */
import { defined } from "../core/base/defined.ts";
import { ScenarioError } from "../core/base/errors.ts";
import { isSameValue } from "../core/base/same.ts";
import { writeDocument } from "../core/scenario/document.ts";
import { readDocument } from "../core/scenario/read-document.ts";
import type { Reading, ReadNetwork, ReadProgram, ReadTraffic } from "../formats/contract.ts";
import { formats, type Opened, quiteSure, readText, recogniseText, textOf } from "../formats/index.ts";
import { documentWith, type Taken } from "../formats/to-document.ts";
import { shortened } from "../formats/told.ts";
import type { Asked, Holds, Looked, Pairs, Used } from "./looked.ts";
import { portsOf } from "./ports.ts";
import type { Answer } from "./protocol.ts";

/** Blocks along a side of a traffic preview. */
const mostBlocks = 64;
/** Maximum number of rates that are listed. */
const mostRates = 3;

/** A file: its text, and the result of the last reading. */
export class Look {
  private readonly text: Promise<Opened>;
  private reading: Reading | null = null;
  /** Cached, because usually the document is the same when the file is applied as when it was inspected. */
  private last: { readonly document: unknown; readonly reading: Reading; readonly taken: Taken } | null = null;

  /** @param onPart called with the fraction of the work that is done, 0 to 1 */
  constructor(
    bytes: Uint8Array,
    private readonly onPart: (part: number) => void,
  ) {
    this.text = textOf(bytes, (part) => onPart(0.2 * part));
  }

  /** Reads the file, and determines how it would change a document. */
  async at(document: unknown, { format, columns }: Asked): Promise<Looked> {
    const { text, guesses, refused } = await this.text;
    const nothing = {
      lines: 0,
      notes: [],
      unread: 0,
      reasons: [],
      guesses,
      columns: null,
      changes: [],
      issues: [],
      others: [],
      holds: null,
    };
    const firstLine = firstLineOf(text);
    if (refused !== null) return { ...nothing, firstLine, format: null, refused };
    const onPart = (part: number) => this.onPart(0.2 + 0.6 * part);
    const reading = await readText(text, { format, ...defined({ columns }), onPart });
    this.reading = reading;
    const named = formats.find(({ id }) => id === reading.format);
    const ranked = recogniseText(text);
    // If the format is certain, no other is offered, unless the user has chosen another one and may want to return.
    const isCertain = (ranked[0]?.sure ?? 1) >= quiteSure && reading.format === ranked[0]?.format.id;
    const others = isCertain ? [] : ranked.flatMap(({ format: { id, title } }) => (id === reading.format ? [] : [{ id, title }]));
    const told: Looked = {
      ...nothing,
      lines: reading.lines,
      notes: reading.notes,
      unread: reading.unread,
      reasons: reading.reasons,
      refused: reading.refused,
      guesses: [...guesses, ...reading.guesses],
      firstLine,
      format: named === undefined ? null : { id: named.id, title: named.title },
      others,
      columns: reading.columns ?? null,
    };
    if (reading.refused !== null) return told;
    if (reading.document !== undefined) return { ...told, holds: { is: "document", text } };
    if (reading.counters !== undefined) return { ...told, holds: { is: "counters", counters: reading.counters } };
    try {
      const taken = await this.taken(document, reading);
      return { ...told, changes: taken.said, holds: holdsOf(reading, taken) };
    } catch (fault) {
      if (!(fault instanceof ScenarioError)) throw fault;
      return { ...told, issues: fault.issues, holds: holdsOf(reading, null) };
    }
  }

  /** Applies the last reading to a document. */
  async take(document: unknown): Promise<Answer<Used>> {
    if (this.reading === null) throw new Error("nothing has been read");
    const { network } = this.reading;
    try {
      const taken = await this.taken(document, this.reading);
      const hasPorts = network?.links.some(({ aPort, bPort }) => aPort !== undefined || bPort !== undefined) === true;
      return {
        ok: true,
        value: {
          document: writeDocument(taken.document),
          ports: hasPorts && taken.network !== null ? portsOf(network, taken.network) : null,
        },
      };
    } catch (fault) {
      if (fault instanceof ScenarioError) return { ok: false, failure: { issues: fault.issues } };
      throw fault;
    }
  }

  /** The document with the reading applied, cached for the last pair of both. @throws ScenarioError */
  private async taken(document: unknown, reading: Reading): Promise<Taken> {
    if (this.last?.reading !== reading || !isSameValue(this.last.document, document))
      this.last = { document, reading, taken: await documentWith(readDocument(document), reading) };
    return this.last.taken;
  }
}

function firstLineOf(text: string): string {
  const from = text.search(/\S/);
  if (from < 0) return "";
  const end = text.slice(from, from + 400).search(/[\r\n]/);
  return shortened(text.slice(from, end < 0 ? from + 400 : from + end));
}

function holdsOf({ network, traffic, program }: Reading, taken: Taken | null): Holds | null {
  if (network !== undefined) return networkIn(network, taken);
  if (traffic !== undefined) return trafficIn(traffic);
  return program === undefined ? null : programIn(program);
}

/** Summarizes a network for a preview. */
function networkIn({ nodes, links }: ReadNetwork, taken: Taken | null): Holds {
  const terminals = nodes.reduce((sum, { isTerminal }) => sum + (isTerminal ? 1 : 0), 0);
  const rates = new Map<string | number, number>();
  for (const { kind, rate } of links) {
    const said = kind ?? rate;
    if (said !== undefined) rates.set(said, (rates.get(said) ?? 0) + 1);
  }
  const found = taken?.recognised ?? null;
  return {
    is: "network",
    terminals,
    switches: nodes.length - terminals,
    links: links.length,
    rates: [...rates].sort(([, a], [, b]) => b - a).slice(0, mostRates),
    isPlaced: nodes.some(({ place }) => place !== undefined),
    network: taken?.network ?? null,
    found: found === null ? null : { title: found.whole.title, said: found.whole.said, irregular: found.irregular },
  };
}

/** Summarizes traffic for a preview. */
function trafficIn(traffic: ReadTraffic): Holds {
  const ends = traffic.names.length;
  const count = pairsOf(ends);
  if (traffic.is === "rates") for (const [source, destination, value] of traffic.cells) count.add(source, destination, value);
  else for (const { source, destination, bytes } of traffic.list) count.add(source, destination, bytes);
  return {
    is: "traffic",
    ends,
    entries: traffic.is === "rates" ? traffic.cells.length : traffic.list.length,
    bytes: traffic.is === "rates" ? null : traffic.list.reduce((sum, { bytes }) => sum + bytes, 0),
    pairs: count.pairs,
  };
}

/** Summarizes a program for a preview. */
function programIn({ ranks, first, code, peer, amount }: ReadProgram): Holds {
  const count = pairsOf(ranks);
  let [messages, bytes] = [0, 0];
  for (let rank = 0; rank < ranks; rank++) {
    for (let i = first[rank]; i < first[rank + 1]; i++) {
      if (code[i] !== 0) continue;
      count.add(rank, peer[i], amount[i]);
      messages++;
      bytes += amount[i];
    }
  }
  return { is: "program", ends: ranks, entries: code.length, messages, bytes, pairs: count.pairs };
}

/** Sums of traffic by blocks of senders and receivers. */
function pairsOf(ends: number): { readonly pairs: Pairs; add(source: number, destination: number, value: number): void } {
  const block = Math.max(1, Math.ceil(ends / mostBlocks));
  const side = Math.ceil(ends / block);
  const sums = new Float64Array(side * side);
  return {
    pairs: { side, block, sums },
    add: (source, destination, value) => (sums[Math.floor(source / block) * side + Math.floor(destination / block)] += value),
  };
}
