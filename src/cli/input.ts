/** Reads the input of a command as a document: a link, a file of this program, or a file of another program with a network or traffic. */
import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { refuse } from "../core/base/errors.ts";
import { defaultDocument, type Document } from "../core/scenario/document.ts";
import { parseDocument } from "../core/scenario/read-document.ts";
import type { ReadResult } from "../formats/contract.ts";
import { readText, decodeFile, fileSizeFault } from "../formats/index.ts";
import { linesText } from "../formats/diagnostics.ts";
import { importIntoDocument } from "../formats/to-document.ts";
import { readDocumentLink } from "../links/index.ts";
import type { TextOutput } from "./command.ts";

/** A document, with messages about its import. */
export interface DocumentInput {
  readonly document: Document;
  /** Messages for the user: assumptions, losses and unread lines. */
  readonly notes: readonly string[];
}

/** Files whose network or traffic replaces that of the document. */
export interface ReplacementFiles {
  readonly topology?: string | undefined;
  readonly traffic?: string | undefined;
}

/**
 * Reads the document that a command runs, from a file or a link, and replaces its network or traffic by the content of other files. A link
 * is an address or its part after `#`. `notes` are sentences about assumptions and replaced settings.
 * @param input null for the document of a new page
 * @param folder folder to which relative paths refer
 * @param topology file whose network replaces that of the document; `traffic` is a file whose traffic or program does
 * @throws ScenarioError if a file cannot be read or lacks that content
 */
export async function readInput(
  input: string | null,
  folder: string,
  { topology, traffic }: ReplacementFiles = {},
): Promise<DocumentInput> {
  let current: { readonly document: Document | null; readonly notes: readonly string[] } = { document: null, notes: [] };
  if (input !== null && isLink(input)) current = { document: await readDocumentLink(input), notes: [] };
  else if (input !== null) current = await withImported(current, await readInputFile(input, folder));
  if (topology !== undefined) {
    const result = await readInputFile(topology, folder);
    if (result.network === undefined) refuse("--topology", `${topology} has no network.`, "Give a file of switches and links.");
    current = await withImported(current, { ...result, traffic: undefined, program: undefined });
  }
  if (traffic !== undefined) {
    const result = await readInputFile(traffic, folder);
    if (result.traffic === undefined && result.program === undefined)
      refuse("--traffic", `${traffic} has no traffic.`, "Give a matrix, a list of messages, or a GOAL program.");
    current = await withImported(current, { ...result, network: undefined });
  }
  return { document: current.document ?? defaultDocument(), notes: current.notes };
}

/**
 * The documents of an input: the recordings of an exhibit, or the document of a file or link, whose import messages are printed on the
 * error output.
 * @throws ScenarioError
 */
export async function readDocuments(input: string, folder: string, stderr: TextOutput): Promise<readonly Document[]> {
  // Loaded on demand, because most commands do not need the published numbers.
  const { findExhibit } = await import("../reproductions/index.ts");
  const recordings = findExhibit(input)?.recordings;
  if (recordings !== undefined) return recordings.map(({ document }) => parseDocument(document));
  const { document, notes: messages } = await readInput(input, folder);
  for (const line of messages) stderr.write(`${line}\n`);
  return [document];
}

async function withImported(
  { document, notes: messages }: Omit<DocumentInput, "document"> & { readonly document: Document | null },
  result: PartialReadResult,
): Promise<DocumentInput> {
  const imported = await importIntoDocument(document, result as ReadResult);
  return { document: imported.document, notes: [...messages, ...diagnosticLines(result), ...imported.notes] };
}

/** The result of a reader without some of its parts. */
type PartialReadResult = Omit<ReadResult, "network" | "traffic" | "program"> & {
  readonly [part in "network" | "traffic" | "program"]?: ReadResult[part] | undefined;
};

/** Maximum number of reasons for unread lines that are printed, the most frequent first. */
const maxReasons = 20;

/** The diagnostics of a reader as lines: its assumptions, then each reason for unread lines once. */
export function diagnosticLines({ guesses, reasons, unread }: Pick<ReadResult, "guesses" | "reasons" | "unread">): readonly string[] {
  const listedReasons = reasons.slice(0, maxReasons);
  const unlistedCount = unread - listedReasons.reduce((sum, { count }) => sum + count, 0);
  return [
    ...guesses,
    ...listedReasons.map(({ lines: [first], lines, text, count, why: reason }) =>
      first === undefined
        ? `${text === "" ? "" : `${text}: `}${reason}${count > 1 ? `, ${count.toLocaleString("en-US")} times` : ""}.`
        : count === 1
          ? `Line ${first}, "${text}": ${reason}.`
          : `${linesText(count, lines)}; for example "${text}": ${reason}.`,
    ),
    ...(unlistedCount > 0
      ? [`${unlistedCount.toLocaleString("en-US")} more ${unlistedCount === 1 ? "line was" : "lines were"} not read.`]
      : []),
  ];
}

/**
 * Reads a file of any format, which is detected from its content.
 * @param format id of the format if the user chose it
 * @throws ScenarioError if the file cannot be used
 */
export async function readInputFile(input: string, folder: string, format?: string): Promise<ReadResult> {
  const path = resolve(folder, input);
  const status = await stat(path).catch(() => null);
  if (status === null || !status.isFile()) {
    refuse("", `there is no file ${path}.`, "Give the path of a file, or a link in quotes.");
  }
  const sizeFault = fileSizeFault(status.size);
  if (sizeFault !== null) refuse("", sizeFault);
  const { text, guesses, refused } = await decodeFile(await readFile(path));
  if (refused !== null) refuse("", refused);
  const result = await readText(text, { format });
  if (result.refused !== null) refuse("", result.refused);
  return { ...result, guesses: [...guesses, ...result.guesses] };
}

/** A link contains `#`, is an address, or starts with a name and `=`. */
export function isLink(input: string): boolean {
  return input.includes("#") || /^[a-z]+:\/\//i.test(input) || /^[A-Za-z][A-Za-z0-9'′]*=/.test(input);
}
