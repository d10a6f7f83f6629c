/**
 * Counters of ports: a table with one row per port, or the output of `perfquery` and `ibqueryerrors` (infiniband-diags). PortXmitData and
 * PortRcvData count words of four bytes (perfquery(8)); columns with other headings count bytes.
 */
import { forEachRow, guessSeparator, parseNumber } from "../cells.ts";
import { columnMap, parseTableHeading, columnsOfRoles } from "./columns.ts";
import { type Format, type ReaderOptions, detectionLength, type ReadCounter, type ReadResult } from "../contract.ts";
import { forEachLine } from "../lines.ts";
import { isPrintedCounters, countersConfidence } from "./detect-tables.ts";
import { DiagnosticsCollector } from "../diagnostics.ts";
import { parseAmount } from "./amounts.ts";
import { counterRoles } from "./roles.ts";
import { sizeUnitFactor } from "./units.ts";

/** Maximum number of ports. */
export const maxCounterPorts = 2 ** 20;

export const counters: Format = {
  id: "counters",
  title: "Port counters",
  contentKind: "counters",
  extension: "csv",
  source: "infiniband-diags: perfquery(8), ibqueryerrors(8); this program: columns node, port, sent, received, waited",
  limitations: ["Duration of the count."],
  confidenceOf: countersConfidence,
  read: (text, options = {}) =>
    isPrintedCounters(text.slice(0, detectionLength)) ? readPrintedCounters(text, options) : readCounterTable(text, options),
};

/** Bytes per word that InfiniBand counters count. */
const wordBytes = 4;

/** Value at which 32-bit counters saturate (InfiniBand Architecture Specification, vol. 1, PortCounters). */
const saturated = 2 ** 32 - 1;

type CounterName = "sent" | "received" | "waited";

/** Collects the counters by port. */
class PortCounters {
  private readonly list: { node: string; port: number; sent?: number; received?: number; waited?: number }[] = [];
  private readonly indexOfPort = new Map<string, number>();
  private saturatedCounters = 0;

  /** Converts a counter value from words to bytes. */
  bytesOf(words: number): number {
    if (words === saturated) this.saturatedCounters++;
    return words * wordBytes;
  }

  /** Adds the counters of a port; returns why they are invalid, or null. */
  add(node: string, port: number, values: Partial<Record<CounterName, number>>): string | null {
    const key = `${port} ${node}`;
    const index = this.indexOfPort.get(key);
    if (index === undefined) {
      this.indexOfPort.set(key, this.list.length);
      if (this.list.length < maxCounterPorts) this.list.push(Object.assign({ node, port }, values));
      return null;
    }
    const existing = this.list[index];
    if (existing === undefined) return null;
    if ((Object.keys(values) as CounterName[]).some((counter) => existing[counter] !== undefined))
      return `counts port ${port} of "${node}" again; the first count is kept`;
    Object.assign(existing, values);
    return null;
  }

  /**
   * The result of reading port counters: the counters of all ports, or the reason why there are none. Counters that reached their maximum
   * are reported.
   */
  result(diagnostics: DiagnosticsCollector, lines: number, extra: Partial<ReadResult> = {}): ReadResult {
    const count = this.indexOfPort.size;
    if (this.saturatedCounters > 0)
      diagnostics.guess(
        `Data counters at ${saturated.toLocaleString("en-US")}, the maximum of 32 bits: ${this.saturatedCounters.toLocaleString("en-US")}. The actual traffic may be higher.`,
      );
    const refused =
      count === 0
        ? "No port could be read: a row has a node, a port and its counters."
        : count > maxCounterPorts
          ? `The text has counters of ${count.toLocaleString("en-US")} ports; at most ${maxCounterPorts.toLocaleString("en-US")} can be read. Use only a part of them.`
          : null;
    return {
      format: counters.id,
      ...(refused === null ? { counters: this.list as readonly ReadCounter[] } : {}),
      ...extra,
      ...diagnostics.summary(lines, refused),
    };
  }
}

/** Counters in printed output, by name in lower case. */
const printedCounterNames: Readonly<Record<string, CounterName>> = {
  portxmitdata: "sent",
  portrcvdata: "received",
  portxmitwait: "waited",
};

/**
 * Reads port counters from the output of the InfiniBand tools `perfquery` (a counter per line, below a line with the port) and
 * `ibqueryerrors` (a port per line). Data counters count words of four bytes and are converted to bytes; other counters, such as the
 * waiting time, are not converted.
 */
