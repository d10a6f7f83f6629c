/**
 * Counters of ports: a table with one row per port, or the output of `perfquery` and `ibqueryerrors` (infiniband-diags). PortXmitData and
 * PortRcvData count words of four bytes (perfquery(8)); columns with other headings count bytes.
 */
import { eachRow, guessedSeparator, numberIn } from "../cells.ts";
import { columnMap, headOf, takenBy } from "./columns.ts";
import { type Format, type Given, headLength, type ReadCounter, type Reading } from "../contract.ts";
import { eachLine } from "../lines.ts";
import { isPrintedCounters, looksLikeCounters } from "./table-look.ts";
import { Telling } from "../told.ts";
import { amountIn } from "./amounts.ts";
import { counterRoles } from "./roles.ts";
import { sizeUnit } from "./units.ts";

/** Maximum number of ports. */
export const mostPorts = 2 ** 20;

export const counters: Format = {
  id: "counters",
  title: "Port counters",
  carries: "counters",
  extension: "csv",
  source: "infiniband-diags: perfquery(8), ibqueryerrors(8); this program: columns node, port, sent, received, waited",
  cannotSay: ["How long it was counted."],
  recognise: looksLikeCounters,
  read: (text, given = {}) => (isPrintedCounters(text.slice(0, headLength)) ? readPrinted(text, given) : readTable(text, given)),
};

/** Bytes per word that InfiniBand counters count. */
const wordBytes = 4;

/** Value at which 32-bit counters saturate (InfiniBand Architecture Specification, vol. 1, PortCounters). */
const stopped = 2 ** 32 - 1;

type Counted = "sent" | "received" | "waited";

/** Collects the counters by port. */
class Ports {
  private readonly list: { node: string; port: number; sent?: number; received?: number; waited?: number }[] = [];
  private readonly placeOf = new Map<string, number>();
  private stopped = 0;

  /** Converts a counter value from words to bytes. */
  bytesOf(words: number): number {
    if (words === stopped) this.stopped++;
    return words * wordBytes;
  }

  /** Adds the counters of a port. @returns why they are invalid, or null */
  add(node: string, port: number, counted: Partial<Record<Counted, number>>): string | null {
    const key = `${port} ${node}`;
    const place = this.placeOf.get(key);
    if (place === undefined) {
      this.placeOf.set(key, this.list.length);
      if (this.list.length < mostPorts) this.list.push(Object.assign({ node, port }, counted));
      return null;
    }
    const known = this.list[place];
    if (known === undefined) return null;
    if ((Object.keys(counted) as Counted[]).some((what) => known[what] !== undefined))
      return `counts port ${port} of "${node}" again; the first stays`;
    Object.assign(known, counted);
    return null;
  }

  /** The result of the reader. */
  reading(telling: Telling, lines: number, more: Partial<Reading> = {}): Reading {
    const count = this.placeOf.size;
    if (this.stopped > 0)
      telling.guess(
        `Counters of data that stand at ${stopped.toLocaleString("en-US")}, where those of 32 bits stop: ${this.stopped.toLocaleString("en-US")}. More may have crossed.`,
      );
    const refused =
      count === 0
        ? "No port could be read: a row has a node, a port and what it counted."
        : count > mostPorts
          ? `The text counts ${count.toLocaleString("en-US")} ports; ${mostPorts.toLocaleString("en-US")} fit. Take a part of them.`
          : null;
    return {
      format: counters.id,
      ...(refused === null ? { counters: this.list as readonly ReadCounter[] } : {}),
      ...more,
      ...telling.told(lines, refused),
    };
  }
}

/** Counters in printed output, by name in lower case. */
const printedCounters: Readonly<Record<string, Counted>> = { portxmitdata: "sent", portrcvdata: "received", portxmitwait: "waited" };

