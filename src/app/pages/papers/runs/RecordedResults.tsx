/** Describes the recorded results behind an exhibit (engine, number of runs, checksum) and lets the reader run them again. */
import type { Exhibit, Outcome } from "../../../../reproductions/contract.ts";
import { sayAgreementWithPaper } from "../../../../reproductions/report.ts";
import { formatCount } from "../../../../words/numbers.ts";
import { mayBeOffline } from "../../../page-files.ts";
import { RerunControls } from "./RerunControls.tsx";
import type { RecordingState } from "./useRecordings.ts";

/** The description in one line, for the footer of the page. */
export function RecordedLabel({ recordings }: { readonly recordings: readonly RecordingState[] }) {
  const recorded = recordings.flatMap((each) => (each.recorded === null ? [] : [each.recorded]));
  if (recorded.length === 0) return null;
  const runCount = recorded.reduce((sum, each) => sum + each.runs.length, 0);
  return (
    <p>
      Recorded, engine {recorded[0].engine}, digest {recorded.map(({ digest }) => digest).join(", ")}, {formatCount(runCount)} runs, by the
      command line.
    </p>
  );
}

/**
 * The section that describes the recorded results (runs computed in advance with the command line) behind an exhibit. If the exhibit allows
 * it (`rerun`), the reader can run one of the recordings again.
 */
export function RecordedResults({
  exhibit,
  outcome,
  recordings,
}: {
  readonly exhibit: Exhibit;
  readonly outcome: Outcome;
  readonly recordings: readonly RecordingState[];
}) {
  if (recordings.length === 0) return null;
  const { rerun } = exhibit;
  const repeatableRecording = recordings.find(({ recording }) => recording.id === rerun?.recording)?.recorded ?? null;
  return (
    <section aria-label="Recorded results" className="recorded-section">
      <h2>{rerun === undefined ? "Recorded" : "Recorded results, which you can run again"}</h2>
      <p className="paper-caption">
        by the command line: <code>npm run record -- {exhibit.id}</code>
      </p>
      <ul>
        {recordings.map((each) => (
          <li key={each.recording.id}>
            {each.recording.title}: {sayRecording(each)}
          </li>
        ))}
      </ul>
      {rerun !== undefined && repeatableRecording !== null && (
        <RerunControls
          rerun={rerun}
          recorded={repeatableRecording}
          agreement={outcome.isComplete ? sayAgreementWithPaper(exhibit, outcome) : ""}
        />
      )}
    </section>
  );
}

function sayRecording({ recorded, hasServerAnswered }: RecordingState): string {
  if (recorded !== null) return `${formatCount(recorded.runs.length)} runs, engine ${recorded.engine}, digest ${recorded.digest}.`;
  if (mayBeOffline()) return "not kept on this device, and there is no connection.";
  return hasServerAnswered
    ? "not recorded with this version of the engine."
    : "not fetched, because the site did not answer; reload the page to try again.";
}
