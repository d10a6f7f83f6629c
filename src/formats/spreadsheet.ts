/**
 * Tables of numbers as copied from spreadsheets: cells separated by tabs, semicolons, commas or blanks, with or without names of rows and
 * columns. Empty cells leave existing values unchanged; 0 is a value.
 */

/** Maximum number of rows and columns of a pasted table; the rest is left out. */
export const maxPasted = 1024;

/** A value; null for an empty cell, or the text of a cell that is not a number. */
export type SpreadsheetCell = number | null | string;

export interface Spreadsheet {
  /** Rows of cells without their names. Rows may have different lengths. */
  readonly rows: readonly (readonly SpreadsheetCell[])[];
  /** Names above the columns and beside the rows; null if there are none. */
  readonly columnNames: readonly string[] | null;
  readonly rowNames: readonly string[] | null;
  /** Number of rows and columns beyond the maximum. */
  readonly skippedLines: number;
  /** The decimal separator. */
  readonly decimal: Decimal;
  /** Whether the decimal separator is a comma and occurs in a value. */
  readonly hasDecimalComma: boolean;
}

/** The characters of a list that occur in a text outside of quotes. */
function charactersOutsideQuotes(text: string, characters: readonly string[]): ReadonlySet<string> {
  const unquotedParts = text.split('"').filter((_, i) => i % 2 === 0);
  return new Set(characters.filter((character) => unquotedParts.some((part) => part.includes(character))));
}

/** The separator of the cells: of the candidates outside of quotes, the one that is least likely within numbers. */
function spreadsheetSeparator(text: string): RegExp | string {
  const candidates = ["\t", ";", ","];
  const present = charactersOutsideQuotes(text, candidates);
  return candidates.find((candidate) => present.has(candidate)) ?? (text.includes('"') ? "\t" : / +/);
}

/**
 * Splits a copied table into lines of cells. Quoted cells may contain any character, also line ends, and two quotes mean a literal one.
 * With a regular expression as separator, quotes have no meaning.
 */
function splitIntoCells(text: string, separator: RegExp | string): readonly (readonly string[])[] {
  const lines: string[][] = [];
  if (typeof separator !== "string") {
    for (const line of text.split(/\r\n|\r|\n/)) lines.push(line.trim().split(separator));
    return lines;
  }
  let [row, cell, isQuoted, position]: [string[], string, boolean, number] = [[], "", false, 0];
  const endCell = () => {
    row.push(cell);
    cell = "";
  };
  while (position < text.length) {
    const character = text[position++];
    if (isQuoted) {
      if (character !== '"') {
        // Take all text up to the next quote.
        const nextQuote = text.indexOf('"', position);
        const quoteEnd = nextQuote < 0 ? text.length : nextQuote;
        cell += text.slice(position - 1, quoteEnd);
        position = quoteEnd;
      } else if (text[position] === '"') cell += text[position++];
      else isQuoted = false;
    } else if (character === '"' && cell.trim() === "") [cell, isQuoted] = ["", true];
    else if (character === separator) endCell();
    else if (character === "\n" || character === "\r") {
      if (character === "\r" && text[position] === "\n") position++;
      endCell();
      lines.push(row);
      row = [];
    } else cell += character;
  }
  endCell();
  lines.push(row);
  return lines;
}

export type Decimal = "," | ".";

/**
 * Finds the decimal separator of a copied table by votes of all cells. 1.234,5 votes for the comma, as does 0,25; 1,234,567 votes for the
 * point. Cells such as 1,234 are ambiguous; they decide only if no other cell does.
 */
