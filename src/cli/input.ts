/** Reads the input of a command as a document: a link, a file of this program, or a file of another program with a network or traffic. */
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

/** A document, with messages about its import. */
export interface Input {
  readonly document: Document;
  /** Messages for the user: assumptions, losses and unread lines. */
  readonly said: readonly string[];
}

/** Files whose network or traffic replaces that of the document. */
export interface Beside {
  readonly topology?: string | undefined;
  readonly traffic?: string | undefined;
}

/**
 * Reads a document from a file or a link. A link is an address or its part after `#`.
 * @param input null for the document of a new page
 * @param folder folder to which relative paths refer
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
 * The documents of an input: the recordings of an exhibit, or the document of a file or link, whose import messages are printed on the
 * error output.
 * @throws ScenarioError
 */
export async function readDocuments(input: string, from: string, stderr: TextOutput): Promise<readonly Document[]> {
  // Loaded on demand, because most commands do not need the published numbers.
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

/** The result of a reader without some of its parts. */
type PartOfReading = Omit<Reading, "network" | "traffic" | "program"> & {
  readonly [part in "network" | "traffic" | "program"]?: Reading[part] | undefined;
};

/** Maximum number of reasons for unread lines that are printed, the most frequent first. */
const mostSaid = 20;

/** The diagnostics of a reader as lines: its assumptions, then each reason for unread lines once. */
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
 * Reads a file of any format, which is detected from its content.
 * @param format id of the format if the user chose it
 * @throws ScenarioError if the file cannot be used
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

/** A link contains `#`, is an address, or starts with a name and `=`. */
export function isLink(input: string): boolean {
  return input.includes("#") || /^[a-z]+:\/\//i.test(input) || /^[A-Za-z][A-Za-z0-9'′]*=/.test(input);
}
