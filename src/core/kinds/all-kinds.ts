/**
 * Every registry with all its kinds. Code that lists kinds, or names a kind that a new document does not have, takes the registry from
 * here: then all are registered by the time it runs. This file is the only one that imports the full lists.
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

/** All kinds of a registry, as a parameter has it. */
export const kindsOf = <K extends Kind>({ kinds }: Registry<K>): readonly K[] => kinds!;
