import { patterns as begun } from "./shelf.ts";
import { mixture } from "./mixture.ts";
import { simple } from "./simple.ts";

/** A new kind is a line in `simple.ts`; here stand the kinds that are made of others. */
export const patterns = begun.complete([...simple.kinds, mixture]);
