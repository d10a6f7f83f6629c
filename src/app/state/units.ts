/** The units of loads and times: the units of the document's technology, unless the reader or a link has chosen a unit for loads. */
import { isSameUnit, type LoadUnit, parseLoadUnit, writeLoadUnit } from "../../core/base/load-unit.ts";
import type { Workbench, WorkbenchStore } from "./workbench.ts";
import { storeSetting, readSetting } from "../settings.ts";
import type { Units } from "../../words/units.ts";
import { unitsOfDocument, defaultLoadUnit } from "../../words/document-units.ts";

/** The unit of loads that this reader has chosen; null for the unit of the technology. */
export function storedLoadUnit(): LoadUnit | null {
  const unit = parseLoadUnit(readSetting("unit") ?? "");
  return typeof unit === "string" ? null : unit;
}

/** The unit of the page's loads. */
export function loadUnitOf(state: Pick<Workbench, "document" | "view">): LoadUnit {
  return state.view.unit ?? defaultLoadUnit(state.document.current);
}

/** The unit that a link must contain: the chosen unit if it differs from the unit of the document; otherwise null. */
export function loadUnitForLink(state: Pick<Workbench, "document" | "view">): LoadUnit | null {
  return state.view.unit === null || isSameUnit(state.view.unit, defaultLoadUnit(state.document.current)) ? null : state.view.unit;
}

/** The units of a page. Cached until the document or the chosen unit changes. */
export function createPageUnits(store: WorkbenchStore): () => Units {
  let cached: { readonly of: Workbench; readonly units: Units } | null = null;
  return () => {
    const state = store.getState();
    if (cached?.of.view.unit !== state.view.unit || cached.of.document.current !== state.document.current)
      cached = { of: state, units: unitsOfDocument(state.document.current, loadUnitOf(state)) };
    return cached.units;
  };
}

/** Sets the unit of loads, also for later visits; null for the unit of the technology. */
export function setLoadUnit(store: WorkbenchStore, unit: LoadUnit | null): void {
  store.setState({ view: { unit } });
  storeSetting("unit", unit === null ? null : writeLoadUnit(unit));
}
