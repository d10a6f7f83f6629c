import { registry } from "../base/registry.ts";
import type { Technology } from "./contract.ts";
import { cycles } from "./cycles.ts";

/** The shelf that a page begins with: the kinds of a new document. The others come with `index.ts`. */
export const technologies = registry<Technology>("technology", [cycles]);
