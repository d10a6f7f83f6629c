/**
 * Edge list: a table with one link per row, as CSV, TSV or separated by blanks. Headings give the meaning of the columns; without them, it
 * is guessed.
 */
import { defined } from "../../core/base/defined.ts";
import { cellsOf, eachRow, isComment, numberIn, type Row, type Separator, separatorOf, writtenCell } from "../cells.ts";
import { type ColumnMap, type Format, type Given, headLength, type Reading, type ReadNetwork, type Written } from "../contract.ts";
import { eachLine, firstLines } from "../lines.ts";
import { remembered } from "../remembered.ts";
import { refusedAs, sayLines, Telling } from "../told.ts";
import {
  bareRateUnit,
  infinibandRate,
  inUnit,
  type Length,
  lengthIn,
  quantityIn,
  relativeRateIn,
  type Unit,
  unitOf,
  writtenLength,
  writtenRate,
} from "../units.ts";
import { allHavePorts, bothSides, isTheRule, oncePerPorts, twoEach, twoUnlike, withoutSeconds } from "./both-sides.ts";
import { type Gathered, Gathering, idFault, quoted } from "./gathering.ts";
import { UnreadNumbers } from "./unread-numbers.ts";

/** Words that name one end of a link in a heading, before or after the word for what the column holds: `source node`, `node 1`. */
const near = { before: "from source src local start a origin this sidea terminationa quelle von", after: "1 a" };
const far = {
  before: "to target tgt dst dest destination remote peer neighbor neighbour b z end other sideb terminationb ziel nach",
  after: "2 b z",
};
/** Words for what a column holds. */
const nodes = "node nodeid nodename name id device devicename switch switchname host hostname router system vertex endpoint end";
const ports = "port portid portname portnumber portnum interface intf if ifname";
const types = "type kind role";

/** Headings of each role of a column, in lower case and without punctuation. If a word occurs twice, the first role keeps it. */
const heads = {
  from: ["u tail hostname device", near.before, headsOf(near, nodes)],
  to: ["v head", far.before, headsOf(far, nodes)],
  rate: [
    "rate bandwidth bw speed linkspeed capacity cap throughput bitrate datarate linkrate linkcapacity linkbandwidth portspeed linkspeedraw",
  ],
  relativeRate: ["relativerate"],
  length: ["length len linklength cablelength distance dist metres meters lange kabellange"],
  latency: ["latency delay linklatency linkdelay propagationdelay propagation cycles"],
  fromPort: ["port interface", headsOf(near, ports)],
  toPort: [headsOf(far, ports)],
  count: ["count links cables multiplicity parallel bundle numlinks nlinks"],
  kind: ["kind linktype cable cabletype linkkind medium media"],
  fromType: [headsOf(near, types)],
  toType: [headsOf(far, types)],
  fromName: ["fromlabel sourcelabel alabel label1"],
  toName: ["tolabel targetlabel blabel label2"],
} as const;

type Role = keyof typeof heads;
const roles = Object.keys(heads) as Role[];
const roleOf: ReadonlyMap<string, Role> = new Map<string, Role>([
  ...roles.flatMap((role) => heads[role].flatMap((list) => list.split(" ").map((word): [string, Role] => [word, role]))).toReversed(),
  ["fromname", "fromName"],
  ["toname", "toName"],
]);

/** All combinations of the words before an item with the item, and of the item with the words after it. */
function headsOf({ before, after }: { readonly before: string; readonly after: string }, what: string): string {
  const all = what.split(" ");
  return [
    ...before.split(" ").flatMap((each) => all.map((word) => each + word)),
    ...after.split(" ").flatMap((each) => all.map((word) => word + each)),
  ].join(" ");
}

/** Headings of message lists, which also have a source and a destination. */
const trafficWords = /^(bytes?|size|messagesize|msgsize|time|start|starttime|volume|demand|traffic|tag)$/;
/** Maximum number of parallel links that one row may give. */
const mostParallel = 64;
/** Maximum number of rows with a single cell, which are checked when all links are known. */
const mostAlone = 65_536;
/** Number of rows from which the columns are guessed. */
const rowsLookedAt = 64;

interface Columns {
  readonly separator: Separator;
  /** Cells of the first row if it has headings. */
  readonly heads: readonly string[] | null;
  readonly width: number;
  readonly taken: Partial<Record<Role, number>>;
  /** Units in the headings. */
  readonly units: Partial<Record<Role, Unit>>;
}

