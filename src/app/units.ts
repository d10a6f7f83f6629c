/** What loads are told in: the reader's choice, kept in this browser, or that of a link. */
import { type LoadUnit, parseLoadUnit, phitsPerCycle, writeLoadUnit } from "../core/base/load-unit.ts";
import { writeLoadsIn } from "../views/shared/format.ts";
import { workbench, type WorkbenchStore } from "./store.ts";

const key = "fabricscope-unit";

/** The unit to begin with. */
export function firstUnit(): LoadUnit {
  const kept = parseLoadUnit(stored() ?? "phits");
  return typeof kept === "string" ? phitsPerCycle : kept;
}

/** Has every number of the page follow the store from now on. */
export function followUnit(store: WorkbenchStore): void {
  writeLoadsIn(store.getState().unit);
  store.subscribe(({ unit }, before) => {
    if (unit !== before.unit) writeLoadsIn(unit);
  });
}

/** Tells loads in a unit, here and on the next visits. */
export function tellLoadsIn(unit: LoadUnit): void {
  workbench.setState({ unit });
  try {
    localStorage.setItem(key, writeLoadUnit(unit));
  } catch {
    // A browser that keeps nothing begins with phits per cycle.
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
