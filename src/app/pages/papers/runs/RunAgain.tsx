/** Controls for repeating recorded runs on this computer: their number, the progress, and a comparison with the recording. */
import "./again.css";
import { useState, useSyncExternalStore } from "react";
import type { Recorded } from "../../../../core/results/published.ts";
import type { Again } from "../../../../reproductions/contract.ts";
import { formatCount, sayDuration } from "../../../../words/numbers.ts";
import { type AgainRuns, type AgainState } from "../../../runs/again.ts";
import type { Progress } from "../../../runs/batch.ts";
import { Button } from "../../../ui/Button.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { ColumnHeader, Table } from "../../../ui/Table.tsx";
import { type Repeatable, useAgain } from "./useAgain.ts";

/** The controls. The reader selects a range of runs and can pause, stop, or start over. */
export function RunAgain({ again, recorded }: { readonly again: Again; readonly recorded: Recorded }) {
  const repeatable = useAgain(again, recorded);
  const { runs, cells } = repeatable;
  const state = useSyncExternalStore(runs.subscribe, runs.snapshot);
  const [upTo, setUpTo] = useState(again.upTo.usual);
  const order = orderOf(repeatable, again, upTo);
  const missing = order.filter((i) => state.fresh[i] === null);
  const seconds = runs.secondsFor(missing);
  const { progress } = state;
  const isBusy = progress !== null && (progress.is === "running" || progress.is === "paused");
  return (
    <>
      <div className="again-controls row wrap" role="group" aria-label="Run again">
        <UpTo {...{ again, cells, upTo, setUpTo, isBusy }} />
        <Hands state={state} runs={runs} order={order} missing={missing.length} />
        <p className="again-said" role="status">
          {isBusy ? sayProgress(progress, order.length - missing.length, order.length) : sayBefore(missing.length, order.length, seconds)}
        </p>
      </div>
      {isBusy && <progress value={progress.part} max={1} aria-label="Runs again" />}
      <Found order={order} state={state} again={again} recorded={recorded.runs} />
    </>
  );
}

/** Selects the last value of the axis up to which runs are repeated. Nothing if the compared numbers need only one value. */
function UpTo({
  again: { upTo: axis, isNeeded },
  cells,
  upTo,
  setUpTo,
  isBusy,
}: {
  readonly again: Again;
  readonly cells: Repeatable["cells"];
  readonly upTo: number;
  readonly setUpTo: (upTo: number) => void;
  readonly isBusy: boolean;
}) {
  const values = [...axis.labels.keys()].filter((i) => cells.some(({ at }) => at[axis.axis] === i && (isNeeded?.(at) ?? true)));
  if (values.length < 2) return null;
  return (
    <label>
      {axis.title}{" "}
      <Select value={upTo} disabled={isBusy} onChange={(chosen) => setUpTo(Number(chosen))}>
        {values.map((i) => (
          <option key={i} value={i}>
            {axis.labels[i]}
          </option>
        ))}
      </Select>
    </label>
  );
}

interface HandsProps {
  readonly state: AgainState;
  readonly runs: AgainRuns;
  readonly order: readonly number[];
  /** Number of selected runs that have no result yet. */
  readonly missing: number;
}

/** The buttons that fit the current state of the runs. */
function Hands({ state: { progress, count }, runs, order, missing }: HandsProps) {
  const isBusy = progress !== null && (progress.is === "running" || progress.is === "paused");
  return (
    <>
      {!isBusy && missing > 0 && (
        <Button variant="outlined" onClick={() => runs.begin(order)}>
          {missing < order.length ? "Run the rest" : "Run them here"}
        </Button>
      )}
      {progress?.is === "running" && (
        <Button variant="outlined" onClick={() => runs.pause()}>
          Pause
        </Button>
      )}
      {progress?.is === "paused" && (
        <Button variant="outlined" onClick={() => runs.goOn()}>
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
          Begin anew
        </Button>
      )}
    </>
  );
}

/** Compares the repeated runs that have finished with the recording. */
function Found({
  order,
  state,
  again,
  recorded,
}: {
  readonly order: readonly number[];
  readonly state: AgainState;
  readonly again: Again;
  readonly recorded: Repeatable["recorded"]["runs"];
}) {
  const asked = new Set(order);
  const fresh = state.fresh.map((results, i) => (asked.has(i) ? results : null));
  const count = fresh.filter((results) => results !== null).length;
  const differing = fresh.filter((results, i) => results !== null && results.fingerprint !== recorded[i].fingerprint).length;
  if (count === 0) return null;
  const compared = again.compare(fresh, recorded);
  const isIn = compared.some(({ fresh: own }) => own !== null);
  return (
    <>
      <p className="paper-say">
        {differing === 0 ? (
          <>
            <b>Reproduced:</b> {count === 1 ? "the one run" : `all ${formatCount(count)} runs`} in so far {count === 1 ? "has" : "have"} the
            fingerprint that was recorded.
          </>
        ) : (
          <>
            <b>Differs:</b> {formatCount(differing)} of {formatCount(count)} runs have another fingerprint than was recorded.
          </>
        )}
      </p>
      {isIn && (
        <div className="paper-scroll" tabIndex={0} role="region" aria-label={again.title}>
          <Table className="paper-table compact" label={again.title}>
            <thead>
              <tr>
                <ColumnHeader>{again.title}</ColumnHeader>
                <ColumnHeader isNumber>recorded</ColumnHeader>
                <ColumnHeader isNumber>here</ColumnHeader>
              </tr>
            </thead>
            <tbody>
              {compared.map(({ label, recorded: there, fresh: here }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td className="number">{there?.toFixed(2) ?? "–"}</td>
                  <td className="number simulated">{here?.toFixed(2) ?? "–"}</td>
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </>
  );
}

/** The runs to repeat, up to a value of the axis: cheapest first, with all networks of a point one after the other. */
function orderOf({ cells }: Repeatable, { upTo: { axis }, isNeeded }: Again, upTo: number): readonly number[] {
  const rank = ({ at, variant }: Repeatable["cells"][number]) => [at[axis], ...at.filter((_, i) => i !== axis), variant];
  return cells
    .map((cell, i) => ({ i, keys: rank(cell) }))
    .filter(({ i, keys }) => keys[0] <= upTo && (isNeeded?.(cells[i].at) ?? true))
    .toSorted((a, b) => a.keys.map((key, k) => key - b.keys[k]).find((difference) => difference !== 0) ?? 0)
    .map(({ i }) => i);
}

/** Says how many runs are left and how long they will take. */
function sayBefore(missing: number, count: number, seconds: number): string {
  if (missing === 0) return `All ${formatCount(count)} runs are in.`;
  const runs =
    missing === count ? `${formatCount(count)} runs with the first seed` : `${formatCount(missing)} of ${formatCount(count)} runs are left`;
  return `${runs}; about ${sayDuration(seconds)} on this computer.`;
}

/** Says how many of the selected runs have finished, including those of earlier batches. */
function sayProgress({ is, secondsLeft }: Progress, inSoFar: number, count: number): string {
  const runs = `${formatCount(inSoFar)} of ${formatCount(count)} runs`;
  if (is === "paused") return `Paused at ${runs}.`;
  return `${runs}${secondsLeft === null ? "" : `, about ${sayDuration(secondsLeft)} left`}`;
}
