/**
 * Card of the jobs that share a network: the traffic or program of each, its terminals and time, and how much the jobs slow each other
 * down.
 */
import "./jobs.css";
import { useEffect, useState } from "react";
import { variantsOf } from "../../../core/scenario/document.ts";
import { letterOfJob } from "../../../views/marks/jobs.ts";
import { countOf } from "../../../words/numbers.ts";
import { paramAt, pathIn } from "../../../core/scenario/edits/edit-place.ts";
import { edit } from "../../document/edits.ts";
import { edited } from "../../state/document-state.ts";
import { findJobCosts } from "../../jobs/costs.ts";
import { jobsOf, type OwnJob, turned } from "../../jobs/give.ts";
import type { Page } from "../../create-page.ts";
import { choose } from "../../drawing/change.ts";
import { segmentsAt } from "../sentence/section.ts";
import { Words } from "../sentence/Sentence.tsx";
import { Button } from "../../ui/Button.tsx";
import { JobMark } from "./JobMark.tsx";
import { usePage, useActiveRuns, useWorkbench } from "../../hooks.ts";

export function JobsCard() {
  const page = usePage();
  const document = useWorkbench(edited);
  const front = useWorkbench((state) => state.session.activeNetwork);
  const isDrawing = useWorkbench(({ mode: { drawing } }) => drawing !== null);
  const scenario = variantsOf(document)[front] ?? document;
  const network = useActiveRuns(() => page.view.data("stage").network);
  const jobs = network === null ? [] : known(() => jobsOf(scenario, network));
  const costs = useCosts(page);
  if (jobs.length < 1) return null;
  return (
    <section className="card panel jobs-card" aria-label="Jobs">
      <h2>What does each job do?</h2>
      <ol>
        {jobs.map((job, i) => (
          <li key={i}>
            <JobMark job={i} />
            <div>
              <p className="card-said">
                <Sends job={job} at={placeOf(jobs, i)} front={front} /> on {countOf(job.terminals.length, "terminal", "terminals")}
                {job.is === "traffic" && <When at={placeOf(jobs, i)} front={front} />}.
                {job.terminals.length === 1 && " It sends nothing until it has two."}
              </p>
              <p className="do">
                {isDrawing && (
                  <Button variant="underlined" onClick={() => choose(page.store, { chosen: [], links: [], terminals: job.terminals })}>
                    Show its terminals
                  </Button>
                )}
                <Button variant="underlined" onClick={() => turn(page, i)}>
                  {job.is === "traffic" ? "Run a program instead" : "Send traffic instead"}
                </Button>
              </p>
            </div>
          </li>
        ))}
      </ol>
      <div role="status">
        {costs.map((said) => (
          <p key={said} className="job-cost">
            {said}
          </p>
        ))}
        {costs.length > 0 && (
          <p className="muted">Simulated: each job alone, with the same terminals and messages, against all together.</p>
        )}
      </div>
      {!isDrawing && <p className="muted">Draw (D), choose terminals, and give them another job.</p>}
    </section>
  );
}

/** Reads the jobs; empty while the network on the screen does not match the document yet. */
function known<T>(read: () => readonly T[]): readonly T[] {
  try {
    return read();
  } catch {
    return [];
  }
}

/** Path of a job in the document: `workload.jobs.1`. */
function placeOf(jobs: readonly OwnJob[], i: number): readonly string[] {
  const programs = jobs.filter(({ is }) => is === "program").length;
  return programs === 0 || i < programs ? ["workload", "jobs", String(i)] : ["workload", "traffic", String(i - programs)];
}

interface At {
  readonly at: readonly string[];
  readonly front: number;
}

/** Editable words for what a job does: its program and start, or its pattern and load. */
function Sends({ job, at, front }: At & { readonly job: OwnJob }) {
  const document = useWorkbench(edited);
  const place = (name: string) => pathIn(front, [...at, name]);
  // If all traffic belongs to one job, the sentence above describes it.
  if (paramAt(document, place(job.is === "program" ? "program" : "pattern")) === undefined) return "What the sentence says";
  if (job.is === "program")
    return (
      <>
        <Words segments={segmentsAt(document, place("program"))} />, <Words segments={segmentsAt(document, place("begin"))} />,
      </>
    );
  return (
    <>
      <Words segments={segmentsAt(document, place("pattern"))} /> traffic at <Words segments={segmentsAt(document, place("load"))} />
    </>
  );
}

function When({ at, front }: At) {
  const document = useWorkbench(edited);
  const place = (name: string) => pathIn(front, [...at, name]);
  if (paramAt(document, place("begin")) === undefined) return null;
  return (
    <>
      , <Words segments={segmentsAt(document, place("begin"))} /> <Words segments={segmentsAt(document, place("end"))} />
    </>
  );
}

/** Replaces the traffic of a job by a program, or the reverse. */
function turn(page: Page, job: number): void {
  const { store, view } = page;
  const front = store.getState().session.activeNetwork;
  const network = view.data("stage").network;
  if (network === null) return;
  const before = variantsOf(edited(store.getState()))[front];
  const next = turned(before, network, job);
  if (typeof next === "string") return store.setState({ session: { toast: next } });
  const own = jobsOf(before, network)[job].terminals[0];
  edit(store, pathIn(front, ["workload"]), next);
  // Programs precede traffic in the document, so the job may get another letter.
  const now = jobsOf(variantsOf(edited(store.getState()))[front], network).findIndex(({ terminals }) => terminals.includes(own));
  if (now !== job && now >= 0) store.setState({ session: { toast: `Programs come first: this is job ${letterOfJob(now)} now.` } });
}

/** How much the jobs slow each other down, once the answer is known. */
function useCosts(page: Page): readonly string[] {
  const answer = useActiveRuns((state) => (state.isAnswerStale ? null : state.answer));
  const [said, setSaid] = useState<{ readonly of: unknown; readonly lines: readonly string[] }>({ of: null, lines: [] });
  useEffect(() => {
    if (answer === null) return undefined;
    const stop = findJobCosts(page, answer.results, (lines) => setSaid({ of: answer, lines }));
    return () => stop?.();
  }, [page, answer]);
  const isPending = useWorkbench(({ document: { pending } }) => pending !== null);
  return said.of === answer && !isPending ? said.lines : [];
}