function decimalSeparator(cells: Iterable<string>): Decimal {
  const votes = { ",": 0, ".": 0 };
  let hasComma = false;
  let hasPoint = false;
  for (const cell of cells) {
    const digitsText = cell.replace("\u2212", "-").replaceAll(/(?<=\d)[ \u00a0\u2009\u202f'’](?=\d{3})/g, "");
    if (!/^[-+]?[\d.,]*\d(?:[eE][-+]?\d+)?$/.test(digitsText)) continue;
    const [commas, points] = [digitsText.split(",").length - 1, digitsText.split(".").length - 1];
    hasComma ||= commas > 0;
    hasPoint ||= points > 0;
    if (commas > 0 && points > 0) votes[digitsText.lastIndexOf(",") > digitsText.lastIndexOf(".") ? "," : "."]++;
    else if (commas + points > 1) {
      if (/^[-+]?\d{1,3}(?:,\d{3})+$/.test(digitsText)) votes["."]++;
      if (/^[-+]?\d{1,3}(?:\.\d{3})+$/.test(digitsText)) votes[","]++;
    }
    // Three digits after a single separator may be thousands, unless the digits before the separator are none, 0 or more than three.
    else if (commas + points === 1 && !/^[-+]?[1-9]\d{0,2}[.,]\d{3}$/.test(digitsText)) votes[commas === 1 ? "," : "."]++;
  }
  if (votes[","] !== votes["."]) return votes[","] > votes["."] ? "," : ".";
  return hasComma && !hasPoint ? "," : ".";
}

/**
 * Patterns of numbers, by decimal separator. Thousands may be separated by blanks of any width, apostrophes, or the character that is not
 * the decimal separator.
 */
const numberPatterns: Readonly<Record<Decimal, RegExp>> = {
  ".": /^([-+]?)(\d{1,3}([ \u00a0\u2009\u202f'’,])\d{3}(?:\3\d{3})*|\d*)((?:\.\d*)?)((?:[eE][-+]?\d+)?)$/,
  ",": /^([-+]?)(\d{1,3}([ \u00a0\u2009\u202f'’.])\d{3}(?:\3\d{3})*|\d*)((?:,\d*)?)((?:[eE][-+]?\d+)?)$/,
};

/** Parses one cell. */
export function readCell(text: string, decimal: Decimal = decimalSeparator([text.trim()])): SpreadsheetCell {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  const match = numberPatterns[decimal].exec(trimmed.replace("\u2212", "-"));
  if (match === null) return trimmed;
  const [, sign, integerPart, , decimals, exponent] = match;
  if (!/\d/.test(integerPart + decimals)) return trimmed;
  const value = Number(`${sign}${integerPart.replaceAll(/\D/g, "")}${decimals.replace(",", ".")}${exponent}`);
  return Number.isFinite(value) ? value : trimmed;
}

const isNumber = (cell: SpreadsheetCell): cell is number => typeof cell === "number";
const isName = (cell: SpreadsheetCell): cell is string => typeof cell === "string";
/** Whether cells are consecutive integers: 0, 1, 2 or 4, 5, 6. */
const isConsecutive = (cells: readonly SpreadsheetCell[]) =>
  cells.length > 1 && cells.every((cell, i) => isNumber(cell) && Number.isInteger(cell) && cell === (cells[0] as number) + i);

/**
 * Whether an empty corner cell belongs to the headings. If the whole diagonal is empty, as in traffic without self-traffic, the corner may
 * be an empty value instead.
 */
const isLoneCorner = (texts: readonly (readonly string[])[]) => texts.some((line, i) => i > 0 && (line[i] ?? "") !== "");

/**
 * Parses a table and detects names of rows and columns.
 * @param knownNames names of existing rows and columns
 * @param count numbers below this also name rows and columns
 */
export function readSpreadsheet(text: string, knownNames: ReadonlySet<string> = new Set(), count = 0): Spreadsheet {
  return readTable(
    splitIntoCells(text.replace(/^\uFEFF/, ""), spreadsheetSeparator(text)).map((line) => line.map((cell) => cell.trim())),
    knownNames,
    count,
  );
}

/**
 * Parses a table of numbers whose cells are already split and trimmed, and decides whether its first row and first column are names.
 * @param knownNames names of terminals, which may be names of rows and columns
 * @param terminalCount number of terminals; a number below it may also be the name of a terminal
 */
export function readTable(
  cellRows: readonly (readonly string[])[],
  knownNames: ReadonlySet<string> = new Set(),
  terminalCount = 0,
): Spreadsheet {
  const textRows = cellRows.slice(0, cellRows.findLastIndex((row) => row.some((cell) => cell !== "")) + 1);
  if (textRows.length === 0) return { rows: [], columnNames: null, rowNames: null, skippedLines: 0, decimal: ".", hasDecimalComma: false };
  const decimal = decimalSeparator(textRows.flat());
  const parsedRows = textRows.map((row) => row.map((cell) => readCell(cell, decimal)));
  const [firstParsedRow] = parsedRows;
  const corner = firstParsedRow[0] ?? null;
  const laterRows = parsedRows.slice(1);
  const firstColumn = laterRows.map((row) => row[0] ?? null);
  const areKnownNames = (names: readonly string[]) => names.length > 0 && names.every((name) => knownNames.has(name));
  /** Whether cells are names: words, or consecutive numbers where `mayBeNumbers` allows them. */
  const areNames = (cells: readonly SpreadsheetCell[], mayBeNumbers: boolean) => {
    const nonEmpty = cells.filter((cell) => cell !== null);
    // Marks for missing values and errors, such as – and #N/A, are not names.
    return (
      nonEmpty.length > 0 && (nonEmpty.every((cell) => isName(cell) && /^[^#]*\p{L}/u.test(cell)) || (mayBeNumbers && isConsecutive(cells)))
    );
  };
  // Numbers are names if rows and columns both count up around an empty corner, or if terminals have these numbers.
  const mayBeNumbers = !isNumber(corner) && (firstColumn.length === 1 ? firstColumn[0] === firstParsedRow[1] : isConsecutive(firstColumn));
  const headingTexts = [textRows[0].slice(1), textRows.slice(1).map(([name]) => name)];
  const areNumbers = (names: readonly string[]) =>
    names.length > 0 &&
    new Set(names).size === names.length &&
    names.every((name) => /^\d{1,5}$/.test(name) && Number(name) < terminalCount);
  // Decide whether the first row and the first column are names.
  const hasKnownNames =
    corner === null && (headingTexts.every(areKnownNames) || (headingTexts.every(areNumbers) && isLoneCorner(textRows)));
  const hasHeading =
    hasKnownNames ||
    (parsedRows.length > 1 && firstParsedRow.length > 1 && !isNumber(corner) && areNames(firstParsedRow.slice(1), mayBeNumbers));
  const contentRows = hasHeading ? laterRows : parsedRows;
  const contentFirstColumn = contentRows.map((row) => row[0] ?? null);
  const hasRowNames =
    hasKnownNames || (contentRows.some((row) => row.slice(1).some(isNumber)) && areNames(contentFirstColumn, hasHeading && mayBeNumbers));
  // The first cell of a single column is its heading if it is a name and only numbers follow.
  const isHeadingOfSingleColumn =
    !hasHeading && parsedRows.length > 1 && firstParsedRow.length === 1 && isName(corner) && laterRows.every(([cell]) => isNumber(cell));
  const firstContentRow = hasHeading || isHeadingOfSingleColumn ? 1 : 0;
  // Take the content, up to the largest size.
  const rows = parsedRows.slice(firstContentRow).map((row) => (hasRowNames ? row.slice(1) : row));
  const maxWidth = rows.reduce((widest, { length }) => Math.max(widest, length), 0);
  const skippedLines = Math.max(0, rows.length - maxPasted) + Math.max(0, maxWidth - maxPasted);
  return {
    rows: rows.slice(0, maxPasted).map((row) => row.slice(0, maxPasted)),
    columnNames: hasHeading ? textRows[0].slice(hasRowNames ? 1 : 0) : null,
    rowNames: hasRowNames ? textRows.slice(firstContentRow).map(([name = ""]) => name) : null,
    skippedLines,
    decimal,
    hasDecimalComma: decimal === "," && rows.some((row) => row.some((cell) => isNumber(cell) && !Number.isInteger(cell))),
  };
}

/** Formats a table for spreadsheets: separated by tabs, with names in the first row and column. */
export function writeSpreadsheet(names: readonly string[], valueAt: (row: number, column: number) => number): string {
  const cleanNames = names.map((name) => name.replaceAll(/[\t\r\n"]/g, " "));
  return [["", ...cleanNames], ...cleanNames.map((name, row) => [name, ...cleanNames.map((_, column) => String(valueAt(row, column)))])]
    .map((line) => line.join("\t"))
    .join("\n");
}
