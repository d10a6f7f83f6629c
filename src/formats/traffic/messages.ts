/** Lists of messages: a table with columns for source, destination, bytes and optionally time. */
import { refuse } from "../../core/base/errors.ts";
import { eachRow, guessedSeparator, writtenCell } from "../cells.ts";
import { columnMap, type Head, headOf, takenBy } from "./columns.ts";
import type { Format, Given, Reading, ReadTraffic } from "../contract.ts";
import { looksLikeMessages } from "./table-look.ts";
import { refusedAs, Telling } from "../told.ts";
import { amountIn } from "./amounts.ts";
import { messageRoles } from "./roles.ts";
import { sizeUnit, timeUnit } from "./units.ts";

/** Maximum number of messages of a list. */
export const mostMessages = 2_000_000;
/** Maximum size of a message. */
const mostBytes = 1e12;

type Messages = Extract<ReadTraffic, { readonly is: "messages" }>;

export const messages: Format = {
  id: "messages",
  title: "List of messages",
  carries: "traffic",
  extension: "csv",
  source: "this program: columns source, destination, bytes, time",
  cannotSay: ["Terminals that neither send nor receive.", "How long a cycle is: times are written in cycles."],
  recognise: looksLikeMessages,
  read,
  write({ traffic }) {
    if (traffic?.is !== "messages")
      refuse("workload", "its traffic is told as rates, not as messages.", "Write it as a matrix of traffic.");
    return written(traffic);
  },
};

function read(text: string, { columns = {}, onPart }: Given = {}): Reading {
  const telling = new Telling();
  const separator = guessedSeparator(text);
  const names = new Map<string, number>();
  const list: { source: number; destination: number; bytes: number; time: number }[] = [];
  let heads: readonly string[] | null = null;
  let taken: Record<string, number> | null = null;
  let width = 0;
  let [bytesUnit, secondsUnit]: [number, number] = [1, 0];
  let [count, isInSeconds, isWhole] = [0, false, true];

  const end = (name: string) => {
    let place = names.get(name);
    if (place === undefined) names.set(name, (place = names.size));
    return place;
  };
  /** Determines the columns from the first row. @returns whether that row has headings */
  const begin = (cells: readonly string[]): boolean => {
    width = cells.length;
    const isHead = cells.every((cell) => Number.isNaN(amountIn(cell, separator, (unit) => sizeUnit(unit) ?? timeUnit(unit), 1)));
    const taking = isHead ? cells.map((cell) => headOf(cell)) : [];
    heads = isHead ? [...cells] : null;
    taken = takenBy(taking, messageRoles, columns);
    if (!isHead) {
      messageRoles.forEach(({ id }, i) => {
        if (i < width && taken![id] === undefined && !Object.values(taken!).includes(i)) taken![id] = i;
      });
      if (Object.keys(columns).length === 0)
        telling.guess(`The columns have no heads: they are taken as ${Object.keys(taken).join(", ")}.`);
    }
    const unitOf = (role: string): Head | undefined => taking[taken![role] ?? -1];
    bytesUnit = sizeUnit(unitOf("bytes")?.unit ?? "") ?? 1;
    secondsUnit = timeUnit(unitOf("time")?.unit ?? "") ?? 0;
    isInSeconds = secondsUnit > 0;
    return isHead;
  };
  const missing = () => ["source", "destination", "bytes"].filter((role) => taken?.[role] === undefined);
  /** Reads a row. @returns why it cannot be read, or null */
  const readRow = (cells: readonly string[]): string | null => {
    const cell = (role: string) => cells[taken![role] ?? -1] ?? "";
    const [from, to] = [cell("source"), cell("destination")];
    if (from === "" || to === "") return `has no ${from === "" ? "source" : "destination"}`;
    if (from === to) return `goes from "${from}" to itself`;
    const bytes = Math.round(amountIn(cell("bytes"), separator, sizeUnit, bytesUnit));
    if (!(bytes >= 1 && bytes <= mostBytes)) return `expected bytes from 1 to 10^12, not "${cell("bytes")}"`;
    let time = 0;
    if (taken!["time"] !== undefined) {
      const inSeconds = (unit: string) => {
        const seconds = timeUnit(unit);
        if (seconds !== null && seconds > 0) isInSeconds = true;
        return seconds === 0 ? 1 : seconds;
      };
      time = amountIn(cell("time"), separator, inSeconds, secondsUnit || 1);
      if (time % 1 !== 0) isWhole = false;
      if (!(time >= 0 && time <= mostTime)) return `expected a time of 0 or more, not "${cell("time")}"`;
    }
    if (++count <= mostMessages) list.push({ source: end(from), destination: end(to), bytes, time });
    return null;
  };

  const lines = eachRow(
    text,
    separator,
    ({ cells, line, from, to, fault }) => {
      if (taken === null && begin(cells)) return;
      if (missing().length > 0) return;
      const why = fault ?? readRow(cells);
      if (why !== null) telling.note(line, text.slice(from, Math.min(to, from + 200)), why);
    },
    onPart,
  );
  const map = columnMap(heads, width, messageRoles, taken ?? {});
  const refuse = (why: string): Reading => ({ format: messages.id, columns: map, ...telling.told(lines, why) });
  if (taken === null) return refusedAs(messages.id, lines, "The list is empty: a row has a source, a destination and bytes.");
  if (missing().length > 0) return refuse(`No column is known as ${missing().join(" or ")}. Say which it is.`);
  if (count > mostMessages)
    return refuse(
      `The list has ${count.toLocaleString("en-US")} messages; ${mostMessages.toLocaleString("en-US")} fit. Take a shorter part of it.`,
    );
  if (list.length === 0) return refuse("No message could be read: a row has a source, another destination, and bytes of 1 or more.");
  if (taken["time"] === undefined) telling.guess("No column is known as a time: all messages are sent at once.");
  else if (!isInSeconds && !/cycle/i.test(heads?.[taken["time"]] ?? "")) {
    isInSeconds = !isWhole;
    telling.guess(`Times have no unit: they are taken as ${isWhole ? "cycles" : "seconds, as some are no whole numbers"}.`);
  }
  const earliest = list.reduce((least, { time }) => Math.min(least, time), Infinity);
  if (earliest > (isInSeconds ? latestSecond : latestCycle)) {
    telling.guess(`The first message is sent at ${earliest}: times are counted from there.`);
    for (const message of list) message.time -= earliest;
  }
  return { format: messages.id, traffic: inOrder(names, list, isInSeconds), columns: map, ...telling.told(lines) };
}

