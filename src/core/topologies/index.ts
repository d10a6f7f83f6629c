import { topologies as first } from "./shelf.ts";
import { faulty } from "./any/faulty.ts";
import { whole } from "./whole.ts";

/** All topologies. Most kinds are listed in `whole.ts`; this file adds the kinds that contain another topology. */
export const topologies = first.register([...whole.kinds, faulty]);
