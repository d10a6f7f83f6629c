import { registry } from "../base/registry.ts";
import type { Pattern } from "./contract.ts";
import { mixture } from "./mixture.ts";
import { simple } from "./simple.ts";

/** A new kind is a line in `simple.ts`; here stand the kinds that are made of others. */
export const patterns = registry<Pattern>("traffic pattern", [...simple.kinds, mixture]);
