/** What was recorded for a table of performance per cost, under weights of the reader's own. */
import { useMemo } from "react";
import { documentHash } from "../../../../core/scenario/document.ts";
import { readDocument } from "../../../../core/scenario/read-document.ts";
import type { Exhibit, Figure } from "../../../../reproductions/contract.ts";
import { lazy } from "../../../shell/lazy.ts";
import type { Kept } from "../runs/useRecordings.ts";

const ownWeights = lazy(() => import("../../../workbench/mix/OwnWeights.tsx").then(({ OwnWeights }) => OwnWeights));

export function Weighed({ exhibit, kept }: { readonly exhibit: Exhibit; readonly kept: readonly Kept[] }) {
  const figure = exhibit.figures?.find((each): each is Extract<Figure, { is: "worth" }> => each.is === "worth");
  const recorded = figure === undefined ? undefined : kept.find((each) => each.recorded !== null)?.recorded;
  // The exhibit's own document has the weights of the printed table; its runs are those recorded.
  const document = useMemo(
    () => exhibit.documents.map((each) => readDocument(each.document)).find((each) => documentHash(each) === recorded?.hash),
    [exhibit, recorded],
  );
  if (figure === undefined || recorded === undefined || recorded === null || document === undefined) return null;
  return (
    <section aria-label="With weights of your own">
      <h2>With weights of your own</h2>
      <p className="paper-caption">The runs of the first seed, weighted as you like; nothing is run again.</p>
      <ownWeights.Component document={document} runs={recorded.runs} reckoning={figure.cost.endsWith("-used") ? "used" : "whole"} />
    </section>
  );
}
