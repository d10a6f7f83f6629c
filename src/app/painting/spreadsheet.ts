/**
 * Tables of numbers as spreadsheets copy them: cells parted by tabs, semicolons, commas or blanks, with or without names
 * of rows and columns. An empty cell says nothing, so what is there stays; 0 is a number.
 */

/** Rows and columns beyond these are left out. */
export const mostPasted = 1024;

/** A value; null for an empty cell, and the text of what is no number. */
export type Read = number | null | string;

export interface Spreadsheet {
  /** Rows of cells, without names; not all are as long. */
  readonly rows: readonly (readonly Read[])[];
  /** Rows and columns that were too many. */
  readonly beyond: number;
}

/** What parts the cells of a text: of several that occur outside of quotes, the one that numbers have least. */
function separatorOf(text: string): RegExp | string {
  const bare = text.replaceAll(/"(?:[^"]|"")*"/g, "");
  const found = ["\t", ";", ","].find((sign) => bare.includes(sign));
  return found ?? / +/;
}

/** Cuts a text into its cells; within quotes anything may stand, and two quotes are one. */
function cut(text: string, separator: RegExp | string): readonly (readonly string[])[] {
  const lines: string[][] = [];
  if (typeof separator !== "string") {
    for (const line of text.split(/\r\n|\r|\n/)) lines.push(line.trim().split(separator));
    return lines;
  }
  let [row, field, isQuoted, i]: [string[], string, boolean, number] = [[], "", false, 0];
  const end = () => {
    row.push(field);
    field = "";
  };
  while (i < text.length) {
    const sign = text[i++];
    if (isQuoted) {
      if (sign !== '"') field += sign;
      else if (text[i] === '"') field += text[i++];
      else isQuoted = false;
    } else if (sign === '"' && field.trim() === "") [field, isQuoted] = ["", true];
    else if (sign === separator) end();
    else if (sign === "\n" || sign === "\r") {
      if (sign === "\r" && text[i] === "\n") i++;
      end();
      lines.push(row);
      row = [];
    } else field += sign;
  }
  end();
  lines.push(row);
  return lines;
}

/** Reads one cell. Where a comma does not part cells, it may stand before decimals. */
export function readCell(text: string, hasDecimalComma: boolean): Read {
  // Blanks, thin ones too, and apostrophes stand between thousands.
  const bare = text.trim().replaceAll(/(?<=\d)[\s\u00a0\u2009\u202f'’](?=\d{3})/g, "");
  if (bare === "") return null;
  const signs = bare.replaceAll(/[^.,]/g, "");
  let plain = bare;
  if (hasDecimalComma && signs.includes(",")) {
    const isPointLast = bare.lastIndexOf(".") > bare.lastIndexOf(",");
    // 1.234,5 and 1,234.5 say which is which; 1,234,567 cannot be decimals.
    plain = isPointLast || signs.split(",").length > 2 ? bare.replaceAll(",", "") : bare.replaceAll(".", "").replace(",", ".");
  }
  return /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/.test(plain) ? Number(plain) : text.trim();
}

const isNumber = (cell: Read): cell is number => typeof cell === "number";
const isName = (cell: Read): cell is string => typeof cell === "string";
/** Whether cells count on: 0, 1, 2 or 4, 5, 6. */
const countsOn = (cells: readonly Read[]) =>
  cells.length > 1 && cells.every((cell, i) => isNumber(cell) && Number.isInteger(cell) && cell === (cells[0] as number) + i);

/** Whether cells are names of what stands beside them: words, or numbers that count on where they may be names. */
function areNames(cells: readonly Read[], mayCount: boolean): boolean {
  const told = cells.filter((cell) => cell !== null);
  return told.length > 0 && (told.every(isName) || (mayCount && countsOn(cells)));
}

/** Reads a table; what are names of rows and columns is left out. */
export function readSpreadsheet(text: string): Spreadsheet {
  const separator = separatorOf(text);
  const lines = cut(text, separator).map((line) => line.map((cell) => readCell(cell, separator !== ",")));
  while (lines.length > 0 && lines[lines.length - 1].every((cell) => cell === null)) lines.pop();
  if (lines.length === 0) return { rows: [], beyond: 0 };
  const [first] = lines;
  const corner = first[0] ?? null;
  const below = lines.slice(1);
  // Numbers are names only around a corner that is none.
  const mayCount = corner === null || (isName(corner) && countsOn(below.map((line) => line[0] ?? null)));
  const hasHead = lines.length > 1 && first.length > 1 && !isNumber(corner) && areNames(first.slice(1), mayCount);
  const own = hasHead ? below : lines;
  const hasSide =
    own.some((line) => line.slice(1).some(isNumber)) &&
    areNames(
      own.map((line) => line[0] ?? null),
      hasHead && mayCount,
    );
  // Names in one column have no head of their own.
  const isLoneHead = !hasHead && lines.length > 1 && first.length === 1 && isName(corner) && below.every(([cell]) => isNumber(cell));
  const rows = lines.slice(hasHead || isLoneHead ? 1 : 0).map((line) => (hasSide ? line.slice(1) : line));
  const widest = rows.reduce((most, { length }) => Math.max(most, length), 0);
  const beyond = Math.max(0, rows.length - mostPasted) + Math.max(0, widest - mostPasted);
  return { rows: rows.slice(0, mostPasted).map((row) => row.slice(0, mostPasted)), beyond };
}

/** A table as spreadsheets read it: tabs, with names in the first row and column. */
export function writeSpreadsheet(names: readonly string[], valueAt: (row: number, column: number) => number): string {
  const plain = names.map((name) => name.replaceAll(/[\t\r\n"]/g, " "));
  return [["", ...plain], ...plain.map((name, row) => [name, ...plain.map((_, column) => String(valueAt(row, column)))])]
    .map((line) => line.join("\t"))
    .join("\n");
}
