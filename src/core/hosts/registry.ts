import { partialRegistry } from "../base/kind-registry.ts";
import type { Host } from "./contract.ts";
import { ideal } from "./ideal.ts";

/** Hosts by id. A page starts with the kind of a new document. `index.ts` registers all kinds. */
export const hosts = partialRegistry<Host>("host", [ideal]);
