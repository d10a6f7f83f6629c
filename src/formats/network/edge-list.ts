/**
 * Edge list: a table with one link per row, as CSV, TSV or separated by blanks. Headings give the meaning of the columns; in a table
 * without headings, the meaning is guessed.
 */
import { withoutUndefined } from "../../core/base/defined.ts";
import { splitCells, forEachRow, isComment, parseNumber, type TableRow, type Separator, separatorOfLines, formatCell } from "../cells.ts";
import {
  type ColumnMap,
  type Format,
  type ReaderOptions,
  detectionLength,
  type ReadResult,
  type ReadNetwork,
  type WritableContent,
} from "../contract.ts";
import { forEachLine, firstLines } from "../lines.ts";
import { cacheByText } from "../text-cache.ts";
import { refusedResult, linesText, DiagnosticsCollector } from "../diagnostics.ts";
import {
  guessRateUnit,
  infinibandRate,
  toBaseUnit,
  type LinkLength,
  linkLengthOf,
  parseLinkQuantity,
  parseRelativeRate,
  type LinkUnit,
  parseUnit,
  formatLength,
  formatRate,
} from "../units.ts";
import {
  allHavePorts,
  oppositeLinks,
  isOppositeUsual,
  withoutDuplicatePorts,
  oppositeGuess,
  conflictingGuess,
  withoutSecondListings,
} from "./duplicate-links.ts";
import { type MutableLink, ReadNetworkBuilder, idFault, quoteId } from "./network-builder.ts";
import { UnreadNumbers } from "./unread-numbers.ts";

/** Words that name one end of a link in a heading, before or after the word for what the column holds: `source node`, `node 1`. */
const firstEndWords = { before: "from source src local start a origin this sidea terminationa quelle von", after: "1 a" };
const secondEndWords = {
  before: "to target tgt dst dest destination remote peer neighbor neighbour b z end other sideb terminationb ziel nach",
  after: "2 b z",
};
/** Words for what a column holds. */
const nodeWords = "node nodeid nodename name id device devicename switch switchname host hostname router system vertex endpoint end";
const portWords = "port portid portname portnumber portnum interface intf if ifname";
const typeWords = "type kind role";

/**
 * Headings of each role of a column, in lower case and without punctuation. If a word occurs in two roles, it belongs to the first role.
 */
const headingsOfRoles = {
  from: ["u tail hostname device", firstEndWords.before, headingsOf(firstEndWords, nodeWords)],
  to: ["v head", secondEndWords.before, headingsOf(secondEndWords, nodeWords)],
  rate: [
    "rate bandwidth bw speed linkspeed capacity cap throughput bitrate datarate linkrate linkcapacity linkbandwidth portspeed linkspeedraw",
  ],
  relativeRate: ["relativerate"],
  length: ["length len linklength cablelength distance dist metres meters lange kabellange"],
  latency: ["latency delay linklatency linkdelay propagationdelay propagation cycles"],
  fromPort: ["port interface", headingsOf(firstEndWords, portWords)],
  toPort: [headingsOf(secondEndWords, portWords)],
  count: ["count links cables multiplicity parallel bundle numlinks nlinks"],
  kind: ["kind linktype cable cabletype linkkind medium media"],
  fromType: [headingsOf(firstEndWords, typeWords)],
  toType: [headingsOf(secondEndWords, typeWords)],
  fromName: ["fromlabel sourcelabel alabel label1"],
  toName: ["tolabel targetlabel blabel label2"],
} as const;

type ColumnRole = keyof typeof headingsOfRoles;
const columnRoles = Object.keys(headingsOfRoles) as ColumnRole[];
const roleOf: ReadonlyMap<string, ColumnRole> = new Map<string, ColumnRole>([
  ...columnRoles
    .flatMap((role) => headingsOfRoles[role].flatMap((list) => list.split(" ").map((word): [string, ColumnRole] => [word, role])))
    .toReversed(),
  ["fromname", "fromName"],
  ["toname", "toName"],
]);

/** All combinations of the words before an item with the item, and of the item with the words after it. */
function headingsOf({ before, after }: { readonly before: string; readonly after: string }, items: string): string {
  const words = items.split(" ");
  return [
    ...before.split(" ").flatMap((endWord) => words.map((word) => endWord + word)),
    ...after.split(" ").flatMap((endWord) => words.map((word) => word + endWord)),
  ].join(" ");
}

/** Headings of message lists, which also have a source and a destination. */
const messageHeading = /^(bytes?|size|messagesize|msgsize|time|start|starttime|volume|demand|traffic|tag)$/;
/** Maximum number of parallel links that one row may give. */
const maxParallelLinks = 64;
/** Maximum number of rows with a single cell, which are checked when all links are known. */
const maxDeferredRows = 65_536;
/** Number of rows from which the columns are guessed. */
const sampledRows = 64;

interface EdgeColumns {
  readonly separator: Separator;
  /** Cells of the first row if it has headings. */
  readonly headings: readonly string[] | null;
  readonly width: number;
  readonly columnOfRole: Partial<Record<ColumnRole, number>>;
  /** Units in the headings. */
  readonly unitOfRole: Partial<Record<ColumnRole, LinkUnit>>;
}