export const edgeList: Format = {
  id: "edge-list",
  title: "Edge list",
  carries: "network",
  extension: "csv",
  source: "RFC 4180; NetworkX, write_edgelist; SNAP; Gephi, edges table",
  cannotSay: ["Where nodes stand.", "How many ports a node has."],
  recognise(head) {
    // JSON and XML are not tables.
    if (/^\s{0,200}[{<]/.test(head)) return 0;
    const lines = linesOf(head.slice(linksFrom(head)));
    return Math.max(recogniseTable(lines), raggedIn(lines)?.isMost === true ? raggedSure : 0);
  },
  read,
  write,
};

/** Confidence, 0 to 1, that lines are a table of links or an adjacency list. */
function recogniseTable(lines: readonly string[]): number {
  if (lines.length === 0) return 0;
  if (neighboursIn(lines) !== null) return 0.5;
  const separator = separatorOf(lines);
  const all = lines.map((line) => cellsOf(line, separator));
  const words = all[0].map(wordOf);
  const hasHeads =
    columnsOf(lines, undefined).heads !== null && ["from", "to"].every((role) => words.some((word) => roleOf.get(word) === role));
  // With headings, a row may consist of a single isolated node.
  const linked = new Set(all.flatMap((cells) => (cells.length > 1 ? cells.slice(0, 2) : [])));
  const isAlone = (cells: readonly string[]) => cells.length === 1 && linked.has(cells[0]);
  const rows = all.filter((cells) => cells.length > 1 && cells[0] !== "" && (hasHeads || cells[1] !== ""));
  if (rows.length === 0 || rows.length + all.filter(isAlone).length < 0.8 * lines.length) return 0;
  // The last row may be cut off.
  const widths = new Map<number, number>();
  // With headings, a row may be shorter: its last columns are empty.
  const widthOf = ({ length }: readonly string[]) => (hasHeads ? Math.max(length, words.length) : length);
  for (const cells of rows) widths.set(widthOf(cells), (widths.get(widthOf(cells)) ?? 0) + 1);
  const alike = Math.max(...widths.values());
  if (rows[0].length > 32 || alike < Math.min(0.8 * rows.length, rows.length - 1)) return 0;
  if (hasHeads) return words.some((word) => trafficWords.test(word)) ? 0.2 : 0.92;
  // Prose has blanks, too.
  if (separator === " " && rows.some((cells) => cells.length > 4 || cells.some((cell) => /[.,:=[\](){}"]$/.test(cell)))) return 0.05;
  return rows.length === 1 ? 0.15 : rows[0].length === 2 ? 0.5 : rows[0].length > 8 ? 0.1 : 0.35;
}

function read(text: string, given: Given = {}): Reading {
  const tell = new Telling();
  const begin = linksFrom(text);
  if (begin > 0) tell.guess("Another table stands above that of the links: it is not read.");
  const lines = linesOf(text.slice(begin, begin + headLength));
  const isNeighbours = given.columns === undefined ? neighboursIn(lines) : null;
  if (isNeighbours !== null) return readNeighbours(text, isNeighbours, given);
  const hasCounts = begin === 0 && countsIn(text, lines, given);
  if (hasCounts) tell.guess("The first line says how many nodes and links there are.");
  if (lines.length === 0) return refusedAs("edge-list", 0, "It has no row. Give a table with a link in each row: from, to.");
  const columns = columnsOf(hasCounts ? lines.slice(1) : lines, given.columns, tell);
  const { separator, taken } = columns;
  const isGuessed = columns.heads === null && given.columns === undefined;
  const ragged = isGuessed && taken.from === 0 && taken.to === 1 ? raggedIn(lines) : null;
  /** Rows that are not two nodes followed by quantities. They are kept until all nodes of the other rows are known. */
  const unlike: (Pick<Row, "cells" | "line"> & { readonly text: string })[] = [];
  /** Rows without a rate in a table without headings: their number and the first line numbers. */
  const rateless: { count: number; readonly lines: number[] } = { count: 0, lines: [] };
  /** Memoized parsers of the cells in these columns. */
  const amounts = {
    rate: remembered((cell) => rateIn(cell, columns)),
    length: remembered((cell) => lengthOf(cell, "length", columns)),
    latency: remembered((cell) => lengthOf(cell, "latency", columns)),
  };
  const found = new Gathering();
  const unread = new UnreadNumbers();
  /** Columns with an unknown heading. */
  const unknown = (columns.heads ?? []).flatMap((head, i) => (head === "" || Object.values(taken).includes(i) ? [] : [[i, head] as const]));
  const links: Gathered[] = [];
  /** Links with rates that have no unit; the unit is chosen at the end, from the largest value. */
  const bare: [link: Gathered, value: number][] = [];
  /** Rows with a single cell, until it is known whether a link leads to a node of this name. */
  const alone: { readonly id: string; readonly line: number; readonly text: string }[] = [];
  let isFirst = true;
  let isPastCounts = false;
  let bareUnit: Unit | null = null;
  let isBareLength = false;
  let isBareLatency = false;
  let most = 0;

  // Read the links, and defer the rows that can be judged only when all nodes are known.
  const count = eachRow(
    text,
    separator,
    (row) => {
      if (row.from < begin || (hasCounts && !isPastCounts)) {
        isPastCounts = true;
        return;
      }
      const isHead = isFirst && columns.heads !== null;
      isFirst = false;
      if (isHead) return;
      const { length } = row.cells;
      if (row.to === text.length && columns.heads !== null && length < columns.heads.length)
        tell.guess(`The last line has ${length} of ${columns.heads.length} cells, and no end of line: the file may have been cut off.`);
      if (length === 1 && row.fault === null && alone.length < mostAlone) {
        alone.push({ id: row.cells[0], line: row.line, text: text.slice(row.from, Math.min(row.to, row.from + 1000)) });
        return;
      }
      if (ragged !== null && row.fault === null && !isLinkRow(row.cells, separator) && unlike.length < mostAlone) {
        unlike.push({ cells: [...row.cells], line: row.line, text: text.slice(row.from, row.to) });
        return;
      }
      const why = row.fault ?? readRow(row);
      if (why !== null) tell.note(row.line, text.slice(row.from, Math.min(row.to, row.from + 1000)), why);
    },
    given.onPart,
  );
  // Deferred rows: a row is a link if both of its nodes are known, or if a unit identifies a quantity.
  for (const row of unlike) {
    const [from, to, amount = "", ...more] = row.cells;
    const isLink = (found.has(from) && found.has(to)) || hasUnit(amount, separator);
    const rest = [amount, ...more].filter((cell) => !isAmount(cell, separator));
    const why = isLink ? readRow({ ...row, from: 0, to: 0, fault: null }) : "is no link: expected two nodes, then quantities";
    const extra = isLink && rest.length > 0 ? `has ${quoted(rest.join(" "))} beside its quantities: only the link is read` : null;
    if (why !== null || extra !== null) tell.note(row.line, row.text.slice(0, 1000), why ?? extra!);
  }
  if (ragged?.isUneven === true) tell.guess("Rows have unequal numbers of cells: each is taken for two nodes, then quantities.");
  if (rateless.count > 0 && isGuessed && taken.rate !== undefined) {
    tell.guess(`The rate is missing in ${sayLines(rateless.count, rateless.lines)}.`);
  }
  for (const { id, line, text: shown } of alone) if (!found.has(id)) tell.note(line, shown, "names only one end");
  // Choose the units of values that have none.
  if (bare.length > 0) {
    bareUnit = bareRateUnit(most, tell);
    for (const [link, value] of bare) link.rate = inUnit(value, bareUnit);
  }
  if (isBareLength) tell.guess("Lengths have no unit: they are taken for metres.");
  if (isBareLatency) tell.guess("Latencies have no unit: they are taken for cycles.");
  unread.say(tell);
  for (const link of folded(links, tell)) found.link(link);
  const map: ColumnMap = {
    names: Array.from({ length: columns.width }, (_, i) => columns.heads?.[i] || `column ${i + 1}`),
    roles,
    taken: taken as Record<string, number>,
  };
  const reading = found.reading(
    "edge-list",
    count,
    tell,
    "No row joins two nodes. Give a table with a link in each row: from, to; or say which columns these are.",
  );
  // Without headings, isolated pairs of nodes show that the wrong columns were read.
  if (columns.heads === null && given.columns === undefined && reading.network !== undefined && fallsApart(reading.network)) {
    const [parts, all] = [partsOf(reading.network), reading.network.nodes.length].map((each) => each.toLocaleString("en-US"));
    const refused = `Read as a list of links, its ${all} nodes are in ${parts} parts: it is hardly one. Put heads such as from and to above its columns, or say which columns these are.`;
    return { format: "edge-list", ...tell.told(count, refused), columns: map };
  }
  return { ...reading, columns: map };

  /** @returns why the row cannot be read, or null */
  function readRow(row: Row): string | null {
    const { cells } = row;
    const cell = (role: Role) => (taken[role] === undefined ? "" : (cells[taken[role]] ?? ""));
    const [from, to] = [cell("from"), cell("to")];
    if (from === "" && to === "") return "names no node";
    const fault =
      from === "" || (to === "" && cells.length < 2) ? "names only one end" : (idFault(from) ?? (to === "" ? null : idFault(to)));
    if (fault !== null) return fault;
    if (from === to) return `joins ${quoted(from)} with itself`;
    const a = node(from, cell("fromType"), cell("fromName"));
    // A row with an empty second end declares an isolated node.
    if (to === "") return null;
    const b = node(to, cell("toType"), cell("toName"));
    const link: Gathered = { a, b };
    for (const [column, head] of unknown) unread.count(head, cells[column] ?? "");
    const attributes = attributesOf(text, row, unread);
    const moved = isGuessed && taken.rate !== undefined ? byUnits(cells, cell("rate"), cell("length")) : null;
    if (moved !== null && isNothing(attributes.rate ?? moved.rate)) {
      rateless.count++;
      if (rateless.lines.length < 3) rateless.lines.push(row.line);
    }
    const faults = [
      readRate(link, attributes.rate ?? moved?.rate ?? cell("rate")),
      readRelativeRate(link, attributes.relativeRate ?? cell("relativeRate")),
      readLength(link, "length", attributes.length ?? moved?.length ?? cell("length")),
      readLength(link, "latency", attributes.latency ?? cell("latency")),
      readPort(link, "aPort", cell("fromPort")),
      readPort(link, "bPort", cell("toPort")),
    ].filter((each) => each !== null);
    if (cell("kind") !== "" && link.kind === undefined) link.kind = cell("kind").slice(0, 64);
    const times = cell("count") === "" ? 1 : numberIn(cell("count"), separator);
    if (!(Number.isInteger(times) && times >= 1 && times <= mostParallel)) {
      return `stands for ${quoted(cell("count"))} links; expected a whole number from 1 to ${mostParallel}`;
    }
    if (found.isFull(links.length)) found.skip(times);
    else for (let i = 0; i < times; i++) links.push(link);
    return faults.length === 0 ? null : faults.join(", ");
  }

  /** Rate and length of a row without headings. If the row omits a cell, the units show which quantity is which. */
  function byUnits(cells: readonly string[], rate: string, length: string): { readonly rate: string; readonly length: string } {
    const find = (role: "rate" | "length", own: string) => {
      const of = measuredBy(own, separator);
      return of === undefined || of === role ? own : (cells.slice(2).find((cell) => measuredBy(cell, separator) === role) ?? "");
    };
    const found = { rate: find("rate", rate), length: find("length", length) };
    if (found.length === "") found.length = cells.slice(2).find((cell) => measuredBy(cell, separator) === "length") ?? "";
    return found;
  }

  function node(id: string, type: string, name: string): number {
    const place = found.node(id);
    if (type !== "") found.says(place, type);
    if (name !== "" && name !== id) found.describe(place, { name: name.slice(0, 256) });
    return place;
  }

  function readRate(link: Gathered, cell: string): string | null {
    if (isNothing(cell)) return null;
    const said = amounts.rate(cell);
    if (said === null) return `has ${quoted(cell)} as its rate`;
    if (said.kind !== undefined) link.kind = said.kind;
    if (!said.isBare) link.rate = said.rate;
    else {
      bare.push([link, said.rate]);
      most = Math.max(most, said.rate);
    }
    return null;
  }

  function readRelativeRate(link: Gathered, cell: string): string | null {
    if (isNothing(cell)) return null;
    const times = relativeRateIn(cell);
    if (times === undefined) return `has ${quoted(cell)} as its relative rate; expected a number above 0`;
    link.relativeRate = times;
    return null;
  }

  function readLength(link: Gathered, role: "length" | "latency", cell: string): string | null {
    if (isNothing(cell)) return null;
    const said = amounts[role](cell);
    if (said === null) return `has ${quoted(cell)} as its ${role}`;
    if (said.isBare && role === "length") isBareLength = true;
    if (said.isBare && role === "latency") isBareLatency = true;
    link.length ??= said.length;
    return null;
  }

  function readPort(link: Gathered, end: "aPort" | "bPort", cell: string): string | null {
    if (isNothing(cell)) return null;
    const digits = /(\d{1,9})$/.exec(cell);
    if (digits === null) return `has ${quoted(cell)} as a port`;
    // The name `Ethernet1/3` cannot be reduced to a number.
    if (digits[0].length === cell.length || /^[a-z-]*\d+$/i.test(cell)) link[end] = Number(digits[1]);
    return null;
  }
}

/** The first lines that are not comments, without the attributes that NetworkX appends. */
const linesOf = (text: string) => firstLines(text, rowsLookedAt, (line) => !isComment(line)).map(withoutAttributes);

/** Offset of the table of links, which starts at a heading row with both ends, below a table of nodes; 0 if there is only one table. */
function linksFrom(text: string): number {
  const head = text.slice(0, headLength);
  const separator = separatorOf(linesOf(head));
  let [found, count] = [0, 0];
  let isSeveral = false;
  eachRow(head, separator, ({ cells, from }) => {
    if (found > 0) return;
    const said = cells.slice(0, 32).map(headOf);
    const isHead =
      said.some((each) => each?.role === "from") &&
      said.some((each) => each?.role === "to") &&
      cells.every((cell) => cell.length > 1 && quantityIn(cell, separator) === undefined);
    if (count++ === 0) isSeveral = !isHead && cells.length > 1 && cells.every((cell) => quantityIn(cell, separator) === undefined);
    else if (isHead && isSeveral && count > 2) found = from;
  });
  return found;
}

/** Whether the first row gives the numbers of nodes and links, and exactly that many rows follow. */
function countsIn(text: string, lines: readonly string[], { columns }: Given): boolean {
  if (columns !== undefined || lines.length < 3) return false;
  const [first, ...rest] = lines.map((line) => cellsOf(line, separatorOf(lines)));
  const whole = first.map((cell) => (/^\d{1,9}$/.test(cell) ? Number(cell) : Number.NaN));
  if (whole.length !== 2 || !whole.every((count) => count > 1)) return false;
  // A two-column first row is a pair of counts only if no node has a larger number than the count of nodes.
  const [nodes, links] = whole;
  const isBeyond = rest.every((cells) => cells.slice(0, 2).every((cell) => /^\d{1,9}$/.test(cell) && Number(cell) <= nodes));
  if (rest[0].length === first.length && !isBeyond) return false;
  let rows = 0;
  eachRow(text, " ", () => rows++);
  return rows === links + 1;
}

/**
 * Whether a cell with a unit is a rate or a length; undefined if it has no unit. In a table separated by blanks, a cell may end with a
 * comma.
 */
function measuredBy(cell: string, separator: Separator): "rate" | "length" | undefined {
  const plain = withoutComma(cell, separator);
  if (infinibandRate(plain) !== undefined) return "rate";
  const unit = quantityIn(plain, separator)?.unit;
  return unit === undefined ? undefined : unit.of === "rate" ? "rate" : "length";
}
const withoutComma = (cell: string, separator: Separator) => (separator === " " ? cell.replace(/[,;]$/, "") : cell);
const hasUnit = (cell: string, separator: Separator) => measuredBy(cell, separator) !== undefined;
const isAmount = (cell: string, separator: Separator) =>
  isNothing(cell) || hasUnit(cell, separator) || quantityIn(withoutComma(cell, separator), separator) !== undefined;

/** Whether a row consists of two nodes followed by quantities only. */
const isLinkRow = (cells: readonly string[], separator: Separator) =>
  cells.length > 1 &&
  cells[0] !== cells[1] &&
  cells.slice(0, 2).every((cell) => cell !== "" && !/[.,:=[\](){}"]$/.test(cell)) &&
  cells.slice(2).every((cell) => isAmount(cell, separator));

/** Statistics of rows without headings, of which some consist of two nodes and a varying number of quantities. */
interface RaggedRows {
  /** Whether such rows, and rows with a single known node, are the majority. */
  readonly isMost: boolean;
  /** Whether the rows have different numbers of cells. */
  readonly isUneven: boolean;
  /** Indices of all other lines, from 0. */
  readonly others: readonly number[];
}
/** Confidence that such rows are an edge list. */
const raggedSure = 0.35;

/**
 * Looks for links in rows of different lengths. Nodes must occur repeatedly, and quantities must be distinguishable from nodes: by units,
 * or because nodes are not numbers. Null if there are no such links.
 */
function raggedIn(lines: readonly string[]): RaggedRows | null {
  const separator = separatorOf(lines);
  const all = lines.map((line) => cellsOf(line, separator));
  const rows = all.filter((cells) => isLinkRow(cells, separator));
  const amounts = rows.flatMap((cells) => cells.slice(2));
  const isNamed = rows.every((cells) => cells.slice(0, 2).every((cell) => quantityIn(cell, separator) === undefined));
  if (rows.length < 2 || amounts.length === 0 || !(isNamed || amounts.some((cell) => hasUnit(cell, separator)))) return null;
  const times = new Map<string, number>();
  for (const cell of rows.flatMap((cells) => cells.slice(0, 2))) times.set(cell, (times.get(cell) ?? 0) + 1);
  const joined = rows.filter((cells) => cells.slice(0, 2).some((cell) => times.get(cell)! > 1)).length;
  if (joined < 0.8 * rows.length) return null;
  const others = all.flatMap((cells, i) => (isLinkRow(cells, separator) || (cells.length === 1 && times.has(cells[0])) ? [] : [i]));
  return { isMost: others.length < 0.4 * all.length, isUneven: new Set(rows.map(({ length }) => length)).size > 1, others };
}

/** Why lines that look like an edge list cannot be read as one, as a sentence that says what to do; null if no line is a link. */
export function edgeListFault(head: string): string | null {
  const ragged = raggedIn(linesOf(head));
  if (ragged === null || ragged.others.length === 0) return null;
  const others = new Set(ragged.others);
  const numbers: number[] = [];
  let row = 0;
  eachLine(head, (line, from, to) => {
    if (from === to || isComment(head, from, to) || head.slice(from, to).trim() === "") return;
    if (others.has(row++)) numbers.push(line);
  });
  return `Some lines join two nodes, others do not (${sayLines(numbers.length, numbers.slice(0, 3))}). Give each line two nodes, then quantities such as 10Gbps.`;
}

/** An adjacency list: each row is a node followed by its neighbors. */
interface Neighbours {
  readonly separator: Separator;
}

/**
 * Whether the rows are an adjacency list as NetworkX writes it: rows of different lengths without headings whose cells are nodes of other
 * rows, or rows of equal length in which each link is listed at both ends. Null if they are not.
 */
function neighboursIn(lines: readonly string[]): Neighbours | null {
  if (lines.length < 2 || lines.length === rowsLookedAt + 1 || lines.some((line) => /[{}"'=]/.test(line))) return null;
  const separator = separatorOf(lines);
  const rows = lines.map((line) => neighbourCells(cellsOf(line, separator)));
  const hasColon = lines.every((line) => /^\s*[^\s:]+\s*:(?:\s|$)/.test(line));
  const longest = rows.reduce((most, { length }) => Math.max(most, length), 0);
  if (longest < 3 || rows.some((cells) => cells.some((cell) => cell === "" || cell.length > 64 || /[.,;!?]$/.test(cell)))) return null;
  const owners = new Map(rows.map((cells, i) => [cells[0], i]));
  if (owners.size < rows.length) return null;
  // A quantity is not a node, unless a row starts with it. Numbers that occur only after two nodes are not nodes either.
  if (rows.some(([, ...others]) => others.some((cell) => !owners.has(cell) && hasUnit(cell, separator)))) return null;
  const links = new Set(rows.flatMap(([own, ...others]) => others.map((other) => `${own}\n${other}`)));
  const isTwoSided = rows.every(([own, ...others]) => others.every((other) => other !== own && links.has(`${other}\n${own}`)));
  if (isTwoSided) return { separator };
  if (rows.some(([own, ...others]) => others.includes(own) || new Set(others).size < others.length)) return null;
  const isRagged = new Set(rows.map(({ length }) => length)).size > 1;
  const known = new Set(rows.flatMap((cells) => cells.slice(0, 2)));
  const further = rows.flatMap((cells) => cells.slice(2));
  if (further.every((cell) => !known.has(cell) && quantityIn(cell, separator) !== undefined)) return null;
  // The excerpt may end before the rows of the last nodes.
  const isNode = (cell: string) => known.has(cell) || further.filter((each) => each === cell).length > 1;
  return (isRagged || hasColon) && further.every(isNode) ? { separator } : null;
}

/** The cells of a row of an adjacency list, without the colon of `a: b c`. */
function neighbourCells(cells: readonly string[]): readonly string[] {
  const [first = "", ...rest] = cells;
  if (rest[0] === ":") return [first, ...rest.slice(1)];
  const own = first.endsWith(":") ? first.slice(0, -1) : first;
  return [own, ...rest.filter((cell, i) => cell !== "" || i < rest.length - 1)];
}

/** Reads an adjacency list. */
function readNeighbours(text: string, { separator }: Neighbours, { onPart }: Given): Reading {
  const tell = new Telling();
  const found = new Gathering();
  const links: Gathered[] = [];
  const count = eachRow(
    text,
    separator,
    (row) => {
      const cells = neighbourCells(row.cells);
      const faults = [row.fault, ...cells.map((cell) => idFault(cell))].filter((fault) => fault !== null);
      if (cells.slice(1).includes(cells[0])) faults.push(`joins ${quoted(cells[0])} with itself`);
      if (faults.length > 0) return tell.note(row.line, text.slice(row.from, Math.min(row.to, row.from + 1000)), faults[0]);
      const a = found.node(cells[0]);
      for (const cell of cells.slice(1)) {
        if (found.isFull(links.length)) found.skip(1);
        else links.push({ a, b: found.node(cell) });
      }
      return undefined;
    },
    onPart,
  );
  tell.guess("Each row is taken for a node and its neighbours.");
  for (const link of folded(links, tell)) found.link(link);
  return found.reading("edge-list", count, tell, "No row joins two nodes. Give a table with a link in each row: from, to.");
}

/** Number of connected components that have links (union-find). */
function partsOf({ nodes, links }: ReadNetwork): number {
  const above = Int32Array.from({ length: nodes.length }, (_, n) => n);
  const top = (node: number) => {
    let at = node;
    while (above[at] !== at) at = above[at] = above[above[at]];
    return at;
  };
  for (const { a, b } of links) above[top(a)] = top(b);
  return new Set(links.map(({ a }) => top(a))).size;
}

/** Whether the network is mostly isolated pairs of nodes, which shows that the wrong columns were read. */
function fallsApart(network: ReadNetwork): boolean {
  return network.links.length >= leastPairs && 2 * partsOf(network) >= network.nodes.length;
}
/** Fewer links may legitimately be isolated pairs. */
const leastPairs = 4;

/** Parses a rate with or without a unit; null if the cell is not a rate. */
function rateIn(
  cell: string,
  { separator, units }: Columns,
): { readonly rate: number; readonly isBare: boolean; readonly kind?: string } | null {
  const plain = withoutComma(cell, separator);
  const known = infinibandRate(plain);
  if (known !== undefined) return { rate: known, isBare: false, kind: plain };
  const amount = quantityIn(plain, separator);
  const unit = amount?.unit ?? units.rate;
  if (amount === undefined || !(amount.value > 0) || (unit !== undefined && unit.of !== "rate")) return null;
  return { rate: unit === undefined ? amount.value : inUnit(amount.value, unit), isBare: unit === undefined };
}

/** Parses a length, in meters or cycles if it has no unit; null if the cell is not a length. */
function lengthOf(
  cell: string,
  role: "length" | "latency",
  { separator, units }: Columns,
): { readonly length: Length; readonly isBare: boolean } | null {
  const amount = quantityIn(withoutComma(cell, separator), separator);
  const unit = amount?.unit ?? units[role];
  const length = amount && lengthIn(amount.value, unit ?? (role === "length" ? metres : cycles));
  return amount === undefined || length === undefined || amount.value < 0 ? null : { length, isBare: unit === undefined };
}

const metres: Unit = { of: "metres", factor: 1 };
const cycles: Unit = { of: "cycles", factor: 1 };
const isNothing = (cell: string) => cell === "" || /^(-|n\/?a|nan|none|null|unknown)$/i.test(cell);

/**
 * Removes the second listing of links that a table lists twice. With ports, each link is judged by itself, because a port takes one cable.
 * Without ports, the table is judged as a whole: most linked pairs must be listed from both ends.
 */
function folded(links: readonly Gathered[], tell: Telling): readonly Gathered[] {
  if (links.length > 0 && allHavePorts(links)) {
    const kept = oncePerPorts(links);
    if (kept.length < links.length) tell.guess("Links stand in the list twice, once from either side, by their ports: each is taken once.");
    return kept;
  }
  const sides = bothSides(links, null);
  const { pairs, opposite, unlike } = sides;
  if (opposite === 0) return links;
  if (!isTheRule(sides) || sides.seconds === 0) {
    tell.guess(twoEach(opposite));
    return links;
  }
  const once = pairs - opposite;
  tell.guess(
    `Most links stand in the list twice, once from either side: each is taken once${once === 0 ? "" : `, also the ${once.toLocaleString("en-US")} ${once === 1 ? "pair" : "pairs"} told from one side only`}.`,
  );
  if (unlike > 0) tell.guess(twoUnlike(unlike));
  return withoutSeconds(links, sides);
}

/** A heading in lower case without accents and punctuation. */
const wordOf = (head: string) =>
  head
    .slice(0, 60)
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "");

/** Role and unit of a heading: `Bandwidth (Gb/s)`, `rate_gbps`, `linkSpeed`, `ns`. */
function headOf(head: string): { readonly role: Role; readonly unit?: Unit } | undefined {
  const short = head.trim().slice(0, 60);
  const whole = roleOf.get(wordOf(short));
  if (whole !== undefined) return { role: whole };
  const bracket = /^([^([]*)[([]([^)\]]*)[)\]]$/.exec(short);
  const [word, unitWord] =
    bracket !== null
      ? [bracket[1], bracket[2].trim()]
      : [short.replace(/(?:^|[\s_-]|(?<=[a-z])(?=[A-Z]))[A-Za-z/]+$/, ""), /[A-Za-z/]+$/.exec(camelCut(short))?.[0] ?? ""];
  const unit = unitOf(unitWord) ?? unitOf(unitWord.replace(/^per/i, ""));
  if (unit === undefined) return bracket === null ? undefined : roleless(wordOf(bracket[1]));
  const role = roleOf.get(wordOf(word)) ?? (wordOf(word) === "" ? (unit.of === "rate" ? "rate" : "length") : undefined);
  if (role === undefined || (role === "rate") !== (unit.of === "rate")) return undefined;
  return role === "rate" || role === "length" || role === "latency" ? { role, unit } : undefined;
}

const roleless = (word: string) => (roleOf.has(word) ? { role: roleOf.get(word)! } : undefined);
const camelCut = (text: string) => text.replaceAll(/([a-z])([A-Z])/g, "$1 $2");

/** Determines the columns from the first lines; roles in `givenColumns` take precedence. */
function columnsOf(lines: readonly string[], given: Given["columns"], tell?: Telling): Columns {
  const separator = separatorOf(lines);
  const rows = lines.map((line) => cellsOf(line, separator));
  const [first, ...rest] = rows;
  const width = rows.reduce((most, cells) => Math.max(most, cells.length), 0);
  const said = first.map(headOf);
  const taken: Partial<Record<Role, number>> = {};
  const units: Partial<Record<Role, Unit>> = {};
  // A single letter may be a node.
  const hasWords =
    said.some((each) => each?.role === "from") &&
    said.some((each) => each?.role === "to") &&
    said.some((each, i) => each !== undefined && first[i].length > 1);
  const known = new Set(rest.flatMap((cells) => cells));
  // A node may be called "to", but a row of nodes does not match three headings.
  const isNode =
    said.filter((each) => each !== undefined).length < 3 &&
    said.some((each, i) => (each?.role === "from" || each?.role === "to") && known.has(first[i]));
  const isHead =
    (hasWords && !isNode) ||
    (rest.length > 0 &&
      first.every((cell) => cell !== "" && quantityIn(cell, separator) === undefined) &&
      first.some((_, i) => rest.every((cells) => quantityIn(cells[i] ?? "", separator) !== undefined)));
  if (isHead) {
    said.forEach((each, i) => {
      if (each === undefined || taken[each.role] !== undefined) return;
      taken[each.role] = i;
      if (each.unit !== undefined) units[each.role] = each.unit;
    });
  } else guessByCells(rows, separator, taken, tell);
  const free = Array.from({ length: width }, (_, i) => i).filter((i) => !Object.values(taken).includes(i));
  if (taken.from === undefined || taken.to === undefined)
    tell?.guess("No heads say which columns are the two ends of a link: the first that are free are taken.");
  if (isHead && isNumbered(rest, free)) free.shift();
  if (taken.from === undefined) taken.from = free.shift() ?? 0;
  if (taken.to === undefined) taken.to = free.shift() ?? 1;
  for (const role of roles) {
    const column = given?.[role];
    if (column === undefined) continue;
    for (const other of roles) if (taken[other] === column && given?.[other] === undefined) delete taken[other];
    if (Number.isInteger(column) && column >= 0) taken[role] = column;
    else delete taken[role];
  }
  return { separator, heads: isHead ? first : null, width, taken, units };
}

/** Whether the first of the columns is a row number: it counts up by one and none of its values occurs in the next two columns. */
function isNumbered(rows: readonly (readonly string[])[], [first, ...others]: readonly number[]): boolean {
  if (others.length < 2 || rows.length < 3) return false;
  const ends = new Set(rows.flatMap((cells) => others.slice(0, 2).map((column) => cells[column])));
  const from = Number(rows[0][first]);
  return rows.every((cells, i) => Number(cells[first]) === from + i && !ends.has(cells[first]));
}

/** Guesses the roles of columns without headings from the form of their cells. */
function guessByCells(
  rows: readonly (readonly string[])[],
  separator: Separator,
  taken: Partial<Record<Role, number>>,
  tell?: Telling,
): void {
  const own = rows.filter((cells) => isLinkRow(cells, separator));
  // Rows may omit their last quantities. Longer rows that are not links do not define columns.
  const width = own.reduce((most, { length }) => Math.max(most, length), rows[0].length);
  const all = (column: number, is: (cell: string) => boolean) => rows.every((cells) => is(cells[column] ?? ""));
  const isPort = (cell: string) => /^\d{1,4}$/.test(cell);
  if (all(1, (cell) => /^(--?|<?-+>|=+|<>|↔|→)$/.test(cell))) [taken.from, taken.to] = [0, 2];
  else if (width === 3 && isKind(rows)) [taken.from, taken.kind, taken.to] = [0, 1, 2];
  else if (width >= 4 && all(1, isPort) && all(3, isPort) && !all(0, isPort) && !all(2, isPort)) {
    [taken.from, taken.fromPort, taken.to, taken.toPort] = [0, 1, 2, 3];
    tell?.guess("Columns 2 and 4 are taken for ports.");
  } else [taken.from, taken.to] = [0, 1];
  for (let i = 2; i < width; i++) {
    if (Object.values(taken).includes(i) || rows.every((cells) => (cells[i] ?? "") === "")) continue;
    const units = rows.map((cells) =>
      infinibandRate(cells[i] ?? "") === undefined ? quantityIn(cells[i] ?? "", separator)?.unit?.of : "rate",
    );
    const role: Role | undefined = units.includes("rate")
      ? "rate"
      : units.some((of) => of === "metres" || of === "seconds" || of === "cycles")
        ? "length"
        : undefined;
    if (role !== undefined && taken[role] === undefined) taken[role] = i;
    else if (!rows.some((cells) => cells[i]?.startsWith("{")))
      tell?.guess(`Column ${i + 1} is not read: it has no head that says what it is.`);
  }
}

/**
 * Whether the second of three columns is a kind of link, as in Cytoscape's SIF: no node has its name, and the outer columns share nodes.
 */
function isKind(rows: readonly (readonly string[])[]): boolean {
  const [left, middle, right] = [0, 1, 2].map((column) => new Set(rows.map((cells) => cells[column] ?? "")));
  const isWord = [...middle].every((cell) => /^[a-z]/i.test(cell) && !left.has(cell) && !right.has(cell));
  return isWord && middle.size < rows.length && [...left].some((cell) => right.has(cell));
}

/** A line without the attributes that NetworkX appends: `1 2 {'weight': 3}`. */
function withoutAttributes(line: string): string {
  const at = line.indexOf("{");
  return at > 0 && line.trimEnd().endsWith("}")
    ? line
        .slice(0, at)
        .trimEnd()
        .replace(/[,;|]$/, "")
    : line;
}

/** Parses those attributes. */
function attributesOf(text: string, { cells, from, to }: Row, unread: UnreadNumbers): Partial<Record<Role, string>> {
  if (!cells[2]?.startsWith("{")) return {};
  const said: Partial<Record<Role, string>> = {};
  const inside = text.slice(text.indexOf("{", from) + 1, Math.min(to, from + 2000)).replace(/\}\s*$/, "");
  for (const pair of inside.split(",")) {
    const colon = pair.indexOf(":");
    const [key, value] = [pair.slice(0, Math.max(0, colon)), pair.slice(colon + 1)].map((each) =>
      each.trim().replaceAll(/^['"]|['"]$/g, ""),
    );
    const role = roleOf.get(wordOf(key));
    if (role !== undefined) said[role] = value;
    else unread.count(key, value);
  }
  return said;
}

/** Writes a row for each link with the columns that are needed, and a row for each isolated node. */
function write({ network }: Written): string {
  const { nodes, links } = network!;
  const has = {
    rate: links.some(({ rate }) => rate !== undefined),
    relativeRate: links.some(({ relativeRate }) => relativeRate !== undefined),
    length: links.some(({ length }) => length !== undefined),
    ports: links.some(({ aPort, bPort }) => aPort !== undefined || bPort !== undefined),
    kind: links.some(({ kind }) => kind !== undefined),
    name: nodes.some(({ name }) => name !== undefined),
  };
  const isLinked = new Uint8Array(nodes.length);
  const rows: string[] = [];
  const type = (n: number) => (nodes[n].isTerminal ? "terminal" : "switch");
  const row = (cells: readonly (string | number | undefined | false)[]) =>
    cells
      .filter((cell) => cell !== false)
      .map((cell) => (cell === undefined || cell === "" ? "" : writtenCell(String(cell), ",")))
      .join(",");
  rows.push(
    [
      "from,to,from type,to type",
      has.name && "from name,to name",
      has.ports && "from port,to port",
      has.rate && "rate",
      has.relativeRate && "relative rate",
      has.length && "length",
      has.kind && "kind",
    ]
      .filter((each) => each !== false)
      .join(","),
  );
  for (const { a, b, aPort, bPort, rate, relativeRate, length, kind } of oneWay(network!)) {
    isLinked[a] = isLinked[b] = 1;
    rows.push(
      row([
        nodes[a].id,
        nodes[b].id,
        type(a),
        type(b),
        has.name && nodes[a].name,
        has.name && nodes[b].name,
        has.ports && aPort,
        has.ports && bPort,
        has.rate && (rate === undefined ? "" : writtenRate(rate)),
        has.relativeRate && relativeRate,
        has.length && (length === undefined ? "" : writtenLength(length)),
        has.kind && kind,
      ]),
    );
  }
  nodes.forEach(({ id, name }, n) => {
    if (isLinked[n] === 0)
      rows.push(
        row([
          id,
          "",
          type(n),
          "",
          has.name && name,
          has.name && "",
          has.ports && "",
          has.ports && "",
          has.rate && "",
          has.relativeRate && "",
          has.length && "",
          has.kind && "",
        ]),
      );
  });
  return `${rows.join("\n")}\n`;
}

/** Orders the ends of parallel links alike, so that a reader does not mistake two of them for one link listed from both ends. */
function oneWay({ links }: ReadNetwork): ReadNetwork["links"] {
  return links.map(({ a, b, aPort, bPort, ...rest }) => ({
    ...rest,
    ...(a <= b ? ends(a, b, aPort, bPort) : ends(b, a, bPort, aPort)),
  }));
}

const ends = (a: number, b: number, aPort: number | undefined, bPort: number | undefined) => ({
  a,
  b,
  ...defined({ aPort, bPort }),
});
