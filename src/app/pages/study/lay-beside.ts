/**
 * Combines the selected networks into one document for the workbench: the first network and comparisons with the others, under the first
 * traffic.
 */
import { type Document, documentOf } from "../../../core/scenario/document.ts";
import { changesOf } from "../../../core/scenario/variants.ts";
import { loadPath } from "../../../core/scenario/load.ts";
import { withValue } from "../../../core/scenario/place.ts";
import { type Scenario, scenarioParams } from "../../../core/scenario/scenario.ts";
import type { Need } from "../../../core/study/need.ts";
import type { Standing } from "../../../core/study/order.ts";
import { scenarioOf } from "../../../core/study/scenario.ts";
import type { Page } from "../../create-page.ts";
import { open } from "../../document/history.ts";

/** The offered load of the document, in phits per cycle and terminal: most networks still carry it, and queueing starts to differ. */
const shownLoad = 0.3;

/** The document of the selected networks; null if none of them can be simulated. */
export function documentBeside({ cost, under, terminals }: Need, those: readonly Standing[]): Document | null {
  const runnable = those.flatMap(({ candidate }) => {
    const scenario = scenarioOf(candidate, under[0]);
    if (typeof scenario === "string") return [];
    // Use the run length of a new document, so that all networks are shown for the same time.
    const watched: Scenario = { ...withValue(scenario, loadPath, shownLoad), run: scenarioParams.run.default };
    return [watched];
  });
  const [first, ...others] = runnable;
  if (first === undefined) return null;
  return {
    ...documentOf({ ...first, title: `${others.length === 0 ? "A network" : "Networks"} for ${terminals} terminals` }),
    beside: others.map((each) => ({ title: "", changes: changesOf(first, each) })),
    cost,
  };
}

/** Opens the networks in the workbench. Its previous document stays under "Recent". */
export function layBeside({ store }: Page, need: Need, those: readonly Standing[]): void {
  const document = documentBeside(need, those);
  if (document === null) return;
  open(store, document, true);
  location.hash = "";
}
