/** What loads and times are told in: what the document's technology says, unless a reader or a link has chosen for loads. */
import { isSameUnit, type LoadUnit, parseLoadUnit, writeLoadUnit } from "../../core/base/load-unit.ts";
import type { Workbench, WorkbenchStore } from "./workbench.ts";
import { keepSetting, readSetting } from "../setting.ts";
import type { Units } from "../../words/units.ts";
import { unitsOfDocument, usualUnit } from "../../words/document-units.ts";

/** The unit of loads this reader has chosen; null where that is left to the technology. */
export function firstUnit(): LoadUnit | null {
  const kept = parseLoadUnit(readSetting("unit") ?? "");
  return typeof kept === "string" ? null : kept;
}

/** What the page's loads are told in. */
export function unitOf(state: Pick<Workbench, "document" | "view">): LoadUnit {
  return state.view.unit ?? usualUnit(state.document.current);
}

/** The unit that a link has to say: one that was chosen, and is not what the document has anyway; else null. */
export function unitSaid(state: Pick<Workbench, "document" | "view">): LoadUnit | null {
  return state.view.unit === null || isSameUnit(state.view.unit, usualUnit(state.document.current)) ? null : state.view.unit;
}

/** What a page tells loads and times in; made once for a document and a choice. */
export function unitsOfPage(store: WorkbenchStore): () => Units {
  let made: { readonly of: Workbench; readonly units: Units } | null = null;
  return () => {
    const of = store.getState();
    if (made?.of.view.unit !== of.view.unit || made.of.document.current !== of.document.current)
      made = { of, units: unitsOfDocument(of.document.current, unitOf(of)) };
    return made.units;
  };
}

/** Tells loads in a unit, or in the technology's where it is null, here and on the next visits. */
export function tellLoadsIn(store: WorkbenchStore, unit: LoadUnit | null): void {
  store.setState({ view: { unit } });
  keepSetting("unit", unit === null ? null : writeLoadUnit(unit));
}