/** Reads the output of `perfquery` (a counter per line) and of `ibqueryerrors` (a port per line). */
function readPrinted(text: string, { onPart }: Given): Reading {
  const telling = new Telling();
  const ports = new Ports();
  let node: string | null = null;
  let port = 0;
  const whatOf = (name: string): Counted | undefined => printedCounters[name.toLowerCase()];
  const lines = eachLine(
    text,
    (line, from, to) => {
      const words = text.slice(from, Math.min(to, from + longestLine));
      const note = (why: string | null) => {
        if (why !== null) telling.note(line, words, why);
      };
      const counted = (name: string, value: string) => ({
        [whatOf(name)!]: whatOf(name) === "waited" ? Number(value) : ports.bytesOf(Number(value)),
      });
      const header = /^# Port[^:]{0,40}: Lid (\d+) port (\d+)/i.exec(words);
      if (header !== null) {
        [node, port] = [`lid ${header[1]}`, Number(header[2])];
        return;
      }
      const single = /^(Port\w{1,40}):\.*(\d+)/i.exec(words);
      if (single !== null) {
        if (whatOf(single[1]) === undefined) return;
        if (node === null) return note("counts for a port that no line above names");
        return note(ports.add(node, port, counted(single[1], single[2])));
      }
      const ofPort = /^[ \t]*GUID (0x[0-9a-f]{1,16}) port (\d{1,5}):/i.exec(words);
      if (ofPort === null) return;
      const all = Object.assign(
        {},
        ...[...words.matchAll(/\[(Port\w{1,40}) == (\d+)/gi)]
          .filter(([, name]) => whatOf(name) !== undefined)
          .map(([, name, value]) => counted(name, value)),
      );
      note(ports.add(ofPort[1], Number(ofPort[2]), all));
    },
    onPart,
  );
  telling.guess("PortXmitData and PortRcvData count words of four bytes.");
  return ports.reading(telling, lines);
}

const longestLine = 4000;

/** Reads a table with headings and one row per port. */
function readTable(text: string, { columns = {}, onPart }: Given): Reading {
  const telling = new Telling();
  const ports = new Ports();
  const separator = guessedSeparator(text);
  let heads: readonly string[] | null = null;
  let taken: Record<string, number> = {};
  const unit: Record<string, number> = {};
  let isByLid = false;
  const begin = (cells: readonly string[]) => {
    heads = [...cells];
    const taking = cells.map((cell) => headOf(cell));
    taken = takenBy(taking, counterRoles, columns);
    isByLid = taking[taken["node"] ?? -1]?.word === "lid";
    for (const role of ["sent", "received"]) {
      const head = taking[taken[role] ?? -1];
      if (head === undefined) continue;
      const isOfWords = /^(port)?(xmit|rcv)data(64)?$/.test(head.word) && head.unit === "";
      if (isOfWords) telling.guess(`"${cells[taken[role]]}" counts words of four bytes.`);
      unit[role] = isOfWords ? wordBytes : (sizeUnit(head.unit) ?? 1);
    }
  };
  const isKnown = () =>
    taken["node"] !== undefined && taken["port"] !== undefined && ["sent", "received", "waited"].some((role) => taken[role] !== undefined);
  const readRow = (cells: readonly string[]): string | null => {
    const node = cells[taken["node"]] ?? "";
    if (node === "") return "has no node";
    const portText = cells[taken["port"]] ?? "";
    const digits = /^(?:(?:port|eth|p)[ _]?)?(\d{1,5})$/i.exec(portText);
    if (digits === null) return `expected the number of a port, not "${portText}"`;
    const counted: Partial<Record<Counted, number>> = {};
    for (const role of ["sent", "received", "waited"] as const) {
      const cell = cells[taken[role] ?? -1];
      if (cell === undefined || cell === "") continue;
      const value = role === "waited" ? numberIn(cell, separator) : amountIn(cell, separator, sizeUnit, unit[role]);
      if (!(value >= 0 && value <= Number.MAX_VALUE)) return `expected a count of 0 or more, not "${cell}"`;
      counted[role] = role !== "waited" && unit[role] === wordBytes ? ports.bytesOf(value / wordBytes) : value;
    }
    return ports.add(isByLid ? `lid ${node}` : node, Number(digits[1]), counted);
  };
  const lines = eachRow(
    text,
    separator,
    ({ cells, line, from, to, fault }) => {
      if (heads === null) return begin(cells);
      if (!isKnown()) return;
      const why = fault ?? readRow(cells);
      if (why !== null) telling.note(line, text.slice(from, Math.min(to, from + 200)), why);
    },
    onPart,
  );
  const map = columnMap(heads, (heads as readonly string[] | null)?.length ?? 0, counterRoles, taken);
  if (heads !== null && !isKnown()) {
    const missing = ["node", "port"].filter((role) => taken[role] === undefined);
    return {
      format: counters.id,
      columns: map,
      ...telling.told(lines, `No column is known as ${missing.join(" or ") || "what was sent, received or waited"}. Say which it is.`),
    };
  }
  return ports.reading(telling, lines, { columns: map });
}