export const edgeList: Format = {
  id: "edge-list",
  title: "Edge list",
  contentKind: "network",
  extension: "csv",
  source: "RFC 4180; NetworkX, write_edgelist; SNAP; Gephi, edges table",
  limitations: ["Positions of nodes.", "Numbers of ports of nodes."],
  confidenceOf(excerpt) {
    // JSON and XML are not tables.
    if (/^\s{0,200}[{<]/.test(excerpt)) return 0;
    const lines = sampleLines(excerpt.slice(linkTableStart(excerpt)));
    return Math.max(tableConfidence(lines), findRaggedRows(lines)?.areMost === true ? raggedConfidence : 0);
  },
  read,
  write,
};

/**
 * Confidence, 0 to 1, that lines are a table of links (one link per row) or an adjacency list (a node and its neighbors per row). The
 * values are experience: tables with headings for both ends of a link are almost certain, and prose, traffic and tables of other things get
 * low values.
 */
function tableConfidence(lines: readonly string[]): number {
  if (lines.length === 0) return 0;
  if (findAdjacencyList(lines) !== null) return 0.5;
  const separator = separatorOfLines(lines);
  const allRows = lines.map((line) => splitCells(line, separator));
  const normalizedHeadings = allRows[0].map(normalizeHeading);
  const hasHeadings =
    detectColumns(lines, undefined).headings !== null &&
    ["from", "to"].every((role) => normalizedHeadings.some((word) => roleOf.get(word) === role));
  // In a table with headings, a row may consist of a single isolated node.
  const linkedNodes = new Set(allRows.flatMap((cells) => (cells.length > 1 ? cells.slice(0, 2) : [])));
  const isIsolatedNode = (cells: readonly string[]) => cells.length === 1 && linkedNodes.has(cells[0]);
  const rows = allRows.filter((cells) => cells.length > 1 && cells[0] !== "" && (hasHeadings || cells[1] !== ""));
  if (rows.length === 0 || rows.length + allRows.filter(isIsolatedNode).length < 0.8 * lines.length) return 0;
  // Most rows must have the same width, all but one if there are few: the last row may be cut off. In a table with headings, a row may be
  // shorter if its last columns are empty.
  const widths = new Map<number, number>();
  const widthOf = ({ length }: readonly string[]) => (hasHeadings ? Math.max(length, normalizedHeadings.length) : length);
  for (const cells of rows) widths.set(widthOf(cells), (widths.get(widthOf(cells)) ?? 0) + 1);
  const mostFrequentWidthCount = Math.max(...widths.values());
  if (rows[0].length > 32 || mostFrequentWidthCount < Math.min(0.8 * rows.length, rows.length - 1)) return 0;
  if (hasHeadings) return normalizedHeadings.some((word) => messageHeading.test(word)) ? 0.2 : 0.92;
  // Prose has blanks, too.
  if (separator === " " && rows.some((cells) => cells.length > 4 || cells.some((cell) => /[.,:=[\](){}"]$/.test(cell)))) return 0.05;
  if (rows.length === 1) return 0.15;
  if (rows[0].length === 2) return 0.5;
  return rows[0].length > 8 ? 0.1 : 0.35;
}

function read(text: string, options: ReaderOptions = {}): ReadResult {
  const diagnostics = new DiagnosticsCollector();
  const tableStart = linkTableStart(text);
  if (tableStart > 0) diagnostics.guess("Another table precedes the table of links: it is not read.");
  const lines = sampleLines(text.slice(tableStart, tableStart + detectionLength));
  const adjacencyList = options.columns === undefined ? findAdjacencyList(lines) : null;
  if (adjacencyList !== null) return readAdjacencyList(text, adjacencyList, options);
  const hasCounts = tableStart === 0 && hasCountsRow(text, lines, options);
  if (hasCounts) diagnostics.guess("The first line gives the numbers of nodes and links.");
  if (lines.length === 0) return refusedResult("edge-list", 0, "The table has no rows. Give a table with one link per row: from, to.");
  const columns = detectColumns(hasCounts ? lines.slice(1) : lines, options.columns, diagnostics);
  const { separator, columnOfRole } = columns;
  const isGuessed = columns.headings === null && options.columns === undefined;
  const raggedRows = isGuessed && columnOfRole.from === 0 && columnOfRole.to === 1 ? findRaggedRows(lines) : null;
  /** Rows that are not two nodes followed by quantities. They are kept until all other rows are read and their nodes are known. */
  const deferredRows: (Pick<TableRow, "cells" | "line"> & { readonly text: string })[] = [];
  /** Rows without a rate in a table without headings: their number and the first line numbers. */
  const rowsWithoutRate: { count: number; readonly lines: number[] } = { count: 0, lines: [] };
  /** Memoized parsers of the cells in the columns of rate, length and latency. */
  const parsers = {
    rate: cacheByText((cell) => parseRate(cell, columns)),
    length: cacheByText((cell) => parseLength(cell, "length", columns)),
    latency: cacheByText((cell) => parseLength(cell, "latency", columns)),
  };
  const found = new ReadNetworkBuilder();
  const unreadNumbers = new UnreadNumbers();
  /** Columns with an unknown heading. */
  const unknownColumns = (columns.headings ?? []).flatMap((heading, i) =>
    heading === "" || Object.values(columnOfRole).includes(i) ? [] : [[i, heading] as const],
  );
  const links: MutableLink[] = [];
  /** Links with rates that have no unit; the unit is chosen at the end, from the largest value. */
  const unitlessRates: [link: MutableLink, value: number][] = [];
  /** Rows with a single cell, until it is known whether a link leads to a node of this name. */
  const singleCellRows: { readonly id: string; readonly line: number; readonly text: string }[] = [];
  let isFirstRow = true;
  let isCountsRowRead = false;
  let guessedUnit: LinkUnit | null = null;
  let hasUnitlessLength = false;
  let hasUnitlessLatency = false;
  let largestRate = 0;

  // Read the links, and defer the rows that can be judged only when all nodes are known.
  const lineCount = forEachRow(
    text,
    separator,
    /**
     * Reads one row of the table: skips rows above the table and headings, defers rows with a single cell or an unusual form until all
     * nodes are known, and reads all others as links.
     */
    (row) => {
      if (row.from < tableStart || (hasCounts && !isCountsRowRead)) {
        isCountsRowRead = true;
        return;
      }
      const isHeadingRow = isFirstRow && columns.headings !== null;
      isFirstRow = false;
      if (isHeadingRow) return;
      const { length } = row.cells;
      if (row.to === text.length && columns.headings !== null && length < columns.headings.length)
        diagnostics.guess(
          `The last line has ${length} of ${columns.headings.length} cells, and no line break: the file may have been cut off.`,
        );
      if (length === 1 && row.fault === null && singleCellRows.length < maxDeferredRows) {
        singleCellRows.push({ id: row.cells[0], line: row.line, text: text.slice(row.from, Math.min(row.to, row.from + 1000)) });
        return;
      }
      if (raggedRows !== null && row.fault === null && !isLinkRow(row.cells, separator) && deferredRows.length < maxDeferredRows) {
        deferredRows.push({ cells: [...row.cells], line: row.line, text: text.slice(row.from, row.to) });
        return;
      }
      const reason = row.fault ?? readRow(row);
      if (reason !== null) diagnostics.note(row.line, text.slice(row.from, Math.min(row.to, row.from + 1000)), reason);
    },
    options.onProgress,
  );
  // Deferred rows: a row is a link if both of its nodes are known, or if a unit identifies a quantity.
  for (const row of deferredRows) {
    const [from, to, quantity = "", ...furtherCells] = row.cells;
    const isLink = (found.has(from) && found.has(to)) || hasUnit(quantity, separator);
    const rest = [quantity, ...furtherCells].filter((cell) => !isQuantityCell(cell, separator));
    const reason = isLink ? readRow({ ...row, from: 0, to: 0, fault: null }) : "is not a link: expected two nodes, then quantities";
    const extra = isLink && rest.length > 0 ? `has ${quoteId(rest.join(" "))} besides its quantities: only the link is read` : null;
    if (reason !== null || extra !== null) diagnostics.note(row.line, row.text.slice(0, 1000), reason ?? extra!);
  }
  if (raggedRows?.isUneven === true) diagnostics.guess("Rows have unequal numbers of cells: each is read as two nodes, then quantities.");
  if (rowsWithoutRate.count > 0 && isGuessed && columnOfRole.rate !== undefined) {
    diagnostics.guess(`The rate is missing in ${linesText(rowsWithoutRate.count, rowsWithoutRate.lines)}.`);
  }
  for (const { id, line: lineNumber, text: lineText } of singleCellRows)
    if (!found.has(id)) diagnostics.note(lineNumber, lineText, "names only one end");
  // Choose the units of values without a unit.
  if (unitlessRates.length > 0) {
    guessedUnit = guessRateUnit(largestRate, diagnostics);
    for (const [link, value] of unitlessRates) link.rate = toBaseUnit(value, guessedUnit);
  }
  if (hasUnitlessLength) diagnostics.guess("Lengths have no unit: they are read as metres.");
  if (hasUnitlessLatency) diagnostics.guess("Latencies have no unit: they are read as cycles.");
  unreadNumbers.report(diagnostics);
  for (const link of withoutDuplicateListings(links, diagnostics)) found.addLink(link);
  const columnMap: ColumnMap = {
    names: Array.from({ length: columns.width }, (_, i) => columns.headings?.[i] || `column ${i + 1}`),
    roles: columnRoles,
    assigned: columnOfRole as Record<string, number>,
  };
  const result = found.result(
    "edge-list",
    lineCount,
    diagnostics,
    "No row connects two nodes. Give a table with one link per row: from, to; or choose the columns of the two ends.",
  );
  // In a table without headings, isolated pairs of nodes show that the wrong columns were read.
  if (columns.headings === null && options.columns === undefined && result.network !== undefined && isMostlyPairs(result.network)) {
    const [components, allNodes] = [componentCount(result.network), result.network.nodes.length].map((each) =>
      each.toLocaleString("en-US"),
    );
    const refused = `Read as a list of links, the text has ${allNodes} nodes in ${components} unconnected parts: it is probably something else. Put headings such as from and to above the columns, or choose the columns of the two ends.`;
    return { format: "edge-list", ...diagnostics.summary(lineCount, refused), columns: columnMap };
  }
  return { ...result, columns: columnMap };

  /**
   * Reads a row with a link, its ends, attributes and number of parallel links, and appends the link to `links`. A role is the meaning of a
   * column, such as the rate.
   * @returns why the row cannot be read, or null
   */
  function readRow(row: TableRow): string | null {
    const { cells } = row;
    const cell = (role: ColumnRole) => (columnOfRole[role] === undefined ? "" : (cells[columnOfRole[role]] ?? ""));
    const [from, to] = [cell("from"), cell("to")];
    if (from === "" && to === "") return "names no node";
    const fault =
      from === "" || (to === "" && cells.length < 2) ? "names only one end" : (idFault(from) ?? (to === "" ? null : idFault(to)));
    if (fault !== null) return fault;
    if (from === to) return `connects ${quoteId(from)} to itself`;
    const a = addNode(from, cell("fromType"), cell("fromName"));
    // A row with an empty second end declares an isolated node.
    if (to === "") return null;
    const b = addNode(to, cell("toType"), cell("toName"));
    const link: MutableLink = { a, b };
    for (const [column, heading] of unknownColumns) unreadNumbers.count(heading, cells[column] ?? "");
    const attributes = attributesOf(text, row, unreadNumbers);
    const quantitiesByUnit = isGuessed && columnOfRole.rate !== undefined ? separateByUnits(cells, cell("rate"), cell("length")) : null;
    if (quantitiesByUnit !== null && isMissing(attributes.rate ?? quantitiesByUnit.rate)) {
      rowsWithoutRate.count++;
      if (rowsWithoutRate.lines.length < 3) rowsWithoutRate.lines.push(row.line);
    }
    const faults = [
      readRate(link, attributes.rate ?? quantitiesByUnit?.rate ?? cell("rate")),
      readRelativeRate(link, attributes.relativeRate ?? cell("relativeRate")),
      readLength(link, "length", attributes.length ?? quantitiesByUnit?.length ?? cell("length")),
      readLength(link, "latency", attributes.latency ?? cell("latency")),
      readPort(link, "aPort", cell("fromPort")),
      readPort(link, "bPort", cell("toPort")),
    ].filter((each) => each !== null);
    if (cell("kind") !== "" && link.kind === undefined) link.kind = cell("kind").slice(0, 64);
    const times = cell("count") === "" ? 1 : parseNumber(cell("count"), separator);
    if (!(Number.isInteger(times) && times >= 1 && times <= maxParallelLinks)) {
      return `has ${quoteId(cell("count"))} as the number of links; expected a whole number from 1 to ${maxParallelLinks}`;
    }
    if (found.isFull(links.length)) found.countSkippedLinks(times);
    else for (let i = 0; i < times; i++) links.push(link);
    return faults.length === 0 ? null : faults.join(", ");
  }

  /** Rate and length of a row without headings. If the row omits a cell, the units show which quantity is which. */
  function separateByUnits(cells: readonly string[], rate: string, length: string): { readonly rate: string; readonly length: string } {
    const findCell = (role: "rate" | "length", own: string) => {
      const kindOfCell = quantityKind(own, separator);
      return kindOfCell === undefined || kindOfCell === role
        ? own
        : (cells.slice(2).find((cell) => quantityKind(cell, separator) === role) ?? "");
    };
    const found = { rate: findCell("rate", rate), length: findCell("length", length) };
    if (found.length === "") found.length = cells.slice(2).find((cell) => quantityKind(cell, separator) === "length") ?? "";
    return found;
  }

  function addNode(id: string, type: string, name: string): number {
    const nodeNumber = found.addNode(id);
    if (type !== "") found.setTypeWord(nodeNumber, type);
    if (name !== "" && name !== id) found.describe(nodeNumber, { name: name.slice(0, 256) });
    return nodeNumber;
  }

  function readRate(link: MutableLink, cell: string): string | null {
    if (isMissing(cell)) return null;
    const parsed = parsers.rate(cell);
    if (parsed === null) return `has ${quoteId(cell)} as its rate`;
    if (parsed.kind !== undefined) link.kind = parsed.kind;
    if (!parsed.isBare) link.rate = parsed.rate;
    else {
      unitlessRates.push([link, parsed.rate]);
      largestRate = Math.max(largestRate, parsed.rate);
    }
    return null;
  }

  function readRelativeRate(link: MutableLink, cell: string): string | null {
    if (isMissing(cell)) return null;
    const times = parseRelativeRate(cell);
    if (times === undefined) return `has ${quoteId(cell)} as its relative rate; expected a number above 0`;
    link.relativeRate = times;
    return null;
  }

  function readLength(link: MutableLink, role: "length" | "latency", cell: string): string | null {
    if (isMissing(cell)) return null;
    const parsed = parsers[role](cell);
    if (parsed === null) return `has ${quoteId(cell)} as its ${role}`;
    if (parsed.isBare && role === "length") hasUnitlessLength = true;
    if (parsed.isBare && role === "latency") hasUnitlessLatency = true;
    link.length ??= parsed.length;
    return null;
  }

  function readPort(link: MutableLink, end: "aPort" | "bPort", cell: string): string | null {
    if (isMissing(cell)) return null;
    const digits = /(\d{1,9})$/.exec(cell);
    if (digits === null) return `has ${quoteId(cell)} as a port`;
    // The name `Ethernet1/3` cannot be reduced to a number.
    if (digits[0].length === cell.length || /^[a-z-]*\d+$/i.test(cell)) link[end] = Number(digits[1]);
    return null;
  }
}

/** The first lines that are not comments, without the attributes that NetworkX appends. */
const sampleLines = (text: string) => firstLines(text, sampledRows, (line) => !isComment(line)).map(withoutAttributes);

/**
 * Offset in the text at which the table of links starts, if a file has a table of nodes above it: the heading row that names both ends of a
 * link. 0 if there is only one table.
 */
function linkTableStart(text: string): number {
  const excerpt = text.slice(0, detectionLength);
  const separator = separatorOfLines(sampleLines(excerpt));
  let [tableStart, rowCount] = [0, 0];
  let isOtherTableFirst = false;
  forEachRow(excerpt, separator, ({ cells, from: rowStart }) => {
    if (tableStart > 0) return;
    const parsedHeadings = cells.slice(0, 32).map(parseHeading);
    const isHeadingRow =
      parsedHeadings.some((parsed) => parsed?.role === "from") &&
      parsedHeadings.some((parsed) => parsed?.role === "to") &&
      cells.every((cell) => cell.length > 1 && parseLinkQuantity(cell, separator) === undefined);
    if (rowCount++ === 0)
      isOtherTableFirst = !isHeadingRow && cells.length > 1 && cells.every((cell) => parseLinkQuantity(cell, separator) === undefined);
    else if (isHeadingRow && isOtherTableFirst && rowCount > 2) tableStart = rowStart;
  });
  return tableStart;
}

/** Whether the first row gives the numbers of nodes and links, and exactly that many rows follow. */
function hasCountsRow(text: string, lines: readonly string[], { columns }: ReaderOptions): boolean {
  if (columns !== undefined || lines.length < 3) return false;
  const [first, ...rest] = lines.map((line) => splitCells(line, separatorOfLines(lines)));
  const counts = first.map((cell) => (/^\d{1,9}$/.test(cell) ? Number(cell) : Number.NaN));
  if (counts.length !== 2 || !counts.every((count) => count > 1)) return false;
  // A two-column first row is a pair of counts only if no node has a larger number than the count of nodes.
  const [nodes, links] = counts;
  const areNodesInRange = rest.every((cells) => cells.slice(0, 2).every((cell) => /^\d{1,9}$/.test(cell) && Number(cell) <= nodes));
  if (rest[0].length === first.length && !areNodesInRange) return false;
  let rows = 0;
  forEachRow(text, " ", () => rows++);
  return rows === links + 1;
}

/**
 * Whether a cell with a unit is a rate or a length; undefined if it has no unit. In a table separated by blanks, a cell may end with a
 * comma.
 */
function quantityKind(cell: string, separator: Separator): "rate" | "length" | undefined {
  const trimmed = withoutComma(cell, separator);
  if (infinibandRate(trimmed) !== undefined) return "rate";
  const unit = parseLinkQuantity(trimmed, separator)?.unit;
  return unit === undefined ? undefined : unit.dimension === "rate" ? "rate" : "length";
}
const withoutComma = (cell: string, separator: Separator) => (separator === " " ? cell.replace(/[,;]$/, "") : cell);
const hasUnit = (cell: string, separator: Separator) => quantityKind(cell, separator) !== undefined;
const isQuantityCell = (cell: string, separator: Separator) =>
  isMissing(cell) || hasUnit(cell, separator) || parseLinkQuantity(withoutComma(cell, separator), separator) !== undefined;

/** Whether a row consists of two nodes followed by quantities only. */
const isLinkRow = (cells: readonly string[], separator: Separator) =>
  cells.length > 1 &&
  cells[0] !== cells[1] &&
  cells.slice(0, 2).every((cell) => cell !== "" && !/[.,:=[\](){}"]$/.test(cell)) &&
  cells.slice(2).every((cell) => isQuantityCell(cell, separator));

/** Statistics of rows without headings, of which some consist of two nodes and a varying number of quantities. */
interface RaggedRows {
  /** Whether rows of two nodes and quantities, and rows with a single known node, are the majority. */
  readonly areMost: boolean;
  /** Whether the rows have different numbers of cells. */
  readonly isUneven: boolean;
  /** Indices, from 0, of the lines that are no such rows. */
  readonly others: readonly number[];
}
/** Confidence that {@link RaggedRows} are an edge list. */
const raggedConfidence = 0.35;

/**
 * Looks for links in a table whose rows have different lengths because they omit quantities: two nodes, then rates or lengths. Nodes must
 * occur repeatedly, and quantities must be distinguishable from nodes: by units, or because nodes are not numbers. Null if there are no
 * such links.
 */
function findRaggedRows(lines: readonly string[]): RaggedRows | null {
  const separator = separatorOfLines(lines);
  const allRows = lines.map((line) => splitCells(line, separator));
  const rows = allRows.filter((cells) => isLinkRow(cells, separator));
  const quantities = rows.flatMap((cells) => cells.slice(2));
  const areNodesNames = rows.every((cells) => cells.slice(0, 2).every((cell) => parseLinkQuantity(cell, separator) === undefined));
  if (rows.length < 2 || quantities.length === 0 || !(areNodesNames || quantities.some((cell) => hasUnit(cell, separator)))) return null;
  const occurrences = new Map<string, number>();
  for (const cell of rows.flatMap((cells) => cells.slice(0, 2))) occurrences.set(cell, (occurrences.get(cell) ?? 0) + 1);
  const connectedRows = rows.filter((cells) => cells.slice(0, 2).some((cell) => occurrences.get(cell)! > 1)).length;
  if (connectedRows < 0.8 * rows.length) return null;
  // Lines that are neither links nor a single known node.
  const otherLines = allRows.flatMap((cells, i) =>
    isLinkRow(cells, separator) || (cells.length === 1 && occurrences.has(cells[0])) ? [] : [i],
  );
  return {
    areMost: otherLines.length < 0.4 * allRows.length,
    isUneven: new Set(rows.map(({ length }) => length)).size > 1,
    others: otherLines,
  };
}

/** Why lines that look like an edge list cannot be read as one, as a sentence that says what to do; null if no line is a link. */
export function edgeListFault(excerpt: string): string | null {
  const ragged = findRaggedRows(sampleLines(excerpt));
  if (ragged === null || ragged.others.length === 0) return null;
  const otherRows = new Set(ragged.others);
  const lineNumbers: number[] = [];
  let row = 0;
  forEachLine(excerpt, (line, from, to) => {
    if (from === to || isComment(excerpt, from, to) || excerpt.slice(from, to).trim() === "") return;
    if (otherRows.has(row++)) lineNumbers.push(line);
  });
  return `Some lines connect two nodes, others do not (${linesText(lineNumbers.length, lineNumbers.slice(0, 3))}). Give each line two nodes, then quantities such as 10Gbps.`;
}

/** An adjacency list: each row is a node followed by its neighbors. */
interface AdjacencyList {
  readonly separator: Separator;
}

/**
 * Whether the rows are an adjacency list as NetworkX writes it: rows of different lengths without headings whose cells are nodes of other
 * rows, or rows of equal length in which each link is listed at both ends. Null if they are not.
 */
function findAdjacencyList(lines: readonly string[]): AdjacencyList | null {
  if (lines.length < 2 || lines.some((line) => /[{}"'=]/.test(line))) return null;
  const separator = separatorOfLines(lines);
  const rows = lines.map((line) => adjacencyCells(splitCells(line, separator)));
  const hasColon = lines.every((line) => /^\s*[^\s:]+\s*:(?:\s|$)/.test(line));
  const maxCells = rows.reduce((longestRow, { length }) => Math.max(longestRow, length), 0);
  if (maxCells < 3 || rows.some((cells) => cells.some((cell) => cell === "" || cell.length > 64 || /[.,;!?]$/.test(cell)))) return null;
  const rowOfNode = new Map(rows.map((cells, i) => [cells[0], i]));
  if (rowOfNode.size < rows.length) return null;
  // A quantity is not a node, unless a row starts with it. Numbers that occur only after two nodes are not nodes either.
  if (rows.some(([, ...others]) => others.some((cell) => !rowOfNode.has(cell) && hasUnit(cell, separator)))) return null;
  const links = new Set(rows.flatMap(([rowNode, ...others]) => others.map((other) => `${rowNode}\n${other}`)));
  const isListedTwice = rows.every(([rowNode, ...others]) =>
    others.every((other) => other !== rowNode && links.has(`${other}\n${rowNode}`)),
  );
  if (isListedTwice) return { separator };
  if (rows.some(([rowNode, ...others]) => others.includes(rowNode) || new Set(others).size < others.length)) return null;
  const isRagged = new Set(rows.map(({ length }) => length)).size > 1;
  const knownNodes = new Set(rows.flatMap((cells) => cells.slice(0, 2)));
  const furtherCells = rows.flatMap((cells) => cells.slice(2));
  if (furtherCells.every((cell) => !knownNodes.has(cell) && parseLinkQuantity(cell, separator) !== undefined)) return null;
  // A node also counts if it occurs several times, because the excerpt may end before its row.
  const isNode = (cell: string) => knownNodes.has(cell) || furtherCells.filter((each) => each === cell).length > 1;
  return (isRagged || hasColon) && furtherCells.every(isNode) ? { separator } : null;
}

/** The cells of a row of an adjacency list, without the colon of `a: b c`. */
function adjacencyCells(cells: readonly string[]): readonly string[] {
  const [first = "", ...rest] = cells;
  if (rest[0] === ":") return [first, ...rest.slice(1)];
  const rowNode = first.endsWith(":") ? first.slice(0, -1) : first;
  return [rowNode, ...rest.filter((cell, i) => cell !== "" || i < rest.length - 1)];
}

/** Reads an adjacency list, in which each row is a node followed by its neighbors, as a network. */
function readAdjacencyList(text: string, { separator }: AdjacencyList, { onProgress }: ReaderOptions): ReadResult {
  const diagnostics = new DiagnosticsCollector();
  const builder = new ReadNetworkBuilder();
  const links: MutableLink[] = [];
  const count = forEachRow(
    text,
    separator,
    (row) => {
      const cells = adjacencyCells(row.cells);
      const faults = [row.fault, ...cells.map((cell) => idFault(cell))].filter((fault) => fault !== null);
      if (cells.slice(1).includes(cells[0])) faults.push(`connects ${quoteId(cells[0])} to itself`);
      if (faults.length > 0) return diagnostics.note(row.line, text.slice(row.from, Math.min(row.to, row.from + 1000)), faults[0]);
      const a = builder.addNode(cells[0]);
      for (const cell of cells.slice(1)) {
        if (builder.isFull(links.length)) builder.countSkippedLinks(1);
        else links.push({ a, b: builder.addNode(cell) });
      }
      return undefined;
    },
    onProgress,
  );
  diagnostics.guess("Each row is read as a node and its neighbours.");
  for (const link of withoutDuplicateListings(links, diagnostics)) builder.addLink(link);
  return builder.result("edge-list", count, diagnostics, "No row connects two nodes. Give a table with one link per row: from, to.");
}

/** Number of connected components that have links (union-find). */
function componentCount({ nodes, links }: ReadNetwork): number {
  const parent = Int32Array.from({ length: nodes.length }, (_, n) => n);
  const rootOf = (node: number) => {
    let current = node;
    while (parent[current] !== current) current = parent[current] = parent[parent[current]];
    return current;
  };
  for (const { a, b } of links) parent[rootOf(a)] = rootOf(b);
  return new Set(links.map(({ a }) => rootOf(a))).size;
}

/** Whether the network is mostly isolated pairs of nodes, which shows that the wrong columns were read. */
function isMostlyPairs(network: ReadNetwork): boolean {
  return network.links.length >= minPairLinks && 2 * componentCount(network) >= network.nodes.length;
}
/** With fewer links than this, isolated pairs of nodes are plausible. */
const minPairLinks = 4;

/** Parses a rate with or without a unit; null if the cell is not a rate. */
function parseRate(
  cell: string,
  { separator, unitOfRole: units }: EdgeColumns,
): { readonly rate: number; readonly isBare: boolean; readonly kind?: string } | null {
  const trimmed = withoutComma(cell, separator);
  const linkSpeedRate = infinibandRate(trimmed);
  if (linkSpeedRate !== undefined) return { rate: linkSpeedRate, isBare: false, kind: trimmed };
  const quantity = parseLinkQuantity(trimmed, separator);
  const unit = quantity?.unit ?? units.rate;
  if (quantity === undefined || !(quantity.value > 0) || (unit !== undefined && unit.dimension !== "rate")) return null;
  return { rate: unit === undefined ? quantity.value : toBaseUnit(quantity.value, unit), isBare: unit === undefined };
}

/** Parses a length, in meters or cycles if it has no unit; null if the cell is not a length. */
function parseLength(
  cell: string,
  role: "length" | "latency",
  { separator, unitOfRole: units }: EdgeColumns,
): { readonly length: LinkLength; readonly isBare: boolean } | null {
  const quantity = parseLinkQuantity(withoutComma(cell, separator), separator);
  const unit = quantity?.unit ?? units[role];
  const length = quantity && linkLengthOf(quantity.value, unit ?? (role === "length" ? metres : cycles));
  return quantity === undefined || length === undefined || quantity.value < 0 ? null : { length, isBare: unit === undefined };
}

const metres: LinkUnit = { dimension: "metres", factor: 1 };
const cycles: LinkUnit = { dimension: "cycles", factor: 1 };
const isMissing = (cell: string) => cell === "" || /^(-|n\/?a|nan|none|null|unknown)$/i.test(cell);

/**
 * Removes the second listing of links that a table lists twice, once from each end. With ports, each link is judged separately, because a
 * port takes one cable. Without ports, the table is judged as a whole: most linked pairs of nodes must be listed from both ends.
 */
function withoutDuplicateListings(links: readonly MutableLink[], diagnostics: DiagnosticsCollector): readonly MutableLink[] {
  if (links.length > 0 && allHavePorts(links)) {
    const uniqueLinks = withoutDuplicatePorts(links);
    if (uniqueLinks.length < links.length)
      diagnostics.guess("Links are listed twice, once from each end, with their ports: each is read once.");
    return uniqueLinks;
  }
  const opposites = oppositeLinks(links, null);
  const { linkedPairs, oppositePairs, conflictingPairs } = opposites;
  if (oppositePairs === 0) return links;
  if (!isOppositeUsual(opposites) || opposites.secondListings === 0) {
    diagnostics.guess(oppositeGuess(oppositePairs));
    return links;
  }
  const singlePairs = linkedPairs - oppositePairs;
  diagnostics.guess(
    `Most links are listed twice, once from each end: each is read once${singlePairs === 0 ? "" : `, also the ${singlePairs.toLocaleString("en-US")} ${singlePairs === 1 ? "pair" : "pairs"} listed from one end only`}.`,
  );
  if (conflictingPairs > 0) diagnostics.guess(conflictingGuess(conflictingPairs));
  return withoutSecondListings(links, opposites);
}

/** A heading in lower case without accents and punctuation. */
const normalizeHeading = (heading: string) =>
  heading
    .slice(0, 60)
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "");

/** Role and unit of a heading: `Bandwidth (Gb/s)`, `rate_gbps`, `linkSpeed`, `ns`. */
function parseHeading(heading: string): { readonly role: ColumnRole; readonly unit?: LinkUnit } | undefined {
  const trimmed = heading.trim().slice(0, 60);
  const exactRole = roleOf.get(normalizeHeading(trimmed));
  if (exactRole !== undefined) return { role: exactRole };
  const bracket = /^([^([]*)[([]([^)\]]*)[)\]]$/.exec(trimmed);
  const [roleWord, unitWord] =
    bracket !== null
      ? [bracket[1], bracket[2].trim()]
      : [trimmed.replace(/(?:^|[\s_-]|(?<=[a-z])(?=[A-Z]))[A-Za-z/]+$/, ""), /[A-Za-z/]+$/.exec(splitCamelCase(trimmed))?.[0] ?? ""];
  const unit = parseUnit(unitWord) ?? parseUnit(unitWord.replace(/^per/i, ""));
  if (unit === undefined) return bracket === null ? undefined : roleWithoutUnit(normalizeHeading(bracket[1]));
  const role =
    roleOf.get(normalizeHeading(roleWord)) ??
    (normalizeHeading(roleWord) === "" ? (unit.dimension === "rate" ? "rate" : "length") : undefined);
  if (role === undefined || (role === "rate") !== (unit.dimension === "rate")) return undefined;
  return role === "rate" || role === "length" || role === "latency" ? { role, unit } : undefined;
}

const roleWithoutUnit = (word: string) => (roleOf.has(word) ? { role: roleOf.get(word)! } : undefined);
const splitCamelCase = (text: string) => text.replaceAll(/([a-z])([A-Z])/g, "$1 $2");

/**
 * Determines which column of a table of links has which role (end, rate, length, port, …), from the heading row or, without headings, from
 * the form of the cells. The first free columns become the two ends if no column is known as an end.
 * @param lines first lines of the table
 * @param givenColumns column of each role as chosen by the user, which takes precedence; a column below 0 means that the role has none
 */
function detectColumns(lines: readonly string[], givenColumns: ReaderOptions["columns"], diagnostics?: DiagnosticsCollector): EdgeColumns {
  const separator = separatorOfLines(lines);
  const rows = lines.map((line) => splitCells(line, separator));
  const [firstRow, ...otherRows] = rows;
  const width = rows.reduce((widest, cells) => Math.max(widest, cells.length), 0);
  const parsedHeadings = firstRow.map(parseHeading);
  const columnOfRole: Partial<Record<ColumnRole, number>> = {};
  const unitOfRole: Partial<Record<ColumnRole, LinkUnit>> = {};
  // A single letter may be a node.
  const hasEndHeadings =
    parsedHeadings.some((parsed) => parsed?.role === "from") &&
    parsedHeadings.some((parsed) => parsed?.role === "to") &&
    parsedHeadings.some((parsed, i) => parsed !== undefined && firstRow[i].length > 1);
  const cellsBelow = new Set(otherRows.flatMap((cells) => cells));
  // A node may be called "to", but a row of nodes does not match three headings.
  const isNodeRow =
    parsedHeadings.filter((parsed) => parsed !== undefined).length < 3 &&
    parsedHeadings.some((parsed, i) => (parsed?.role === "from" || parsed?.role === "to") && cellsBelow.has(firstRow[i]));
  // The first row has headings if it names both ends, or if it has only texts, above at least one column of quantities.
  const isHeadingRow =
    (hasEndHeadings && !isNodeRow) ||
    (otherRows.length > 0 &&
      firstRow.every((cell) => cell !== "" && parseLinkQuantity(cell, separator) === undefined) &&
      firstRow.some((_, i) => otherRows.every((cells) => parseLinkQuantity(cells[i] ?? "", separator) !== undefined)));
  if (isHeadingRow) {
    parsedHeadings.forEach((parsed, i) => {
      if (parsed === undefined || columnOfRole[parsed.role] !== undefined) return;
      columnOfRole[parsed.role] = i;
      if (parsed.unit !== undefined) unitOfRole[parsed.role] = parsed.unit;
    });
  } else guessColumnsFromCells(rows, separator, columnOfRole, diagnostics);
  // If the columns of the two ends are not known, columns without a role become the ends.
  const freeColumns = Array.from({ length: width }, (_, i) => i).filter((i) => !Object.values(columnOfRole).includes(i));
  if (columnOfRole.from === undefined || columnOfRole.to === undefined)
    diagnostics?.guess("No headings name the columns of the two ends of a link: the first free columns are used.");
  if (isHeadingRow && isRowNumber(otherRows, freeColumns)) freeColumns.shift();
  if (columnOfRole.from === undefined) columnOfRole.from = freeColumns.shift() ?? 0;
  if (columnOfRole.to === undefined) columnOfRole.to = freeColumns.shift() ?? 1;
  // The choices of the user take precedence. A column that is chosen for one role loses its guessed role.
  for (const role of columnRoles) {
    const column = givenColumns?.[role];
    if (column === undefined) continue;
    for (const other of columnRoles) if (columnOfRole[other] === column && givenColumns?.[other] === undefined) delete columnOfRole[other];
    if (Number.isInteger(column) && column >= 0) columnOfRole[role] = column;
    else delete columnOfRole[role];
  }
  return { separator, headings: isHeadingRow ? firstRow : null, width, columnOfRole, unitOfRole };
}

/** Whether the first of the columns is a row number: it counts up by one and none of its values occurs in the next two columns. */
function isRowNumber(rows: readonly (readonly string[])[], [first, ...otherColumns]: readonly number[]): boolean {
  if (otherColumns.length < 2 || rows.length < 3) return false;
  const endCells = new Set(rows.flatMap((cells) => otherColumns.slice(0, 2).map((column) => cells[column])));
  const firstNumber = Number(rows[0][first]);
  return rows.every((cells, i) => Number(cells[first]) === firstNumber + i && !endCells.has(cells[first]));
}

/**
 * Guesses the roles of the columns of a table of links without headings from the form of their cells, and writes them to `columnOfRole`
 * (column index by role). Roles are the ends, kind, ports, rate and length of a link.
 */
function guessColumnsFromCells(
  rows: readonly (readonly string[])[],
  separator: Separator,
  columnOfRole: Partial<Record<ColumnRole, number>>,
  diagnostics?: DiagnosticsCollector,
): void {
  const linkRows = rows.filter((cells) => isLinkRow(cells, separator));
  // Rows may omit their last quantities. Longer rows that are not links do not define columns.
  const width = linkRows.reduce((widest, { length }) => Math.max(widest, length), rows[0].length);
  const everyRow = (column: number, isMatch: (cell: string) => boolean) => rows.every((cells) => isMatch(cells[column] ?? ""));
  const isPort = (cell: string) => /^\d{1,4}$/.test(cell);
  if (everyRow(1, (cell) => /^(--?|<?-+>|=+|<>|↔|→)$/.test(cell))) [columnOfRole.from, columnOfRole.to] = [0, 2];
  else if (width === 3 && isKindColumn(rows)) [columnOfRole.from, columnOfRole.kind, columnOfRole.to] = [0, 1, 2];
  else if (width >= 4 && everyRow(1, isPort) && everyRow(3, isPort) && !everyRow(0, isPort) && !everyRow(2, isPort)) {
    [columnOfRole.from, columnOfRole.fromPort, columnOfRole.to, columnOfRole.toPort] = [0, 1, 2, 3];
    diagnostics?.guess("Columns 2 and 4 are read as ports.");
  } else [columnOfRole.from, columnOfRole.to] = [0, 1];
  for (let i = 2; i < width; i++) {
    if (Object.values(columnOfRole).includes(i) || rows.every((cells) => (cells[i] ?? "") === "")) continue;
    const units = rows.map((cells) =>
      infinibandRate(cells[i] ?? "") === undefined ? parseLinkQuantity(cells[i] ?? "", separator)?.unit?.dimension : "rate",
    );
    const role: ColumnRole | undefined = units.includes("rate")
      ? "rate"
      : units.some((kindOfUnit) => kindOfUnit === "metres" || kindOfUnit === "seconds" || kindOfUnit === "cycles")
        ? "length"
        : undefined;
    if (role !== undefined && columnOfRole[role] === undefined) columnOfRole[role] = i;
    else if (!rows.some((cells) => cells[i]?.startsWith("{")))
      diagnostics?.guess(`Column ${i + 1} is not read: no heading says what it contains.`);
  }
}

/**
 * Whether the second of three columns is a kind of link, as in Cytoscape's SIF: no node has its name, and the outer columns share nodes.
 */
function isKindColumn(rows: readonly (readonly string[])[]): boolean {
  const [left, middle, right] = [0, 1, 2].map((column) => new Set(rows.map((cells) => cells[column] ?? "")));
  const isWord = [...middle].every((cell) => /^[a-z]/i.test(cell) && !left.has(cell) && !right.has(cell));
  return isWord && middle.size < rows.length && [...left].some((cell) => right.has(cell));
}

/** A line without the attributes that NetworkX appends: `1 2 {'weight': 3}`. */
function withoutAttributes(line: string): string {
  const braceStart = line.indexOf("{");
  return braceStart > 0 && line.trimEnd().endsWith("}")
    ? line
        .slice(0, braceStart)
        .trimEnd()
        .replace(/[,;|]$/, "")
    : line;
}

/** Parses those attributes. */
function attributesOf(text: string, { cells, from, to }: TableRow, unread: UnreadNumbers): Partial<Record<ColumnRole, string>> {
  if (!cells[2]?.startsWith("{")) return {};
  const attributes: Partial<Record<ColumnRole, string>> = {};
  const content = text.slice(text.indexOf("{", from) + 1, Math.min(to, from + 2000)).replace(/\}\s*$/, "");
  for (const pair of content.split(",")) {
    const colon = pair.indexOf(":");
    const [key, value] = [pair.slice(0, Math.max(0, colon)), pair.slice(colon + 1)].map((each) =>
      each.trim().replaceAll(/^['"]|['"]$/g, ""),
    );
    const role = roleOf.get(normalizeHeading(key));
    if (role !== undefined) attributes[role] = value;
    else unread.count(key, value);
  }
  return attributes;
}

/** Writes a row for each link with the columns that are needed, and a row for each isolated node. */
function write({ network }: WritableContent): string {
  const { nodes, links } = network!;
  const hasColumn = {
    rate: links.some(({ rate }) => rate !== undefined),
    relativeRate: links.some(({ relativeRate }) => relativeRate !== undefined),
    length: links.some(({ length }) => length !== undefined),
    ports: links.some(({ aPort, bPort }) => aPort !== undefined || bPort !== undefined),
    kind: links.some(({ kind }) => kind !== undefined),
    name: nodes.some(({ name }) => name !== undefined),
  };
  const isLinked = new Uint8Array(nodes.length);
  const rows: string[] = [];
  const typeOf = (n: number) => (nodes[n].isTerminal ? "terminal" : "switch");
  const formatRow = (cells: readonly (string | number | undefined | false)[]) =>
    cells
      .filter((cell) => cell !== false)
      .map((cell) => (cell === undefined || cell === "" ? "" : formatCell(String(cell), ",")))
      .join(",");
  rows.push(
    [
      "from,to,from type,to type",
      hasColumn.name && "from name,to name",
      hasColumn.ports && "from port,to port",
      hasColumn.rate && "rate",
      hasColumn.relativeRate && "relative rate",
      hasColumn.length && "length",
      hasColumn.kind && "kind",
    ]
      .filter((each) => each !== false)
      .join(","),
  );
  for (const { a, b, aPort, bPort, rate, relativeRate, length, kind } of withOrderedEnds(network!)) {
    isLinked[a] = isLinked[b] = 1;
    rows.push(
      formatRow([
        nodes[a].id,
        nodes[b].id,
        typeOf(a),
        typeOf(b),
        hasColumn.name && nodes[a].name,
        hasColumn.name && nodes[b].name,
        hasColumn.ports && aPort,
        hasColumn.ports && bPort,
        hasColumn.rate && (rate === undefined ? "" : formatRate(rate)),
        hasColumn.relativeRate && relativeRate,
        hasColumn.length && (length === undefined ? "" : formatLength(length)),
        hasColumn.kind && kind,
      ]),
    );
  }
  /** A node without links gets a row in which the second end and all cells of the link are empty. */
  nodes.forEach(({ id, name }, n) => {
    if (isLinked[n] === 0)
      rows.push(
        formatRow([
          id,
          "",
          typeOf(n),
          "",
          hasColumn.name && name,
          hasColumn.name && "",
          hasColumn.ports && "",
          hasColumn.ports && "",
          hasColumn.rate && "",
          hasColumn.relativeRate && "",
          hasColumn.length && "",
          hasColumn.kind && "",
        ]),
      );
  });
  return `${rows.join("\n")}\n`;
}

/** Orders the ends of parallel links alike, so that a reader does not mistake two parallel links for one link listed from both ends. */
function withOrderedEnds({ links }: ReadNetwork): ReadNetwork["links"] {
  return links.map(({ a, b, aPort, bPort, ...rest }) => ({
    ...rest,
    ...(a <= b ? endsOf(a, b, aPort, bPort) : endsOf(b, a, bPort, aPort)),
  }));
}

const endsOf = (a: number, b: number, aPort: number | undefined, bPort: number | undefined) => ({
  a,
  b,
  ...withoutUndefined({ aPort, bPort }),
});
