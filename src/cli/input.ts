/** What the command line is given → a document: of a link, of a file of this program, or of any other that says what networks or traffic are like. */
import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { refuse } from "../core/base/errors.ts";
import { defaultDocument, type Document } from "../core/scenario/document.ts";
import { readDocument } from "../core/scenario/read-document.ts";
import type { Reading } from "../formats/contract.ts";
import { readText, textOf, tooLarge } from "../formats/index.ts";
import { sayLines } from "../formats/told.ts";
import { documentWith } from "../formats/to-document.ts";
import { readLink } from "../links/index.ts";
import type { TextOutput } from "./command.ts";

/** A document, and what is to be said of how it came about. */
export interface Input {
  readonly document: Document;
  /** Lines for people: what was guessed, left out and not read. */
  readonly said: readonly string[];
}

/** Files whose parts take the places of a document's own. */
export interface Beside {
  readonly topology?: string | undefined;
  readonly traffic?: string | undefined;
}

/**
 * Reads a document from a file, or from a link: an address, or the part of it behind `#`.
 * @param input null for that of a page which says nothing
 * @param from folder that relative paths start from
 * @throws ScenarioError
 */
export async function readInput(input: string | null, from: string, { topology, traffic }: Beside = {}): Promise<Input> {
  let now: { readonly document: Document | null; readonly said: readonly string[] } = { document: null, said: [] };
  if (input !== null && isLink(input)) now = { document: await readLink(input), said: [] };
  else if (input !== null) now = await taken(now, await readReading(input, from));
  if (topology !== undefined) {
    const reading = await readReading(topology, from);
    if (reading.network === undefined) refuse("--topology", `${topology} has no network.`, "Give a file of switches and links.");
    now = await taken(now, { ...reading, traffic: undefined, program: undefined });
  }
  if (traffic !== undefined) {
    const reading = await readReading(traffic, from);
    if (reading.traffic === undefined && reading.program === undefined)
      refuse("--traffic", `${traffic} has no traffic.`, "Give a matrix, a list of messages, or a GOAL program.");
    now = await taken(now, { ...reading, network: undefined });
  }
  return { document: now.document ?? defaultDocument(), said: now.said };
}

/**
 * The documents that something stands for: those that an exhibit is recorded from, or the one of a file or link, of which is told on the
 * error output what was guessed.
 * @throws ScenarioError
 */
export async function readDocuments(input: string, from: string, stderr: TextOutput): Promise<readonly Document[]> {
  // Commands that know no exhibits do not wait for all that papers print.
  const { findExhibit } = await import("../reproductions/index.ts");
  const recordings = findExhibit(input)?.recordings;
  if (recordings !== undefined) return recordings.map(({ document }) => readDocument(document));
  const { document, said } = await readInput(input, from);
  for (const line of said) stderr.write(`${line}\n`);
  return [document];
}

async function taken(
  { document, said }: Omit<Input, "document"> & { readonly document: Document | null },
  reading: PartOfReading,
): Promise<Input> {
  const next = await documentWith(document, reading as Reading);
  return { document: next.document, said: [...said, ...linesOf(reading), ...next.said] };
}

/** A reading of which a part may be set aside. */
type PartOfReading = Omit<Reading, "network" | "traffic" | "program"> & {
  readonly [part in "network" | "traffic" | "program"]?: Reading[part] | undefined;
};

/** Reasons why lines were not read that are said, the commonest first. */
const mostSaid = 20;

/** What a reader says of a file: what it guessed, and why lines were not read, each reason once. */
export function linesOf({ guesses, reasons, unread }: Pick<Reading, "guesses" | "reasons" | "unread">): readonly string[] {
  const said = reasons.slice(0, mostSaid);
  const more = unread - said.reduce((sum, { count }) => sum + count, 0);
  return [
    ...guesses,
    ...said.map(({ lines: [first], lines, text, count, why }) =>
      first === undefined
        ? `${text === "" ? "" : `${text}: `}${why}${count > 1 ? `, ${count.toLocaleString("en-US")} times` : ""}.`
        : count === 1
          ? `Line ${first}, "${text}": ${why}.`
          : `${sayLines(count, lines)}; such as "${text}": ${why}.`,
    ),
    ...(more > 0 ? [`${more.toLocaleString("en-US")} more ${more === 1 ? "line was" : "lines were"} not read.`] : []),
  ];
}

/**
 * Reads a file of any format, by its content.
 * @param format its id, where somebody says it
 * @throws ScenarioError where nothing can be made of it
 */
export async function readReading(input: string, from: string, format?: string): Promise<Reading> {
  const path = resolve(from, input);
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isFile()) {
    refuse("", `there is no file ${path}.`, "Give the path of a file, or a link in quotes.");
  }
  const large = tooLarge(found.size);
  if (large !== null) refuse("", large);
  const { text, guesses, refused } = await textOf(await readFile(path));
  if (refused !== null) refuse("", refused);
  const reading = await readText(text, { format });
  if (reading.refused !== null) refuse("", reading.refused);
  return { ...reading, guesses: [...guesses, ...reading.guesses] };
}

/** A link has a `#`, is an address, or begins with a name and `=`. */
export function isLink(input: string): boolean {
  return input.includes("#") || /^[a-z]+:\/\//i.test(input) || /^[A-Za-z][A-Za-z0-9'′]*=/.test(input);
}
