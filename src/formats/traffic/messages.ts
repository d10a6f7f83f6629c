/** Lists of messages: a table with columns for source, destination, bytes and optionally time. */
import { refuse } from "../../core/base/errors.ts";
import { forEachRow, guessSeparator, formatCell } from "../cells.ts";
import { columnMap, type TableHeading, parseTableHeading, columnsOfRoles } from "./columns.ts";
import type { Format, ReaderOptions, ReadResult, ReadTraffic } from "../contract.ts";
import { messagesConfidence } from "./detect-tables.ts";
import { refusedResult, DiagnosticsCollector } from "../diagnostics.ts";
import { parseAmount } from "./amounts.ts";
import { messageRoles } from "./roles.ts";
import { sizeUnitFactor, timeUnitFactor } from "./units.ts";

/** Maximum number of messages of a list. */
export const maxReadMessages = 2_000_000;
/** Maximum size of a message. */
const maxMessageBytes = 1e12;

type MessageTraffic = Extract<ReadTraffic, { readonly is: "messages" }>;

export const messages: Format = {
  id: "messages",
  title: "List of messages",
  contentKind: "traffic",
  extension: "csv",
  source: "this program: columns source, destination, bytes, time",
  limitations: ["Terminals that neither send nor receive.", "The length of a cycle: times are written in cycles."],
  confidenceOf: messagesConfidence,
  read,
  write({ traffic }) {
    if (traffic?.is !== "messages") refuse("workload", "its traffic consists of rates, not of messages.", "Write it as a traffic matrix.");
    return formatMessages(traffic);
  },
};

function read(text: string, { columns = {}, onProgress }: ReaderOptions = {}): ReadResult {
  const diagnostics = new DiagnosticsCollector();
  const separator = guessSeparator(text);
  const indexOfName = new Map<string, number>();
  const list: { source: number; destination: number; bytes: number; time: number }[] = [];
  let headingCells: readonly string[] | null = null;
  let columnOfRole: Record<string, number> | null = null;
  let width = 0;
  let [bytesFactor, secondsFactor]: [number, number] = [1, 0];
  let [messageCount, isInSeconds, areTimesIntegers] = [0, false, true];

  const indexOfEnd = (name: string) => {
    let index = indexOfName.get(name);
    if (index === undefined) indexOfName.set(name, (index = indexOfName.size));
    return index;
  };
  /**
   * Determines which column of a table of messages has which role and unit, from the first row; without headings, from the order of the
   * columns.
   * @returns whether that row has headings
   */
  const detectColumns = (cells: readonly string[]): boolean => {
    width = cells.length;
    const isHeadingRow = cells.every((cell) =>
      Number.isNaN(parseAmount(cell, separator, (unit) => sizeUnitFactor(unit) ?? timeUnitFactor(unit), 1)),
    );
    const headings = isHeadingRow ? cells.map((cell) => parseTableHeading(cell)) : [];
    headingCells = isHeadingRow ? [...cells] : null;
    columnOfRole = columnsOfRoles(headings, messageRoles, columns);
    // Without headings, each remaining role gets the column at its place in the list of roles.
    if (!isHeadingRow) {
      messageRoles.forEach(({ id }, i) => {
        if (i < width && columnOfRole![id] === undefined && !Object.values(columnOfRole!).includes(i)) columnOfRole![id] = i;
      });
      if (Object.keys(columns).length === 0)
        diagnostics.guess(`The columns have no headings: they are read as ${Object.keys(columnOfRole).join(", ")}.`);
    }
    const headingOf = (role: string): TableHeading | undefined => headings[columnOfRole![role] ?? -1];
    bytesFactor = sizeUnitFactor(headingOf("bytes")?.unit ?? "") ?? 1;
    // 0 for times without a unit, which are cycles.
    secondsFactor = timeUnitFactor(headingOf("time")?.unit ?? "") ?? 0;
    isInSeconds = secondsFactor > 0;
    return isHeadingRow;
  };
  const missingRoles = () => ["source", "destination", "bytes"].filter((role) => columnOfRole?.[role] === undefined);
  /**
   * Reads a row of the table as a message with source, destination, size in bytes and start time in seconds or cycles, and appends it to
   * `list`.
   * @returns why it cannot be read, or null
   */
  const readRow = (cells: readonly string[]): string | null => {
    const cell = (role: string) => cells[columnOfRole![role] ?? -1] ?? "";
    const [from, to] = [cell("source"), cell("destination")];
    if (from === "" || to === "") return `has no ${from === "" ? "source" : "destination"}`;
    if (from === to) return `goes from "${from}" to itself`;
    const bytes = Math.round(parseAmount(cell("bytes"), separator, sizeUnitFactor, bytesFactor));
    if (!(bytes >= 1 && bytes <= maxMessageBytes)) return `expected bytes from 1 to 10^12, not "${cell("bytes")}"`;
    let time = 0;
    if (columnOfRole!["time"] !== undefined) {
      // A unit in a cell overrides that of the column. A unit that means cycles has the factor 0.
      const inSeconds = (unit: string) => {
        const seconds = timeUnitFactor(unit);
        if (seconds !== null && seconds > 0) isInSeconds = true;
        return seconds === 0 ? 1 : seconds;
      };
      time = parseAmount(cell("time"), separator, inSeconds, secondsFactor || 1);
      if (time % 1 !== 0) areTimesIntegers = false;
      if (!(time >= 0 && time <= maxStartTime)) return `expected a time of 0 or more, not "${cell("time")}"`;
    }
    if (++messageCount <= maxReadMessages) list.push({ source: indexOfEnd(from), destination: indexOfEnd(to), bytes, time });
    return null;
  };

  const lines = forEachRow(
    text,
    separator,
    ({ cells, line, from, to, fault }) => {
      if (columnOfRole === null && detectColumns(cells)) return;
      if (missingRoles().length > 0) return;
      const reason = fault ?? readRow(cells);
      if (reason !== null) diagnostics.note(line, text.slice(from, Math.min(to, from + 200)), reason);
    },
    onProgress,
  );
  const tableColumns = columnMap(headingCells, width, messageRoles, columnOfRole ?? {});
  const refuseWith = (reason: string): ReadResult => ({
    format: messages.id,
    columns: tableColumns,
    ...diagnostics.summary(lines, reason),
  });
  if (columnOfRole === null) return refusedResult(messages.id, lines, "The list is empty: a row has a source, a destination and bytes.");
  if (missingRoles().length > 0) return refuseWith(`No column is recognised as ${missingRoles().join(" or ")}. Choose the column.`);
  if (messageCount > maxReadMessages)
    return refuseWith(
      `The list has ${messageCount.toLocaleString("en-US")} messages; at most ${maxReadMessages.toLocaleString("en-US")} can be read. Use a shorter part of it.`,
    );
  if (list.length === 0) return refuseWith("No message could be read: a row has a source, another destination, and bytes of 1 or more.");
  if (columnOfRole["time"] === undefined) diagnostics.guess("No column is recognised as a time: all messages are sent at time 0.");
  else if (!isInSeconds && !/cycle/i.test(headingCells?.[columnOfRole["time"]] ?? "")) {
    isInSeconds = !areTimesIntegers;
    diagnostics.guess(
      `Times have no unit: they are read as ${areTimesIntegers ? "cycles" : "seconds, because some are not whole numbers"}.`,
    );
  }
  const earliest = list.reduce((least, { time }) => Math.min(least, time), Infinity);
  if (earliest > (isInSeconds ? maxFirstSecond : maxFirstCycle)) {
    diagnostics.guess(`The first message is sent at ${earliest}: times are counted from this moment.`);
    for (const message of list) message.time -= earliest;
  }
  return {
    format: messages.id,
    traffic: withSortedNames(indexOfName, list, isInSeconds),
    columns: tableColumns,
    ...diagnostics.summary(lines),
  };
}

