/** What the loads and times of a document are told in: what its technology says, unless somebody has chosen a unit of loads. */
import { type LoadUnit, phitsPerCycle } from "../core/base/load-unit.ts";
import { channelRateOf, cycleSecondsOf } from "../core/scenario/clock.ts";
import { type Document, letterOf } from "../core/scenario/document.ts";
import { clockOf } from "../core/scenario/page-clock.ts";
import { type Units, unitsOf } from "./units.ts";
import { namedVariants } from "./variants.ts";

/** The unit that loads are told in where nobody has chosen one: bytes per second where links have a rate, else phits per cycle. */
export function usualUnit(document: Document): LoadUnit {
  const rate = channelRateOf(clockOf(document));
  return rate === null ? phitsPerCycle : { is: "rate", channel: rate };
}

/** How the loads and times of a document are told, loads in the unit of somebody's choice. */
export function unitsOfDocument(document: Document, unit: LoadUnit = usualUnit(document)): Units {
  return unitsOf(unit, whoseChannels(document), cycleSecondsOf(clockOf(document)));
}

/** Whose channels loads are told in where those of a document are unlike; empty where they are not. */
function whoseChannels(document: Document): string {
  if (namedVariants(document).cycles.some((cycle) => cycle !== 1)) return letterOf(0);
  return document.sweep.some(({ path }) => path[0] === "technology") ? "the network on the stage" : "";
}
