import { partialRegistry } from "../base/kind-registry.ts";
import { consecutive } from "./consecutive.ts";
import type { Mapping } from "./contract.ts";

/** Mappings by id. A page starts with the kind of a new document. `index.ts` registers all kinds. */
export const mappings = partialRegistry<Mapping>("mapping", [consecutive]);
