/** Describes the recorded results behind an exhibit (engine, number of runs, checksum) and lets the reader run them again. */
import type { Exhibit } from "../../../../reproductions/contract.ts";
import { formatCount } from "../../../../words/numbers.ts";
import { isCutOff } from "../../../beside.ts";
import { RunAgain } from "./RunAgain.tsx";
import type { Kept } from "./useRecordings.ts";

/** The description in one line, for the footer of the page. */
export function RecordedLabel({ kept }: { readonly kept: readonly Kept[] }) {
  const recorded = kept.flatMap((each) => (each.recorded === null ? [] : [each.recorded]));
  if (recorded.length === 0) return null;
  const runs = recorded.reduce((sum, each) => sum + each.runs.length, 0);
  return (
    <p>
      Recorded, engine {recorded[0].engine}, digest {recorded.map(({ digest }) => digest).join(", ")}, {formatCount(runs)} runs, by the
      command line.
    </p>
  );
}

/** The full description, with the controls for running the recording again. */
export function RecordedResults({ exhibit, kept }: { readonly exhibit: Exhibit; readonly kept: readonly Kept[] }) {
  if (kept.length === 0) return null;
  const { again } = exhibit;
  const repeated = kept.find(({ recording }) => recording.id === again?.recording)?.recorded ?? null;
  return (
    <section aria-label="Recorded results" className="again-section">
      <h2>{again === undefined ? "Recorded" : "Recorded, and yours to run again"}</h2>
      <p className="paper-caption">
        by the command line: <code>npm run record -- {exhibit.id}</code>
      </p>
      <ul>
        {kept.map((each) => (
          <li key={each.recording.id}>
            {each.recording.title}: {sayKept(each)}
          </li>
        ))}
      </ul>
      {again !== undefined && repeated !== null && <RunAgain again={again} recorded={repeated} />}
    </section>
  );
}

function sayKept({ recorded, isAnswered }: Kept): string {
  if (recorded !== null) return `${formatCount(recorded.runs.length)} runs, engine ${recorded.engine}, digest ${recorded.digest}.`;
  if (isCutOff()) return "not kept on this device, and there is no connection.";
  return isAnswered
    ? "nothing has been recorded with this version of the engine."
    : "could not be fetched, as the site did not answer; open the page again to try once more.";
}
