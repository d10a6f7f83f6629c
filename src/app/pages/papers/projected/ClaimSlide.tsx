/** The first slide of a paper, below its claim: one of our numbers next to the printed one, and the source. */
import { topologies } from "../../../../core/topologies/registry.ts";
import type { Paper } from "../../../../reproductions/papers.ts";
import { Pictogram } from "../../../pictogram/Pictogram.tsx";
import { pictogramOf } from "../../../pictogram/pictograms.ts";
import { ClaimNumber } from "../Claim.tsx";
import type { OutcomeLookup } from "../runs/useKnownOutcomes.ts";

export function ClaimSlide({ paper, outcomeOf }: { readonly paper: Paper; readonly outcomeOf: OutcomeLookup }) {
  const { authors, title, place, topology } = paper;
  const picture = pictogramOf(topologies.get(topology));
  return (
    <div className="claim-slide">
      {picture !== null && <Pictogram picture={picture} />}
      <ClaimNumber paper={paper} outcomeOf={outcomeOf} />
      <p className="claim-source">
        {authors.length > 0 && <span>{authors.join(", ")}</span>}
        <cite>{title}</cite>
        {place !== "" && <span>{place}</span>}
      </p>
    </div>
  );
}
