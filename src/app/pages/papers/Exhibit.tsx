/** The page of an exhibit, a table or figure of a paper: the finding, the tables and figures, and notes in the margin. */
import "./exhibit.css";
import { useMemo } from "react";
import { isCutOff } from "../../beside.ts";
import type { Exhibit, OpenDocument, Outcome } from "../../../reproductions/contract.ts";
import { withConstants } from "../../../reproductions/constants.ts";
import { documentsOf } from "../../../reproductions/outcome.ts";
import { citationOf, paperOf } from "../../../reproductions/papers.ts";
import { csvOf } from "../../../reproductions/report.ts";
import { standingOf } from "../../../reproductions/verdict.ts";
import { copy } from "../../ui/copy.ts";
import { Pictogram } from "../../pictogram/Pictogram.tsx";
import { picturesOf } from "./document-pictures.ts";
import { Constants } from "./exhibit/Constants.tsx";
import { Figures } from "./figures/Figures.tsx";
import { hasLead, MainTable } from "./exhibit/MainTable.tsx";
import { Notes } from "./exhibit/Notes.tsx";
import { leadOf } from "./lead.ts";
import { StandingChip } from "./StandingChip.tsx";
import { Typeset } from "./Typeset.tsx";
import { RestTables } from "./exhibit/RestTables.tsx";
import { RecordedLabel, RecordedResults } from "./runs/RecordedResults.tsx";
import { Statements } from "./exhibit/Statements.tsx";
import { type LinkOf, useLinks, withCard } from "./useLinks.ts";
import { useMoved } from "./exhibit/useMoved.ts";
import { type Kept, useRecordings } from "./runs/useRecordings.ts";
import { type Reproduced, useOwnOutcome } from "./runs/useOutcome.ts";
import { Weighed } from "./exhibit/Weighed.tsx";
import { usePage } from "../../hooks.ts";
import { Button } from "../../ui/Button.tsx";
import { Link } from "../../ui/Link.tsx";
import { save } from "../../../views/export/export.ts";

/** The page. While the reader has changed constants, it also shows the results with these constants. */
export function ExhibitPage({ exhibit, reproduced }: { readonly exhibit: Exhibit; readonly reproduced: Reproduced }) {
  const page = usePage();
  const documents = useMemo(() => {
    const own = exhibit.rows.flatMap((row) => documentsOf(exhibit, row));
    return [...new Set([...own, ...exhibit.documents.map(({ document }) => document)])];
  }, [exhibit]);
  const { moved, refused, move } = useMoved(exhibit);
  const running = useOwnOutcome(exhibit, moved);
  const own = running?.outcome ?? null;
  const linkOf = useLinks(
    documents,
    useMemo(() => withConstants(exhibit, moved), [exhibit, moved]),
  );
  const { outcome } = reproduced;
  const kept = useRecordings(exhibit);
  const citation = citationOf(paperOf(exhibit.paper), `${exhibit.section}${exhibit.section === exhibit.label ? "" : `, ${exhibit.label}`}`);
  const said = outcome.isComplete
    ? exhibit.lede(isWhole(exhibit, own) ? own : outcome)
    : isMissing(kept)
      ? sayMissing(kept ?? [])
      : "Computing …";
  const [lead, rest] = leadOf(said);
  const table = hasLead(exhibit) && <MainTable key="table" {...{ exhibit, outcome, own, linkOf }} />;
  const figures = <Figures key="figures" exhibit={exhibit} outcome={own ?? outcome} />;
  return (
    <main className="paper exhibit">
      <header className="paper-head">
        <h1 tabIndex={-1}>
          <Typeset text={exhibit.title} />
        </h1>
        <p className="paper-lede" aria-live="polite">
          <Typeset text={lead} />
        </p>
        {outcome.isComplete && isWhole(exhibit, own) && (
          <p className="paper-standing">
            The numbers above are yours; what is called fitted, chosen or predicted, and every verdict, is about the values before.
          </p>
        )}
        <Standing exhibit={exhibit} reproduced={reproduced} isMissing={isMissing(kept)} />
        {refused.length > 0 && (
          <p className="paper-standing" role="status">
            Not taken from the address: {refused.join("; ")}.
          </p>
        )}
      </header>
      <div className="paper-body">
        {exhibit.kind === "figure" ? [figures, table] : [table, figures]}
        {rest !== "" && (
          <p className="paper-say">
            <Typeset text={rest} />
          </p>
        )}
        <Constants exhibit={exhibit} moved={moved} running={running} onMove={move} />
        <Weighed exhibit={exhibit} outcome={outcome} kept={kept ?? []} />
        <Statements exhibit={exhibit} outcome={outcome} />
        <RestTables {...{ exhibit, outcome, own, linkOf }} />
        <RecordedResults exhibit={exhibit} kept={kept ?? []} />
      </div>
      <Notes exhibit={exhibit} />
      <footer className="paper-foot wrap">
        <p>{citation}</p>
        <RecordedLabel kept={kept ?? []} />
        <Documents exhibit={exhibit} linkOf={linkOf} />
        <Button
          variant="underlined"
          disabled={!outcome.isComplete}
          onClick={() => save(`${exhibit.id}.csv`, new Blob([csvOf(exhibit, outcome)], { type: "text/csv" }))}
        >
          Table as CSV
        </Button>
        <Button variant="underlined" onClick={() => void copy(page, citation, "Citation copied")}>
          Cite
        </Button>
      </footer>
    </main>
  );
}

