/** Controls for repeating recorded runs on this computer: their number, the progress, and a comparison with the recording. */
import "./rerun.css";
import { useState, useSyncExternalStore } from "react";
import { uncapitalize } from "../../../../core/base/words.ts";
import type { Results } from "../../../../core/measures/results.ts";
import type { PublishedFile } from "../../../../core/results/published.ts";
import type { RerunOption } from "../../../../reproductions/contract.ts";
import { formatCount, sayDuration } from "../../../../words/numbers.ts";
import { type RepeatedRuns, type RepeatedRunsState } from "../../../runs/repeated-runs.ts";
import type { TaskProgress } from "../../../runs/batch.ts";
import { Button } from "../../../ui/Button.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { ColumnHeader, Table } from "../../../ui/Table.tsx";
import { type RepeatableRecording, useRerun } from "./useRerun.ts";

/**
 * The controls for running the runs of a recorded sweep again on this computer. All of them would take too long, so the reader selects how
 * many values of one axis of the sweep are repeated: those up to the index `rangeEnd`. When they have finished, the status says whether they
 * equal the recording, and how the recorded numbers agree with the paper.
 */
export function RerunControls({
  rerun,
  recorded,
  agreement,
}: {
  readonly rerun: RerunOption;
  readonly recorded: PublishedFile;
  /** The sentence about the paper; empty until all numbers are known. */
  readonly agreement: string;
}) {
  const repeatableRecording = useRerun(rerun, recorded);
  const { runs, cells } = repeatableRecording;
  const state = useSyncExternalStore(runs.subscribe, runs.snapshot);
  const [rangeEnd, setRangeEnd] = useState(rerun.shortenedAxis.defaultLastIndex);
  const selectedRuns = runsUpTo(repeatableRecording, rerun, rangeEnd);
  const missingRuns = selectedRuns.filter((i) => state.results[i] === null);
  const seconds = runs.secondsFor(missingRuns);
  const { progress } = state;
  const isBusy = progress !== null && (progress.is === "running" || progress.is === "paused");
  return (
    <>
      <div className="rerun-controls row wrap" role="group" aria-label="Run again">
        <RerunRange {...{ rerun, cells, rangeEnd, setRangeEnd, isBusy }} />
        <RerunButtons state={state} runs={runs} selectedRuns={selectedRuns} missingCount={missingRuns.length} />
        <p className="rerun-status" role="status">
          {isBusy
            ? sayProgress(progress, selectedRuns.length - missingRuns.length, selectedRuns.length)
            : missingRuns.length === 0
              ? `${sayEquality(selectedRuns, state, recorded.runs)} ${agreement}`
              : sayRemainingRuns(missingRuns.length, selectedRuns.length, seconds)}
        </p>
      </div>
      {isBusy && <progress value={progress.part} max={1} aria-label="Runs again" />}
      <RerunComparisonTable selectedRuns={selectedRuns} state={state} rerun={rerun} recorded={recorded.runs} />
    </>
  );
}

/**
 * The menu that selects how many runs of a recorded sweep are repeated: all up to one value on one axis of the sweep, which has the index
 * `rangeEnd`. The menu has only values that are needed for the numbers that are compared; shows nothing if there is only one.
 */
function RerunRange({
  rerun: { shortenedAxis: axis, isNeeded },
  cells,
  rangeEnd,
  setRangeEnd,
  isBusy,
}: {
  readonly rerun: RerunOption;
  readonly cells: RepeatableRecording["cells"];
  readonly rangeEnd: number;
  readonly setRangeEnd: (rangeEnd: number) => void;
  readonly isBusy: boolean;
}) {
  // A cell is a run of the sweep, with its indices on all axes.
  const valueIndices = [...axis.labels.keys()].filter((i) =>
    cells.some(({ at: axisIndices }) => axisIndices[axis.axis] === i && (isNeeded?.(axisIndices) ?? true)),
  );
  if (valueIndices.length < 2) return null;
  return (
    <label>
      {axis.title}{" "}
      <Select value={rangeEnd} disabled={isBusy} onChange={(selectedValue) => setRangeEnd(Number(selectedValue))}>
        {valueIndices.map((i) => (
          <option key={i} value={i}>
            {axis.labels[i]}
          </option>
        ))}
      </Select>
    </label>
  );
}

interface RerunButtonsProps {
  readonly state: RepeatedRunsState;
  readonly runs: RepeatedRuns;
  readonly selectedRuns: readonly number[];
  /** Number of selected runs that have no result yet. */
  readonly missingCount: number;
}

/**
 * The buttons that fit the state of the repeated runs: run, pause, resume, stop, or start again. `selectedRuns` are the indices of the runs
 * in the chosen range, `missingCount` the number of them without a result, and `count` the number of finished runs.
 */
