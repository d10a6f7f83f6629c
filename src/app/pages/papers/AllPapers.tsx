/** The list of all papers, one row each: the claim, whether it is reproduced, and one number next to the printed value. */
import "./all-papers.css";
import { topologies } from "../../../core/topologies/registry.ts";
import { claims, type ClaimVerdict, claimVerdicts } from "../../../reproductions/claims.ts";
import { type Paper, type PaperPart, paperParts } from "../../../reproductions/papers.ts";
import { paperLink } from "../../../links/fragment.ts";
import { isOneFile } from "../../page-files.ts";
import { OfflineStorage } from "../../shell/offline/OfflineStorage.tsx";
import { Pictogram } from "../../pictogram/Pictogram.tsx";
import { pictogramOf } from "../../pictogram/pictograms.ts";
import { sayScale } from "../../../reproductions/coverage.ts";
import { ClaimShape, ClaimNumber, sayClaimVerdict, sayHoldingStatements, claimVerdictOf, scaleOfClaim } from "./Claim.tsx";
import { Typeset } from "./Typeset.tsx";
import { Link } from "../../ui/Link.tsx";
import { type OutcomeLookup, useKnownOutcomes } from "./runs/useKnownOutcomes.ts";

/**
 * The page that lists all papers whose results we reproduce, in two groups. For each paper it shows the main claim, the verdict on it, and
 * one number.
 */
export function AllPapers() {
  const outcomeOf = useKnownOutcomes();
  const [mainPart, otherPart] = paperParts;
  return (
    <main className="paper">
      <header className="paper-head">
        <h1 tabIndex={-1}>{mainPart.title}</h1>
        <p className="paper-lede">
          {sayVerdicts(mainPart, outcomeOf)} A claim holds if the statements that support it hold. Open a paper for its tables and figures.
        </p>
      </header>
      <div className="paper-columns small" aria-hidden="true">
        <span>what the paper claims</span>
        <span>run again</span>
        <span>one number, from half to double the printed value: ring = printed, dot = ours, grey = tolerance</span>
      </div>
      <PaperList part={mainPart} Heading="h2" outcomeOf={outcomeOf} />
      <section aria-labelledby="others" className="other-papers">
        <h2 id="others">{otherPart.title}</h2>
        <p className="paper-lede">
          {sayVerdicts(otherPart, outcomeOf)} These papers are about current networks. For some of them only the abstract was available;
          their pages say so.
        </p>
        <PaperList part={otherPart} Heading="h3" outcomeOf={outcomeOf} />
      </section>
      {!isOneFile && (
        <section aria-label="Without a connection" className="offline-foot small">
          <p>Recorded results of papers that you have opened stay on this device and are available offline.</p>
          <OfflineStorage />
        </section>
      )}
    </main>
  );
}

/** Counts the verdicts on the claims, as in `Of their main claims, one holds, three hold in part, one does not in our scaled-down model.` */
function sayVerdicts({ papers }: PaperPart, outcomeOf: OutcomeLookup): string {
  const papersWith = (verdict: ClaimVerdict) => papers.filter((paper) => claimVerdictOf(paper, outcomeOf) === verdict);
  const numberWords = ["none", "one", "two", "three", "four", "five"];
  const phrases = claimVerdicts.flatMap((verdict) => {
    const count = papersWith(verdict).length;
    const [singular, plural] = {
      reproduced: ["holds", "hold"],
      partly: ["holds in part", "hold in part"],
      "not reproduced": ["does not", "do not"],
    }[verdict];
    const isScaledDown = verdict === "not reproduced" && papersWith(verdict).every((paper) => scaleOfClaim(paper) !== undefined);
    return count === 0
      ? []
      : [`${numberWords[count]} ${count === 1 ? singular : plural}${isScaledDown ? " in our scaled-down model" : ""}`];
  });
  return `Of their main claims, ${phrases.join(", ")}.`;
}

interface PaperListProps {
  /** Level of the headings of the papers. */
  readonly Heading: "h2" | "h3";
  readonly outcomeOf: OutcomeLookup;
}

function PaperList({ part, ...rest }: PaperListProps & { readonly part: PaperPart }) {
  return (
    <ol className="paper-list">
      {part.papers.map((paper) => (
        <PaperEntry key={paper.id} paper={paper} {...rest} />
      ))}
    </ol>
  );
}

/**
 * An entry of the list of papers: a pictogram of the topology, name and authors, the claim of the paper, the verdict on it (null before its
 * runs), and the number that goes with the claim.
 */
function PaperEntry({ paper, Heading, outcomeOf }: PaperListProps & { readonly paper: Paper }) {
  const picture = pictogramOf(topologies.get(paper.topology));
  const verdict = claimVerdictOf(paper, outcomeOf);
  const scale = scaleOfClaim(paper);
  return (
    <li>
      <div>{picture !== null && <Pictogram picture={picture} />}</div>
      <div>
        <Heading>
          <Link variant="underlined" href={paperLink(paper.id)}>
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
            <ClaimShape verdict={verdict} /> {sayClaimVerdict(paper, verdict)}
          </p>
        )}
        <p className="small">{sayHoldingStatements(paper, outcomeOf)}</p>
        {scale !== undefined && <p className="small">{sayScale(scale)}</p>}
      </div>
      <ClaimNumber paper={paper} outcomeOf={outcomeOf} />
    </li>
  );
}

/** The family names of the authors; if there are more than five authors, the first name and the number of other authors. */
function sayAuthors({ authors }: Paper): string {
  const names = authors.map(familyName);
  return names.length > 5 ? `${names[0]} and ${names.length - 1} others` : names.join(", ");
}

/** The last word of a name: `Javier Navaridas` gives Navaridas. */
const familyName = (author: string) => author.split(" ").at(-1) ?? author;
