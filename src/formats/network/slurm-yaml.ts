/** Slurm's `topology.yaml`: a list of topologies, each a tree, blocks, rings or a torus. */
import type { Document, LineCounter, Node, Scalar, YAMLMap, YAMLSeq } from "yaml";
import { LazyModule } from "../../core/base/lazy.ts";
import { type Format, type ReaderOptions, maxUnreadLines, type ReadResult } from "../contract.ts";
import { forEachLine, firstLines } from "../lines.ts";
import { refusedResult, DiagnosticsCollector } from "../diagnostics.ts";
import { idFault, quoteId } from "./network-builder.ts";
import { type SlurmStatement, SlurmNetwork, slurmLimitations, slurmSwitches } from "./slurm.ts";

/** Longest text in characters: enough for 10,000 switches with their nodes. */
const maxTextLength = 1_000_000;
/** Maximum nesting depth of brackets or indentation, which no topology reaches. */
const maxDepth = 40;
/** Maximum indentation of a line, in columns. */
const maxIndent = 200;

/** A library that is loaded only when a YAML text is read. */
const yaml = new LazyModule(() => import("yaml"));
const isMap = (node: unknown): node is YAMLMap => yaml.code.isMap(node);
const isSeq = (node: unknown): node is YAMLSeq => yaml.code.isSeq(node);
const isScalar = (node: unknown): node is Scalar => yaml.code.isScalar(node);

