/**
 * The formats, one line each, in the order in which people see them. All that comes from outside enters here: {@link textOf} makes
 * a text of a file, {@link recogniseText} says what it may be, {@link readText} reads it, {@link writeText} writes one.
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

/** What a text may be. */
export interface Recognised {
  readonly format: Format;
  /** How surely, 0 to 1. */
  readonly sure: number;
}

/** Below this a text is not taken for a format. */
const leastSure = 0.3;
/** Below this a text is something that cannot be read, where that is known of it. */
const fairlySure = 0.9;
/** From here on nobody need be told that it was guessed. */
export const quiteSure = 0.95;

/** What a text may be by its content, the likeliest first; empty where nothing is known of it. */
export function recogniseText(text: string): readonly Recognised[] {
  const head = plainText(text.slice(0, 2 * headLength)).slice(0, headLength);
  return formats
    .map((format) => ({ format, sure: format.recognise(head) }))
    .filter(({ sure }) => sure >= leastSure)
    .toSorted((a, b) => b.sure - a.sure);
}

export interface ReadOptions extends Given {
  /** The id of the format, where somebody says it; else it is recognised. */
  readonly format?: string | undefined;
}

/** What a terminal takes for a colour, a movement of the cursor or a title, and shows nothing of (ECMA-48). */
// eslint-disable-next-line no-control-regex
const terminalEscape = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[ -/]+[0-~]|[0-Z\\^-~])/g;

/** A text without the mark that may stand before it, and without what steers a terminal. Its lines stay. */
function plainText(text: string): string {
  const begin = text.startsWith("\uFEFF") ? text.slice(1) : text;
  return begin.includes("\u001b") ? begin.replaceAll(terminalEscape, "") : begin;
}

/** Reads a text. What cannot be read, or is of no known format, is told in the reading; nothing is thrown but by `onPart`. */
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
 * Writes a text in the format with such an id.
 * @throws ScenarioError for what the format cannot say; Error for one that is not written, or carries something else
 */
export async function writeText(id: string, what: Written): Promise<string> {
  const format = formats.find((one) => one.id === id);
  if (format?.write === undefined) throw new Error(unknown(id));
  await format.fetch?.();
  return format.write(what);
}

/** A text with what it does not say of what was written, counted, as sentences. */
export interface CountedText {
  readonly text: string;
  readonly leftOut: readonly string[];
}

/**
 * Writes a text and counts what it leaves out.
 * @throws what {@link writeText} throws
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

/** Why a text is not read. */
function strange(text: string): string {
  const [first] = firstLines(text.slice(0, headLength), 1);
  const read = `What can be read: ${formats.map(({ title }) => title).join(", ")}.`;
  const fault = edgeListFault(text.slice(0, headLength));
  if (fault !== null) return fault;
  return first === undefined ? `The text is empty. ${read}` : `Nothing is known of a text that begins with "${shortened(first)}". ${read}`;
}

const unknown = (format: string) => `There is no format "${shortened(format)}". Choose one of: ${formats.map(({ id }) => id).join(", ")}.`;
