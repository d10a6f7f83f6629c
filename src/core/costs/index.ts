import { registry } from "../base/registry.ts";
import type { Cost } from "./contract.ts";
import { myrinet2000 } from "./myrinet-2000.ts";
import { ownPrices } from "./own-prices.ts";
import { perPort } from "./per-port.ts";

export const costs = registry<Cost>("cost model", [myrinet2000, ownPrices, perPort]);
