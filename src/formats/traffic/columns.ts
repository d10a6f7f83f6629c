/** Guesses the meaning of table columns from their headings: `Bytes Sent (MiB)`, `dst`, `t_us`. */
import type { ColumnMap } from "../contract.ts";
import { isTableUnit } from "./units.ts";

/** A possible meaning of a column. */
export interface TableRole {
  readonly id: string;
  /** Matching headings in the form of {@link TableHeading.word}, the most common first. */
  readonly words: readonly string[];
}

/** A parsed heading. */
export interface TableHeading {
  /** The heading in lower case, letters and digits only, without its unit. */
  readonly word: string;
  /**
   * The heading in lower case, letters and digits only; a unit that is not in brackets is included, because `msg_bytes` is also a heading.
   */
  readonly whole: string;
  /** The unit in brackets or after the last blank, `_` or `,`; empty if there is none. */
  readonly unit: string;
}

/** Parses a heading. */
export function parseTableHeading(text: string): TableHeading {
  const heading = text.slice(0, maxHeadingLength).trim();
  const bracketStart = Math.max(heading.lastIndexOf("("), heading.lastIndexOf("["));
  if (bracketStart > 0 && /[)\]]$/.test(heading)) {
    const word = normalize(heading.slice(0, bracketStart));
    return { word, whole: word, unit: heading.slice(bracketStart + 1, -1).trim() };
  }
  const lastSeparator = Math.max(heading.lastIndexOf(" "), heading.lastIndexOf("_"), heading.lastIndexOf(","));
  const lastWord = heading.slice(lastSeparator + 1);
  if (lastSeparator > 0 && isTableUnit(lastWord))
    return { word: normalize(heading.slice(0, lastSeparator)), whole: normalize(heading), unit: lastWord };
  return { word: normalize(heading), whole: normalize(heading), unit: "" };
}

const maxHeadingLength = 80;
const normalize = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/** The column of each role: the one that the user chose, or else the first whose heading matches. */
export function columnsOfRoles(
  headings: readonly TableHeading[],
  roles: readonly TableRole[],
  givenColumns: Readonly<Record<string, number>> = {},
): Record<string, number> {
  const columnOfRole: Record<string, number> = {};
  for (const { id } of roles) if (Number.isInteger(givenColumns[id]) && givenColumns[id] >= 0) columnOfRole[id] = givenColumns[id];
  for (const { id, words } of roles) {
    if (columnOfRole[id] !== undefined) continue;
    const isFree = (column: number) => column >= 0 && !Object.values(columnOfRole).includes(column);
    const column = words
      .map((word) => headings.findIndex((heading, i) => (heading.whole === word || heading.word === word) && isFree(i)))
      .find(isFree);
    if (column !== undefined) columnOfRole[id] = column;
  }
  return columnOfRole;
}

/** The column map of a table, for the result of a reader. @param headings headings of the text; null if it has none */
export function columnMap(
  headings: readonly string[] | null,
  width: number,
  roles: readonly TableRole[],
  columnOfRole: Record<string, number>,
): ColumnMap {
  const names = Array.from({ length: width }, (_, i) => headings?.[i] || `column ${i + 1}`);
  return { names, roles: roles.map(({ id }) => id), assigned: columnOfRole };
}
