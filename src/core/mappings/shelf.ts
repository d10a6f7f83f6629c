import { firstRegistry } from "../base/registry.ts";
import { consecutive } from "./consecutive.ts";
import type { Mapping } from "./contract.ts";

/** By their ids. A page begins with the kind of a new document; `index.ts` registers all. */
export const mappings = firstRegistry<Mapping>("mapping", [consecutive]);
