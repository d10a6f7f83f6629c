/**
 * All registries with all their kinds. Code that lists kinds, or that names a kind which a new document does not have, imports the registry
 * from this file, so that all kinds are registered before the code runs. No other file imports the full lists.
 */
import type { Kind, Registry } from "../base/registry.ts";
import { describeHardware } from "../scenario/hardware/index.ts";

export { mappings } from "../mappings/index.ts";
export { patterns } from "../patterns/index.ts";
export { sizes } from "../sizes/index.ts";
export { topologies } from "../topologies/index.ts";
export { technologies } from "../technologies/index.ts";
export { routings } from "../routings/index.ts";
export { flowControls } from "../flow-control/index.ts";
export { hosts } from "../hosts/index.ts";
export { workloads } from "../workloads/index.ts";
export { costs } from "../costs/index.ts";

describeHardware();

/** All kinds of the registry of a parameter. */
export const kindsOf = <K extends Kind>({ kinds }: Registry<K>): readonly K[] => kinds!;
