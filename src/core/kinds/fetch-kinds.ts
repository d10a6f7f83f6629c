/**
 * Loads all kinds on demand. A page starts with the kinds of a new document and loads the others when a document needs one or when kinds
 * are listed.
 */
import { LazyModule } from "../base/lazy.ts";
import { KindsNotLoaded } from "../base/kind-registry.ts";

const lazyAllKinds = new LazyModule(() => import("./all-kinds.ts"));

/** Loads all kinds, unless they are loaded already. */
export const fetchKinds = () => lazyAllKinds.fetch();

/**
 * Reads with the registered kinds and, if a kind is missing, again after all kinds are loaded.
 * @throws the errors of `read` for an invalid document
 */
export async function readWithKinds<T>(read: () => T): Promise<T> {
  try {
    return read();
  } catch (fault) {
    if (!(fault instanceof KindsNotLoaded)) throw fault;
    await fetchKinds();
    return read();
  }
}
