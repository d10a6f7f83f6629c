/** The lists: all papers, and one paper with every table and figure it has, whether it can be run or not. */
import { useMemo } from "react";
import type { Exhibit } from "../../reproductions/contract.ts";
import { exhibitOf, exhibits } from "../../reproductions/index.ts";
import { citationOf, type Card, type Paper, papers } from "../../reproductions/papers.ts";
import type { Verdict } from "../../reproductions/verdict.ts";
import { linkTo } from "./address.ts";
import { Chip } from "./Chip.tsx";
import { useVerdicts } from "./useVerdicts.ts";

/** How many of a paper's tables and figures can be run. */
const runnable = ({ id, cards }: Paper) => cards.filter(({ label }) => exhibitOf(id, label) !== undefined).length;

export function AllPapers() {
  return (
    <main className="paper">
      <header className="paper-head">
        <h1 tabIndex={-1}>Five papers, run again</h1>
        <p className="paper-lede">
          Their tables and figures with our numbers beside the printed ones, each with a verdict and the run that it comes from.{" "}
          {exhibits.length} of {papers.reduce((sum, { cards }) => sum + cards.length, 0)} can be run today.
        </p>
      </header>
      <ol className="paper-list">
        {papers.map((paper) => (
          <li key={paper.id}>
            <h2>
              <a href={linkTo(paper.id)}>{paper.name}</a>
            </h2>
            <p className="paper-say">{paper.question}</p>
            <p className="paper-source">
              {citationOf(paper)} {runnable(paper)} of {paper.cards.length} can be run.
            </p>
          </li>
        ))}
      </ol>
    </main>
  );
}

export function PaperIndex({ paper }: { readonly paper: Paper }) {
  const own = useMemo(() => exhibits.filter((each) => each.paper === paper.id), [paper]);
  const verdictOf = useVerdicts(own);
  return (
    <main className="paper">
      <header className="paper-head">
        <p className="paper-source">{citationOf(paper)}</p>
        <h1 tabIndex={-1}>{paper.title}</h1>
        <p className="paper-lede">
          {paper.question} {runnable(paper)} of its {paper.cards.length} tables, figures and statements can be run today.
        </p>
      </header>
      <ol className="paper-cards">
        {paper.cards.map((card) => (
          <CardEntry key={card.label} card={card} exhibit={exhibitOf(paper.id, card.label)} verdictOf={verdictOf} />
        ))}
      </ol>
    </main>
  );
}

interface CardEntryProps {
  readonly card: Card;
  readonly exhibit: Exhibit | undefined;
  readonly verdictOf: (exhibit: Exhibit) => Verdict | null;
}

function CardEntry({ card: { label, caption, lacks }, exhibit, verdictOf }: CardEntryProps) {
  if (exhibit === undefined)
    return (
      <li>
        <p className="card-label">{label}</p>
        <div>
          <h2>{caption}</h2>
          <p>{lacks}</p>
        </div>
      </li>
    );
  const verdict = verdictOf(exhibit);
  return (
    <li data-runnable>
      <p className="card-label">{label}</p>
      <div>
        <h2>
          <a href={linkTo(exhibit.id)}>{exhibit.title}</a>
        </h2>
        <p>{caption}</p>
      </div>
      <p className="card-verdict">
        {verdict !== null ? <Chip id={verdict.id} title={verdict.sentence} /> : exhibit.runs.length > 0 && `${exhibit.runs.length} runs`}
      </p>
    </li>
  );
}
