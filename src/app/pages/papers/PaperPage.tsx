/** The page of a paper: all of its tables and figures that can be run, in the order of the paper. */
import "./paper-cards.css";
import { useMemo } from "react";
import { joinWithAnd } from "../../../core/base/words.ts";
import type { Exhibit } from "../../../reproductions/contract.ts";
import { sayScale, scalesOf } from "../../../reproductions/coverage.ts";
import { exhibits } from "../../../reproductions/index.ts";
import { citationOfPaper, type Paper } from "../../../reproductions/papers.ts";
import { ExhibitThumbnail } from "./ExhibitThumbnail.tsx";
import { ExhibitVerdictChip } from "./ExhibitVerdictChip.tsx";
import { labelsWithoutExhibit, joinLabels } from "./paper-labels.ts";
import { splitLead } from "./lead.ts";
import { VerdictTotals } from "./VerdictTotals.tsx";
import { Typeset } from "./Typeset.tsx";
import { type OutcomeLookup, useKnownOutcomes } from "./runs/useKnownOutcomes.ts";
import { Link } from "../../ui/Link.tsx";
import { paperLink } from "../../../links/fragment.ts";

/**
 * The page of a paper: its title and question, the totals of the verdicts, and a list of its exhibits (tables and figures that we
 * reproduce). The foot lists drawings without numbers, and the citation.
 */
export function PaperPage({ paper }: { readonly paper: Paper }) {
  const paperExhibits = useMemo(() => exhibits.filter((each) => each.paper === paper.id), [paper]);
  const outcomeOf = useKnownOutcomes();
  const drawingLabels = labelsWithoutExhibit(paper);
  return (
    <main className="paper">
      <header className="paper-head">
        <h1 tabIndex={-1}>{paper.title}</h1>
        <p className="paper-lede">{paper.question}</p>
        <VerdictTotals exhibits={paperExhibits} outcomeOf={outcomeOf} />
        <ScaledDown exhibits={paperExhibits} />
      </header>
      <ol className="paper-cards">
        {paperExhibits.map((exhibit) => (
          <ExhibitEntry key={exhibit.id} exhibit={exhibit} outcomeOf={outcomeOf} />
        ))}
      </ol>
      <footer className="paper-foot wrap">
        {drawingLabels.length > 0 && <p>Drawings with nothing to run: {joinLabels(drawingLabels)}.</p>}
        <p>{citationOfPaper(paper)}</p>
      </footer>
    </main>
  );
}

/** Says what is scaled down in our model of a paper, and which of its exhibits this concerns. Shows nothing if nothing is. */
function ScaledDown({ exhibits: paperExhibits }: { readonly exhibits: readonly Exhibit[] }) {
  return scalesOf(paperExhibits).map(({ scale, exhibits: scaledExhibits }) => (
    <p key={sayScale(scale)} className="paper-status">
      <span>
        <b>Scaled-down model: {sayScale(scale)}.</b> What the paper says of the full size in{" "}
        {joinWithAnd(scaledExhibits.map(({ label }) => label))} is outside this model.
      </span>
    </p>
  ));
}

/**
 * An entry for an exhibit: its label, a link with its title, the first sentence of what we found, a thumbnail, and the verdict. `outcome`
 * contains our values, or is null until they are known.
 */
function ExhibitEntry({ exhibit, outcomeOf }: { readonly exhibit: Exhibit; readonly outcomeOf: OutcomeLookup }) {
  const outcome = outcomeOf(exhibit);
  return (
    <li>
      <p className="card-label">{exhibit.label}</p>
      <div>
        <h2>
          <Link variant="underlined" href={paperLink(exhibit.id)}>
            <Typeset text={exhibit.title} />
          </Link>
        </h2>
        {outcome !== null && (
          <p>
            <Typeset text={splitLead(exhibit.lede(outcome))[0]} />
          </p>
        )}
      </div>
      <ExhibitThumbnail exhibit={exhibit} outcome={outcome} />
      <div className="card-verdict">
        <ExhibitVerdictChip exhibit={exhibit} outcome={outcome} isCard />
      </div>
    </li>
  );
}
