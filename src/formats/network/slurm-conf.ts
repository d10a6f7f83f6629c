/** Slurm's `topology.conf`: one line per switch with the switches or nodes below it, or lines for blocks or rings. */
import type { Format, ReaderOptions, ReadResult } from "../contract.ts";
import { forEachLine, firstLines } from "../lines.ts";
import { DiagnosticsCollector } from "../diagnostics.ts";
import { idFault } from "./network-builder.ts";
import { type SlurmStatement, SlurmNetwork, slurmLimitations, slurmSwitches } from "./slurm.ts";

export const slurmConf: Format = {
  id: "slurm-conf",
  title: "Slurm topology.conf",
  contentKind: "network",
  extension: "conf",
  source: "Slurm 26.11, topology.conf(5)",
  limitations: slurmLimitations,
  confidenceOf(excerpt) {
    const lines = firstLines(excerpt, 200, (line) => !/^\s*#/.test(line));
    const statementLines = lines.filter((line) => /^\s*(?:SwitchName|BlockName|RingName|BlockSizes)\s*=/i.test(line.slice(0, 200))).length;
    return statementLines === 0 ? 0 : statementLines >= 0.5 * lines.length ? 0.97 : 0.7;
  },
  read,
  write({ network }) {
    return `${slurmSwitches(network!)
      .map(({ name, children, nodes }) =>
        [`SwitchName=${name}`, children === undefined ? "" : ` Switches=${children}`, nodes === undefined ? "" : ` Nodes=${nodes}`].join(
          "",
        ),
      )
      .join("\n")}\n`;
  },
};

/** Keys of topology.conf in lower case, and keys that `scontrol show topology` adds. */
const slurmKeys = new Set(["switchname", "switches", "nodes", "linkspeed", "blockname", "blocksizes", "ringname", "level", "blocksize"]);

function read(text: string, options: ReaderOptions = {}): ReadResult {
  const diagnostics = new DiagnosticsCollector();
  const network = new SlurmNetwork(diagnostics);
  /** Parts of a line that continues after a backslash, and its line number. */
  let lineParts: string[] = [];
  let firstLineNumber = 0;
  const count = forEachLine(
    text,
    (line, start, lineEnd) => {
      const contentLimit = commentStart(text, start, lineEnd);
      let contentEnd = contentLimit;
      while (contentEnd > start && /\s/.test(text[contentEnd - 1])) contentEnd--;
      const isContinued = contentLimit === lineEnd && contentEnd > start && text[contentEnd - 1] === "\\";
      if (lineParts.length === 0) firstLineNumber = line;
      lineParts.push(text.slice(start, isContinued ? contentEnd - 1 : contentEnd));
      if (!isContinued) readStatement();
    },
    options.onProgress,
  );
  if (lineParts.length > 0) readStatement();
  network.finish();
  return network.builder.result(
    "slurm-conf",
    count,
    diagnostics,
    "The text names no switch. Give lines such as SwitchName=s0 Nodes=tux[0-3].",
  );

  /**
   * Reads a complete statement of a topology.conf of Slurm, which may span several lines: key–value pairs that define a switch, block or
   * ring, or the block sizes.
   */
  function readStatement(): void {
    const fullLine = lineParts.length === 1 ? lineParts[0] : lineParts.join(" ");
    lineParts = [];
    if (fullLine.trim() === "") return;
    const statement: SlurmStatement = { line: firstLineNumber, text: fullLine.slice(0, 1000) };
    const note = (reason: string) => diagnostics.note(statement.line, statement.text, reason);
    // Split the line into pairs of a key and a value.
    const pairs = new Map<string, string>();
    for (let position = 0; ;) {
      while (position < fullLine.length && isBlank(fullLine[position])) position++;
      if (position === fullLine.length) break;
      const pair = parsePair(fullLine, position);
      if (typeof pair === "string") {
        note(pair);
        return;
      }
      const key = pair.key.toLowerCase();
      if (!slurmKeys.has(key)) note(`has "${pair.key.slice(0, 40)}", which is not a key of topology.conf`);
      else if (pairs.has(key)) note(`says ${pair.key} twice`);
      else pairs.set(key, pair.value);
      position = pair.end;
    }
    // Add what the pairs define to the network.
    const name = pairs.get("switchname") ?? pairs.get("blockname") ?? pairs.get("ringname");
    if (pairs.has("blocksizes")) {
      network.setBlockSizes(
        pairs
          .get("blocksizes")!
          .split(",", 32)
          .map(Number)
          .filter((size) => size > 0),
      );
    }
    if (name === undefined) {
      if (pairs.size > 0 && !pairs.has("blocksizes")) note("names no switch, block or ring");
      return;
    }
    const fault = name === "" ? "has an empty name" : idFault(name);
    if (fault !== null) note(fault);
    else if (pairs.has("switchname")) network.addSwitch(statement, name, pairs.get("switches"), pairs.get("nodes"));
    else if (pairs.has("blockname")) network.addBlock(statement, name, pairs.get("nodes"));
    else network.addRing(statement, name, pairs.get("nodes"));
  }
}

const isBlank = (character: string) => character === " " || character === "\t" || character === "\u{a0}";

/** Offset where a comment starts, or where the line ends. */
function commentStart(text: string, start: number, end: number): number {
  for (let position = start; position < end; position++) if (text[position] === "#" && text[position - 1] !== "\\") return position;
  return end;
}

/** A key with its value and the offset after it, or the reason why there is none. */
function parsePair(text: string, start: number): { readonly key: string; readonly value: string; readonly end: number } | string {
  let position = start;
  while (position < text.length && !isBlank(text[position]) && text[position] !== "=") position++;
  const key = text.slice(start, position);
  while (position < text.length && isBlank(text[position])) position++;
  if (text[position] !== "=" || key === "") return `has "${text.slice(start, start + 40)}" where Key=Value is expected`;
  position++;
  while (position < text.length && isBlank(text[position])) position++;
  if (text[position] === '"') {
    const close = text.indexOf('"', position + 1);
    if (close < 0) return "opens a quotation mark that it does not close";
    return { key, value: text.slice(position + 1, close), end: close + 1 };
  }
  const valueStart = position;
  while (position < text.length && !isBlank(text[position])) position++;
  return { key, value: text.slice(valueStart, position), end: position };
}
