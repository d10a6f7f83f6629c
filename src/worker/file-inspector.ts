/** Inspects a file that the user opens; loaded with the first file. The result is kept until it is applied or another file is opened. */
import { withoutUndefined } from "../core/base/defined.ts";
import { ScenarioError } from "../core/base/errors.ts";
import { isSameValue } from "../core/base/equality.ts";
import { writeDocument } from "../core/scenario/document.ts";
import { parseDocument } from "../core/scenario/read-document.ts";
import type { ReadResult, ReadNetwork, ReadProgram, ReadTraffic } from "../formats/contract.ts";
import { formats, type DecodedFile, certainConfidence, readText, detectFormats, decodeFile } from "../formats/index.ts";
import { importIntoDocument, type ImportResult } from "../formats/to-document.ts";
import { shortenLine } from "../formats/diagnostics.ts";
import type { ReadOptions, FileContents, InspectedFile, BlockTraffic, AppliedFile } from "./inspected-file.ts";
import { portChannels } from "./port-channels.ts";
import type { WorkerResponse } from "./protocol.ts";

/** Blocks along a side of a traffic preview. */
const maxBlocks = 64;
/** Maximum number of rates that are listed. */
const maxRates = 3;

/** A file: its text, and the result of the last reading. */
export class FileInspector {
  private readonly text: Promise<DecodedFile>;
  private reading: ReadResult | null = null;
  /** Cached, because usually the document is the same when the file is applied as when it was inspected. */
  private lastResult: { readonly document: unknown; readonly reading: ReadResult; readonly importResult: ImportResult } | null = null;

  /** @param onProgress called with the fraction of the work that is done, 0 to 1 */
  constructor(
    bytes: Uint8Array,
    private readonly onProgress: (part: number) => void,
  ) {
    this.text = decodeFile(bytes, (part) => onProgress(0.2 * part));
  }

  /**
   * Reads the file, and determines how it would change a document, without changing it: returns a summary for a preview, or the issues that
   * prevent the import. Progress goes from 0.2 to 0.8 here, because decoding the file took the first fifth.
   * @param columns the roles of a table's columns, if the user has chosen them
   */
  async inspect(document: unknown, { format, columns }: ReadOptions): Promise<InspectedFile> {
    // `refused` is the reason why the file cannot be read; null if it can.
    const { text, guesses, refused } = await this.text;
    const empty = {
      lines: 0,
      notes: [],
      unread: 0,
      reasons: [],
      guesses,
      columns: null,
      changes: [],
      issues: [],
      otherFormats: [],
      contents: null,
    };
    const firstLine = firstNonBlankLine(text);
    if (refused !== null) return { ...empty, firstLine, format: null, refused };
    // Read the text in its format.
    const onProgress = (part: number) => this.onProgress(0.2 + 0.6 * part);
    const reading = await readText(text, { format, ...withoutUndefined({ columns }), onProgress });
    this.reading = reading;
    const namedFormat = formats.find(({ id }) => id === reading.format);
    const rankedFormats = detectFormats(text);
    // If the format is certain, no other is offered, unless the user has chosen another one and may want to return.
    const isCertain = (rankedFormats[0]?.confidence ?? 1) >= certainConfidence && reading.format === rankedFormats[0]?.format.id;
    const others = isCertain ? [] : rankedFormats.flatMap(({ format: { id, title } }) => (id === reading.format ? [] : [{ id, title }]));
    const inspected: InspectedFile = {
      ...empty,
      lines: reading.lines,
      notes: reading.notes,
      unread: reading.unread,
      reasons: reading.reasons,
      refused: reading.refused,
      guesses: [...guesses, ...reading.guesses],
      firstLine,
      format: namedFormat === undefined ? null : { id: namedFormat.id, title: namedFormat.title },
      otherFormats: others,
      columns: reading.columns ?? null,
    };
    if (reading.refused !== null) return inspected;
    if (reading.document !== undefined) return { ...inspected, contents: { is: "document", text } };
    if (reading.counters !== undefined) return { ...inspected, contents: { is: "counters", counters: reading.counters } };
    // Apply what was read to the document, to see what would change.
    try {
      const applied = await this.documentWithReading(document, reading);
      return { ...inspected, changes: applied.notes, contents: contentsOf(reading, applied) };
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error;
      return { ...inspected, issues: error.issues, contents: contentsOf(reading, null) };
    }
  }

