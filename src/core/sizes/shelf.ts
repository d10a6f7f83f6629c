import { firstRegistry } from "../base/registry.ts";
import type { Size } from "./contract.ts";
import { single } from "./single.ts";

/** Size distributions by id. A page starts with the kind of a new document. `index.ts` registers all kinds. */
export const sizes = firstRegistry<Size>("size of messages", [single]);
