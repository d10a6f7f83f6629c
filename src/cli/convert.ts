/**
 * `npm run convert -- <file | link> [--from <format>] [--to <format>] [--out <file>] [--json]`: describes the network or traffic in a file,
 * or writes it in another format.
 */
import { resolve } from "node:path";
import { withoutUndefined } from "../core/base/defined.ts";
import { refuse, ScenarioError } from "../core/base/errors.ts";
import { type Document, writeDocument } from "../core/scenario/document.ts";
import { documentWithDrawings } from "../core/scenario/edits/convert-to-drawing.ts";
import { describeLeftOutTerminals } from "../core/network/components.ts";
import { topologyFacts, buildNetwork } from "../core/scenario/facts.ts";
import type { Format, ReadResult, WritableContent } from "../formats/contract.ts";
import { contentOfDocument } from "../formats/from-document.ts";
import { formats, writeCounted } from "../formats/index.ts";
import { importIntoDocument, type ImportResult } from "../formats/to-document.ts";
import { readDocumentLink } from "../links/index.ts";
import { type CliCommand, type CommandContext, exitCodes } from "./command.ts";
import { writeFileAtomically } from "./files.ts";
import { isLink, diagnosticLines, readInputFile } from "./input.ts";
import { componentsForJson } from "./output.ts";
import { readOptions } from "./options.ts";

/** Formats of this program, to which every document can be converted. */
const ownFormats = { json: "the document", drawn: "the document, with its network drawn" } as const;

const listLines = (entries: readonly (readonly [id: string, title: string])[]) =>
  entries.map(([id, title]) => `  ${id.padEnd(18)} ${title}\n`).join("");
const writableFormats = formats.filter(({ write }) => write !== undefined);

const usage = `Usage: npm run convert -- <file | link> [--from <format>] [--to <format>] [--out <file>] [--json]

Recognises the format of a file by its content and describes its network or traffic; or converts it to another format.

  --from <format>  format of the file, if its content is ambiguous
  --to <format>    converts the file to this format
  --out <file>     writes the result to this file
  --json           describes the file as JSON: format, terminals, switches, links, guesses, warnings

Formats that are read:
${listLines(formats.map(({ id, title }) => [id, title]))}
Formats that are written:
${listLines([...Object.entries(ownFormats), ...writableFormats.map(({ id, title }) => [id, title] as const)])}`;

/** The command `convert`: checks the options, then describes a file or link, or converts it to another format; returns the exit code. */
export const convertCommand: CliCommand = async (args, context) => {
  const options = readOptions(args, ["--from", "--to", "--out"], ["--json", "--help"]);
  if (options?.flags.has("--help") === true) {
    context.stdout.write(usage);
    return exitCodes.done;
  }
  if (options === null || options.operands.length !== 1) {
    context.stderr.write(usage);
    return exitCodes.refused;
  }
  const [sourceFormat, targetFormat, outputFile] = ["--from", "--to", "--out"].map((name) => options.values.get(name));
  const isJson = options.flags.has("--json");
  if (outputFile !== undefined && targetFormat === undefined)
    refuse("--out", "the format of the output file is missing.", "Add --to <format>.");
  if (isJson && targetFormat !== undefined && outputFile === undefined)
    refuse("--json", "the description and the converted file would both go to the standard output.", "Add --out <file>.");
  for (const [name, id, knownIds] of [
    ["--from", sourceFormat, formats.map((format) => format.id)],
    ["--to", targetFormat, [...Object.keys(ownFormats), ...writableFormats.map((format) => format.id)]],
  ] as const)
    if (id !== undefined && !knownIds.includes(id)) refuse(name, `there is no format "${id}".`, `Use one of ${knownIds.join(", ")}.`);
  await convert(options.operands[0], sourceFormat, targetFormat, outputFile, isJson, context);
  return exitCodes.done;
};

