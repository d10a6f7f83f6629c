/**
 * Reads and writes the constants that a reader has changed as part of the address. Unchanged constants are left out, so that the address of
 * an unchanged page stays the same.
 */
import type { Moved } from "../../../reproductions/constants.ts";
import type { Exhibit } from "../../../reproductions/contract.ts";
import { linkTo, readFragment } from "../../../links/fragment.ts";

export interface ReadMoved {
  readonly moved: Moved;
  /** The values in the address that are not used, each with the reason as a clause. The exhibit's own values replace them. */
  readonly refused: readonly string[];
}

/** Maximum length of a piece of the address that is quoted. */
const mostRepeated = 24;
const inShort = (text: string) => (text.length > mostRepeated ? `${text.slice(0, mostRepeated)}…` : text);

/** The link to an exhibit with changed constants. */
export function linkWith({ id }: Exhibit, moved: Moved): string {
  return [linkTo(id), ...[...moved].map(([constant, value]) => `${constant}=${value}`)].join("&");
}

/** Reads the changed constants of an exhibit from an address. */
export function movedIn({ constants = [] }: Exhibit, at: Pick<Location, "hash">): ReadMoved {
  const moved = new Map<string, number>();
  const refused: string[] = [];
  for (const [id, text] of readFragment(at.hash).moved) {
    const constant = constants.find((each) => each.id === id);
    const value = /^\s*[-+]?\d+(\.\d+)?\s*$/.test(text) ? Number(text) : NaN;
    if (constant === undefined) refused.push(`“${inShort(id)}” is not a number of this page`);
    else if (constant.names !== undefined && constant.names[value] === undefined)
      refused.push(`“${inShort(text)}” is not a whole number from 0 to ${constant.names.length - 1} (${constant.title})`);
    else if (!(value >= constant.min && value <= constant.max))
      refused.push(`“${inShort(text)}” is not from ${constant.min} to ${constant.max} ${constant.unit} (${constant.title})`);
    else if (value === constant.value) moved.delete(id);
    else moved.set(id, value);
  }
  return { moved, refused };
}
