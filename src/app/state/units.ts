/** The units of loads and times: those of the document's technology, unless the reader or a link has chosen a unit for loads. */
import { isSameUnit, type LoadUnit, parseLoadUnit, writeLoadUnit } from "../../core/base/load-unit.ts";
import type { Workbench, WorkbenchStore } from "./workbench.ts";
import { keepSetting, readSetting } from "../setting.ts";
import type { Units } from "../../words/units.ts";
import { unitsOfDocument, usualUnit } from "../../words/document-units.ts";

/** The unit of loads that this reader has chosen; null for that of the technology. */
export function firstUnit(): LoadUnit | null {
  const kept = parseLoadUnit(readSetting("unit") ?? "");
  return typeof kept === "string" ? null : kept;
}

/** The unit of the page's loads. */
export function unitOf(state: Pick<Workbench, "document" | "view">): LoadUnit {
  return state.view.unit ?? usualUnit(state.document.current);
}

/** The unit that a link must contain: the chosen one if it differs from that of the document; otherwise null. */
export function unitSaid(state: Pick<Workbench, "document" | "view">): LoadUnit | null {
  return state.view.unit === null || isSameUnit(state.view.unit, usualUnit(state.document.current)) ? null : state.view.unit;
}

/** The units of a page. Cached until the document or the chosen unit changes. */
export function unitsOfPage(store: WorkbenchStore): () => Units {
  let made: { readonly of: Workbench; readonly units: Units } | null = null;
  return () => {
    const of = store.getState();
    if (made?.of.view.unit !== of.view.unit || made.of.document.current !== of.document.current)
      made = { of, units: unitsOfDocument(of.document.current, unitOf(of)) };
    return made.units;
  };
}

/** Sets the unit of loads, also for later visits; null for that of the technology. */
export function tellLoadsIn(store: WorkbenchStore, unit: LoadUnit | null): void {
  store.setState({ view: { unit } });
  keepSetting("unit", unit === null ? null : writeLoadUnit(unit));
}
