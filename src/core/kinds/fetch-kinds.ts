/**
 * Loads all kinds on demand. A page starts with the kinds of a new document and loads the others when a document needs one or when kinds
 * are listed.
 */
import { Late } from "../base/late.ts";
import { KindsMissing } from "../base/registry.ts";

const all = new Late(() => import("./all-kinds.ts"));

/** Loads all kinds, unless they are loaded already. */
export const fetchKinds = () => all.fetch();

/**
 * Reads with the registered kinds and, if a kind is missing, again after all kinds are loaded.
 * @throws the errors of `read` for an invalid document
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
