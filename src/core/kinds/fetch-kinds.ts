/** A page begins with the kinds of a new document; the others are fetched with the first document that has one, or when they are listed. */
import { Late } from "../base/late.ts";

const all = new Late(() => import("./all-kinds.ts"));

/** Fetches all kinds, unless they are there. */
export const fetchKinds = () => all.fetch();

/**
 * Reads with the kinds that are there, or with all where those will not do. Reading with a few either fails or reads what all
 * would read, because a shelf begins with the first of its list that fits.
 * @throws what the reader says of a document that no kinds make valid
 */
export async function readWithKinds<T>(read: () => T): Promise<T> {
  try {
    return read();
  } catch {
    await fetchKinds();
    return read();
  }
}
