/**
 * A mix of existing results under the reader's own weights. The weights belong to the page, not to the document, and are included in the
 * link and the copied text.
 */
import { useMemo, useState } from "react";
import type { Results } from "../../../core/measures/results.ts";
import type { Document } from "../../../core/scenario/document.ts";
import { writeDocumentLink } from "../../../links/index.ts";
import type { ViewData } from "../../../views/contract.ts";
import { costBasisOf, type MixTableWeights } from "../../../core/measures/mix.ts";
import { copyText } from "../../ui/copy-text.ts";
import { setViewOption } from "../../state/workbench.ts";
import { mixMarkdown } from "./mix-markdown.ts";
import { MixView } from "./MixView.tsx";
import { isMix, mixAxes, mixTableOfDocument, withDocumentWeights } from "../../../findings/mix-table.ts";
import { tableOfRuns } from "../../../findings/sweep-table.ts";
import { presetsOf } from "./presets.ts";
import { WeightPresets, WeightSliders } from "./WeightControls.tsx";
import { addressOfFragment } from "../../sharing/link-address.ts";
import { usePage } from "../../hooks.ts";
import { Button } from "../../ui/Button.tsx";
import { isSameValue } from "../../../core/base/equality.ts";

export interface OwnWeightsProps {
  /** A document that is a mix; its weights are the initial ones. */
  readonly document: Document;
  /** Results in the order of `cellsOf`; null for missing runs. */
  readonly runs: readonly (Results | null)[];
  /** Initial cost basis. */
  readonly costBasis?: "whole" | "used";
}

/**
 * Lets the reader of a published mix choose other weights: the results of `runs` are averaged again for each weight of a program (row) and
 * of a message size (column). The mix can then be opened in the workbench or copied as text.
 * @param document Document that describes the mix; the reader's weights do not change it.
 * @param costBasis What the costs of a network include at first.
 */
export function OwnWeights({ document, runs, costBasis = "whole" }: OwnWeightsProps) {
  const { networks, store } = usePage();
  const [weightedDocument, setWeightedDocument] = useState(document);
  const [choices, setChoices] = useState<ViewData["choices"]>({ cost: costBasis });
  const table = useMemo(() => tableOfRuns(document, runs), [document, runs]);
  const presets = useMemo(() => presetsOf(document), [document]);
  // A different document starts with its own weights.
  const current = haveSameRuns(weightedDocument, document) ? weightedDocument : document;
  const mix = isMix(current) ? mixTableOfDocument(current, table, networks.materialsOf) : null;
  if (mix === null) return null;
  const weights = { ...mixAxes(current), onChange: (next: MixTableWeights) => setWeightedDocument(withDocumentWeights(current, next)) };
  /** Calls `onFragment` with the mix as a link (the part of the address after `#`), or shows a toast if it is too long. */
  const withLink = async (onFragment: (fragment: string) => unknown) => {
    const fragment = await writeDocumentLink(current).catch(() => null);
    if (fragment === null) store.setState({ session: { toast: "This mix is too long for a link." } });
    else onFragment(fragment);
  };
  const openInWorkbench = (fragment: string) => {
    // Take the cost basis over to the workbench.
    for (const [option, choice] of Object.entries(choices)) setViewOption(store, "performance-per-cost", option, choice);
    location.assign(`#${fragment}`);
  };
  const conclusionText = (fragment: string) =>
    `${mixMarkdown(mix, costBasisOf(mix, choices["cost"] ?? ""))}\n\n[Open in Fabricscope](<${addressOfFragment(fragment)}>)\n`;
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
        <Button variant="quiet" onClick={() => void withLink(openInWorkbench)}>
          Open in the workbench
        </Button>
        <Button
          variant="quiet"
          onClick={() => void withLink((fragment) => copyText({ store }, conclusionText(fragment), "Conclusion copied"))}
        >
          Copy this conclusion
        </Button>
      </p>
    </div>
  );
}

/** Whether two documents differ only in their weights. */
function haveSameRuns(a: Document, b: Document): boolean {
  const withoutWeights = (document: Document) => ({ ...document, sweep: document.sweep.map(({ path, values }) => ({ path, values })) });
  return a === b || isSameValue(withoutWeights(a), withoutWeights(b));
}
