/**
 * How every exhibit came out when its numbers were last worked out, so that an index can tell it before anything is run. Written
 * by `npm run reproduce -- --readme`; a test holds it to what comes out.
 */
import recorded from "./standings.json";
import type { Standing } from "./verdict.ts";

/** By the exhibit's id; an exhibit that is new has none yet. */
export const standings: Readonly<Record<string, Standing | undefined>> = recorded as Readonly<Record<string, Standing | undefined>>;
