/** All papers, a row each: what it claims, whether that is reproduced, and one number, ours beside the printed one. */
import "./all-papers.css";
import { topologies } from "../../../core/topologies/shelf.ts";
import { type ClaimVerdict, claims, claimVerdicts, heldOfClaim, rowOfClaim, verdictOnClaim } from "../../../reproductions/claims.ts";
import type { Exhibit } from "../../../reproductions/contract.ts";
import { findExhibit } from "../../../reproductions/index.ts";
import { type Paper, papers } from "../../../reproductions/papers.ts";
import { linkTo } from "../../../links/fragment.ts";
import { capital } from "../../../core/base/words.ts";
import { Pictogram } from "../../workbench/sentence/Pictogram.tsx";
import { pictureOf } from "../../workbench/sentence/pictures.ts";
import { Typeset } from "./Typeset.tsx";
import { Lane } from "./runs/Lane.tsx";
import { marksOf } from "./runs/lane.ts";
import { type OutcomeOf, useKnown } from "./runs/useKnown.ts";

export function AllPapers() {
  const outcomeOf = useKnown();
  const verdicts = papers.map((paper) => verdictOf(paper, outcomeOf));
  return (
    <main className="paper">
      <header className="paper-head">
        <h1 tabIndex={-1}>Five papers, run again</h1>
        <p className="paper-lede">
          {sayVerdicts(verdicts)} A claim holds where the sentences that it rests on do. Open a paper for its tables and figures.
        </p>
      </header>
      <div className="paper-columns small" aria-hidden="true">
        <span>what the paper claims</span>
        <span>run again</span>
        <span>one number, from half to double the printed: ring printed, dot ours, grey the tolerance</span>
      </div>
      <ol className="paper-list">
        {papers.map((paper, i) => (
          <PaperEntry key={paper.id} paper={paper} verdict={verdicts[i]} outcomeOf={outcomeOf} />
        ))}
      </ol>
    </main>
  );
}

const verdictOf = ({ id }: Paper, outcomeOf: OutcomeOf) => verdictOnClaim(claims[id], byId(outcomeOf));
const byId = (outcomeOf: OutcomeOf) => (exhibit: string) => outcomeOf(findExhibit(exhibit) as Exhibit);

/** How many claims hold: `One holds, three hold in part, one does not.` */
function sayVerdicts(verdicts: readonly (ClaimVerdict | null)[]): string {
  const counts = ["none", "one", "two", "three", "four", "five"];
  const said = claimVerdicts.flatMap((verdict) => {
    const count = verdicts.filter((each) => each === verdict).length;
    const [one, more] = {
      reproduced: ["holds", "hold"],
      partly: ["holds in part", "hold in part"],
      "not reproduced": ["does not", "do not"],
    }[verdict];
    return count === 0 ? [] : [`${counts[count]} ${count === 1 ? one : more}`];
  });
  return `${capital(said.join(", "))}.`;
}

interface PaperEntryProps {
  readonly paper: Paper;
  readonly verdict: ClaimVerdict | null;
  readonly outcomeOf: OutcomeOf;
}

function PaperEntry({ paper, verdict, outcomeOf }: PaperEntryProps) {
  const picture = pictureOf(topologies.get(paper.topology));
  return (
    <li>
      <div className="paper-emblem">{picture !== null && <Pictogram picture={picture} />}</div>
      <div>
        <h2>
          <a href={linkTo(paper.id)}>{paper.name}</a> <small>{paper.authors.map(familyName).join(", ")}</small>
        </h2>
        <p className="paper-claim">
          <Typeset text={claims[paper.id].says} />
        </p>
      </div>
      <div>
        {verdict !== null && (
          <p className="paper-verdict" data-verdict={verdict}>
            <ClaimShape verdict={verdict} /> {verdict}
          </p>
        )}
        <p className="small">{sayHolding(paper, outcomeOf)}</p>
      </div>
      <OneNumber paper={paper} outcomeOf={outcomeOf} />
    </li>
  );
}

/** `Javier Navaridas` is Navaridas. */
const familyName = (author: string) => author.split(" ").at(-1) ?? author;

/** What the verdict rests on: how many of its sentences hold. */
function sayHolding({ id }: Paper, outcomeOf: OutcomeOf): string {
  const found = heldOfClaim(claims[id], byId(outcomeOf));
  if (found === null) return "";
  const { held, of } = found;
  const said = held === of ? "all" : `${held === 0 ? "none" : held} of the`;
  return `${said} ${of} sentences it rests on ${held < 2 ? "holds" : "hold"}`;
}

/** A square that is full, half full, or crossed out. */
function ClaimShape({ verdict }: { readonly verdict: ClaimVerdict }) {
  return (
    <svg width={16} height={16} viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth={1.8} aria-hidden="true">
      <rect x={1.5} y={1.5} width={13} height={13} rx={2.5} />
      {verdict === "not reproduced" ? (
        <path d="M5 5l6 6M11 5l-6 6" />
      ) : (
        <rect
          x={4.5}
          y={verdict === "partly" ? 8.5 : 4.5}
          width={7}
          height={verdict === "partly" ? 3 : 7}
          fill="currentColor"
          stroke="none"
        />
      )}
    </svg>
  );
}

function OneNumber({ paper: { id }, outcomeOf }: { readonly paper: Paper; readonly outcomeOf: OutcomeOf }) {
  const { number } = claims[id];
  const row = rowOfClaim(claims[id]);
  const exhibit = findExhibit(number.exhibit) as Exhibit;
  const outcome = outcomeOf(exhibit);
  const value = outcome?.values.get(row.id);
  const marks = outcome === null ? null : marksOf(row, exhibit, outcome, { of: "ratios" });
  return (
    <div className="paper-number">
      <p>
        <b>{value === undefined ? "–" : value.value.toPrecision(3)}</b>
        <span className="small">
          <Typeset text={number.of} />
          {row.published !== null && `; printed ${row.published.text}`}
        </span>
      </p>
      {marks !== null && <Lane {...marks} relative={exhibit.tolerance.relative} />}
    </div>
  );
}
