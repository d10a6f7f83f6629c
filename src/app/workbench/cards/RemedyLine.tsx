/** What would help, below why it is full: the best single step, found by running each, and the way to take it. */
import "./remedy.css";
import { useEffect, useState } from "react";
import type { Results } from "../../../core/measures/results.ts";
import type { Document } from "../../../core/scenario/document.ts";
import { workloads } from "../../../core/workloads/shelf.ts";
import { deliversAll } from "../../../findings/figure.ts";
import { loadWriter } from "../../../findings/traffic.ts";
import { sayWith } from "../../../words/change.ts";
import { propose } from "../../document/edits.ts";
import { useComputed, usePage, useUnits, useWorkbench } from "../../hooks.ts";
import { Batch } from "../../runs/batch.ts";
import { faultWords, isLostRun } from "../../runs/query.ts";
import { lazyCode, useLazy } from "../../ui/lazy.ts";
import type { Page } from "../../create-page.ts";
import { FailedLine } from "../FailedLine.tsx";

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
  const document = useWorkbench(({ document: { current: scenario } }) => scenario);
  const isWanted = useComputed(fallsShort);
  const [turn, setTurn] = useState(0);
  const remedy = useRemedy(page, document, isWanted, turn);
  if (!isWanted) return null;
  if (typeof remedy === "object" && remedy !== null && "words" in remedy) {
    return <FailedLine what="What would help was not found" words={remedy.words} onAgain={() => setTurn(turn + 1)} />;
  }
  if (remedy === "sought") return <p className="remedy muted">Looking for what would help …</p>;
  if (remedy === null) return null;
  const { acceptedPerSender, offeredPerSender } = remedy.results;
  // What the answer will say once it is taken: a load that rounds to less is not all, and painted traffic is told in all, as there.
  const write = loadWriter(units, remedy.step, remedy.results);
  const delivered = write(acceptedPerSender);
  const part = delivered === write(offeredPerSender) ? "all" : delivered;
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
  const { current: scenario, pending } = store.getState().document;
  if (pending !== null || scenario.beside.length + scenario.sweep.length > 0) return false;
  const { answer, isAnswerStale, isCurveStale, curve } = runs.first.snapshot();
  if (answer === null || isAnswerStale || isCurveStale || curve.points.length < curve.expected) return false;
  return workloads.get(scenario.workload.kind).endless && !deliversAll(answer.results) && (answer.results.lost ?? 0) === 0;
}

/** Why no step could be judged best: a run was lost. */
interface Failed {
  readonly words: string;
}

/**
 * The best step from a document; null where none helps, or it would take too long to find.
 * @param turn another number for each time that the reader asks
 */
function useRemedy({ runs, store }: Page, document: Document, isWanted: boolean, turn: number): Remedy | Failed | "sought" | null {
  const code = useLazy(stepsCode, isWanted);
  const [found, setFound] = useState<{ readonly of: Document; readonly turn: number; readonly remedy: Remedy | Failed | null } | null>(
    null,
  );
  useEffect(() => {
    const answer = runs.first.snapshot().answer;
    if (!isWanted || answer === null || code === null) return undefined;
    const steps = code.stepsFrom(store, document);
    const results: (Results | null)[] = steps.map(() => null);
    let failed: Failed | null = null;
    const end = () => {
      const best = code.bestOf(document, answer.results, steps, results);
      // Without the runs that were lost, none can be called the best.
      setFound({ of: document, turn, remedy: failed ?? (best < 0 ? null : { step: steps[best], results: results[best]! }) });
    };
    const batch = new Batch(
      runs.runners,
      steps,
      (i, each, fault) => {
        results[i] = each;
        if (each === null && isLostRun(fault)) failed = { words: faultWords(fault) };
      },
      () => batch.progress.is === "done" && end(),
    );
    if (steps.length === 0) end();
    return () => batch.stop();
  }, [runs, store, document, isWanted, code, turn]);
  return found?.of === document && found.turn === turn ? found.remedy : "sought";
}
