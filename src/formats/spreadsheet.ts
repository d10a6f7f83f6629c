/**
 * Tables of numbers as copied from spreadsheets: cells separated by tabs, semicolons, commas or blanks, with or without names of rows and
 * columns. Empty cells leave existing values unchanged; 0 is a value.
 */

/** Maximum number of rows and columns of a pasted table; the rest is left out. */
export const mostPasted = 1024;

/** A value; null for an empty cell, or the text of a cell that is not a number. */
export type Read = number | null | string;

export interface Spreadsheet {
  /** Rows of cells without their names. Rows may have different lengths. */
  readonly rows: readonly (readonly Read[])[];
  /** Names above the columns and beside the rows; null if there are none. */
  readonly columnNames: readonly string[] | null;
  readonly rowNames: readonly string[] | null;
  /** Number of rows and columns beyond the maximum. */
  readonly beyond: number;
  /** The decimal separator. */
  readonly decimal: Decimal;
  /** Whether the decimal separator is a comma and occurs in a value. */
  readonly hasDecimalComma: boolean;
}

/** The characters of a list that occur in a text outside of quotes. */
function outside(text: string, signs: readonly string[]): ReadonlySet<string> {
  const bare = text.split('"').filter((_, i) => i % 2 === 0);
  return new Set(signs.filter((sign) => bare.some((part) => part.includes(sign))));
}

/** The separator of the cells: of the candidates outside of quotes, the one that is least likely within numbers. */
function separatorOf(text: string): RegExp | string {
  const signs = ["\t", ";", ","];
  const found = outside(text, signs);
  return signs.find((sign) => found.has(sign)) ?? (text.includes('"') ? "\t" : / +/);
}

/** Splits a text into cells. Quoted cells may contain any character, and two quotes mean a literal one. */
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
      if (sign !== '"') {
        const next = text.indexOf('"', i);
        const to = next < 0 ? text.length : next;
        field += text.slice(i - 1, to);
        i = to;
      } else if (text[i] === '"') field += text[i++];
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

export type Decimal = "," | ".";

