/** The clock of the page: all its times are told in cycles of the document's first network, as the stage runs it. */
import { cycleIn } from "./clock.ts";
import type { Document } from "./document.ts";
import type { Scenario } from "./scenario.ts";
import { staged } from "./staged.ts";

/** The scenario whose cycles the page tells times in. */
export function clockOf(document: Document): Scenario {
  return staged(document)[0];
}

/** How long a cycle of a scenario is, in cycles of the page; 1 where one of both cannot be told in the other. */
export function cycleOf(document: Document, scenario: Pick<Scenario, "technology">): number {
  return cycleIn(scenario, clockOf(document)) ?? 1;
}