/** The input: a file of another program, or a document. */
interface ConvertSource {
  readonly title: string;
  readonly reading: ReadResult | null;
  /** Converts the input to a document. @throws ScenarioError */
  importDocument(): Promise<ImportResult>;
}

/**
 * Converts the input to the target format, or describes it if there is none. Messages about the conversion go to the error output or, with
 * `isJson`, into the description.
 * @param outputFile undefined for the standard output
 */
async function convert(
  input: string,
  sourceFormat: string | undefined,
  targetFormat: string | undefined,
  outputFile: string | undefined,
  isJson: boolean,
  { callerFolder, stdout, stderr }: CommandContext,
): Promise<void> {
  const source = await sourceOf(input, callerFolder, sourceFormat);
  let leftOut: readonly string[] | undefined;
  if (targetFormat !== undefined) {
    const { text, messages } = await writeAs(source, targetFormat);
    if (outputFile === undefined) stdout.write(text);
    else writeFileAtomically(resolve(callerFolder, outputFile), text);
    if (!isJson) {
      for (const line of [...(source.reading === null ? [] : diagnosticLines(source.reading)), ...messages]) stderr.write(`${line}\n`);
      return;
    }
    leftOut = messages;
  }
  const facts = { ...(await factsOfSource(source)), ...withoutUndefined({ leftOut }) };
  stdout.write(isJson ? `${JSON.stringify(facts, null, 2)}\n` : factsText(facts));
}

async function sourceOf(input: string, folder: string, format: string | undefined): Promise<ConvertSource> {
  if (isLink(input)) {
    const document = await readDocumentLink(input);
    return { title: "link", reading: null, importDocument: async () => ({ document, notes: [], network: null, recognition: null }) };
  }
  const reading = await readInputFile(input, folder, format);
  const { title } = formats.find(({ id }) => id === reading.format)!;
  return { title, reading, importDocument: () => importIntoDocument(null, reading) };
}

/**
 * The input as text in the target format, with messages about losses. The content is written directly if the input contains everything that
 * the format can express; otherwise it is converted to a document first.
 */
async function writeAs(
  source: ConvertSource,
  targetFormat: string,
): Promise<{ readonly text: string; readonly messages: readonly string[] }> {
  // Documents: as they are, or with their networks as drawings.
  if (targetFormat === "json" || targetFormat === "drawn") {
    const { document, notes } = await source.importDocument();
    return {
      text: `${JSON.stringify(writeDocument(targetFormat === "json" ? document : documentWithDrawings(document)), null, 2)}\n`,
      messages: notes,
    };
  }
  const format = formats.find(({ id }) => id === targetFormat)!;
  const directlyWritable = directContent(source, format);
  if (directlyWritable !== null) {
    const { text, leftOut } = await writeCounted(targetFormat, directlyWritable);
    return { text, messages: leftOut };
  }
  const { document, notes } = await source.importDocument();
  const converted = await contentOfDocument(document, format.contentKind);
  const { text, leftOut } = await writeCounted(targetFormat, converted);
  return { text, messages: [...notes, ...converted.losses, ...leftOut] };
}

/** The content of the input, if it is of the kind (network or traffic) that the format contains; otherwise null. */
function directContent({ reading }: ConvertSource, { contentKind }: Format): WritableContent | null {
  const hasContent = contentKind !== "counters" && contentKind !== "document" && reading?.[contentKind] !== undefined;
  return hasContent ? (reading as WritableContent) : null;
}

/** Description of a file; also the JSON output. */
interface FileFacts {
  readonly format: string;
  readonly terminals?: number;
  readonly switches?: number;
  readonly links?: number;
  /** Present if the network is not connected: its parts, the terminals that take part, and the names of the others. */
  readonly parts?: ReturnType<typeof componentsForJson>["parts"];
  readonly sources?: number;
  readonly pairs?: number;
  readonly messages?: number;
  readonly ranks?: number;
  readonly operations?: number;
  readonly ports?: number;
  /** What the network was recognized as, and its irregularities. */
  readonly recognised?: { readonly title: string; readonly said: readonly string[]; readonly irregular: readonly string[] };
  readonly guesses: readonly string[];
  /** Lines that were not read, and settings of a document that would be replaced. */
  readonly warnings: readonly string[];
  readonly unread: number;
  /** Losses of the written text; absent if none was written. */
  readonly leftOut?: readonly string[];
}

