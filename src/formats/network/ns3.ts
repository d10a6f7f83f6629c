/** Topology files of ns-3 as ASTRA-sim, SimAI and HPCC use them: counts, the numbers of the switches, then one link per line. */
import { splitCells, isComment } from "../cells.ts";
import type { Format, ReaderOptions, ReadResult } from "../contract.ts";
import { forEachLine, firstLines } from "../lines.ts";
import { refusedResult, DiagnosticsCollector } from "../diagnostics.ts";
import { toBaseUnit, linkLengthOf, parseLinkQuantity } from "../units.ts";
import { type MutableLink, ReadNetworkBuilder, quoteId } from "./network-builder.ts";

/** Maximum number of nodes in the first line. */
const maxNodes = 262_144;
/**
 * `160 8 16 16 288 A100`, or `320 64 768`: the numbers of nodes, of switches among them, and of links. SimAI adds numbers on hosts and the
 * type of GPU.
 */
const countsLine = /^\s*\d{1,9}(?:\s+\d{1,9}){2,6}(?:\s+[A-Za-z]\w{0,15}(?:\s+\d{1,9})?)?\s*$/;
/** `0 128 2880Gbps 0.000025ms 0`. */
const linkLine = /^\s*\d{1,9}\s+\d{1,9}\s+[\d.]{1,20}\s?[kMGT]?bps\s+[\d.e+-]{1,20}\s?[munp]?s(?:\s+[\d.e+-]{1,20})?\s*$/i;
/** Longest line that is split: the numbers of 10⁵ switches. */
const maxLineLength = 1_000_000;

export const ns3: Format = {
  id: "astra-topology",
  title: "ns-3 topology (ASTRA-sim, SimAI)",
  contentKind: "network",
  extension: "txt",
  source: "astra-network-ns3, simulation/mix; SimAI, astra-sim-alibabacloud/inputs/topo",
  limitations: ["Names of nodes.", "Ports.", "Positions of nodes."],
  confidenceOf(excerpt) {
    const [firstLine, ...rest] = firstLines(excerpt, 200, (line) => !isComment(line));
    if (firstLine === undefined || !countsLine.test(firstLine)) return 0;
    const firstLink = rest.findIndex((line) => linkLine.test(line));
    if (firstLink < 0 || rest.slice(0, firstLink).some((line) => !/^[\s\d]*$/.test(line))) return 0;
    const links = rest.slice(firstLink);
    return links.filter((line) => linkLine.test(line)).length >= 0.8 * links.length ? 0.96 : 0.5;
  },
  read,
};

function read(text: string, options: ReaderOptions = {}): ReadResult {
  const diagnostics = new DiagnosticsCollector();
  const builder = new ReadNetworkBuilder();
  const switches = new Set<number>();
  let nodeCount = -1;
  let hasLinks = false;
  let announcedLinks: number | undefined;
  let linkCount = 0;
  let excessNodes = 0;
  const count = forEachLine(
    text,
    /**
     * Reads one line of a topology file: first the numbers of nodes, switches and links, then lists of switches, then a link per line.
     * `from` and `to` are the offsets of the line in the text.
     */
    (line, from, to) => {
      const lineText = text.slice(from, Math.min(to, from + maxLineLength));
      if (lineText.trim() === "" || isComment(lineText)) return;
      const words = splitCells(lineText, " ");
      // The first line: the numbers of nodes, switches and links.
      if (nodeCount < 0) {
        if (!countsLine.test(lineText.slice(0, 200)))
          return diagnostics.note(line, lineText, "is not a first line; expected the numbers of nodes, switches and links");
        nodeCount = Number(words[0]);
        const numbers = words.filter((word) => /^\d+$/.test(word)).map(Number);
        // In SimAI, the type of GPU follows the number of links.
        const gpuColumn = words.findIndex((word) => !/^\d+$/.test(word));
        announcedLinks = gpuColumn < 0 ? numbers[numbers.length - 1] : numbers[gpuColumn - 1];
        if (nodeCount > maxNodes) excessNodes = nodeCount;
        else for (let n = 0; n < nodeCount; n++) builder.addNode(String(n));
        return undefined;
      }
      // With too many nodes, nothing else is read.
      if (excessNodes > 0) return undefined;
      const fault = hasLinks || (words.length >= 3 && linkLine.test(lineText.slice(0, 300))) ? readLink(words) : readSwitches(words);
      return fault === null ? undefined : diagnostics.note(line, lineText.slice(0, 1000), fault);
    },
    options.onProgress,
  );
  if (excessNodes > 0) {
    const tooManyMessage = `${excessNodes.toLocaleString("en-US")} nodes; at most ${maxNodes.toLocaleString("en-US")} are read. Keep only a part of the network.`;
    return refusedResult(ns3.id, count, `The first line announces ${tooManyMessage}`);
  }
  for (let n = 0; n < builder.nodeCount; n++) builder.describe(n, { isTerminal: !switches.has(n) });
  if (nodeCount > 0 && announcedLinks !== undefined && announcedLinks !== linkCount)
    diagnostics.guess(`The first line announces ${formatCount(announcedLinks)} links; the text has ${formatCount(linkCount)}.`);
  return builder.result(
    ns3.id,
    count,
    diagnostics,
    "The text has no nodes. Give a first line with the numbers of nodes, switches and links.",
  );

  /** @returns why the words are not numbers of switches, or null */
  function readSwitches(words: readonly string[]): string | null {
    for (const word of words) {
      const n = parseNodeNumber(word);
      if (n === null) return `has ${quoteId(word)} as a switch; expected a number from 0 to ${nodeCount - 1}`;
      switches.add(n);
    }
    return null;
  }

  /** Reads a link: its two nodes (numbers), its rate with a unit, and its delay with a unit; returns why it cannot be read, or null. */
  function readLink([from, to, rate, delay]: readonly string[]): string | null {
    hasLinks = true;
    const [a, b] = [parseNodeNumber(from), parseNodeNumber(to ?? "")];
    if (a === null || b === null)
      return `has ${quoteId(a === null ? from : (to ?? ""))} as an end; expected a number from 0 to ${nodeCount - 1}`;
    if (a === b) return `connects ${quoteId(from)} to itself`;
    // The link is added even without a valid rate or delay; it then has no rate or length.
    const link: MutableLink = { a, b };
    linkCount++;
    builder.addLink(link);
    const rateQuantity = parseLinkQuantity(rate ?? "");
    if (rateQuantity?.unit?.dimension === "rate" && rateQuantity.value > 0) link.rate = toBaseUnit(rateQuantity.value, rateQuantity.unit);
    const delayQuantity = parseLinkQuantity(delay ?? "");
    const length =
      delayQuantity?.unit?.dimension === "seconds" && delayQuantity.value >= 0
        ? linkLengthOf(delayQuantity.value, delayQuantity.unit)
        : undefined;
    if (length !== undefined) link.length = length;
    if (link.rate === undefined) return `has ${quoteId(rate ?? "")} as its rate; expected a rate such as 100Gbps`;
    return length === undefined ? `has ${quoteId(delay ?? "")} as its delay; expected a delay such as 0.001ms` : null;
  }

  function parseNodeNumber(word: string): number | null {
    const n = /^\d{1,9}$/.test(word) ? Number(word) : -1;
    return n >= 0 && n < nodeCount ? n : null;
  }
}

const formatCount = (value: number) => value.toLocaleString("en-US");
