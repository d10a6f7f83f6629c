/**
 * Connection matrices of htsim: `Nodes 128`, `Connections 2`, then one connection per line, `1->0 id 1 start 0 size 2000000`, with its
 * start in picoseconds (`connection_matrix.cpp`). Connections that are started by a trigger have no start time and are reported as unread.
 */
import type { Format, ReaderOptions, ReadResult } from "../contract.ts";
import { forEachLine, firstLines } from "../lines.ts";
import { DiagnosticsCollector } from "../diagnostics.ts";
import { maxReadMessages } from "./messages.ts";
import { multiplyRounded } from "../units.ts";

/** Maximum number of nodes, each of which gets a name. */
const maxNodes = 65_536;
/** Longest line that is read. */
const maxLineLength = 1000;
/** In seconds. */
const picosecond = 1e-12;

const connection = /^\s*(\d{1,9})->(\d{1,9})((?:\s+\w+\s+\S+)*)\s*$/;

export const htsim: Format = {
  id: "htsim",
  title: "htsim connection matrix",
  contentKind: "traffic",
  extension: "cm",
  source: "htsim, sim/datacenter/connection_matrix.cpp",
  limitations: ["Names of nodes.", "Triggers: flows that start when another flow has ended."],
  confidenceOf(excerpt) {
    const lines = firstLines(excerpt, 40, (line) => !line.trim().startsWith("#"));
    const connectionLines = lines.filter((line) => /^(Nodes|Connections|Triggers|Failures) \d|^\s*\d{1,9}->\d/i.test(line)).length;
    return connectionLines > 0 && 2 * connectionLines >= lines.length ? (connectionLines > 1 ? 0.97 : 0.5) : 0;
  },
  read,
};

/**
 * Reads a connection matrix of htsim as a list of messages: a connection per line, with source, destination, size in bytes and start in
 * picoseconds. Nodes are numbers.
 */
function read(text: string, { onProgress }: ReaderOptions = {}): ReadResult {
  const diagnostics = new DiagnosticsCollector();
  const list: { source: number; destination: number; bytes: number; time: number }[] = [];
  let [declaredNodes, messageCount, highestNode] = [0, 0, -1];
  /** Reads a line; returns why it cannot be read, or null. */
  const readLine = (line: string): string | null => {
    if (/^\s*(#|$)/.test(line)) return null;
    const countMatch = /^(Nodes|Connections|Triggers|Failures)\s+(\d{1,9})\s*$/i.exec(line);
    if (countMatch !== null) {
      if (countMatch[1].toLowerCase() === "nodes") declaredNodes = Number(countMatch[2]);
      return null;
    }
    if (/^\s*(trigger|failure)\b/i.test(line)) return `${line.trim().split(/\s/, 1)[0].toLowerCase()}s are not read`;
    const match = connection.exec(line);
    if (match === null) return "expected a connection such as 1->0 start 0 size 2000000";
    const attributes = new Map<string, string>();
    const words = match[3].trim().split(/\s+/);
    for (let i = 0; i + 1 < words.length; i += 2) attributes.set(words[i].toLowerCase(), words[i + 1]);
    const [source, destination] = [Number(match[1]), Number(match[2])];
    if (attributes.has("trigger")) return `is started by trigger ${attributes.get("trigger")!.slice(0, 20)}, so its start time is unknown`;
    const unknownKey = [...attributes.keys()].find((key) => !knownKeys.includes(key));
    if (unknownKey !== undefined) return `has the key "${unknownKey.slice(0, 40)}"; known keys are ${knownKeys.join(", ")}`;
    const bytes = Number(attributes.get("size"));
    const start = Number(attributes.get("start"));
    if (bytes === 0) return "size 0 means a flow without end";
    if (!(Number.isInteger(bytes) && bytes >= 1 && bytes <= 1e12)) return "expected a size of 1 byte or more";
    if (!(start >= 0 && start <= 1e24)) return "expected a start of 0 or more";
    if (source === destination) return `goes from ${source} to itself`;
    highestNode = Math.max(highestNode, source, destination);
    if (++messageCount <= maxReadMessages) list.push({ source, destination, bytes, time: multiplyRounded(start, picosecond) });
    return null;
  };
  const lines = forEachLine(
    text,
    (line, lineStart, lineEnd) => {
      const lineText = text.slice(lineStart, Math.min(lineEnd, lineStart + maxLineLength));
      const fault = readLine(lineText);
      if (fault !== null) diagnostics.note(line, lineText, fault);
    },
    onProgress,
  );
  const nodeCount = Math.max(declaredNodes, highestNode + 1);
  const limitFault = (messageCount: number, limit: number, noun: string) =>
    messageCount > limit
      ? `The text has ${messageCount.toLocaleString("en-US")} ${noun}; at most ${limit.toLocaleString("en-US")} can be read. Use only a part of it.`
      : null;
  const refused =
    (list.length === 0 ? "No message could be read: a line has the form 1->0 start 0 size 2000000." : null) ??
    limitFault(messageCount, maxReadMessages, "messages") ??
    limitFault(nodeCount, maxNodes, "nodes");
  if (refused !== null) return { format: htsim.id, ...diagnostics.summary(lines, refused) };
  if (declaredNodes < nodeCount)
    diagnostics.guess(
      `${nodeCount.toLocaleString("en-US")} nodes are assumed, because the highest number is ${highestNode.toLocaleString("en-US")}; the text announces ${declaredNodes}.`,
    );
  const names = Array.from({ length: nodeCount }, (_, node) => String(node));
  return { format: htsim.id, traffic: { is: "messages", names, list, timeIn: "seconds" }, ...diagnostics.summary(lines) };
}

/** Known keys of a connection, including those that have no effect here. */
const knownKeys = ["start", "size", "id", "msg", "prio", "send_done_trigger", "recv_done_trigger"];