/**
 * Describes the input of the command `convert`: its counts of nodes and links, the topology as which its network was recognized,
 * assumptions and warnings.
 */
async function factsOfSource(source: ConvertSource): Promise<FileFacts> {
  const { title, reading } = source;
  // A file of port counters has no document.
  const imported: Partial<ImportResult> = reading?.counters === undefined ? await source.importDocument().catch(refusalOf) : {};
  const { document, recognition = null, notes = [] } = imported;
  const { guesses = [], unread = 0 } = reading ?? {};
  const isOwnDocument = reading === null || reading.document !== undefined;
  return {
    format: title,
    ...(isOwnDocument && document !== undefined ? documentCounts(document) : {}),
    ...(reading === null ? {} : contentCounts(reading)),
    ...(document === undefined ? {} : componentsForJson(document)),
    ...(recognition === null ? {} : { recognised: recognitionInJson(recognition) }),
    guesses,
    warnings: [
      ...(reading === null ? [] : diagnosticLines({ ...reading, guesses: [] })),
      ...notes,
      ...(isOwnDocument ? unconnectedNotes(document) : []),
    ],
    unread,
  };
}

/** Errors that prevent a file from running are reported as messages. */
function refusalOf(error: unknown): Partial<ImportResult> {
  if (error instanceof ScenarioError) return { notes: error.message.split("\n") };
  throw error;
}

/** The parts of a network that do not take part in a run because it is not connected. */
function unconnectedNotes(document: Document | undefined): readonly string[] {
  return document === undefined || topologyFacts(document.topology).components === undefined
    ? []
    : describeLeftOutTerminals(buildNetwork(document.topology));
}

function documentCounts({ topology }: Document): Partial<FileFacts> {
  const { terminals, switches, links } = topologyFacts(topology);
  return { terminals, switches, links };
}

function contentCounts({ network, traffic, program, counters }: ReadResult): Partial<FileFacts> {
  return {
    ...(network === undefined ? {} : countsOfNetwork(network)),
    ...withoutUndefined({
      sources: traffic?.names.length,
      pairs: traffic?.is === "rates" ? traffic.cells.length : undefined,
      messages: traffic?.is === "messages" ? traffic.list.length : undefined,
      ranks: program?.ranks,
      operations: program?.code.length,
      ports: counters?.length,
    }),
  };
}

function countsOfNetwork({ nodes, links }: NonNullable<ReadResult["network"]>): Partial<FileFacts> {
  const terminals = nodes.filter(({ isTerminal }) => isTerminal).length;
  return { terminals, switches: nodes.length - terminals, links: links.length };
}

function recognitionInJson({ ideal, irregularities }: NonNullable<ImportResult["recognition"]>): NonNullable<FileFacts["recognised"]> {
  return { title: ideal.title, said: ideal.sentences, irregular: irregularities.map(({ sentence }) => sentence) };
}

function factsText(facts: FileFacts): string {
  const { format, recognised, guesses, warnings, unread: _unread, parts: _parts, leftOut: _leftOut, ...counts } = facts;
  const rows = Object.entries({ format, ...counts, ...withoutUndefined({ network: recognised?.title }) });
  const lines = rows.map(
    ([name, value]) =>
      `${`${name[0].toUpperCase()}${name.slice(1)}`.padEnd(11)}${typeof value === "number" ? value.toLocaleString("en-US") : String(value)}`,
  );
  const sections = [recognised?.said ?? [], recognised?.irregular ?? [], guesses, warnings].filter((part) => part.length > 0);
  return `${lines.join("\n")}\n${sections.map((part) => `\n${part.join("\n")}\n`).join("")}`;
}
