import { firstRegistry } from "../base/registry.ts";
import type { Host } from "./contract.ts";
import { ideal } from "./ideal.ts";

/** By their ids. A page begins with the kind of a new document; `index.ts` registers all. */
export const hosts = firstRegistry<Host>("host", [ideal]);
