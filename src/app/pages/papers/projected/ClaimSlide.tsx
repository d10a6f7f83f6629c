/** The first slide of a paper, below its claim: one of our numbers next to the printed one, and the source. */
import { topologies } from "../../../../core/topologies/shelf.ts";
import type { Paper } from "../../../../reproductions/papers.ts";
import { Pictogram } from "../../../pictogram/Pictogram.tsx";
import { pictureOf } from "../../../pictogram/pictures.ts";
import { OneNumber } from "../Claim.tsx";
import type { OutcomeOf } from "../runs/useKnown.ts";

export function ClaimSlide({ paper, outcomeOf }: { readonly paper: Paper; readonly outcomeOf: OutcomeOf }) {
  const { authors, title, place, topology } = paper;
  const picture = pictureOf(topologies.get(topology));
  return (
    <div className="claim-slide">
      {picture !== null && <Pictogram picture={picture} />}
      <OneNumber paper={paper} outcomeOf={outcomeOf} />
      <p className="claim-source">
        {authors.length > 0 && <span>{authors.join(", ")}</span>}
        <cite>{title}</cite>
        {place !== "" && <span>{place}</span>}
      </p>
    </div>
  );
}
