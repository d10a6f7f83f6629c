/**
 * Connection matrices of htsim: `Nodes 128`, `Connections 2`, then one connection per line, `1->0 id 1 start 0 size 2000000`, with its
 * start in picoseconds (`connection_matrix.cpp`). Connections that are started by a trigger have no start time and are reported as unread.
 */
import type { Format, Given, Reading } from "../contract.ts";
import { eachLine, firstLines } from "../lines.ts";
import { Telling } from "../told.ts";
import { mostMessages } from "./messages.ts";
import { times } from "../units.ts";

/** Maximum number of nodes, each of which gets a name. */
const mostNodes = 65_536;
/** Longest line that is read. */
const longestLine = 1000;
/** In seconds. */
const picosecond = 1e-12;

const connection = /^\s*(\d{1,9})->(\d{1,9})((?:\s+\w+\s+\S+)*)\s*$/;

export const htsim: Format = {
  id: "htsim",
  title: "htsim connection matrix",
  carries: "traffic",
  extension: "cm",
  source: "htsim, sim/datacenter/connection_matrix.cpp",
  cannotSay: ["What nodes are called.", "What begins when something else has ended: triggers."],
  recognise(head) {
    const lines = firstLines(head, 40, (line) => !line.trim().startsWith("#"));
    const known = lines.filter((line) => /^(Nodes|Connections|Triggers|Failures) \d|^\s*\d{1,9}->\d/i.test(line)).length;
    return known > 0 && 2 * known >= lines.length ? (known > 1 ? 0.97 : 0.5) : 0;
  },
  read,
};

function read(text: string, { onPart }: Given = {}): Reading {
  const telling = new Telling();
  const list: { source: number; destination: number; bytes: number; time: number }[] = [];
  let [nodes, count, highest] = [0, 0, -1];
  /** Reads a line. @returns why it cannot be read, or null */
  const readLine = (line: string): string | null => {
    if (/^\s*(#|$)/.test(line)) return null;
    const head = /^(Nodes|Connections|Triggers|Failures)\s+(\d{1,9})\s*$/i.exec(line);
    if (head !== null) {
      if (head[1].toLowerCase() === "nodes") nodes = Number(head[2]);
      return null;
    }
    if (/^\s*(trigger|failure)\b/i.test(line)) return `${line.trim().split(/\s/, 1)[0].toLowerCase()}s are not read`;
    const found = connection.exec(line);
    if (found === null) return "expected a connection such as 1->0 start 0 size 2000000";
    const said = new Map<string, string>();
    const words = found[3].trim().split(/\s+/);
    for (let i = 0; i + 1 < words.length; i += 2) said.set(words[i].toLowerCase(), words[i + 1]);
    const [source, destination] = [Number(found[1]), Number(found[2])];
    if (said.has("trigger")) return `begins by trigger ${said.get("trigger")!.slice(0, 20)}, and so at no time that is known`;
    const strange = [...said.keys()].find((key) => !keys.includes(key));
    if (strange !== undefined) return `has the key "${strange.slice(0, 40)}"; known are ${keys.join(", ")}`;
    const bytes = Number(said.get("size"));
    const start = Number(said.get("start"));
    if (bytes === 0) return "size 0 is a flow without end";
    if (!(Number.isInteger(bytes) && bytes >= 1 && bytes <= 1e12)) return "expected a size of 1 byte or more";
    if (!(start >= 0 && start <= 1e24)) return "expected a start of 0 or more";
    if (source === destination) return `goes from ${source} to itself`;
    highest = Math.max(highest, source, destination);
    if (++count <= mostMessages) list.push({ source, destination, bytes, time: times(start, picosecond) });
    return null;
  };
  const lines = eachLine(
    text,
    (line, from, to) => {
      const shown = text.slice(from, Math.min(to, from + longestLine));
      const why = readLine(shown);
      if (why !== null) telling.note(line, shown, why);
    },
    onPart,
  );
  const wanted = Math.max(nodes, highest + 1);
  const tooMany = (count: number, most: number, what: string) =>
    count > most ? `The text has ${count.toLocaleString("en-US")} ${what}; ${most.toLocaleString("en-US")} fit. Take a part of it.` : null;
  const refused =
    (list.length === 0 ? "No message could be read: a line is such as 1->0 start 0 size 2000000." : null) ??
    tooMany(count, mostMessages, "messages") ??
    tooMany(wanted, mostNodes, "nodes");
  if (refused !== null) return { format: htsim.id, ...telling.told(lines, refused) };
  if (nodes < wanted)
    telling.guess(
      `There are ${wanted.toLocaleString("en-US")} nodes, as the highest is ${highest.toLocaleString("en-US")}; the text says ${nodes}.`,
    );
  const names = Array.from({ length: wanted }, (_, node) => String(node));
  return { format: htsim.id, traffic: { is: "messages", names, list, timeIn: "seconds" }, ...telling.told(lines) };
}

/** Known keys of a connection, including those that have no effect here. */
const keys = ["start", "size", "id", "msg", "prio", "send_done_trigger", "recv_done_trigger"];
