/** The page of a paper: all of its tables and figures that can be run, in the order of the paper. */
import "./paper-cards.css";
import { useMemo } from "react";
import type { Exhibit } from "../../../reproductions/contract.ts";
import { exhibits } from "../../../reproductions/index.ts";
import { citationOf, type Paper } from "../../../reproductions/papers.ts";
import { Glimpse } from "./Glimpse.tsx";
import { StandingChip } from "./StandingChip.tsx";
import { drawingsOf, inShort } from "./drawings.ts";
import { leadOf } from "./lead.ts";
import { Tally } from "./Tally.tsx";
import { Typeset } from "./Typeset.tsx";
import { type OutcomeOf, useKnown } from "./runs/useKnown.ts";
import { Link } from "../../ui/Link.tsx";
import { linkTo } from "../../../links/fragment.ts";

export function PaperIndex({ paper }: { readonly paper: Paper }) {
  const own = useMemo(() => exhibits.filter((each) => each.paper === paper.id), [paper]);
  const outcomeOf = useKnown();
  const drawings = drawingsOf(paper);
  return (
    <main className="paper">
      <header className="paper-head">
        <h1 tabIndex={-1}>{paper.title}</h1>
        <p className="paper-lede">{paper.question}</p>
        <Tally exhibits={own} outcomeOf={outcomeOf} />
      </header>
      <ol className="paper-cards">
        {own.map((exhibit) => (
          <Entry key={exhibit.id} exhibit={exhibit} outcomeOf={outcomeOf} />
        ))}
      </ol>
      <footer className="paper-foot wrap">
        {drawings.length > 0 && <p>Drawings with nothing to run: {inShort(drawings)}.</p>}
        <p>{citationOf(paper)}</p>
      </footer>
    </main>
  );
}

function Entry({ exhibit, outcomeOf }: { readonly exhibit: Exhibit; readonly outcomeOf: OutcomeOf }) {
  const outcome = outcomeOf(exhibit);
  return (
    <li>
      <p className="card-label">{exhibit.label}</p>
      <div>
        <h2>
          <Link variant="underlined" href={linkTo(exhibit.id)}>
            <Typeset text={exhibit.title} />
          </Link>
        </h2>
        {outcome !== null && (
          <p>
            <Typeset text={leadOf(exhibit.lede(outcome))[0]} />
          </p>
        )}
      </div>
      <Glimpse exhibit={exhibit} outcome={outcome} />
      <div className="card-verdict">
        <StandingChip exhibit={exhibit} outcome={outcome} />
      </div>
    </li>
  );
}
