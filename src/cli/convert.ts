/**
 * `npm run convert -- <file | link> [--from <format>] [--to <format>] [--out <file>] [--json]`: describes the network or traffic in a file,
 * or writes it in another format.
 */
import { resolve } from "node:path";
import { defined } from "../core/base/defined.ts";
import { refuse, ScenarioError } from "../core/base/errors.ts";
import { type Document, writeDocument } from "../core/scenario/document.ts";
import { drawnDocument } from "../core/scenario/edits/drawn.ts";
import { sayLeftOut } from "../core/network/components.ts";
import { factsOf, networkOf } from "../core/scenario/facts.ts";
import type { Format, Reading, Written } from "../formats/contract.ts";
import { writtenOf } from "../formats/from-document.ts";
import { formats, writeCounted } from "../formats/index.ts";
import { documentWith, type Taken } from "../formats/to-document.ts";
import { readLink } from "../links/index.ts";
import { type CliCommand, type CommandContext, exitCodes } from "./command.ts";
import { writeWhole } from "./files.ts";
import { isLink, linesOf, readReading } from "./input.ts";
import { componentsInJson } from "./output.ts";
import { readOptions } from "./options.ts";

/** Formats of this program, to which every document can be converted. */
const own = { json: "the document", drawn: "the document, with its network drawn" } as const;

const listed = (all: readonly (readonly [id: string, title: string])[]) =>
  all.map(([id, title]) => `  ${id.padEnd(18)} ${title}\n`).join("");
const written = formats.filter(({ write }) => write !== undefined);

const usage = `Usage: npm run convert -- <file | link> [--from <format>] [--to <format>] [--out <file>] [--json]

Says what a file is, by its content, and what it says of a network or of traffic; or writes it in another format.

  --from <format>  what the file is, where its content does not tell
  --to <format>    writes it in that format
  --out <file>     into that file
  --json           what the file is, as JSON: format, terminals, switches, links, guesses, warnings

Formats that are read:
${listed(formats.map(({ id, title }) => [id, title]))}
Formats that are written:
${listed([...Object.entries(own), ...written.map(({ id, title }) => [id, title] as const)])}`;

export const convertCommand: CliCommand = async (args, context) => {
  const options = readOptions(args, ["--from", "--to", "--out"], ["--json", "--help"]);
  if (options?.flags.has("--help") === true) {
    context.stdout.write(usage);
    return exitCodes.done;
  }
  if (options === null || options.rest.length !== 1) {
    context.stderr.write(usage);
    return exitCodes.refused;
  }
  const [from, to, out] = ["--from", "--to", "--out"].map((name) => options.values.get(name));
  const isJson = options.flags.has("--json");
  if (out !== undefined && to === undefined) refuse("--out", "nothing says what is to be written.", "Name a format by --to.");
  if (isJson && to !== undefined && out === undefined)
    refuse("--json", "two texts would be written to one place.", "Name a file by --out.");
  for (const [name, id, known] of [
    ["--from", from, formats.map((each) => each.id)],
    ["--to", to, [...Object.keys(own), ...written.map((each) => each.id)]],
  ] as const)
    if (id !== undefined && !known.includes(id)) refuse(name, `there is no format "${id}".`, `Use one of ${known.join(", ")}.`);
  await convert(options.rest[0], from, to, out, isJson, context);
  return exitCodes.done;
};

/** The input: a file of another program, or a document. */
interface Source {
  readonly title: string;
  readonly reading: Reading | null;
  /** Converts the input to a document. @throws ScenarioError */
  taken(): Promise<Taken>;
}

/** Writes or describes the input. */
async function convert(
  input: string,
  from: string | undefined,
  to: string | undefined,
  out: string | undefined,
  isJson: boolean,
  { callerFolder, stdout, stderr }: CommandContext,
): Promise<void> {
  const source = await sourceOf(input, callerFolder, from);
  let leftOut: readonly string[] | undefined;
  if (to !== undefined) {
    const { text, said } = await textIn(source, to);
    if (out === undefined) stdout.write(text);
    else writeWhole(resolve(callerFolder, out), text);
    if (!isJson) {
      for (const line of [...(source.reading === null ? [] : linesOf(source.reading)), ...said]) stderr.write(`${line}\n`);
      return;
    }
    leftOut = said;
  }
  const facts = { ...(await factsOfSource(source)), ...defined({ leftOut }) };
  stdout.write(isJson ? `${JSON.stringify(facts, null, 2)}\n` : forPeople(facts));
}

async function sourceOf(input: string, folder: string, format: string | undefined): Promise<Source> {
  if (isLink(input)) {
    const document = await readLink(input);
    return { title: "link", reading: null, taken: async () => ({ document, said: [], network: null, recognised: null }) };
  }
  const reading = await readReading(input, folder, format);
  const { title } = formats.find(({ id }) => id === reading.format)!;
  return { title, reading, taken: () => documentWith(null, reading) };
}

