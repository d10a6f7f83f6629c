import { registry } from "../base/registry.ts";
import { bimodal } from "./bimodal.ts";
import type { Size } from "./contract.ts";
import { exponential } from "./exponential.ts";
import { fixed } from "./fixed.ts";
import { single } from "./single.ts";
import { uniform } from "./uniform.ts";

export const sizes = registry<Size>("size of messages", [single, fixed, uniform, exponential, bimodal]);
