/** The clock of the page: it shows all times in cycles of the first network of the document, at the displayed point of its sweep. */
import { cycleIn } from "./clock.ts";
import type { Document } from "./document.ts";
import type { Scenario } from "./scenario.ts";
import { staged } from "./staged.ts";

/** The scenario whose cycle is the page's unit of time. */
export function clockOf(document: Document): Scenario {
  return staged(document)[0];
}

/** The length of a scenario's cycle in cycles of the page; 1 if they are not comparable. */
export function cycleOf(document: Document, scenario: Pick<Scenario, "technology">): number {
  return cycleIn(scenario, clockOf(document)) ?? 1;
}