function readPrintedCounters(text: string, { onProgress }: ReaderOptions): ReadResult {
  const diagnostics = new DiagnosticsCollector();
  const ports = new PortCounters();
  let node: string | null = null;
  let port = 0;
  const counterOf = (name: string): CounterName | undefined => printedCounterNames[name.toLowerCase()];
  const lines = forEachLine(
    text,
    (line, start, end) => {
      const lineText = text.slice(start, Math.min(end, start + maxLineLength));
      const note = (reason: string | null) => {
        if (reason !== null) diagnostics.note(line, lineText, reason);
      };
      const counterValue = (name: string, value: string) => ({
        [counterOf(name)!]: counterOf(name) === "waited" ? Number(value) : ports.bytesOf(Number(value)),
      });
      // `perfquery`: a heading with the port, then a counter per line.
      const header = /^# Port[^:]{0,40}: Lid (\d+) port (\d+)/i.exec(lineText);
      if (header !== null) {
        [node, port] = [`lid ${header[1]}`, Number(header[2])];
        return;
      }
      const counterLine = /^(Port\w{1,40}):\.*(\d+)/i.exec(lineText);
      if (counterLine !== null) {
        if (counterOf(counterLine[1]) === undefined) return;
        if (node === null) return note("has a counter of a port that no line above names");
        return note(ports.add(node, port, counterValue(counterLine[1], counterLine[2])));
      }
      // `ibqueryerrors`: all counters of a port on one line.
      const portLine = /^[ \t]*GUID (0x[0-9a-f]{1,16}) port (\d{1,5}):/i.exec(lineText);
      if (portLine === null) return;
      const portValues = Object.assign(
        {},
        ...[...lineText.matchAll(/\[(Port\w{1,40}) == (\d+)/gi)]
          .filter(([, name]) => counterOf(name) !== undefined)
          .map(([, name, value]) => counterValue(name, value)),
      );
      note(ports.add(portLine[1], Number(portLine[2]), portValues));
    },
    onProgress,
  );
  diagnostics.guess("PortXmitData and PortRcvData count words of four bytes.");
  return ports.result(diagnostics, lines);
}

const maxLineLength = 4000;

/** Reads a table with headings and one row per port. */
function readCounterTable(text: string, { columns = {}, onProgress }: ReaderOptions): ReadResult {
  const diagnostics = new DiagnosticsCollector();
  const ports = new PortCounters();
  const separator = guessSeparator(text);
  let headingCells: readonly string[] | null = null;
  let columnOfRole: Record<string, number> = {};
  const factorOfRole: Record<string, number> = {};
  let isByLid = false;
  const readHeadings = (cells: readonly string[]) => {
    headingCells = [...cells];
    const headings = cells.map((cell) => parseTableHeading(cell));
    columnOfRole = columnsOfRoles(headings, counterRoles, columns);
    isByLid = headings[columnOfRole["node"] ?? -1]?.word === "lid";
    for (const role of ["sent", "received"]) {
      const heading = headings[columnOfRole[role] ?? -1];
      if (heading === undefined) continue;
      const countsWords = /^(port)?(xmit|rcv)data(64)?$/.test(heading.word) && heading.unit === "";
      if (countsWords) diagnostics.guess(`"${cells[columnOfRole[role]]}" counts words of four bytes.`);
      factorOfRole[role] = countsWords ? wordBytes : (sizeUnitFactor(heading.unit) ?? 1);
    }
  };
  const hasNeededColumns = () =>
    columnOfRole["node"] !== undefined &&
    columnOfRole["port"] !== undefined &&
    ["sent", "received", "waited"].some((role) => columnOfRole[role] !== undefined);
  const readRow = (cells: readonly string[]): string | null => {
    const node = cells[columnOfRole["node"]] ?? "";
    if (node === "") return "has no node";
    const portText = cells[columnOfRole["port"]] ?? "";
    const digits = /^(?:(?:port|eth|p)[ _]?)?(\d{1,5})$/i.exec(portText);
    if (digits === null) return `expected the number of a port, not "${portText}"`;
    const values: Partial<Record<CounterName, number>> = {};
    for (const role of ["sent", "received", "waited"] as const) {
      const cell = cells[columnOfRole[role] ?? -1];
      if (cell === undefined || cell === "") continue;
      const value = role === "waited" ? parseNumber(cell, separator) : parseAmount(cell, separator, sizeUnitFactor, factorOfRole[role]);
      if (!(value >= 0 && value <= Number.MAX_VALUE)) return `expected a count of 0 or more, not "${cell}"`;
      values[role] = role !== "waited" && factorOfRole[role] === wordBytes ? ports.bytesOf(value / wordBytes) : value;
    }
    return ports.add(isByLid ? `lid ${node}` : node, Number(digits[1]), values);
  };
  const lines = forEachRow(
    text,
    separator,
    ({ cells, line, from: start, to: end, fault }) => {
      if (headingCells === null) return readHeadings(cells);
      if (!hasNeededColumns()) return;
      const reason = fault ?? readRow(cells);
      if (reason !== null) diagnostics.note(line, text.slice(start, Math.min(end, start + 200)), reason);
    },
    onProgress,
  );
  const tableColumns = columnMap(headingCells, (headingCells as readonly string[] | null)?.length ?? 0, counterRoles, columnOfRole);
  if (headingCells !== null && !hasNeededColumns()) {
    const missing = ["node", "port"].filter((role) => columnOfRole[role] === undefined);
    return {
      format: counters.id,
      columns: tableColumns,
      ...diagnostics.summary(
        lines,
        `No column is recognised as ${missing.join(" or ") || "a counter of data sent, data received or time waited"}. Choose the column.`,
      ),
    };
  }
  return ports.result(diagnostics, lines, { columns: tableColumns });
}
