/** Guesses the meaning of table columns from their headings: `Bytes Sent (MiB)`, `dst`, `t_us`. */
import type { ColumnMap } from "../contract.ts";
import { isUnit } from "./units.ts";

/** A possible meaning of a column. */
export interface Role {
  readonly id: string;
  /** Matching headings in the form of {@link TableHeading.word}, the most common first. */
  readonly words: readonly string[];
}

/** A parsed heading. */
export interface Head {
  /** The heading in lower case, letters and digits only, without its unit. */
  readonly word: string;
  /** The same, but with a unit that is not in brackets, because `msg_bytes` is also a heading. */
  readonly whole: string;
  /** The unit in brackets or after the last blank, `_` or `,`; empty if there is none. */
  readonly unit: string;
}

/** Parses a heading. */
export function headOf(text: string): Head {
  const head = text.slice(0, longestHead).trim();
  const open = Math.max(head.lastIndexOf("("), head.lastIndexOf("["));
  if (open > 0 && /[)\]]$/.test(head)) {
    const word = plain(head.slice(0, open));
    return { word, whole: word, unit: head.slice(open + 1, -1).trim() };
  }
  const part = Math.max(head.lastIndexOf(" "), head.lastIndexOf("_"), head.lastIndexOf(","));
  const last = head.slice(part + 1);
  if (part > 0 && isUnit(last)) return { word: plain(head.slice(0, part)), whole: plain(head), unit: last };
  return { word: plain(head), whole: plain(head), unit: "" };
}

const longestHead = 80;
const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/** The column of each role: the one that the user chose, or else the first whose heading matches. */
export function takenBy(
  heads: readonly Head[],
  roles: readonly Role[],
  given: Readonly<Record<string, number>> = {},
): Record<string, number> {
  const taken: Record<string, number> = {};
  for (const { id } of roles) if (Number.isInteger(given[id]) && given[id] >= 0) taken[id] = given[id];
  for (const { id, words } of roles) {
    if (taken[id] !== undefined) continue;
    const free = (column: number) => column >= 0 && !Object.values(taken).includes(column);
    const column = words.map((word) => heads.findIndex((head, i) => (head.whole === word || head.word === word) && free(i))).find(free);
    if (column !== undefined) taken[id] = column;
  }
  return taken;
}

/** The column map of a table, for the result of a reader. @param headings headings of the text; null if it has none */
export function columnMap(
  heads: readonly string[] | null,
  width: number,
  roles: readonly Role[],
  taken: Record<string, number>,
): ColumnMap {
  const names = Array.from({ length: width }, (_, i) => heads?.[i] || `column ${i + 1}`);
  return { names, roles: roles.map(({ id }) => id), taken };
}
