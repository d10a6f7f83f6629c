import { partialRegistry } from "../base/kind-registry.ts";
import type { PriceList } from "./contract.ts";
import { myrinet2000 } from "./myrinet-2000.ts";

/** Price lists by id. A page starts with the kind of a new document. `index.ts` registers all kinds. */
export const costs = partialRegistry<PriceList>("cost model", [myrinet2000]);
