/** Lets the reader weight the recorded results of a table of performance per cost. */
import { useMemo } from "react";
import { documentHash } from "../../../../core/scenario/document.ts";
import { readDocument } from "../../../../core/scenario/read-document.ts";
import type { Exhibit, Figure, Outcome } from "../../../../reproductions/contract.ts";
import { lazy } from "../../../ui/lazy.ts";
import type { Kept } from "../runs/useRecordings.ts";

const ownWeights = lazy(() => import("../../../workbench/mix/OwnWeights.tsx").then(({ OwnWeights }) => OwnWeights));

interface WeighedProps {
  readonly exhibit: Exhibit;
  readonly outcome: Outcome;
  readonly kept: readonly Kept[];
}

export function Weighed({ exhibit, outcome, kept }: WeighedProps) {
  const figure = exhibit.figures?.find((each): each is Extract<Figure, { is: "worth" }> => each.is === "worth");
  const recorded = figure === undefined ? undefined : kept.find((each) => each.recorded !== null)?.recorded;
  // Find the document of the exhibit to which the recorded runs belong. It has the weights of the printed table.
  const document = useMemo(
    () => exhibit.documents.map((each) => readDocument(each.document)).find((each) => documentHash(each) === recorded?.hash),
    [exhibit, recorded],
  );
  if (figure === undefined || recorded === undefined || recorded === null || document === undefined) return null;
  // The table shows means over all seeds; the card shows a single document.
  const hasMeans = [...outcome.values.values()].some(({ spread }) => spread !== undefined);
  return (
    <section aria-label="With weights of your own">
      <h2>With weights of your own</h2>
      <p className="paper-caption">
        {hasMeans
          ? "Weighted as you like. The card has the runs of the first seed alone, the table the means of three: last digits differ."
          : "Weighted as you like, from the same runs; nothing is run again."}
      </p>
      <ownWeights.Component document={document} runs={recorded.runs} reckoning={figure.cost.endsWith("-used") ? "used" : "whole"} />
    </section>
  );
}
