import { partialRegistry } from "../base/kind-registry.ts";
import type { Technology } from "./contract.ts";
import { cycles } from "./cycles.ts";

/** Technologies by id. A page starts with the kind of a new document. `index.ts` registers all kinds. */
export const technologies = partialRegistry<Technology>("technology", [cycles]);
