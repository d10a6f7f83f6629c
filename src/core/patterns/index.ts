import { patterns as first } from "./shelf.ts";
import { mixture } from "./mixture.ts";
import { simple } from "./simple.ts";

/** All patterns. Most kinds are listed in `simple.ts`; this file adds the kinds that contain other patterns. */
export const patterns = first.register([...simple.kinds, mixture]);
