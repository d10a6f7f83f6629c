import { firstRegistry } from "../base/registry.ts";
import type { Technology } from "./contract.ts";
import { cycles } from "./cycles.ts";

/** By their ids. A page begins with the kind of a new document; `index.ts` registers all. */
export const technologies = firstRegistry<Technology>("technology", [cycles]);
