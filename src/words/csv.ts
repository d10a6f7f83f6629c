/** Tables as comma-separated rows, for spreadsheets and programs. (RFC 4180) */

export type CsvValue = string | number | boolean | null;

/** A table as a text; null is an empty cell. */
export function csvOf(rows: readonly (readonly CsvValue[])[]): string {
  return rows.map((row) => `${row.map((value) => cellOf(String(value ?? ""))).join(",")}\r\n`).join("");
}

/** A cell: a text that a spreadsheet would take for a formula has an apostrophe before it. */
export function cellOf(text: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^-?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
