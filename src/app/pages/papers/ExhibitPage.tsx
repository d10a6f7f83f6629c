/** The page of an exhibit: the finding, the tables and figures, and notes in the margin. */
import "./exhibit.css";
import { useMemo } from "react";
import { mayBeOffline } from "../../page-files.ts";
import type { Exhibit, Outcome } from "../../../reproductions/contract.ts";
import { sayScale } from "../../../reproductions/coverage.ts";
import { withShortTitle } from "../../../reproductions/documents.ts";
import { withConstants } from "../../../reproductions/moved-constants.ts";
import { documentsOfRow } from "../../../reproductions/outcome.ts";
import { citationOfPaper, paperOf } from "../../../reproductions/papers.ts";
import { exhibitCsv, sayRepetition } from "../../../reproductions/report.ts";
import { verdictSummaryOf } from "../../../reproductions/verdict.ts";
import { copyText } from "../../ui/copy-text.ts";
import { Pictogram } from "../../pictogram/Pictogram.tsx";
import { documentPictures } from "./document-pictures.ts";
import { ModelConstants } from "./exhibit/ModelConstants.tsx";
import { ExhibitFigures } from "./figures/ExhibitFigures.tsx";
import { hasMainTable, MainTable } from "./exhibit/MainTable.tsx";
import { ExhibitNotes } from "./exhibit/ExhibitNotes.tsx";
import { splitLead } from "./lead.ts";
import { ExhibitVerdictChip } from "./ExhibitVerdictChip.tsx";
import { Typeset } from "./Typeset.tsx";
import { SeriesTables } from "./exhibit/SeriesTables.tsx";
import { RecordedLabel, RecordedResults } from "./runs/RecordedResults.tsx";
import { CheckedStatements } from "./exhibit/CheckedStatements.tsx";
import { type LinkLookup, useDocumentLinks } from "./useDocumentLinks.ts";
import { useMovedConstants } from "./exhibit/useMovedConstants.ts";
import { type RecordingState, useRecordings } from "./runs/useRecordings.ts";
import { type ReproductionState, useReaderOutcome } from "./runs/useOutcome.ts";
import { WeightedResults } from "./exhibit/WeightedResults.tsx";
import { usePage } from "../../hooks.ts";
import { Button } from "../../ui/Button.tsx";
import { Link } from "../../ui/Link.tsx";
import { downloadFile } from "../../../views/export/export.ts";

/** The page of an exhibit. While the reader has changed constants, it also shows the results with these constants. */
export function ExhibitPage({ exhibit, reproduced }: { readonly exhibit: Exhibit; readonly reproduced: ReproductionState }) {
  const page = usePage();
  const documents = useMemo(() => {
    const readerOutcome = exhibit.rows.flatMap((row) => documentsOfRow(exhibit, row));
    return [...new Set([...readerOutcome, ...exhibit.documents.map(({ document }) => document)])];
  }, [exhibit]);
  const { movedConstants, refusedParams, setConstants } = useMovedConstants(exhibit);
  const readerRuns = useReaderOutcome(exhibit, movedConstants);
  const readerOutcome = readerRuns?.outcome ?? null;
  const linkOf = useDocumentLinks(
    documents,
    exhibit.loadUnit,
    useMemo(() => {
      const withReaderConstants = withConstants(exhibit, movedConstants);
      return (document) => withShortTitle(exhibit, withReaderConstants(document));
    }, [exhibit, movedConstants]),
  );
  const { outcome } = reproduced;
  const recordings = useRecordings(exhibit);
  const citation = citationOfPaper(
    paperOf(exhibit.paper),
    `${exhibit.section}${exhibit.section === exhibit.label ? "" : `, ${exhibit.label}`}`,
  );
  const lede = outcome.isComplete
    ? exhibit.lede(isReaderOutcomeComplete(exhibit, readerOutcome) ? readerOutcome : outcome)
    : isRecordingMissing(recordings)
      ? sayMissingRecordings(recordings ?? [])
      : "Computing …";
  const [firstSentence, remainder] = splitLead(lede);
  const mainTable = hasMainTable(exhibit) && <MainTable key="table" {...{ exhibit, outcome, readerOutcome, linkOf }} />;
  const figures = <ExhibitFigures key="figures" exhibit={exhibit} outcome={readerOutcome ?? outcome} />;
  return (
    <main className="paper exhibit">
      <header className="paper-head">
        <h1 tabIndex={-1}>
          <Typeset text={exhibit.title} />
        </h1>
        <p className="paper-lede" aria-live="polite">
          <Typeset text={firstSentence} />
        </p>
        {outcome.isComplete && isReaderOutcomeComplete(exhibit, readerOutcome) && (
          <p className="paper-status">
            The numbers above use your values; the words fitted, chosen and predicted, and all verdicts, refer to the original values.
          </p>
        )}
        <ExhibitStatus exhibit={exhibit} reproduced={reproduced} isRecordingMissing={isRecordingMissing(recordings)} />
        {/* Present before it has a text, so that screen readers announce the text. */}
        <div role="status" aria-label="Run again">
          {reproduced.isRepeated && <p className="paper-status">{sayRepetition(exhibit, outcome)}</p>}
        </div>
        {exhibit.scale !== undefined && (
          <p className="paper-status">
            <b>Scaled-down model: {sayScale(exhibit.scale)}.</b>
          </p>
        )}
        {refusedParams.length > 0 && (
          <p className="paper-status" role="status">
            Ignored in the address: {refusedParams.join("; ")}.
          </p>
        )}
      </header>
      <div className="paper-body">
        {exhibit.kind === "figure" ? [figures, mainTable] : [mainTable, figures]}
        {remainder !== "" && (
          <p className="paper-text">
            <Typeset text={remainder} />
          </p>
        )}
        <ModelConstants exhibit={exhibit} movedConstants={movedConstants} readerRuns={readerRuns} onChange={setConstants} />
        <WeightedResults exhibit={exhibit} outcome={outcome} recordings={recordings ?? []} />
        <CheckedStatements exhibit={exhibit} outcome={outcome} />
        <SeriesTables {...{ exhibit, outcome, readerOutcome, linkOf }} />
        <RecordedResults exhibit={exhibit} outcome={outcome} recordings={recordings ?? []} />
      </div>
      <ExhibitNotes exhibit={exhibit} />
      <footer className="paper-foot wrap">
        <p>{citation}</p>
        <RecordedLabel recordings={recordings ?? []} />
        <DocumentLinks exhibit={exhibit} linkOf={linkOf} />
        <Button
          variant="underlined"
          disabled={!outcome.isComplete}
          onClick={() => downloadFile(`${exhibit.id}.csv`, new Blob([exhibitCsv(exhibit, outcome)], { type: "text/csv" }))}
        >
          Table as CSV
        </Button>
        <Button variant="underlined" onClick={() => void copyText(page, citation, "Citation copied")}>
          Cite
        </Button>
      </footer>
    </main>
  );
}

