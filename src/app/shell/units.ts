/** What loads and times are told in: what the document's technology says, unless a reader or a link has chosen for loads. */
import { isSameUnit, type LoadUnit, parseLoadUnit, phitsPerCycle, writeLoadUnit } from "../../core/base/load-unit.ts";
import { channelRateOf, cycleSecondsOf } from "../../core/scenario/clock.ts";
import { writeLoadsIn, writeTimesIn } from "../../words/numbers.ts";
import { type Document, letterOf } from "../../core/scenario/document.ts";
import { namedVariants } from "../../words/variants.ts";
import { clockOf } from "../../core/scenario/page-clock.ts";
import { type Workbench, type WorkbenchStore } from "../document/store.ts";
import { keepSetting, readSetting } from "../setting.ts";

/** The unit of loads this reader has chosen; null where that is left to the technology. */
export function firstUnit(): LoadUnit | null {
  const kept = parseLoadUnit(readSetting("unit") ?? "");
  return typeof kept === "string" ? null : kept;
}

/** The unit that loads are told in where nobody has chosen one: bytes per second where links have a rate, else phits per cycle. */
export function usualUnit({ scenario }: Pick<Workbench, "scenario">): LoadUnit {
  const rate = channelRateOf(clockOf(scenario));
  return rate === null ? phitsPerCycle : { is: "rate", channel: rate };
}

/** What the page's loads are told in. */
export function unitOf(state: Pick<Workbench, "scenario" | "unit">): LoadUnit {
  return state.unit ?? usualUnit(state);
}

/** The unit that a link has to say: one that was chosen, and is not what the document has anyway; else null. */
export function unitSaid(state: Pick<Workbench, "scenario" | "unit">): LoadUnit | null {
  return state.unit === null || isSameUnit(state.unit, usualUnit(state)) ? null : state.unit;
}

/** Has every number of the page follow the store from now on. */
export function followUnit(store: WorkbenchStore): void {
  const write = (state: Workbench) => {
    writeLoadsIn(unitOf(state), whoseChannels(state.scenario));
    writeTimesIn(cycleSecondsOf(clockOf(state.scenario)));
  };
  write(store.getState());
  store.subscribe((state, before) => {
    if (state.unit !== before.unit || state.scenario !== before.scenario) write(state);
  });
}

/** Whose channels loads are told in where those of a document are unlike; empty where they are not. */
function whoseChannels(document: Document): string {
  if (namedVariants(document).cycles.some((cycle) => cycle !== 1)) return letterOf(0);
  return document.sweep.some(({ path }) => path[0] === "technology") ? "the network on the stage" : "";
}

/** Tells loads in a unit, or in the technology's where it is null, here and on the next visits. */
export function tellLoadsIn(store: WorkbenchStore, unit: LoadUnit | null): void {
  store.setState({ unit });
  keepSetting("unit", unit === null ? null : writeLoadUnit(unit));
}
