import { sizes as first } from "./shelf.ts";
import { bimodal } from "./bimodal.ts";
import { exponential } from "./exponential.ts";
import { fixed } from "./fixed.ts";
import { single } from "./single.ts";
import { uniform } from "./uniform.ts";

export const sizes = first.register([single, fixed, uniform, exponential, bimodal]);
