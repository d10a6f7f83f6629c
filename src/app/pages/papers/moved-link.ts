/**
 * Reads and writes the constants that a reader has changed as part of the address. Unchanged constants are left out, so that the address of
 * an unchanged page stays the same.
 */
import type { MovedConstants } from "../../../reproductions/moved-constants.ts";
import type { Exhibit } from "../../../reproductions/contract.ts";
import { paperLink, readFragment } from "../../../links/fragment.ts";

export interface MovedConstantsReading {
  readonly movedConstants: MovedConstants;
  /**
   * The values in the address that cannot be used, each with the reason as a clause. The default values of the exhibit are used instead.
   */
  readonly refusedParams: readonly string[];
}

/** Maximum length of a piece of the address that is quoted. */
const maxQuoted = 24;
const shorten = (text: string) => (text.length > maxQuoted ? `${text.slice(0, maxQuoted)}…` : text);

/** The link to an exhibit with changed constants. */
export function linkWithConstants({ id }: Exhibit, moved: MovedConstants): string {
  return [paperLink(id), ...[...moved].map(([constant, value]) => `${constant}=${value}`)].join("&");
}

/** Reads the changed constants of an exhibit from an address. */
export function readMovedConstants({ constants = [] }: Exhibit, address: Pick<Location, "hash">): MovedConstantsReading {
  const moved = new Map<string, number>();
  const refused: string[] = [];
  for (const [id, text] of readFragment(address.hash).changedConstants) {
    const constant = constants.find((each) => each.id === id);
    const value = /^\s*[-+]?\d+(\.\d+)?\s*$/.test(text) ? Number(text) : NaN;
    if (constant === undefined) refused.push(`“${shorten(id)}” is not a number of this page`);
    else if (constant.names !== undefined && constant.names[value] === undefined)
      refused.push(`“${shorten(text)}” is not a whole number from 0 to ${constant.names.length - 1} (${constant.title})`);
    else if (!(value >= constant.min && value <= constant.max))
      refused.push(`“${shorten(text)}” is not from ${constant.min} to ${constant.max} ${constant.unit} (${constant.title})`);
    else if (value === constant.defaultValue) moved.delete(id);
    else moved.set(id, value);
  }
  return { movedConstants: moved, refusedParams: refused };
}
