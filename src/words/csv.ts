/** Tables as comma-separated values, for spreadsheets and programs (RFC 4180). */

export type CsvValue = string | number | boolean | null;

/** A table as text; null becomes an empty cell. */
export function csvOf(rows: readonly (readonly CsvValue[])[]): string {
  return rows.map((row) => `${row.map((value) => csvCell(String(value ?? ""))).join(",")}\r\n`).join("");
}

/** A cell, quoted if necessary. An apostrophe is put before text that a spreadsheet would take for a formula. */
export function csvCell(text: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^-?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
