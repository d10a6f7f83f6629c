/** The networks picked as one document: the first with the others beside it, under the first traffic. */
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

/** The load at which their runs are shown first: where most networks still carry all, and waits begin to differ. */
const shownLoad = 0.3;

/** The document; null where none of them can be run. */
export function documentBeside({ cost, under, terminals }: Need, those: readonly Standing[]): Document | null {
  const runnable = those.flatMap(({ candidate }) => {
    const scenario = scenarioOf(candidate, under[0]);
    if (typeof scenario === "string") return [];
    // All are measured as any new document is: side by side they are seen for as long.
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

/** Opens them on the workbench; what stood there is kept under "Recent". */
export function layBeside({ store }: Page, need: Need, those: readonly Standing[]): void {
  const document = documentBeside(need, those);
  if (document === null) return;
  open(store, document, true);
  location.hash = "";
}
