import { topologies as first } from "./registry.ts";
import { networkWithFaults } from "./any/faulty.ts";
import { baseTopologies } from "./base-topologies.ts";

/** All topologies. Most kinds are listed in `base-topologies.ts`; this file adds the kinds that contain another topology. */
export const allTopologies = first.register([...baseTopologies.kinds, networkWithFaults]);
