/** What would help, below why it is full: the best single step, found by running each, and the way to take it. */
import "./remedy.css";
import { useEffect, useState } from "react";
import type { Results } from "../../../core/measures/results.ts";
import type { Document } from "../../../core/scenario/document.ts";
import { workloads } from "../../../core/workloads/shelf.ts";
import { deliversAll } from "../../../findings/figure.ts";
import { sayWith } from "../../../words/change.ts";
import { propose } from "../../document/store.ts";
import { useComputed, usePage, useUnits, useWorkbench } from "../../hooks.ts";
import { Batch } from "../../runs/batch.ts";
import { lazyCode, useLazy } from "../../shell/lazy.ts";
import type { Page } from "../../create-page.ts";

/** Steps may lead to kinds that the page has not yet. */
const stepsCode = lazyCode(() => import("./remedies.ts"));

/** A step, and what it delivers. */
interface Remedy {
  readonly step: Document;
  readonly results: Results;
}

export function RemedyLine() {
  const page = usePage();
  const units = useUnits();
  const document = useWorkbench(({ scenario }) => scenario);
  const isWanted = useComputed(fallsShort);
  const remedy = useRemedy(page, document, isWanted);
  if (!isWanted) return null;
  if (remedy === "sought") return <p className="remedy muted">Looking for what would help …</p>;
  if (remedy === null) return null;
  const { acceptedPerSender, offeredPerSender } = remedy.results;
  const delivered = units.formatLoad(acceptedPerSender);
  // What the answer will say once it is taken: a load that rounds to less is not all.
  const part = delivered === units.formatLoad(offeredPerSender) ? "all" : delivered;
  return (
    <p className="remedy">
      <span>
        {sayWith(document, remedy.step)}, {part} is delivered.
      </span>
      <button type="button" onClick={() => propose(page.store, remedy.step)}>
        Try it
      </button>
    </p>
  );
}

/** Whether one network alone, under traffic without end, delivers less than it is offered; its curve goes first. */
function fallsShort({ store, runs }: Page): boolean {
  const { scenario, pending } = store.getState();
  if (pending !== null || scenario.beside.length + scenario.sweep.length > 0) return false;
  const { answer, isAnswerStale, isCurveStale, curve } = runs.first.snapshot();
  if (answer === null || isAnswerStale || isCurveStale || curve.points.length < curve.expected) return false;
  return workloads.get(scenario.workload.kind).endless && !deliversAll(answer.results) && (answer.results.lost ?? 0) === 0;
}

/** The best step from a document; null where none helps, or it would take too long to find. */
function useRemedy({ runs, store }: Page, document: Document, isWanted: boolean): Remedy | "sought" | null {
  const code = useLazy(stepsCode, isWanted);
  const [found, setFound] = useState<{ readonly of: Document; readonly remedy: Remedy | null } | null>(null);
  useEffect(() => {
    const answer = runs.first.snapshot().answer;
    if (!isWanted || answer === null || code === null) return undefined;
    const steps = code.stepsFrom(store, document);
    const results: (Results | null)[] = steps.map(() => null);
    const end = () => {
      const best = code.bestOf(document, answer.results, steps, results);
      setFound({ of: document, remedy: best < 0 ? null : { step: steps[best], results: results[best]! } });
    };
    const batch = new Batch(
      runs.runners,
      steps,
      (i, each) => (results[i] = each),
      () => batch.progress.is === "done" && end(),
    );
    if (steps.length === 0) end();
    return () => batch.stop();
  }, [runs, store, document, isWanted, code]);
  return found?.of === document ? found.remedy : "sought";
}
