/** What the columns of a table mean, guessed by their heads: `Bytes Sent (MiB)`, `dst`, `t_us`. */
import type { ColumnMap } from "../contract.ts";
import { isUnit } from "./units.ts";

/** What a column may mean. */
export interface Role {
  readonly id: string;
  /** Heads that say so, as {@link headOf} writes them, the plainest first. */
  readonly words: readonly string[];
}

/** A head, taken apart. */
export interface Head {
  /** Lower case, letters and digits only, without the unit. */
  readonly word: string;
  /** The same with a unit that is in no brackets: `msg_bytes` is a head, too. */
  readonly whole: string;
  /** As it stands in brackets, or after the last blank, `_` or `/`; empty for none. */
  readonly unit: string;
}

/** Takes a head apart. */
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

/** The column of each role: as it is given, else the first whose head is among the role's words. */
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

/** The map of columns as a reading tells it. @param heads as the text has them; null where it has none */
export function columnMap(
  heads: readonly string[] | null,
  width: number,
  roles: readonly Role[],
  taken: Record<string, number>,
): ColumnMap {
  const names = Array.from({ length: width }, (_, i) => heads?.[i] || `column ${i + 1}`);
  return { names, roles: roles.map(({ id }) => id), taken };
}
