/**
 * All registries with all their kinds. Code that lists kinds, or that names a kind which a new document does not have, imports the registry
 * from this file, so that all kinds are registered before the code runs. No other file imports the full lists.
 */
import type { Kind, Registry } from "../base/kind-registry.ts";
import { describeHardware } from "../scenario/hardware/index.ts";

export { allMappings } from "../mappings/index.ts";
export { allTrafficPatterns } from "../patterns/index.ts";
export { allSizes } from "../sizes/index.ts";
export { allTopologies } from "../topologies/index.ts";
export { allTechnologies } from "../technologies/index.ts";
export { allRoutings } from "../routings/index.ts";
export { allFlowControls } from "../flow-control/index.ts";
export { allHosts } from "../hosts/index.ts";
export { allWorkloads } from "../workloads/index.ts";
export { allCosts } from "../costs/index.ts";

describeHardware();

/** All kinds of the registry of a parameter. */
export const kindsOf = <K extends Kind>({ kinds }: Registry<K>): readonly K[] => kinds!;
