/**
 * The formats, one line each, in the order in which people see them; a reader is fetched when a text asks for it. Everything that
 * comes from outside enters here: {@link textOf} makes a text of a file, {@link recogniseText} says what it may be, {@link readText} reads it.
 */
import * as atHand from "./at-hand.ts";
import { type Format, type Given, headLength, type Reading, type Written } from "./contract.ts";
import { firstLines } from "./lines.ts";
import { refusedAs, shortened } from "./told.ts";

export { mostBytes, type Opened, textOf, tooLarge } from "./text.ts";

/** A format whose reader may not have been fetched. */
export interface Listed extends atHand.AtHand {
  load(): Promise<Format>;
}

const listed = (format: atHand.AtHand, load: () => Promise<Format>): Listed => ({ ...format, load });

export const formats: readonly Listed[] = [
  listed(atHand.messages, async () => (await import("./traffic/messages.ts")).messages),
  listed(atHand.trafficMatrix, async () => (await import("./traffic/matrix.ts")).trafficMatrix),
  listed(atHand.goal, async () => (await import("./traffic/goal.ts")).goal),
  listed(atHand.counters, async () => (await import("./traffic/counters.ts")).counters),
];

/** What a text may be. */
export interface Recognised {
  readonly format: Listed;
  /** How surely, 0 to 1. */
  readonly sure: number;
}

/** Below this a text is not taken for a format. */
const leastSure = 0.3;
/** From here on nobody need be told that something was guessed. */
const quiteSure = 0.9;

/** What a text may be by its content, the likeliest first; empty for none that is known. */
export function recogniseText(text: string): readonly Recognised[] {
  const head = text.slice(text.startsWith("\uFEFF") ? 1 : 0, headLength);
  return formats
    .map((format) => ({ format, sure: format.recognise(head) }))
    .filter(({ sure }) => sure >= leastSure)
    .toSorted((a, b) => b.sure - a.sure);
}

export interface ReadOptions extends Given {
  /** The id of the format, where somebody says it; else it is recognised. */
  readonly format?: string | undefined;
}

/** Reads a text. What cannot be read, or is of no known format, is told in the reading; nothing is thrown but by `onPart`. */
export async function readText(text: string, { format, ...given }: ReadOptions = {}): Promise<Reading> {
  const found = recogniseText(text);
  const chosen = format === undefined ? found[0]?.format : formats.find(({ id }) => id === format);
  if (chosen === undefined) return refusedAs(format ?? "", 0, format === undefined ? strange(text) : unknown(format));
  const reading = (await chosen.load()).read(text.startsWith("\uFEFF") ? text.slice(1) : text, given);
  const others = found.filter((other) => other.format !== chosen).map((other) => other.format.title);
  if (format !== undefined || found[0].sure >= quiteSure || others.length === 0) return reading;
  return { ...reading, guesses: [`The text is taken for a ${chosen.title}; it could be a ${listOf(others, "or")}.`, ...reading.guesses] };
}

/** Writes a text. @throws Error for a format that is not written, ScenarioError for what a format cannot say */
export async function writeText(id: string, what: Written): Promise<string> {
  const format = await formats.find((listed) => listed.id === id)?.load();
  if (format?.write === undefined) throw new Error(`no format "${id}" is written`);
  return format.write(what);
}

/** Why a text is not read. */
function strange(text: string): string {
  const [first] = firstLines(text, 1);
  const read = `What can be read: ${listOf(
    formats.map(({ title }) => title),
    "and",
  )}.`;
  return first === undefined ? `The text is empty. ${read}` : `Nothing is known of a text that begins with "${shortened(first)}". ${read}`;
}

const unknown = (format: string) =>
  `There is no format "${shortened(format)}"; expected ${listOf(
    formats.map(({ id }) => id),
    "or",
  )}.`;

const listOf = (words: readonly string[], last: string) =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
