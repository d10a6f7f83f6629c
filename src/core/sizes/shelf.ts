import { firstRegistry } from "../base/registry.ts";
import type { Size } from "./contract.ts";
import { single } from "./single.ts";

/** By their ids. A page begins with the kind of a new document; `index.ts` registers all. */
export const sizes = firstRegistry<Size>("size of messages", [single]);
