import { costs as first } from "./registry.ts";
import { myrinet2000 } from "./myrinet-2000.ts";
import { ownPrices } from "./own-prices.ts";
import { perPort } from "./per-port.ts";

export const allCosts = first.register([myrinet2000, ownPrices, perPort]);
