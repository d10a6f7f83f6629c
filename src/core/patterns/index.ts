import { patterns as first } from "./registry.ts";
import { mixture } from "./mixture.ts";
import { basePatterns } from "./base-patterns.ts";

/** All patterns. Most kinds are listed in `base-patterns.ts`; this file adds the kinds that contain other patterns. */
export const allTrafficPatterns = first.register([...basePatterns.kinds, mixture]);
