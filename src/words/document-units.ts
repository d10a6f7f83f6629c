/**
 * The units in which loads and times of a document are written. They follow from its technology, unless the user has chosen a unit for
 * loads.
 */
import { type LoadUnit, phitsPerCycle } from "../core/base/load-unit.ts";
import { channelRateOf, cycleSecondsOf } from "../core/scenario/clock.ts";
import { type Document, letterOf } from "../core/scenario/document.ts";
import { pageClockScenario } from "../core/scenario/page-clock.ts";
import { type Units, unitsOf } from "./units.ts";
import { namedVariants } from "./variants.ts";

/** The default unit of loads: bytes per second if links have a rate, otherwise phits per cycle. */
export function defaultLoadUnit(document: Document): LoadUnit {
  const rate = channelRateOf(pageClockScenario(document));
  return rate === null ? phitsPerCycle : { is: "rate", channel: rate };
}

/** The units of a document, with loads in the given unit. */
export function unitsOfDocument(document: Document, unit: LoadUnit = defaultLoadUnit(document)): Units {
  return unitsOf(unit, referenceNetworkOf(document), cycleSecondsOf(pageClockScenario(document)));
}

/** The network whose channel rate is the reference for loads, if the networks of a document have different rates; otherwise empty. */
function referenceNetworkOf(document: Document): string {
  if (namedVariants(document).cycles.some((cycle) => cycle !== 1)) return letterOf(0);
  return document.sweep.some(({ path }) => path[0] === "technology") ? "the network on the stage" : "";
}
