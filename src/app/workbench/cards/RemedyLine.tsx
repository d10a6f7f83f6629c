/** The best single change against saturation, found by running each candidate, with a button that applies it. */
import type { Results } from "../../../core/measures/results.ts";
import type { Document } from "../../../core/scenario/document.ts";
import { workloads } from "../../../core/workloads/registry.ts";
import { deliversAll } from "../../../findings/key-figure.ts";
import { loadFormatter } from "../../../findings/delivery.ts";
import { sayDifferences } from "../../../words/change.ts";
import { propose } from "../../document/edits.ts";
import { usePageRuns, usePage, useUnits, useWorkbench } from "../../hooks.ts";
import { composeJob } from "../../../worker/job.ts";
import { errorText, isLostRun, loadJobCode, Query } from "../../runs/query.ts";
import { useQuery } from "../../runs/useQuery.ts";
import type { Page } from "../../create-page.ts";
import { Button } from "../../ui/Button.tsx";
import { FailedLine } from "../FailedLine.tsx";

/** A change with everything that it changes, in words, and its results. */
interface Remedy {
  readonly changed: Document;
  readonly condition: string;
  readonly results: Results;
}

/** Query for the best change to a document with results; null if no change helps, or if it would take too long to simulate all changes. */
const remedyQuery = ({ networks, runs, store }: Page) =>
  new Query<Document, Remedy | null>({
    keyOf: (document) => document,
    start: (document) =>
      composeJob(async (run) => {
        const current = runs.first.snapshot().answer!.results;
        // The changes may use kinds whose code is not loaded yet.
        const { bestRemedy, candidateChanges, virtualChannelsOf } = await loadJobCode(import("./remedies.ts"));
        const steps = candidateChanges(store, document);
        const ended = await Promise.allSettled(steps.map((step) => run(() => runs.runners.run(step, false))));
        // If any run was lost, the best is not known.
        for (const each of ended) if (each.status === "rejected" && isLostRun(each.reason)) throw each.reason;
        const results = ended.map((each) => (each.status === "fulfilled" ? each.value : null));
        const virtualChannels = await Promise.all(steps.map((step) => virtualChannelsOf(step, networks)));
        const best = bestRemedy(document, current, steps, results, virtualChannels);
        if (best < 0) return null;
        const changed = steps[best];
        const vcs = [await virtualChannelsOf(document, networks), virtualChannels[best]] as const;
        return { changed, condition: sayDifferences(document, changed, vcs), results: results[best]! };
      }),
  });

/**
 * The line “with adaptive routing, the network delivers 0.9” for a network that does not deliver all of its load: the best single change of
 * the document (the remedy), found by simulating all such changes, and a button that applies it.
 */
export function RemedyLine() {
  const page = usePage();
  const units = useUnits();
  const document = useWorkbench(({ document: { current: scenario } }) => scenario);
  const isWanted = usePageRuns(canImprove);
  const [state, onRetry] = useQuery(() => remedyQuery(page), isWanted ? document : null);
  if (!isWanted || state.is === "refused") return null;
  if (state.is === "error") return <FailedLine failure="The search for a remedy failed" error={errorText(state.error)} onRetry={onRetry} />;
  if (state.is !== "value") return <p className="remedy muted">Searching for a remedy …</p>;
  const remedy = state.value;
  if (remedy === null) return null;
  const { acceptedPerSender, offeredPerSender } = remedy.results;
  // Match the wording of the future answer: a load that rounds to the offered one is "all", and painted traffic is given as a total.
  const write = loadFormatter(units, remedy.changed, remedy.results);
  const delivered = write(acceptedPerSender);
  const deliveredText = delivered === write(offeredPerSender) ? "all" : delivered;
  return (
    <p className="remedy">
      <span>
        {remedy.condition}, the network delivers {deliveredText}.
      </span>
      <Button variant="inline" onClick={() => propose(page.store, remedy.changed)}>
        Try it
      </Button>
    </p>
  );
}

/** Whether a single network with endless traffic delivers less than is offered. The load curve is computed first. */
function canImprove({ store, runs }: Page): boolean {
  const { current: scenario, pending } = store.getState().document;
  if (pending !== null || scenario.beside.length + scenario.sweep.length > 0) return false;
  const { answer, isAnswerStale, isCurveStale, curve } = runs.first.snapshot();
  if (answer === null || isAnswerStale || isCurveStale || curve.points.length < curve.expectedPoints) return false;
  return workloads.get(scenario.workload.kind).isEndless && !deliversAll(answer.results) && (answer.results.lost ?? 0) === 0;
}