/** Latest start time, in cycles or seconds. */
const mostTime = 1e15;
/** If the first message starts later than this, times probably count from a date in the past and are shifted to start at 0. */
const [latestSecond, latestCycle] = [1e6, 1e9];

/** The messages; if all names are numbers, the names are sorted by number. */
function inOrder(names: ReadonlyMap<string, number>, list: Messages["list"], isInSeconds: boolean): Messages {
  const timeIn = isInSeconds ? "seconds" : "cycles";
  const told = [...names.keys()];
  const timed = isInSeconds ? list : list.map((message) => ({ ...message, time: Math.round(message.time) }));
  if (!told.every((name) => /^\d{1,9}$/.test(name))) return { is: "messages", names: told, list: timed, timeIn };
  const sorted = told.toSorted((a, b) => Number(a) - Number(b));
  const placeOf = new Map(sorted.map((name, i) => [name, i]));
  const moved = told.map((name) => placeOf.get(name)!);
  return {
    is: "messages",
    names: sorted,
    list: timed.map(({ source, destination, ...rest }) => ({ source: moved[source], destination: moved[destination], ...rest })),
    timeIn,
  };
}

function written({ names, list, timeIn }: Messages): string {
  const cell = (place: number) => writtenCell(names[place], ",");
  const lines = [`source,destination,bytes,time (${timeIn === "seconds" ? "s" : "cycles"})`];
  for (const { source, destination, bytes, time } of list) lines.push(`${cell(source)},${cell(destination)},${bytes},${time}`);
  return `${lines.join("\n")}\n`;
}