function RerunButtons({ state: { progress, count }, runs, selectedRuns, missingCount }: RerunButtonsProps) {
  const isBusy = progress !== null && (progress.is === "running" || progress.is === "paused");
  return (
    <>
      {!isBusy && missingCount > 0 && (
        <Button variant="outlined" onClick={() => runs.start(selectedRuns)}>
          {missingCount < selectedRuns.length ? "Run the rest" : "Run them here"}
        </Button>
      )}
      {progress?.is === "running" && (
        <Button variant="outlined" onClick={() => runs.pause()}>
          Pause
        </Button>
      )}
      {progress?.is === "paused" && (
        <Button variant="outlined" onClick={() => runs.resume()}>
          Resume
        </Button>
      )}
      {isBusy && (
        <Button variant="outlined" onClick={() => runs.stop()}>
          Stop
        </Button>
      )}
      {!isBusy && count > 0 && (
        <Button variant="outlined" onClick={() => runs.forget()}>
          Start again
        </Button>
      )}
    </>
  );
}

/**
 * Compares the repeated runs that have finished with the recording: while some are missing, whether the others are equal; and a table with
 * the recorded and the new values. `selectedRuns` are indices of runs.
 */
function RerunComparisonTable({
  selectedRuns,
  state,
  rerun,
  recorded,
}: {
  readonly selectedRuns: readonly number[];
  readonly state: RepeatedRunsState;
  readonly rerun: RerunOption;
  readonly recorded: RepeatableRecording["recorded"]["runs"];
}) {
  const selected = new Set(selectedRuns);
  const newResults = state.results.map((results, i) => (selected.has(i) ? results : null));
  const count = newResults.filter((results) => results !== null).length;
  if (count === 0) return null;
  const comparison = rerun.compare(newResults, recorded);
  const hasValues = comparison.some(({ repeated: newValue }) => newValue !== null);
  return (
    <>
      {count < selectedRuns.length && <p className="paper-text">So far: {uncapitalize(sayEquality(selectedRuns, state, recorded))}</p>}
      {hasValues && (
        <div className="paper-scroll" tabIndex={0} role="region" aria-label={rerun.title}>
          <Table className="paper-table compact" label={rerun.title}>
            <thead>
              <tr>
                <ColumnHeader>{rerun.title}</ColumnHeader>
                <ColumnHeader isNumber>recorded</ColumnHeader>
                <ColumnHeader isNumber>here</ColumnHeader>
              </tr>
            </thead>
            <tbody>
              {comparison.map(({ label, recorded: recordedValue, repeated: newValue }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td className="number">{recordedValue?.toFixed(2) ?? "–"}</td>
                  <td className="number simulated">{newValue?.toFixed(2) ?? "–"}</td>
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </>
  );
}

/**
 * The runs to repeat, up to a value of the axis, in the order of this axis, the other axes and the networks: the cheapest runs come first.
 */
function runsUpTo({ cells }: RepeatableRecording, { shortenedAxis: { axis }, isNeeded }: RerunOption, rangeEnd: number): readonly number[] {
  const sortKeys = ({ at: axisIndices, variant }: RepeatableRecording["cells"][number]) => [
    axisIndices[axis],
    ...axisIndices.filter((_, i) => i !== axis),
    variant,
  ];
  return cells
    .map((cell, i) => ({ i, keys: sortKeys(cell) }))
    .filter(({ i, keys }) => keys[0] <= rangeEnd && (isNeeded?.(cells[i].at) ?? true))
    .toSorted((a, b) => a.keys.map((key, k) => key - b.keys[k]).find((difference) => difference !== 0) ?? 0)
    .map(({ i }) => i);
}

/**
 * Says whether the selected runs that have finished equal those of the recording, by their fingerprints, which are hashes of a run's whole
 * trajectory. This says nothing about the paper.
 */
function sayEquality(selectedRuns: readonly number[], { results }: RepeatedRunsState, recorded: readonly Results[]): string {
  const finished = selectedRuns.filter((i) => results[i] !== null);
  const differing = finished.filter((i) => results[i]?.fingerprint !== recorded[i].fingerprint).length;
  const count = formatCount(finished.length);
  if (differing > 0) return `${formatCount(differing)} of ${count} runs ${differing === 1 ? "differs" : "differ"} from our recording.`;
  return finished.length === 1 ? "The one run equals our recording." : `All ${count} runs equal our recording.`;
}

/** Says how many runs are left and how long they will take. */
function sayRemainingRuns(missingCount: number, count: number, seconds: number): string {
  const runs =
    missingCount === count
      ? `${formatCount(count)} runs with the first seed`
      : `${formatCount(missingCount)} of ${formatCount(count)} runs are left`;
  return `${runs}; about ${sayDuration(seconds)} on this computer.`;
}

/** Says how many of the selected runs have finished, including those of earlier batches. */
function sayProgress({ is: status, secondsLeft }: TaskProgress, finishedCount: number, count: number): string {
  const runs = `${formatCount(finishedCount)} of ${formatCount(count)} runs`;
  if (status === "paused") return `Paused at ${runs}.`;
  return `${runs}${secondsLeft === null ? "" : `, about ${sayDuration(secondsLeft)} left`}`;
}
