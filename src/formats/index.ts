/**
 * The list of all formats, in the order in which users see them, and the entry points: {@link decodeFile} decodes a file, {@link detectFormats}
 * says which formats it may have, {@link readText} reads it, {@link writeText} writes one.
 */
import { type Format, type Given, headLength, type Reading, type Written } from "./contract.ts";
import { firstLines } from "./lines.ts";
import { lossesOf } from "./losses.ts";
import { strangerIn } from "./strangers.ts";
import { refusedAs, shortened } from "./told.ts";
import { adjacencyMatrix } from "./network/adjacency-matrix.ts";
import { anynet } from "./network/anynet.ts";
import { dot } from "./network/dot.ts";
import { edgeList, edgeListFault } from "./network/edge-list.ts";
import { gexf } from "./network/gexf.ts";
import { graphml } from "./network/graphml.ts";
import { ibnetdiscover } from "./network/ibnetdiscover.ts";
import { nodeLink } from "./network/node-link.ts";
import { ns3 } from "./network/ns3.ts";
import { ownJson } from "./network/own-json.ts";
import { slurmConf } from "./network/slurm-conf.ts";
import { slurmYaml } from "./network/slurm-yaml.ts";
import { counters } from "./traffic/counters.ts";
import { goal } from "./traffic/goal.ts";
import { htsim } from "./traffic/htsim.ts";
import { trafficMatrix } from "./traffic/matrix.ts";
import { messages } from "./traffic/messages.ts";

export { mostBytes, type Opened, textOf, tooLarge } from "./text.ts";

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
  ownJson,
];

/** A format that a text may have. */
export interface Recognised {
  readonly format: Format;
  /** Confidence, 0 to 1. */
  readonly sure: number;
}

/** Below this confidence, a text does not match a format. */
const leastSure = 0.3;
/** Below this confidence, a text is checked against the known formats that cannot be read. */
const fairlySure = 0.9;
/** From this confidence on, the user is not told that the format was detected. */
export const quiteSure = 0.95;

/** The formats that a text may have, the most likely first; empty if none matches. */
export function recogniseText(text: string): readonly Recognised[] {
  const head = plainText(text.slice(0, 2 * headLength)).slice(0, headLength);
  return formats
    .map((format) => ({ format, sure: format.recognise(head) }))
    .filter(({ sure }) => sure >= leastSure)
    .toSorted((a, b) => b.sure - a.sure);
}

export interface ReadOptions extends Given {
  /** Id of the format if the user chose it; otherwise the format is detected. */
  readonly format?: string | undefined;
}

/** Escape sequences of terminals for colors, cursor movements and titles, which print nothing (ECMA-48). */
// eslint-disable-next-line no-control-regex
const terminalEscape = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[ -/]+[0-~]|[0-Z\\^-~])/g;

/** The text without its byte order mark and without terminal escape sequences. The lines stay the same. */
function plainText(text: string): string {
  const begin = text.startsWith("\uFEFF") ? text.slice(1) : text;
  return begin.includes("\u001b") ? begin.replaceAll(terminalEscape, "") : begin;
}

/**
 * Reads a text. The result reports lines that cannot be read and texts of unknown formats. Only `onProgress` can make this function throw.
 */
export async function readText(written: string, { format, ...given }: ReadOptions = {}): Promise<Reading> {
  const text = plainText(written);
  const found = format === undefined ? recogniseText(text) : [];
  const stranger = format === undefined && !(found[0]?.sure >= fairlySure) ? strangerIn(text.slice(0, headLength)) : null;
  if (stranger !== null) return refusedAs("", 0, stranger);
  const chosen = format === undefined ? found[0]?.format : formats.find(({ id }) => id === format);
  if (chosen === undefined) return refusedAs(format ?? "", 0, format === undefined ? strange(text) : unknown(format));
  await chosen.fetch?.();
  const reading = chosen.read(text, given);
  if (format !== undefined || found[0].sure >= quiteSure) return reading;
  const others = found.slice(1).filter(({ sure }) => sure >= found[0].sure / 2);
  if (others.length === 0) return reading;
  return {
    ...reading,
    guesses: [
      `The text was taken for this: ${chosen.title}. It could also be: ${others.map((other) => other.format.title).join(", ")}.`,
      ...reading.guesses,
    ],
  };
}

/**
 * Writes a text in the format with the given id.
 * @throws ScenarioError if the format cannot represent the content; Error if the format cannot be written or has another kind of content
 */
export async function writeText(id: string, what: Written): Promise<string> {
  const format = formats.find((one) => one.id === id);
  if (format?.write === undefined) throw new Error(unknown(id));
  await format.fetch?.();
  return format.write(what);
}

/** A written text, with sentences that count what it lost. */
export interface CountedText {
  readonly text: string;
  readonly leftOut: readonly string[];
}

/**
 * Writes a text and counts what it loses.
 * @throws the errors of {@link writeText}
 */
export async function writeCounted(id: string, what: Written): Promise<CountedText> {
  const text = await writeText(id, what);
  return {
    text,
    leftOut: lossesOf(
      formats.find((format) => format.id === id)!,
      what,
      text,
    ),
  };
}

/** Why a text of unknown format cannot be read. */
function strange(text: string): string {
  const [first] = firstLines(text.slice(0, headLength), 1);
  const read = `What can be read: ${formats.map(({ title }) => title).join(", ")}.`;
  const fault = edgeListFault(text.slice(0, headLength));
  if (fault !== null) return fault;
  return first === undefined ? `The text is empty. ${read}` : `Nothing is known of a text that begins with "${shortened(first)}". ${read}`;
}

const unknown = (format: string) => `There is no format "${shortened(format)}". Choose one of: ${formats.map(({ id }) => id).join(", ")}.`;
