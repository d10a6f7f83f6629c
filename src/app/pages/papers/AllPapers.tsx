/** The list of all papers, one row each: the claim, whether it is reproduced, and one number next to the printed value. */
import "./all-papers.css";
import { topologies } from "../../../core/topologies/shelf.ts";
import { claims, claimVerdicts } from "../../../reproductions/claims.ts";
import { type Paper, type PaperPart, parts } from "../../../reproductions/papers.ts";
import { linkTo } from "../../../links/fragment.ts";
import { capital } from "../../../core/base/words.ts";
import { isOneFile } from "../../beside.ts";
import { KeepAll } from "../../shell/offline/KeepAll.tsx";
import { Pictogram } from "../../pictogram/Pictogram.tsx";
import { pictureOf } from "../../pictogram/pictures.ts";
import { ClaimShape, OneNumber, sayHolding, verdictOf } from "./Claim.tsx";
import { Typeset } from "./Typeset.tsx";
import { Link } from "../../ui/Link.tsx";
import { type OutcomeOf, useKnown } from "./runs/useKnown.ts";

/** The page with all papers, in two groups. */
export function AllPapers() {
  const outcomeOf = useKnown();
  const [five, others] = parts;
  return (
    <main className="paper">
      <header className="paper-head">
        <h1 tabIndex={-1}>{five.title}</h1>
        <p className="paper-lede">
          {sayVerdicts(five, outcomeOf)} A claim holds where the sentences that it rests on do. Open a paper for its tables and figures.
        </p>
      </header>
      <div className="paper-columns small" aria-hidden="true">
        <span>what the paper claims</span>
        <span>run again</span>
        <span>one number, from half to double the printed: ring printed, dot ours, grey the tolerance</span>
      </div>
      <PaperList part={five} Heading="h2" outcomeOf={outcomeOf} />
      <section aria-labelledby="others" className="other-papers">
        <h2 id="others">{others.title}</h2>
        <p className="paper-lede">
          {sayVerdicts(others, outcomeOf)} These papers are about the networks of today. Of some only the abstract could be read; their
          pages say so.
        </p>
        <PaperList part={others} Heading="h3" outcomeOf={outcomeOf} />
      </section>
      {!isOneFile && (
        <section aria-label="Without a connection" className="offline-foot small">
          <p>Recorded results of papers that you have opened stay on this device, and open without a connection.</p>
          <KeepAll />
        </section>
      )}
    </main>
  );
}

/** Counts the verdicts on the claims, as in `One holds, three hold in part, one does not.` */
function sayVerdicts({ papers }: PaperPart, outcomeOf: OutcomeOf): string {
  const verdicts = papers.map((paper) => verdictOf(paper, outcomeOf));
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

interface ListProps {
  /** Level of the headings of the papers. */
  readonly Heading: "h2" | "h3";
  readonly outcomeOf: OutcomeOf;
}

function PaperList({ part, ...rest }: ListProps & { readonly part: PaperPart }) {
  return (
    <ol className="paper-list">
      {part.papers.map((paper) => (
        <PaperEntry key={paper.id} paper={paper} {...rest} />
      ))}
    </ol>
  );
}

/** A row: the topology, the claim, the verdict, and one number. */
function PaperEntry({ paper, Heading, outcomeOf }: ListProps & { readonly paper: Paper }) {
  const picture = pictureOf(topologies.get(paper.topology));
  const verdict = verdictOf(paper, outcomeOf);
  return (
    <li>
      <div>{picture !== null && <Pictogram picture={picture} />}</div>
      <div>
        <Heading>
          <Link variant="underlined" href={linkTo(paper.id)}>
            {paper.name}
          </Link>{" "}
          <small>{sayAuthors(paper)}</small>
        </Heading>
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

/** The family names; if there are more than five authors, the first one and the number of the others. */
function sayAuthors({ authors }: Paper): string {
  const names = authors.map(familyName);
  return names.length > 5 ? `${names[0]} and ${names.length - 1} others` : names.join(", ");
}

/** The last word of a name: `Javier Navaridas` gives Navaridas. */
const familyName = (author: string) => author.split(" ").at(-1) ?? author;