/** Latest start time, in cycles or seconds. */
const maxStartTime = 1e15;
/** If the first message starts later than this, times probably count from a date in the past and are shifted to start at 0. */
const [maxFirstSecond, maxFirstCycle] = [1e6, 1e9];

/**
 * The messages as the traffic that was read, with their times in seconds or whole cycles. If all names of terminals are numbers, the names
 * are sorted by number.
 * @param names index of each name
 */
function withSortedNames(names: ReadonlyMap<string, number>, list: MessageTraffic["list"], isInSeconds: boolean): MessageTraffic {
  const timeIn = isInSeconds ? "seconds" : "cycles";
  const givenNames = [...names.keys()];
  const messagesInUnit = isInSeconds ? list : list.map((message) => ({ ...message, time: Math.round(message.time) }));
  if (!givenNames.every((name) => /^\d{1,9}$/.test(name))) return { is: "messages", names: givenNames, list: messagesInUnit, timeIn };
  const sorted = givenNames.toSorted((a, b) => Number(a) - Number(b));
  const sortedIndex = new Map(sorted.map((name, i) => [name, i]));
  const newIndices = givenNames.map((name) => sortedIndex.get(name)!);
  return {
    is: "messages",
    names: sorted,
    list: messagesInUnit.map(({ source, destination, ...rest }) => ({
      source: newIndices[source],
      destination: newIndices[destination],
      ...rest,
    })),
    timeIn,
  };
}

function formatMessages({ names, list, timeIn }: MessageTraffic): string {
  const nameCell = (index: number) => formatCell(names[index], ",");
  const lines = [`source,destination,bytes,time (${timeIn === "seconds" ? "s" : "cycles"})`];
  for (const { source, destination, bytes, time } of list) lines.push(`${nameCell(source)},${nameCell(destination)},${bytes},${time}`);
  return `${lines.join("\n")}\n`;
}