/**
 * The text in a format, with messages. The content is written directly if the input has all of it; otherwise it is converted to a document
 * first.
 */
async function textIn(source: Source, to: string): Promise<{ readonly text: string; readonly said: readonly string[] }> {
  if (to === "json" || to === "drawn") {
    const { document, said } = await source.taken();
    return { text: `${JSON.stringify(writeDocument(to === "json" ? document : drawnDocument(document)), null, 2)}\n`, said };
  }
  const format = formats.find(({ id }) => id === to)!;
  const read = ownParts(source, format);
  if (read !== null) {
    const { text, leftOut } = await writeCounted(to, read);
    return { text, said: leftOut };
  }
  const { document, said } = await source.taken();
  const found = await writtenOf(document, format.carries);
  const { text, leftOut } = await writeCounted(to, found);
  return { text, said: [...said, ...found.said, ...leftOut] };
}

/** The content of the input, if it is what the format holds. */
function ownParts({ reading }: Source, { carries }: Format): Written | null {
  const isThere = carries !== "counters" && carries !== "document" && reading?.[carries] !== undefined;
  return isThere ? (reading as Written) : null;
}

/** Description of a file; also the JSON output. */
interface FileFacts {
  readonly format: string;
  readonly terminals?: number;
  readonly switches?: number;
  readonly links?: number;
  /** Present if the network is not connected: its parts, the terminals that take part, and the names of the others. */
  readonly parts?: ReturnType<typeof componentsInJson>["parts"];
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

/** Describes the input: its counts, what its network was recognized as, assumptions and warnings. */
async function factsOfSource(source: Source): Promise<FileFacts> {
  const { title, reading } = source;
  const taken: Partial<Taken> = reading?.counters === undefined ? await source.taken().catch(refusalOf) : {};
  const { document, recognised = null, said = [] } = taken;
  const { guesses = [], unread = 0 } = reading ?? {};
  const isOwn = reading === null || reading.document !== undefined;
  return {
    format: title,
    ...(isOwn && document !== undefined ? countsOfDocument(document) : {}),
    ...(reading === null ? {} : countsOf(reading)),
    ...(document === undefined ? {} : componentsInJson(document)),
    ...(recognised === null ? {} : { recognised: toldOf(recognised) }),
    guesses,
    warnings: [...(reading === null ? [] : linesOf({ ...reading, guesses: [] })), ...said, ...(isOwn ? leftOutOf(document) : [])],
    unread,
  };
}

/** Errors that prevent a file from running are reported as messages. */
function refusalOf(error: unknown): Partial<Taken> {
  if (error instanceof ScenarioError) return { said: error.message.split("\n") };
  throw error;
}

/** The parts of a network that do not take part in a run because it is not connected. */
function leftOutOf(document: Document | undefined): readonly string[] {
  return document === undefined || factsOf(document.topology).components === undefined ? [] : sayLeftOut(networkOf(document.topology));
}

function countsOfDocument({ topology }: Document): Partial<FileFacts> {
  const { terminals, switches, links } = factsOf(topology);
  return { terminals, switches, links };
}

function countsOf({ network, traffic, program, counters }: Reading): Partial<FileFacts> {
  return {
    ...(network === undefined ? {} : countsOfNetwork(network)),
    ...defined({
      sources: traffic?.names.length,
      pairs: traffic?.is === "rates" ? traffic.cells.length : undefined,
      messages: traffic?.is === "messages" ? traffic.list.length : undefined,
      ranks: program?.ranks,
      operations: program?.code.length,
      ports: counters?.length,
    }),
  };
}

function countsOfNetwork({ nodes, links }: NonNullable<Reading["network"]>): Partial<FileFacts> {
  const terminals = nodes.filter(({ isTerminal }) => isTerminal).length;
  return { terminals, switches: nodes.length - terminals, links: links.length };
}

function toldOf({ whole, irregular }: NonNullable<Taken["recognised"]>): NonNullable<FileFacts["recognised"]> {
  return { title: whole.title, said: whole.said, irregular: irregular.map(({ said }) => said) };
}

function forPeople(facts: FileFacts): string {
  const { format, recognised, guesses, warnings, unread: _unread, parts: _parts, leftOut: _leftOut, ...counts } = facts;
  const rows = Object.entries({ format, ...counts, ...defined({ network: recognised?.title }) });
  const lines = rows.map(
    ([name, value]) =>
      `${`${name[0].toUpperCase()}${name.slice(1)}`.padEnd(11)}${typeof value === "number" ? value.toLocaleString("en-US") : String(value)}`,
  );
  const said = [recognised?.said ?? [], recognised?.irregular ?? [], guesses, warnings].filter((part) => part.length > 0);
  return `${lines.join("\n")}\n${said.map((part) => `\n${part.join("\n")}\n`).join("")}`;
}
