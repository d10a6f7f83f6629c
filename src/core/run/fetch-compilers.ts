/** What compiles scenarios of all kinds, for code that compiles many of them and waits for none. */
import { flowControls, routings } from "../kinds/all-kinds.ts";
import { programSends } from "../plan/demand.ts";
import { treeNeeds } from "./compile.ts";

/** Fetches the code that any scenario is compiled with. */
export async function fetchCompilers(): Promise<void> {
  const ofKinds = [...routings.kinds, ...flowControls.kinds].map(({ late }) => late?.fetch());
  await Promise.all([programSends.fetch(), treeNeeds.fetch(), ...ofKinds]);
}
