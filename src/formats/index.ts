/**
 * The list of all formats, in the order in which users see them, and the entry points: {@link decodeFile} decodes a file,
 * {@link detectFormats} says which formats it may have, {@link readText} reads it, {@link writeText} writes one.
 */
import { type Format, type ReaderOptions, detectionLength, type ReadResult, type WritableContent } from "./contract.ts";
import { firstLines } from "./lines.ts";
import { lossesOf } from "./losses.ts";
import { unsupportedFormatIn } from "./unsupported-formats.ts";
import { refusedResult, shortenLine } from "./diagnostics.ts";
import { adjacencyMatrix } from "./network/adjacency-matrix.ts";
import { anynet } from "./network/anynet.ts";
import { dot } from "./network/dot.ts";
import { edgeList, edgeListFault } from "./network/edge-list.ts";
import { gexf } from "./network/gexf.ts";
import { graphml } from "./network/graphml.ts";
import { ibnetdiscover } from "./network/ibnetdiscover.ts";
import { nodeLink } from "./network/node-link.ts";
import { ns3 } from "./network/ns3.ts";
import { fabricscopeJson } from "./network/fabricscope-json.ts";
import { slurmConf } from "./network/slurm-conf.ts";
import { slurmYaml } from "./network/slurm-yaml.ts";
import { counters } from "./traffic/counters.ts";
import { goal } from "./traffic/goal.ts";
import { htsim } from "./traffic/htsim.ts";
import { trafficMatrix } from "./traffic/matrix.ts";
import { messages } from "./traffic/messages.ts";

export { maxFileBytes, type DecodedFile, decodeFile, fileSizeFault } from "./decode-file.ts";

export const formats: readonly Format[] = [
  edgeList,
  adjacencyMatrix,
  graphml,
  gexf,
  dot,
  nodeLink,
  ibnetdiscover,
  slurmConf,
  slurmYaml,
  anynet,
  ns3,
  trafficMatrix,
  messages,
  htsim,
  goal,
  counters,
  fabricscopeJson,
];

/** A format that a text may have. */
export interface FormatMatch {
  readonly format: Format;
  /** Confidence, 0 to 1. */
  readonly confidence: number;
}

/** Below this confidence, a text does not match a format. */
const minConfidence = 0.3;
/** Below this confidence, a text is checked against the known formats that cannot be read. */
const highConfidence = 0.9;
/** From this confidence on, the page does not mention that the format was detected. */
export const certainConfidence = 0.95;

/** The formats that a text may have, the most likely first; empty if none matches. */
export function detectFormats(text: string): readonly FormatMatch[] {
  const excerpt = plainText(text.slice(0, 2 * detectionLength)).slice(0, detectionLength);
  return formats
    .map((format) => ({ format, confidence: format.confidenceOf(excerpt) }))
    .filter(({ confidence }) => confidence >= minConfidence)
    .toSorted((a, b) => b.confidence - a.confidence);
}

export interface ReadTextOptions extends ReaderOptions {
  /** Id of the format if the user chose it; otherwise the format is detected. */
  readonly format?: string | undefined;
}

/** Escape sequences of terminals for colors, cursor movements and titles, which print nothing (ECMA-48). */
// eslint-disable-next-line no-control-regex
const terminalEscape = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[ -/]+[0-~]|[0-Z\\^-~])/g;

/** The text without its byte order mark and without terminal escape sequences. The lines stay the same. */
function plainText(text: string): string {
  const withoutMark = text.startsWith("\uFEFF") ? text.slice(1) : text;
  return withoutMark.includes("\u001b") ? withoutMark.replaceAll(terminalEscape, "") : withoutMark;
}

/**
 * Reads a network, traffic or program from a text in the given format, or in the most likely of all formats. The result contains sentences
 * about lines that cannot be read, about guesses, and, if several formats are likely, about the alternatives. A text of an unknown or
 * unsupported format gives a result with the reason. Only `onProgress` can make this function throw.
 */
export async function readText(rawText: string, { format, ...options }: ReadTextOptions = {}): Promise<ReadResult> {
  const text = plainText(rawText);
  // Without a given format, the text is searched for signs of each format, and of known formats that are not supported.
  const matches = format === undefined ? detectFormats(text) : [];
  const unsupported =
    format === undefined && !(matches[0]?.confidence >= highConfidence) ? unsupportedFormatIn(text.slice(0, detectionLength)) : null;
  if (unsupported !== null) return refusedResult("", 0, unsupported);
  const selected = format === undefined ? matches[0]?.format : formats.find(({ id }) => id === format);
  if (selected === undefined)
    return refusedResult(format ?? "", 0, format === undefined ? unknownFormatMessage(text) : unknownIdMessage(format));
  await selected.fetch?.();
  const result = selected.read(text, options);
  if (format !== undefined || matches[0].confidence >= certainConfidence) return result;
  // If the format is uncertain, name the formats that are at least half as likely.
  const alternatives = matches.slice(1).filter(({ confidence }) => confidence >= matches[0].confidence / 2);
  if (alternatives.length === 0) return result;
  return {
    ...result,
    guesses: [
      `The text is read as: ${selected.title}. It could also be: ${alternatives.map((other) => other.format.title).join(", ")}.`,
      ...result.guesses,
    ],
  };
}

/**
 * Writes a text in the format with the given id.
 * @throws ScenarioError if the format cannot represent the content; Error if the format cannot be written or has another kind of content
 */
export async function writeText(id: string, content: WritableContent): Promise<string> {
  const format = formats.find((candidate) => candidate.id === id);
  if (format?.write === undefined) throw new Error(unknownIdMessage(id));
  await format.fetch?.();
  return format.write(content);
}

/** A written text, with sentences that count what the text lacks of its content. */
export interface CountedText {
  readonly text: string;
  readonly leftOut: readonly string[];
}

/**
 * Writes a text and counts what the text lacks of its content.
 * @throws the errors of {@link writeText}
 */
export async function writeCounted(id: string, content: WritableContent): Promise<CountedText> {
  const text = await writeText(id, content);
  return {
    text,
    leftOut: lossesOf(
      formats.find((format) => format.id === id)!,
      content,
      text,
    ),
  };
}

/** Why a text of unknown format cannot be read. */
function unknownFormatMessage(text: string): string {
  const [first] = firstLines(text.slice(0, detectionLength), 1);
  const readableFormats = `Formats that can be read: ${formats.map(({ title }) => title).join(", ")}.`;
  const fault = edgeListFault(text.slice(0, detectionLength));
  if (fault !== null) return fault;
  return first === undefined
    ? `The text is empty. ${readableFormats}`
    : `The format of a text that begins with "${shortenLine(first)}" is unknown. ${readableFormats}`;
}

const unknownIdMessage = (format: string) =>
  `There is no format "${shortenLine(format)}". Choose one of: ${formats.map(({ id }) => id).join(", ")}.`;
