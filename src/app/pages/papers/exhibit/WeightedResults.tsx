/** Lets the reader weight the recorded results of a table of performance per cost. */
import { useMemo } from "react";
import { documentHash } from "../../../../core/scenario/document.ts";
import { parseDocument } from "../../../../core/scenario/read-document.ts";
import type { Exhibit, ExhibitFigure, Outcome } from "../../../../reproductions/contract.ts";
import { lazyComponent } from "../../../ui/lazy.ts";
import type { RecordingState } from "../runs/useRecordings.ts";

const weightsCard = lazyComponent(() => import("../../../workbench/mix/OwnWeights.tsx").then(({ OwnWeights }) => OwnWeights));

interface WeightedResultsProps {
  readonly exhibit: Exhibit;
  readonly outcome: Outcome;
  readonly recordings: readonly RecordingState[];
}

/**
 * A section for exhibits that compare networks by performance per cost, averaged over programs and message sizes: the reader changes the
 * weights of the mean, which is computed anew from recorded runs. Shows nothing for other exhibits, or until a recording is loaded.
 */
export function WeightedResults({ exhibit, outcome, recordings }: WeightedResultsProps) {
  const figure = exhibit.figures?.find((each): each is Extract<ExhibitFigure, { is: "worth" }> => each.is === "worth");
  const recorded = figure === undefined ? undefined : recordings.find((each) => each.recorded !== null)?.recorded;
  // Find the document of the exhibit to which the recorded runs belong. It has the weights of the printed table.
  const document = useMemo(
    () => exhibit.documents.map((each) => parseDocument(each.document)).find((each) => documentHash(each) === recorded?.hash),
    [exhibit, recorded],
  );
  if (figure === undefined || recorded === undefined || recorded === null || document === undefined) return null;
  // The table shows means over all seeds; the card shows a single document.
  const hasMeans = [...outcome.values.values()].some(({ spread }) => spread !== undefined);
  return (
    <section aria-label="With your own weights">
      <h2>With your own weights</h2>
      <p className="paper-caption">
        {hasMeans
          ? "Choose the weights. The card uses only the runs of the first seed, the table the means of three seeds, so the last digits differ."
          : "Choose the weights. The card uses the same runs; no run is repeated."}
      </p>
      <weightsCard.Component document={document} runs={recorded.runs} costBasis={figure.costSeries.endsWith("-used") ? "used" : "whole"} />
    </section>
  );
}
