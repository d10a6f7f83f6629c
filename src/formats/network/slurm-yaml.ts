/** Slurm's `topology.yaml`: a list of topologies, each a tree, blocks, rings or a torus. */
import type { Document, LineCounter, Node, Scalar, YAMLMap, YAMLSeq } from "yaml";
import { Late } from "../../core/base/late.ts";
import { type Format, type Given, mostNotes, type Reading } from "../contract.ts";
import { eachLine, firstLines } from "../lines.ts";
import { refusedAs, Telling } from "../told.ts";
import { idFault, quoted } from "./gathering.ts";
import { type Said, SlurmNetwork, slurmCannotSay, slurmSwitches } from "./slurm.ts";

/** Longest text in characters: enough for 10,000 switches with their nodes. */
const longestText = 1_000_000;
/** Maximum nesting depth of brackets or indentation, which no topology reaches. */
const deepest = 40;
/** Maximum indentation of a line, in columns. */
const widestIndent = 200;

/** A library that is loaded only when a YAML text is read. */
const yaml = new Late(() => import("yaml"));
const isMap = (node: unknown): node is YAMLMap => yaml.code.isMap(node);
const isSeq = (node: unknown): node is YAMLSeq => yaml.code.isSeq(node);
const isScalar = (node: unknown): node is Scalar => yaml.code.isScalar(node);