/** Whether all numbers with the reader's constants are there, so that the lede can be written from them. */
function isWhole({ rows }: Exhibit, own: Outcome | null): own is Outcome {
  return own !== null && own.values.size === rows.length;
}

/** Says which of the exhibit's recorded results are missing, and why. */
function sayMissing(kept: readonly Kept[]): string {
  const count = kept.filter(({ recorded }) => recorded !== null).length;
  if (isCutOff())
    return `${count === 0 ? "What was recorded of it" : "Some of what was recorded of it"} is not kept on this device, and there is no connection. What needs no run is below.`;
  if (kept.some(({ isAnswered }) => !isAnswered))
    return `${count === 0 ? "What was recorded of it" : "Some of what was recorded of it"} could not be fetched: the site did not answer. What needs no run is below; open the page again to try once more.`;
  if (count === 0) return "Nothing here was recorded with this version of the engine; the numbers that need no run are below.";
  return `Of its ${kept.length} recordings ${count === 1 ? "one is" : `${count} are`} of this version of the engine; the numbers that need the rest are missing below.`;
}

const isMissing = (kept: readonly Kept[] | null) =>
  kept?.some(({ recording, recorded }) => recorded === null && recording.isExtra !== true) === true;

/** The verdict on the exhibit, the progress of its runs, or the reason why they stopped. */
function Standing({
  exhibit,
  reproduced: { outcome, progress, lost, recompute },
  isMissing: isNothingComing,
}: {
  readonly exhibit: Exhibit;
  readonly reproduced: Reproduced;
  readonly isMissing: boolean;
}) {
  if (lost !== null)
    return (
      <p className="paper-standing" role="alert">
        A run was lost: {lost}{" "}
        <Button variant="inline" onClick={recompute}>
          Run again
        </Button>
      </p>
    );
  if (!outcome.isComplete && isNothingComing) return null;
  if (!outcome.isComplete)
    return (
      <p className="paper-standing">
        <progress value={progress} max={1} aria-label="Runs done" /> {outcome.values.size} of {exhibit.rows.length} numbers
      </p>
    );
  return (
    <p className="paper-standing">
      <StandingChip exhibit={exhibit} outcome={outcome} /> {standingOf(exhibit, outcome)?.sentence}
    </p>
  );
}

/** Links that open the exhibit's documents in the workbench: one link, or a list that can be expanded. */
function Documents({ exhibit: { documents }, linkOf }: { readonly exhibit: Exhibit; readonly linkOf: LinkOf }) {
  const pictures = useMemo(() => picturesOf(documents), [documents]);
  const opened = documents.flatMap((each, i) => {
    const link = openedBy(each, linkOf);
    return link === undefined ? [] : [{ title: each.title, link, picture: pictures[i] }];
  });
  if (opened.length === 0) return null;
  if (documents.length === 1)
    return (
      <Link variant="underlined" href={opened[0].link}>
        Open in the workbench
      </Link>
    );
  return (
    <details>
      <summary className="underlined">Open in the workbench</summary>
      <ul>
        {opened.map(({ title, link, picture }) => (
          <li key={title}>
            <Link href={link}>
              {picture !== null && <Pictogram picture={picture} />}
              <Typeset text={title} />
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The link that opens a document, with its card if it has one; undefined until the link is written. */
function openedBy({ document, card }: OpenDocument, linkOf: LinkOf): string | undefined {
  const link = linkOf(document);
  return link === undefined || card === undefined ? link : withCard(link, card);
}