  /**
   * Applies the last reading of the file to a document, and returns the new document as JSON. If the file numbers the ports of its nodes,
   * also returns the channel of each port.
   * @param document the document as JSON
   */
  async apply(document: unknown): Promise<WorkerResponse<AppliedFile>> {
    if (this.reading === null) throw new Error("nothing has been read");
    const { network } = this.reading;
    try {
      const applied = await this.documentWithReading(document, this.reading);
      const hasPorts = network?.links.some(({ aPort, bPort }) => aPort !== undefined || bPort !== undefined) === true;
      return {
        ok: true,
        value: {
          document: writeDocument(applied.document),
          ports: hasPorts && applied.network !== null ? portChannels(network, applied.network) : null,
        },
      };
    } catch (error) {
      if (error instanceof ScenarioError) return { ok: false, failure: { issues: error.issues } };
      throw error;
    }
  }

  /** The document with the reading applied, cached for the last pair of both. @throws ScenarioError */
  private async documentWithReading(document: unknown, reading: ReadResult): Promise<ImportResult> {
    if (this.lastResult?.reading !== reading || !isSameValue(this.lastResult.document, document))
      this.lastResult = { document, reading, importResult: await importIntoDocument(parseDocument(document), reading) };
    return this.lastResult.importResult;
  }
}

function firstNonBlankLine(text: string): string {
  const from = text.search(/\S/);
  if (from < 0) return "";
  const end = text.slice(from, from + 400).search(/[\r\n]/);
  return shortenLine(text.slice(from, end < 0 ? from + 400 : from + end));
}

function contentsOf({ network, traffic, program }: ReadResult, applied: ImportResult | null): FileContents | null {
  if (network !== undefined) return networkContents(network, applied);
  if (traffic !== undefined) return trafficContents(traffic);
  return program === undefined ? null : programContents(program);
}

/**
 * Summarizes a network that was read from a file, for a preview: its nodes and links, its most frequent link rates, and the family of
 * topologies that is recognized.
 * @param applied the document with the network; null if the network cannot be used
 */
function networkContents({ nodes, links }: ReadNetwork, applied: ImportResult | null): FileContents {
  const terminals = nodes.reduce((sum, { isTerminal }) => sum + (isTerminal ? 1 : 0), 0);
  // Number of links of each rate, or of each named kind of link.
  const rates = new Map<string | number, number>();
  for (const { kind, rate } of links) {
    const name = kind ?? rate;
    if (name !== undefined) rates.set(name, (rates.get(name) ?? 0) + 1);
  }
  const recognized = applied?.recognition ?? null;
  return {
    is: "network",
    terminals,
    switches: nodes.length - terminals,
    links: links.length,
    rates: [...rates].sort(([, a], [, b]) => b - a).slice(0, maxRates),
    isPlaced: nodes.some(({ place }) => place !== undefined),
    network: applied?.network ?? null,
    found:
      recognized === null
        ? null
        : { title: recognized.ideal.title, sentences: recognized.ideal.sentences, irregularities: recognized.irregularities },
  };
}

/** Summarizes traffic for a preview. */
function trafficContents(traffic: ReadTraffic): FileContents {
  const endCount = traffic.names.length;
  const sums = blockSums(endCount);
  if (traffic.is === "rates") for (const [source, destination, value] of traffic.cells) sums.add(source, destination, value);
  else for (const { source, destination, bytes } of traffic.list) sums.add(source, destination, bytes);
  return {
    is: "traffic",
    ends: endCount,
    entries: traffic.is === "rates" ? traffic.cells.length : traffic.list.length,
    bytes: traffic.is === "rates" ? null : traffic.list.reduce((sum, { bytes }) => sum + bytes, 0),
    pairs: sums.pairs,
  };
}

/** Summarizes a program for a preview. */
function programContents({ ranks, first, code, peer, amount }: ReadProgram): FileContents {
  const sums = blockSums(ranks);
  let [messages, bytes] = [0, 0];
  for (let rank = 0; rank < ranks; rank++) {
    for (let i = first[rank]; i < first[rank + 1]; i++) {
      if (code[i] !== 0) continue;
      sums.add(rank, peer[i], amount[i]);
      messages++;
      bytes += amount[i];
    }
  }
  return { is: "program", ends: ranks, entries: code.length, messages, bytes, pairs: sums.pairs };
}

/** Sums of traffic by blocks of senders and receivers. */
function blockSums(ends: number): { readonly pairs: BlockTraffic; add(source: number, destination: number, value: number): void } {
  const block = Math.max(1, Math.ceil(ends / maxBlocks));
  const side = Math.ceil(ends / block);
  const sums = new Float64Array(side * side);
  return {
    pairs: { side, block, sums },
    add: (source, destination, value) => (sums[Math.floor(source / block) * side + Math.floor(destination / block)] += value),
  };
}
