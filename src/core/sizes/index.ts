import { sizes as first } from "./registry.ts";
import { bimodal } from "./bimodal.ts";
import { exponentialSizes } from "./exponential.ts";
import { fixed } from "./fixed.ts";
import { single } from "./single.ts";
import { uniformSizes } from "./uniform.ts";

export const allSizes = first.register([single, fixed, uniformSizes, exponentialSizes, bimodal]);
