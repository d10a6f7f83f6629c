/** The modules that compile scenarios of all kinds, for code that compiles many scenarios synchronously. */
import { allFlowControls, allRoutings } from "../kinds/all-kinds.ts";
import { programSends } from "../plan/demand.ts";
import { treeNeeds } from "./compile.ts";

/** Fetches everything that is needed to compile any scenario. */
export async function fetchCompilers(): Promise<void> {
  const ofKinds = [...allRoutings.kinds, ...allFlowControls.kinds].map(({ lazyModule }) => lazyModule?.fetch());
  await Promise.all([programSends.fetch(), treeNeeds.fetch(), ...ofKinds]);
}
