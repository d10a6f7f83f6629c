/** All papers: what each asks, what of it can be run, what came out, and which of its figures are drawings. */
import "./all-papers.css";
import "./exhibit-cards.css";
import { topologies } from "../../../core/topologies/shelf.ts";
import { exhibits } from "../../../reproductions/index.ts";
import { citationOf, type Paper, papers } from "../../../reproductions/papers.ts";
import type { Exhibit } from "../../../reproductions/contract.ts";
import { Pictogram } from "../../workbench/sentence/Pictogram.tsx";
import { pictureOf } from "../../workbench/sentence/pictures.ts";
import { Glimpse } from "./Glimpse.tsx";
import { StandingChip, StatementsLine } from "./StandingChip.tsx";
import { drawingsOf, inShort } from "./drawings.ts";
import { Tally } from "./Tally.tsx";
import { Typeset } from "./Typeset.tsx";
import { type OutcomeOf, useOutcomes } from "./runs/useOutcomes.ts";
import { linkTo } from "../../../links/fragment.ts";

export function AllPapers() {
  const outcomeOf = useOutcomes(exhibits);
  return (
    <main className="paper">
      <header className="paper-head">
        <h1 tabIndex={-1}>Five papers, run again</h1>
        <p className="paper-lede">
          Their tables and figures with our numbers beside the printed ones, each with a verdict and the run that it comes from.{" "}
          {exhibits.length} of {papers.reduce((sum, { cards }) => sum + cards.length, 0)} can be run today.
        </p>
        <Tally exhibits={exhibits} outcomeOf={outcomeOf} />
      </header>
      <ol className="paper-list">
        {papers.map((paper) => (
          <PaperEntry key={paper.id} paper={paper} outcomeOf={outcomeOf} />
        ))}
      </ol>
    </main>
  );
}

function PaperEntry({ paper, outcomeOf }: { readonly paper: Paper; readonly outcomeOf: OutcomeOf }) {
  const picture = pictureOf(topologies.get(paper.topology));
  const own = exhibits.filter((each) => each.paper === paper.id);
  return (
    <li>
      <div className="paper-emblem">{picture !== null && <Pictogram picture={picture} />}</div>
      <div>
        <h2>
          <a href={linkTo(paper.id)}>{paper.name}</a>
        </h2>
        <p className="paper-question">{paper.question}</p>
        <p className="paper-source">{citationOf(paper)}</p>
        <ul className="exhibit-cards">
          {own.map((exhibit) => (
            <ExhibitCard key={exhibit.id} exhibit={exhibit} outcomeOf={outcomeOf} />
          ))}
        </ul>
        <Drawings paper={paper} />
      </div>
    </li>
  );
}

function ExhibitCard({ exhibit, outcomeOf }: { readonly exhibit: Exhibit; readonly outcomeOf: OutcomeOf }) {
  const outcome = outcomeOf(exhibit);
  return (
    <li className="exhibit-card panel">
      <p className="exhibit-card-head row wrap">
        {exhibit.label}
        <StandingChip exhibit={exhibit} outcome={outcome} />
      </p>
      <h3>
        <a href={linkTo(exhibit.id)}>
          <Typeset text={exhibit.title} />
        </a>
      </h3>
      <StatementsLine exhibit={exhibit} outcome={outcome} />
      <Glimpse exhibit={exhibit} outcome={outcome} />
    </li>
  );
}

/** Said calmly, once, beneath what can be run. */
function Drawings({ paper }: { readonly paper: Paper }) {
  const drawings = drawingsOf(paper);
  return drawings.length > 0 && <p className="paper-drawings small">Drawings with nothing to run: {inShort(drawings)}.</p>;
}