/** The decimal separator, judged by all cells together: 1.234,5 is conclusive, and so are 0,25 and 1,234,567. */
function decimalOf(cells: Iterable<string>): Decimal {
  const told = { ",": 0, ".": 0 };
  let hasComma = false;
  let hasPoint = false;
  for (const cell of cells) {
    const bare = cell.replace("\u2212", "-").replaceAll(/(?<=\d)[ \u00a0\u2009\u202f'’](?=\d{3})/g, "");
    if (!/^[-+]?[\d.,]*\d(?:[eE][-+]?\d+)?$/.test(bare)) continue;
    const [commas, points] = [bare.split(",").length - 1, bare.split(".").length - 1];
    hasComma ||= commas > 0;
    hasPoint ||= points > 0;
    if (commas > 0 && points > 0) told[bare.lastIndexOf(",") > bare.lastIndexOf(".") ? "," : "."]++;
    else if (commas + points > 1) {
      if (/^[-+]?\d{1,3}(?:,\d{3})+$/.test(bare)) told["."]++;
      if (/^[-+]?\d{1,3}(?:\.\d{3})+$/.test(bare)) told[","]++;
    }
    // Three digits after a single separator may be thousands, unless the part before it is empty, 0 or too long.
    else if (commas + points === 1 && !/^[-+]?[1-9]\d{0,2}[.,]\d{3}$/.test(bare)) told[commas === 1 ? "," : "."]++;
  }
  if (told[","] !== told["."]) return told[","] > told["."] ? "," : ".";
  return hasComma && !hasPoint ? "," : ".";
}

/** Numbers. Thousands may be separated by blanks of any width, apostrophes, or the character that is not the decimal separator. */
const forms: Readonly<Record<Decimal, RegExp>> = {
  ".": /^([-+]?)(\d{1,3}([ \u00a0\u2009\u202f'’,])\d{3}(?:\3\d{3})*|\d*)((?:\.\d*)?)((?:[eE][-+]?\d+)?)$/,
  ",": /^([-+]?)(\d{1,3}([ \u00a0\u2009\u202f'’.])\d{3}(?:\3\d{3})*|\d*)((?:,\d*)?)((?:[eE][-+]?\d+)?)$/,
};

/** Parses one cell. */
export function readCell(text: string, decimal: Decimal = decimalOf([text.trim()])): Read {
  const bare = text.trim();
  if (bare === "") return null;
  const found = forms[decimal].exec(bare.replace("\u2212", "-"));
  if (found === null) return bare;
  const [, sign, whole, , rest, power] = found;
  if (!/\d/.test(whole + rest)) return bare;
  const value = Number(`${sign}${whole.replaceAll(/\D/g, "")}${rest.replace(",", ".")}${power}`);
  return Number.isFinite(value) ? value : bare;
}

const isNumber = (cell: Read): cell is number => typeof cell === "number";
const isName = (cell: Read): cell is string => typeof cell === "string";
/** Whether cells are consecutive integers: 0, 1, 2 or 4, 5, 6. */
const countsOn = (cells: readonly Read[]) =>
  cells.length > 1 && cells.every((cell, i) => isNumber(cell) && Number.isInteger(cell) && cell === (cells[0] as number) + i);

/**
 * Whether the empty corner belongs to headings. If the whole diagonal is empty, as in traffic without self-traffic, the corner may be an
 * empty value.
 */
const isLoneCorner = (texts: readonly (readonly string[])[]) => texts.some((line, i) => i > 0 && (line[i] ?? "") !== "");

/**
 * Parses a table and detects names of rows and columns.
 * @param knownNames names of existing rows and columns
 * @param count numbers below this also name rows and columns
 */
export function readSpreadsheet(text: string, known: ReadonlySet<string> = new Set(), count = 0): Spreadsheet {
  return readTable(
    cut(text.replace(/^\uFEFF/, ""), separatorOf(text)).map((line) => line.map((cell) => cell.trim())),
    known,
    count,
  );
}

/** Parses a table whose cells are already split and trimmed. */
export function readTable(lined: readonly (readonly string[])[], known: ReadonlySet<string> = new Set(), count = 0): Spreadsheet {
  const texts = lined.slice(0, lined.findLastIndex((line) => line.some((cell) => cell !== "")) + 1);
  if (texts.length === 0) return { rows: [], columnNames: null, rowNames: null, beyond: 0, decimal: ".", hasDecimalComma: false };
  const decimal = decimalOf(texts.flat());
  const lines = texts.map((line) => line.map((cell) => readCell(cell, decimal)));
  const [first] = lines;
  const corner = first[0] ?? null;
  const below = lines.slice(1);
  const side = below.map((line) => line[0] ?? null);
  const areKnown = (names: readonly string[]) => names.length > 0 && names.every((name) => known.has(name));
  /** Whether cells are names: words, or consecutive numbers where `mayCount` allows them. */
  const areNames = (cells: readonly Read[], mayCount: boolean) => {
    const told = cells.filter((cell) => cell !== null);
    // Marks for missing values and errors, such as – and #N/A, are not names.
    return told.length > 0 && (told.every((cell) => isName(cell) && /^[^#]*\p{L}/u.test(cell)) || (mayCount && countsOn(cells)));
  };
  // Numbers are names if rows and columns both count up around an empty corner, or if terminals have these numbers.
  const mayCount = !isNumber(corner) && (side.length === 1 ? side[0] === first[1] : countsOn(side));
  const heads = [texts[0].slice(1), texts.slice(1).map(([name]) => name)];
  const areNumbers = (names: readonly string[]) =>
    names.length > 0 && new Set(names).size === names.length && names.every((name) => /^\d{1,5}$/.test(name) && Number(name) < count);
  const isNamed = corner === null && (heads.every(areKnown) || (heads.every(areNumbers) && isLoneCorner(texts)));
  const hasHead = isNamed || (lines.length > 1 && first.length > 1 && !isNumber(corner) && areNames(first.slice(1), mayCount));
  const own = hasHead ? below : lines;
  const ownSide = own.map((line) => line[0] ?? null);
  const hasSide = isNamed || (own.some((line) => line.slice(1).some(isNumber)) && areNames(ownSide, hasHead && mayCount));
  // A single column of names has no heading.
  const isLoneHead = !hasHead && lines.length > 1 && first.length === 1 && isName(corner) && below.every(([cell]) => isNumber(cell));
  const from = hasHead || isLoneHead ? 1 : 0;
  const rows = lines.slice(from).map((line) => (hasSide ? line.slice(1) : line));
  const widest = rows.reduce((most, { length }) => Math.max(most, length), 0);
  const beyond = Math.max(0, rows.length - mostPasted) + Math.max(0, widest - mostPasted);
  return {
    rows: rows.slice(0, mostPasted).map((row) => row.slice(0, mostPasted)),
    columnNames: hasHead ? texts[0].slice(hasSide ? 1 : 0) : null,
    rowNames: hasSide ? texts.slice(from).map(([name = ""]) => name) : null,
    beyond,
    decimal,
    hasDecimalComma: decimal === "," && rows.some((row) => row.some((cell) => isNumber(cell) && !Number.isInteger(cell))),
  };
}

/** Formats a table for spreadsheets: separated by tabs, with names in the first row and column. */
export function writeSpreadsheet(names: readonly string[], valueAt: (row: number, column: number) => number): string {
  const plain = names.map((name) => name.replaceAll(/[\t\r\n"]/g, " "));
  return [["", ...plain], ...plain.map((name, row) => [name, ...plain.map((_, column) => String(valueAt(row, column)))])]
    .map((line) => line.join("\t"))
    .join("\n");
}
