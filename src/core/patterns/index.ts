import { patterns as first } from "./shelf.ts";
import { mixture } from "./mixture.ts";
import { simple } from "./simple.ts";

/** A new kind is a line in `simple.ts`; here stand the kinds that are made of others. */
export const patterns = first.register([...simple.kinds, mixture]);
