/**
 * A mix of existing results under the reader's own weights. The weights belong to the page, not to the document, and are included in the
 * link and the copied text.
 */
import { useMemo, useState } from "react";
import type { Results } from "../../../core/measures/results.ts";
import type { Document } from "../../../core/scenario/document.ts";
import { writeLink } from "../../../links/index.ts";
import type { ViewData } from "../../../views/contract.ts";
import { reckoningOf, type Weights } from "../../../core/measures/mix.ts";
import { copy } from "../../ui/copy.ts";
import { setChoice } from "../../state/workbench.ts";
import { mixMarkdown } from "./markdown.ts";
import { MixView } from "./MixView.tsx";
import { isMix, mixAxes, mixTable, withMixWeights } from "../../../findings/mix-table.ts";
import { tableOfRuns } from "../../../findings/sweep-table.ts";
import { presetsOf } from "./presets.ts";
import { WeightPresets, WeightSliders } from "./Weights.tsx";
import { addressFor } from "../../sharing/link-address.ts";
import { usePage } from "../../hooks.ts";
import { Button } from "../../ui/Button.tsx";
import { isSameValue } from "../../../core/base/same.ts";

export interface OwnWeightsProps {
  /** A document that is a mix; its weights are the initial ones. */
  readonly document: Document;
  /** Results in the order of `cellsOf`; null for missing runs. */
  readonly runs: readonly (Results | null)[];
  /** Initial cost basis. */
  readonly reckoning?: "whole" | "used";
}

export function OwnWeights({ document, runs, reckoning = "whole" }: OwnWeightsProps) {
  const { networks, store } = usePage();
  const [weighed, setWeighed] = useState(document);
  const [choices, setChoices] = useState<ViewData["choices"]>({ cost: reckoning });
  const table = useMemo(() => tableOfRuns(document, runs), [document, runs]);
  const presets = useMemo(() => presetsOf(document), [document]);
  // A different document starts with its own weights.
  const shown = sameRuns(weighed, document) ? weighed : document;
  const mix = isMix(shown) ? mixTable(shown, table, networks.boughtFor) : null;
  if (mix === null) return null;
  const weights = { ...mixAxes(shown), onChange: (next: Weights) => setWeighed(withMixWeights(shown, next)) };
  const leave = async (how: (fragment: string) => unknown) => {
    const fragment = await writeLink(shown).catch(() => null);
    if (fragment === null) store.setState({ session: { toast: "This mix is too long for a link." } });
    else how(fragment);
  };
  const openIt = (fragment: string) => {
    // Take the cost basis over to the workbench.
    for (const [option, choice] of Object.entries(choices)) setChoice(store, "performance-per-cost", option, choice);
    location.assign(`#${fragment}`);
  };
  const text = (fragment: string) =>
    `${mixMarkdown(mix, reckoningOf(mix, choices["cost"] ?? ""))}\n\n[Open in Fabricscope](<${addressFor(fragment)}>)\n`;
  return (
    <div className="own-weights panel">
      <MixView
        id="performance-per-cost"
        mix={mix}
        choices={choices}
        onChoose={(option, choice) => setChoices({ ...choices, [option]: choice })}
        controls={{ above: <WeightPresets {...weights} presets={presets} />, below: <WeightSliders {...weights} /> }}
      />
      <p className="weights-out wrap">
        <Button variant="quiet" onClick={() => void leave(openIt)}>
          Open in the workbench
        </Button>
        <Button variant="quiet" onClick={() => void leave((fragment) => copy({ store }, text(fragment), "Conclusion copied"))}>
          Copy this conclusion
        </Button>
      </p>
    </div>
  );
}

/** Whether two documents differ only in their weights. */
function sameRuns(a: Document, b: Document): boolean {
  const bare = (document: Document) => ({ ...document, sweep: document.sweep.map(({ path, values }) => ({ path, values })) });
  return a === b || isSameValue(bare(a), bare(b));
}
