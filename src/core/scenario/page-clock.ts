/** The clock of the page: it shows all times in cycles of the first network of the document, at the displayed point of its sweep. */
import { cycleRatio } from "./clock.ts";
import type { Document } from "./document.ts";
import type { Scenario } from "./scenario.ts";
import { displayedScenarios } from "./displayed-point.ts";

/** The scenario whose cycle is the page's unit of time. */
export function pageClockScenario(document: Document): Scenario {
  return displayedScenarios(document)[0];
}

/** The length of a scenario's cycle in cycles of the page; 1 if they are not comparable. */
export function cycleOnPage(document: Document, scenario: Pick<Scenario, "technology">): number {
  return cycleRatio(scenario, pageClockScenario(document)) ?? 1;
}