export const slurmYaml: Format = {
  id: "slurm-yaml",
  title: "Slurm topology.yaml",
  contentKind: "network",
  extension: "yaml",
  source: "Slurm 26.11, topology.yaml(5)",
  limitations: slurmLimitations,
  confidenceOf(excerpt) {
    const lines = firstLines(excerpt, 100, (line) => !/^\s*#/.test(line)).map((line) => line.slice(0, 200));
    const hasName = lines.some((line) => /^\s*-?\s*topology\s*:/i.test(line));
    const hasKind = lines.some((line) => /^\s*(?:-\s*)?(?:tree|block|flat|ring|torus3d)\s*:/i.test(line));
    return hasName && hasKind ? 0.97 : hasName ? 0.6 : 0;
  },
  fetch: () => yaml.fetch(),
  read,
  write({ network }) {
    const switches = slurmSwitches(network!).flatMap(({ name, children, nodes }) => [
      `      - switch: ${quoteYaml(name)}`,
      ...(children === undefined ? [] : [`        children: ${quoteYaml(children)}`]),
      ...(nodes === undefined ? [] : [`        nodes: ${quoteYaml(nodes)}`]),
    ]);
    return ["---", "- topology: network", "  cluster_default: true", "  tree:", "    switches:", ...switches, ""].join("\n");
  },
};

/** Hostlists and names contain neither quotes nor backslashes. */
const quoteYaml = (text: string) => `"${text}"`;

/**
 * Reads a topology.yaml of Slurm. Refuses texts that are too large, nested too deeply or mostly not YAML before their contents are
 * examined.
 */
function read(rawText: string, { onProgress }: ReaderOptions = {}): ReadResult {
  // YAML does not accept a single \r as a line end.
  const text = rawText.replaceAll(/\r\n?/g, "\n");
  const diagnostics = new DiagnosticsCollector();
  const { lines: lineCount, tooDeepLine } = checkDepth(text, onProgress);
  if (text.length > maxTextLength) {
    return refusedResult(
      "slurm-yaml",
      lineCount,
      `The text has ${text.length.toLocaleString("en-US")} characters; at most ${maxTextLength.toLocaleString("en-US")} are read as YAML. Write nodes as hostlists, node[1-9].`,
    );
  }
  if (tooDeepLine > 0)
    return refusedResult(
      "slurm-yaml",
      lineCount,
      `Line ${tooDeepLine} is nested deeper than ${maxDepth} levels. Give a topology.yaml of Slurm.`,
    );
  const counter = new yaml.code.LineCounter();
  // Parse the YAML. Files of Slurm have no anchors; a text with many of them is another kind of file.
  const document = countAnchors(text) > maxUnreadLines ? null : firstDocument(text, counter, diagnostics);
  if (document === null)
    return refusedResult(
      "slurm-yaml",
      lineCount,
      "The text is not a topology.yaml: too many of its lines cannot be read. Give a list of topologies, each with a tree or blocks.",
    );
  // Positions in the YAML document, for diagnostics.
  const statementAtOffset = (offset: number): SlurmStatement => {
    const line = Math.max(1, counter.linePos(offset).line);
    const lineStart = counter.lineStarts[line - 1] ?? 0;
    return {
      line: Math.min(line, lineCount),
      text: text.slice(lineStart, Math.min(counter.lineStarts[line] ?? text.length, lineStart + 1000)),
    };
  };
  for (const { pos, message } of document.errors) {
    const { line, text } = statementAtOffset(pos[0]);
    diagnostics.note(line, text, yamlFault(message));
  }
  const statementOf = (node: unknown) => statementAtOffset((node as Node | null)?.range?.[0] ?? 0);
  const network = new SlurmNetwork(diagnostics);
  lowerKeys(document.contents, maxDepth);
  const refusal = readTopologies(document.contents, network, diagnostics, statementOf);
  if (refusal !== null) return { format: "slurm-yaml", ...diagnostics.summary(lineCount, refusal) };
  network.finish();
  return network.builder.result(
    "slurm-yaml",
    lineCount,
    diagnostics,
    "The text names no switch. Give a tree with switches, each with its children or nodes.",
  );
}

/** The first YAML document of a text; null if there is none, or if it has more errors than are listed. */
function firstDocument(text: string, counter: LineCounter, diagnostics: DiagnosticsCollector): Document.Parsed | null {
  const { Parser, Composer } = yaml.code;
  const composer = new Composer({ uniqueKeys: false, prettyErrors: false, logLevel: "silent", merge: false });
  let errorCount = 0;
  for (const token of new Parser(counter.addNewLine).parse(text)) {
    // The library is slow on texts with many errors.
    if ((token.type === "error" || token.type === "directive") && ++errorCount > maxUnreadLines) return null;
    for (const document of composer.next(token)) {
      if (/[^\s.-]/.test(text.slice(token.offset))) diagnostics.guess("The text has several YAML documents: the first is read.");
      return document as Document.Parsed;
    }
  }
  for (const document of composer.end(true, text.length)) return document as Document.Parsed;
  return null;
}

/** Counts anchors and aliases, which Slurm's files do not use. */
function countAnchors(text: string): number {
  let count = 0;
  for (let position = 0; position < text.length; position++) if (text[position] === "&" || text[position] === "*") count++;
  return count;
}

/** Converts the keys of all maps to lower case, because Slurm ignores case. */
function lowerKeys(node: unknown, remainingDepth: number): void {
  if (remainingDepth < 0 || !(isMap(node) || isSeq(node))) return;
  for (const item of node.items) {
    if (!yaml.code.isPair(item)) lowerKeys(item, remainingDepth - 1);
    else {
      if (isScalar(item.key) && typeof item.key.value === "string") item.key.value = item.key.value.toLowerCase();
      lowerKeys(item.value, remainingDepth - 1);
    }
  }
}

type StatementOf = (node: unknown) => SlurmStatement;

/** Reads the cluster's default topology, or the first that is not flat; returns why there is none, or null. */
function readTopologies(
  contents: unknown,
  network: SlurmNetwork,
  diagnostics: DiagnosticsCollector,
  statementOf: StatementOf,
): string | null {
  const topologies = (isSeq(contents) ? contents.items : [contents]).filter(isMap);
  if (topologies.length === 0) return "The text has no topology. Give a list of topologies, each with a tree, blocks or a torus.";
  const hasLinks = (entry: YAMLMap) => ["tree", "block", "ring", "torus3d"].some((kind) => entry.has(kind));
  const isDefault = (entry: YAMLMap) => /^(true|yes|1)$/i.test(textValue(entry, "cluster_default") ?? "");
  const selected = topologies.find((entry) => isDefault(entry) && hasLinks(entry)) ?? topologies.find(hasLinks);
  if (selected === undefined) return "All its topologies are flat: they describe no links. Give a topology with a tree, blocks or a torus.";
  if (topologies.length > 1) {
    diagnostics.guess(
      `The text has ${topologies.length} topologies; ${quoteId(textValue(selected, "topology") ?? "the first")} is read${isDefault(selected) ? ", the cluster's default" : ""}.`,
    );
  }
  const note = (node: unknown, reason: string) => {
    const { line, text } = statementOf(node);
    diagnostics.note(line, text, reason);
  };
  for (const entry of mapsOfList(mapValue(selected, "tree"), "switches")) {
    addNamed(entry, "switch", (name, statement) =>
      network.addSwitch(statement, name, textValue(entry, "children"), textValue(entry, "nodes")),
    );
  }
  const block = mapValue(selected, "block");
  for (const entry of mapsOfList(block, "blocks"))
    addNamed(entry, "block", (name, statement) => network.addBlock(statement, name, textValue(entry, "nodes")));
  const sizes = block?.get("block_sizes", true);
  if (isSeq(sizes))
    network.setBlockSizes(
      sizes.items
        .slice(0, 32)
        .map((size) => Number(scalarText(size)))
        .filter((size) => size > 0),
    );
  for (const entry of mapsOfList(mapValue(selected, "ring"), "rings"))
    addNamed(entry, "ring", (name, statement) => network.addRing(statement, name, textValue(entry, "nodes")));
  const torus = selected.get("torus3d", true);
  for (const entry of (isSeq(torus) ? torus.items : [torus]).filter(isMap)) {
    for (const torusEntry of entry.has("dims") ? [entry] : mapsOfList(entry, "toruses")) {
      const dimensions = torusEntry.get("dims", true);
      const [x, y, z] = isSeq(dimensions)
        ? dimensions.items.map((size) => Number(scalarText(size)))
        : ["x", "y", "z"].map((axis) => Number(textValue(isMap(dimensions) ? dimensions : undefined, axis)));
      if ([x, y, z].every((size) => Number.isInteger(size) && size > 0 && size < 65_536))
        network.addTorus(statementOf(torusEntry), [x, y, z], textValue(torusEntry, "nodes"));
      else note(torusEntry, "has no sizes; expected dims with x, y and z");
    }
  }
  return null;

  function addNamed(entry: YAMLMap, key: string, addEntry: (name: string, statement: SlurmStatement) => void): void {
    const name = textValue(entry, key);
    const fault = name === undefined || name === "" ? `has no name; expected "${key}"` : idFault(name);
    if (fault === null) addEntry(name!, statementOf(entry));
    else note(entry, fault);
  }

  /** The entries of a list that are maps; all other entries are reported. */
  function mapsOfList(map: YAMLMap | undefined, key: string): readonly YAMLMap[] {
    const list = map?.get(key, true);
    if (!isSeq(list)) {
      if (map !== undefined) note(map, `has no list "${key}"`);
      return [];
    }
    for (const entry of list.items) if (!isMap(entry)) note(entry, `is not an entry of "${key}"`);
    return list.items.filter(isMap);
  }
}

const mapValue = (map: YAMLMap, key: string): YAMLMap | undefined => {
  const value = map.get(key, true);
  return isMap(value) ? value : undefined;
};

/** A scalar as written. Aliases are ignored, because an anchor may hold anything. */
const scalarText = (node: unknown): string | undefined => {
  if (!isScalar(node) || node.value === null) return undefined;
  // Names such as 007 or 1e3 must not become numbers.
  return node.source ?? String(node.value);
};

/** A text, or a list of texts joined to a hostlist. */
function textValue(map: YAMLMap | undefined, key: string): string | undefined {
  const value = map?.get(key, true);
  if (isSeq(value)) return value.items.map((each) => scalarText(each) ?? "").join(",");
  return scalarText(value);
}

/**
 * Checks the nesting of a YAML text before it is parsed, because a parser could exceed the stack. Returns the number of lines, and the
 * number of the first line that is nested too deeply; 0 if there is none. Indentation, list markers and brackets count; brackets within
 * strings count, too.
 */
function checkDepth(text: string, onProgress: ReaderOptions["onProgress"]): { readonly lines: number; readonly tooDeepLine: number } {
  let tooDeepLine = 0;
  let depth = 0;
  const lineCount = forEachLine(
    text,
    (line, start, end) => {
      let position = start;
      let nestedMarkers = 0;
      for (; position < end && " \t-?:".includes(text[position]); position++) if (text[position] !== " ") nestedMarkers++;
      let isLineTooDeep = position - start > maxIndent || nestedMarkers > maxDepth;
      for (; position < end; position++) {
        const character = text[position];
        if (character === "[" || character === "{") isLineTooDeep ||= ++depth > maxDepth;
        else if ((character === "]" || character === "}") && depth > 0) depth--;
      }
      if (isLineTooDeep && tooDeepLine === 0) tooDeepLine = line;
    },
    onProgress,
  );
  return { lines: lineCount, tooDeepLine };
}

const yamlFault = (message: string) =>
  `is not YAML: ${message
    .slice(0, 120)
    .split("\n")[0]
    .trim()
    .replace(/[.\s]+$/, "")}`;
