import { topologies as first } from "./shelf.ts";
import { faulty } from "./any/faulty.ts";
import { whole } from "./whole.ts";

/** A new kind is a line in `whole.ts`; this list adds the kinds that change another one. */
export const topologies = first.register([...whole.kinds, faulty]);
