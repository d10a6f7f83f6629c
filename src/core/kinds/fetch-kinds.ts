/** A page begins with the kinds of a new document; the others are fetched with the first document that has one, or when they are listed. */
import { Late } from "../base/late.ts";
import { KindsMissing } from "../base/registry.ts";

const all = new Late(() => import("./all-kinds.ts"));

/** Fetches all kinds, unless they are there. */
export const fetchKinds = () => all.fetch();

/**
 * Reads with the kinds that are registered, and again with all where one is missing.
 * @throws what the reader says of a document that is not valid
 */
export async function readWithKinds<T>(read: () => T): Promise<T> {
  try {
    return read();
  } catch (fault) {
    if (!(fault instanceof KindsMissing)) throw fault;
    await fetchKinds();
    return read();
  }
}
