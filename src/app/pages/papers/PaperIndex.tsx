/** One paper with every table and figure it has, in its own order, whether it can be run or not. */
import "./exhibit-cards.css";
import { useMemo } from "react";
import type { Exhibit } from "../../../reproductions/contract.ts";
import { exhibitOf, exhibits } from "../../../reproductions/index.ts";
import { citationOf, type Card, type Paper } from "../../../reproductions/papers.ts";
import { Glimpse } from "./Glimpse.tsx";
import { StandingChip, StatementsLine } from "./StandingChip.tsx";
import { Tally } from "./Tally.tsx";
import { Typeset } from "./Typeset.tsx";
import { type OutcomeOf, useOutcomes } from "./runs/useOutcomes.ts";
import { linkTo } from "../../../links/fragment.ts";

export function PaperIndex({ paper }: { readonly paper: Paper }) {
  const own = useMemo(() => exhibits.filter((each) => each.paper === paper.id), [paper]);
  const outcomeOf = useOutcomes(own);
  return (
    <main className="paper">
      <header className="paper-head">
        <p className="paper-source">{citationOf(paper)}</p>
        <h1 tabIndex={-1}>{paper.title}</h1>
        <p className="paper-lede">
          {paper.question} {own.length} of its {paper.cards.length} tables, figures and statements can be run today.
        </p>
        <Tally exhibits={own} outcomeOf={outcomeOf} />
      </header>
      <ol className="paper-cards">
        {paper.cards.map((card) => {
          const exhibit = exhibitOf(paper.id, card.label);
          return exhibit === undefined ? (
            <Drawing key={card.label} card={card} />
          ) : (
            <Runnable key={card.label} card={card} exhibit={exhibit} outcomeOf={outcomeOf} />
          );
        })}
      </ol>
    </main>
  );
}

function Drawing({ card: { label, caption } }: { readonly card: Card }) {
  return (
    <li>
      <p className="card-label">{label}</p>
      <div>
        <h2>{caption}</h2>
        <p>A drawing; there is nothing to run.</p>
      </div>
    </li>
  );
}

interface RunnableProps {
  readonly card: Card;
  readonly exhibit: Exhibit;
  readonly outcomeOf: OutcomeOf;
}

function Runnable({ card: { label, caption }, exhibit, outcomeOf }: RunnableProps) {
  const outcome = outcomeOf(exhibit);
  return (
    <li data-runnable>
      <p className="card-label">{label}</p>
      <div>
        <h2>
          <a href={linkTo(exhibit.id)}>
            <Typeset text={exhibit.title} />
          </a>
        </h2>
        <p>
          <Typeset text={outcome?.isComplete === true ? exhibit.lede(outcome) : caption} />
        </p>
        <StatementsLine exhibit={exhibit} outcome={outcome} />
      </div>
      <Glimpse exhibit={exhibit} outcome={outcome} />
      <p className="card-verdict">
        <StandingChip exhibit={exhibit} outcome={outcome} />
      </p>
    </li>
  );
}