/** Whether all numbers with the reader's constants are known, so that the lede can be written from these numbers. */
function isReaderOutcomeComplete({ rows }: Exhibit, readerOutcome: Outcome | null): readerOutcome is Outcome {
  return readerOutcome !== null && readerOutcome.values.size === rows.length;
}

/** Says which of the exhibit's recorded results are missing, and why. */
function sayMissingRecordings(recordings: readonly RecordingState[]): string {
  const availableCount = recordings.filter(({ recorded }) => recorded !== null).length;
  if (mayBeOffline())
    return `${availableCount === 0 ? "The recorded results are" : "Some of the recorded results are"} not kept on this device, and there is no connection. The numbers that need no run are below.`;
  if (recordings.some(({ hasServerAnswered }) => !hasServerAnswered))
    return `${availableCount === 0 ? "The recorded results" : "Some of the recorded results"} could not be fetched: the site did not answer. The numbers that need no run are below; reload the page to try again.`;
  if (availableCount === 0)
    return "No results of this page were recorded with this version of the engine; the numbers that need no run are below.";
  return `${availableCount} of the ${recordings.length} recordings of this page ${availableCount === 1 ? "was" : "were"} made with this version of the engine; the numbers that need the other recordings are missing below.`;
}

const isRecordingMissing = (recordings: readonly RecordingState[] | null) =>
  recordings?.some(({ recording, recorded }) => recorded === null && recording.isExtra !== true) === true;

/**
 * The verdict on an exhibit, the progress of its runs, or the reason why a run failed, with a button to run it again. Shows nothing if the
 * published results of this exhibit could not be fetched and no run has finished.
 */
function ExhibitStatus({
  exhibit,
  reproduced: { outcome, progress, lostReason, recompute },
  isRecordingMissing,
}: {
  readonly exhibit: Exhibit;
  readonly reproduced: ReproductionState;
  readonly isRecordingMissing: boolean;
}) {
  if (lostReason !== null)
    return (
      <p className="paper-status" role="alert">
        A run failed: {lostReason}{" "}
        <Button variant="inline" onClick={recompute}>
          Run again
        </Button>
      </p>
    );
  if (!outcome.isComplete && isRecordingMissing) return null;
  if (!outcome.isComplete)
    return (
      <p className="paper-status">
        <progress value={progress} max={1} aria-label="Runs done" /> {outcome.values.size} of {exhibit.rows.length} numbers
      </p>
    );
  return (
    <p className="paper-status">
      <ExhibitVerdictChip exhibit={exhibit} outcome={outcome} /> {verdictSummaryOf(exhibit, outcome)?.sentence}
    </p>
  );
}

/**
 * Links that open the documents of an exhibit in the workbench: one link, or a list that can be expanded. Documents whose link is not known
 * are left out; if none is known, nothing is shown.
 */
function DocumentLinks({ exhibit: { documents }, linkOf }: { readonly exhibit: Exhibit; readonly linkOf: LinkLookup }) {
  const pictures = useMemo(() => documentPictures(documents), [documents]);
  const links = documents.flatMap((each, i) => {
    const link = linkOf(each.document, each);
    return link === undefined ? [] : [{ title: each.title, link, picture: pictures[i] }];
  });
  if (links.length === 0) return null;
  if (documents.length === 1)
    return (
      <Link variant="underlined" href={links[0].link}>
        Open in the workbench
      </Link>
    );
  return (
    <details>
      <summary className="underlined">Open in the workbench</summary>
      <ul>
        {links.map(({ title, link, picture }) => (
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