export const slurmYaml: Format = {
  id: "slurm-yaml",
  title: "Slurm topology.yaml",
  carries: "network",
  extension: "yaml",
  source: "Slurm 26.11, topology.yaml(5)",
  cannotSay: slurmCannotSay,
  recognise(head) {
    const lines = firstLines(head, 100, (line) => !/^\s*#/.test(line)).map((line) => line.slice(0, 200));
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

function read(written: string, { onPart }: Given = {}): Reading {
  // YAML does not accept a single \r as a line end.
  const text = written.replaceAll(/\r\n?/g, "\n");
  const tell = new Telling();
  const { lines, tooDeep } = depthOf(text, onPart);
  if (text.length > longestText) {
    return refusedAs(
      "slurm-yaml",
      lines,
      `It has ${text.length.toLocaleString("en-US")} characters; at most ${longestText.toLocaleString("en-US")} are read as YAML. Write nodes as hostlists, node[1-9].`,
    );
  }
  if (tooDeep > 0)
    return refusedAs("slurm-yaml", lines, `Line ${tooDeep} is nested deeper than ${deepest} levels. Give a topology.yaml of Slurm.`);
  const counter = new yaml.code.LineCounter();
  const document = anchorsIn(text) > mostNotes ? null : firstDocument(text, counter, tell);
  if (document === null)
    return refusedAs(
      "slurm-yaml",
      lines,
      "It is no topology.yaml: too much of it cannot be read. Give a list of topologies, each with a tree or blocks.",
    );
  // Positions in the YAML document, for diagnostics.
  const saidFrom = (at: number): Said => {
    const line = Math.max(1, counter.linePos(at).line);
    const from = counter.lineStarts[line - 1] ?? 0;
    return { line: Math.min(line, lines), text: text.slice(from, Math.min(counter.lineStarts[line] ?? text.length, from + 1000)) };
  };
  for (const { pos, message } of document.errors) {
    const { line, text } = saidFrom(pos[0]);
    tell.note(line, text, inNote(message));
  }
  const saidAt = (node: unknown) => saidFrom((node as Node | null)?.range?.[0] ?? 0);
  const network = new SlurmNetwork(tell);
  lowerKeys(document.contents, deepest);
  const refused = readTopologies(document.contents, network, tell, saidAt);
  if (refused !== null) return { format: "slurm-yaml", ...tell.told(lines, refused) };
  network.finish();
  return network.found.reading(
    "slurm-yaml",
    lines,
    tell,
    "It names no switch. Give a tree with switches, each with its children or nodes.",
  );
}

/** The first YAML document of a text; null if there is none, or if it has more errors than are listed. */
function firstDocument(text: string, counter: LineCounter, tell: Telling): Document.Parsed | null {
  const { Parser, Composer } = yaml.code;
  const composer = new Composer({ uniqueKeys: false, prettyErrors: false, logLevel: "silent", merge: false });
  let strange = 0;
  for (const token of new Parser(counter.addNewLine).parse(text)) {
    // The library is slow on texts with many errors.
    if ((token.type === "error" || token.type === "directive") && ++strange > mostNotes) return null;
    for (const document of composer.next(token)) {
      if (/[^\s.-]/.test(text.slice(token.offset))) tell.guess("It has several documents: the first is read.");
      return document as Document.Parsed;
    }
  }
  for (const document of composer.end(true, text.length)) return document as Document.Parsed;
  return null;
}

/** Counts anchors and aliases, which Slurm's files do not use. */
function anchorsIn(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) if (text[at] === "&" || text[at] === "*") count++;
  return count;
}

/** Converts the keys of all maps to lower case, because Slurm ignores case. */
function lowerKeys(node: unknown, depth: number): void {
  if (depth < 0 || !(isMap(node) || isSeq(node))) return;
  for (const item of node.items) {
    if (!yaml.code.isPair(item)) lowerKeys(item, depth - 1);
    else {
      if (isScalar(item.key) && typeof item.key.value === "string") item.key.value = item.key.value.toLowerCase();
      lowerKeys(item.value, depth - 1);
    }
  }
}

type SaidAt = (node: unknown) => Said;

/** Reads the cluster's default topology, or the first that is not flat. @returns why there is none, or null */
function readTopologies(contents: unknown, network: SlurmNetwork, tell: Telling, saidAt: SaidAt): string | null {
  const all = (isSeq(contents) ? contents.items : [contents]).filter(isMap);
  if (all.length === 0) return "It has no topology. Give a list of topologies, each with a tree, blocks or a torus.";
  const says = (each: YAMLMap) => ["tree", "block", "ring", "torus3d"].some((kind) => each.has(kind));
  const isDefault = (each: YAMLMap) => /^(true|yes|1)$/i.test(textIn(each, "cluster_default") ?? "");
  const chosen = all.find((each) => isDefault(each) && says(each)) ?? all.find(says);
  if (chosen === undefined) return "Its topologies are flat: they say nothing of links. Give one with a tree, blocks or a torus.";
  if (all.length > 1) {
    tell.guess(
      `It has ${all.length} topologies; ${quoted(textIn(chosen, "topology") ?? "the first")} is read${isDefault(chosen) ? ", the cluster's default" : ""}.`,
    );
  }
  const note = (node: unknown, why: string) => {
    const { line, text } = saidAt(node);
    tell.note(line, text, why);
  };
  for (const each of listIn(mapIn(chosen, "tree"), "switches")) {
    named(each, "switch", (name, said) => network.addSwitch(said, name, textIn(each, "children"), textIn(each, "nodes")));
  }
  const block = mapIn(chosen, "block");
  for (const each of listIn(block, "blocks")) named(each, "block", (name, said) => network.addBlock(said, name, textIn(each, "nodes")));
  const sizes = block?.get("block_sizes", true);
  if (isSeq(sizes))
    network.setBlockSizes(
      sizes.items
        .slice(0, 32)
        .map((size) => Number(scalar(size)))
        .filter((size) => size > 0),
    );
  for (const each of listIn(mapIn(chosen, "ring"), "rings"))
    named(each, "ring", (name, said) => network.addRing(said, name, textIn(each, "nodes")));
  const torus = chosen.get("torus3d", true);
  for (const each of (isSeq(torus) ? torus.items : [torus]).filter(isMap)) {
    for (const one of each.has("dims") ? [each] : listIn(each, "toruses")) {
      const dims = one.get("dims", true);
      const [x, y, z] = isSeq(dims)
        ? dims.items.map((size) => Number(scalar(size)))
        : ["x", "y", "z"].map((axis) => Number(textIn(isMap(dims) ? dims : undefined, axis)));
      if ([x, y, z].every((size) => Number.isInteger(size) && size > 0 && size < 65_536))
        network.addTorus(saidAt(one), [x, y, z], textIn(one, "nodes"));
      else note(one, "has no sizes; expected dims with x, y and z");
    }
  }
  return null;

  function named(each: YAMLMap, key: string, add: (name: string, said: Said) => void): void {
    const name = textIn(each, key);
    const fault = name === undefined || name === "" ? `has no name; expected "${key}"` : idFault(name);
    if (fault === null) add(name!, saidAt(each));
    else note(each, fault);
  }

  /** The maps in a list; other entries are reported. */
  function listIn(map: YAMLMap | undefined, key: string): readonly YAMLMap[] {
    const list = map?.get(key, true);
    if (!isSeq(list)) {
      if (map !== undefined) note(map, `has no list "${key}"`);
      return [];
    }
    for (const each of list.items) if (!isMap(each)) note(each, `is no entry of "${key}"`);
    return list.items.filter(isMap);
  }
}

const mapIn = (map: YAMLMap, key: string): YAMLMap | undefined => {
  const found = map.get(key, true);
  return isMap(found) ? found : undefined;
};

/** A scalar as written. Aliases are ignored, because an anchor may hold anything. */
const scalar = (node: unknown): string | undefined => {
  if (!isScalar(node) || node.value === null) return undefined;
  // Names such as 007 or 1e3 must not become numbers.
  return node.source ?? String(node.value);
};

/** A text, or a list of texts joined to a hostlist. */
function textIn(map: YAMLMap | undefined, key: string): string | undefined {
  const found = map?.get(key, true);
  if (isSeq(found)) return found.items.map((each) => scalar(each) ?? "").join(",");
  return scalar(found);
}

/** Number of lines of a text, and the first line that is nested too deeply; 0 if there is none. Brackets within strings count, too. */
function depthOf(text: string, onPart: Given["onPart"]): { readonly lines: number; readonly tooDeep: number } {
  let tooDeep = 0;
  let depth = 0;
  const lines = eachLine(
    text,
    (line, from, to) => {
      let at = from;
      let dashes = 0;
      for (; at < to && " \t-?:".includes(text[at]); at++) if (text[at] !== " ") dashes++;
      let isTooDeep = at - from > widestIndent || dashes > deepest;
      for (; at < to; at++) {
        const sign = text[at];
        if (sign === "[" || sign === "{") isTooDeep ||= ++depth > deepest;
        else if ((sign === "]" || sign === "}") && depth > 0) depth--;
      }
      if (isTooDeep && tooDeep === 0) tooDeep = line;
    },
    onPart,
  );
  return { lines, tooDeep };
}

const inNote = (message: string) =>
  `is no YAML: ${message
    .slice(0, 120)
    .split("\n")[0]
    .trim()
    .replace(/[.\s]+$/, "")}`;
