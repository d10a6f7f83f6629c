/**
 * Card of the jobs that share a network: the traffic or program of each, its terminals and time, and how much the jobs slow each other
 * down.
 */
import "./jobs.css";
import { useEffect, useState } from "react";
import { variantsOf } from "../../../core/scenario/document.ts";
import { letterOfJob } from "../../../views/marks/jobs.ts";
import { countOf } from "../../../words/numbers.ts";
import { documentParamAt, pathIn } from "../../../core/scenario/edits/edit-document-value.ts";
import { editValue } from "../../document/edits.ts";
import { editedDocument } from "../../state/document-state.ts";
import { findJobCosts } from "../../jobs/job-costs.ts";
import { terminalJobsOf, type TerminalJob, toggleProgram } from "../../jobs/assign-terminals.ts";
import type { Page } from "../../create-page.ts";
import { selectElements } from "../../drawing/apply-drawing.ts";
import { segmentsAt } from "../sentence/section.ts";
import { SentenceWords } from "../sentence/Sentence.tsx";
import { Button } from "../../ui/Button.tsx";
import { JobMark } from "./JobMark.tsx";
import { usePage, useActiveRuns, useWorkbench } from "../../hooks.ts";

/**
 * The card that lists the jobs of the active network, each a program or traffic on some of the terminals, with words that edit it, and says
 * how much the jobs slow each other down.
 */
export function JobsCard() {
  const page = usePage();
  const document = useWorkbench(editedDocument);
  const activeNetwork = useWorkbench((state) => state.session.activeNetwork);
  const isDrawing = useWorkbench(({ mode: { drawing } }) => drawing !== null);
  const scenario = variantsOf(document)[activeNetwork] ?? document;
  const network = useActiveRuns(() => page.view.data("stage").network);
  const jobs = network === null ? [] : readJobs(() => terminalJobsOf(scenario, network));
  const costs = useJobCosts(page);
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
                <JobTraffic job={job} jobPath={jobPath(jobs, i)} variantIndex={activeNetwork} /> on{" "}
                {countOf(job.terminals.length, "terminal", "terminals")}
                {job.is === "traffic" && <JobTimes jobPath={jobPath(jobs, i)} variantIndex={activeNetwork} />}.
                {job.terminals.length === 1 && " It sends nothing until it has two terminals."}
              </p>
              <p className="do">
                {isDrawing && (
                  <Button
                    variant="underlined"
                    onClick={() => selectElements(page.store, { chosen: [], links: [], terminals: job.terminals })}
                  >
                    Show its terminals
                  </Button>
                )}
                <Button variant="underlined" onClick={() => toggleJobKind(page, i)}>
                  {job.is === "traffic" ? "Run a program instead" : "Send traffic instead"}
                </Button>
              </p>
            </div>
          </li>
        ))}
      </ol>
      <div role="status">
        {costs.map((costText) => (
          <p key={costText} className="job-cost">
            {costText}
          </p>
        ))}
        {costs.length > 0 && (
          <p className="muted">Simulated: each job alone, with the same terminals and messages, compared with all jobs together.</p>
        )}
      </div>
      {!isDrawing && <p className="muted">To move terminals to another job, draw (D) and choose them.</p>}
    </section>
  );
}

/** Reads the jobs; empty while the network on the screen does not match the document yet. */
function readJobs<T>(read: () => readonly T[]): readonly T[] {
  try {
    return read();
  } catch {
    return [];
  }
}

/** Path of a job in the document: `workload.jobs.1`. */
function jobPath(jobs: readonly TerminalJob[], i: number): readonly string[] {
  const programs = jobs.filter(({ is }) => is === "program").length;
  return programs === 0 || i < programs ? ["workload", "jobs", String(i)] : ["workload", "traffic", String(i - programs)];
}

interface JobLocation {
  readonly jobPath: readonly string[];
  readonly variantIndex: number;
}

/**
 * Editable words for what a job does: its program and start time, or its traffic pattern and load. If all traffic belongs to one job, a
 * fixed text refers to the sentence at the top of the page, which describes that traffic.
 * @param jobPath Keys that lead from the scenario to the job.
 * @param variantIndex Index of the network among the compared networks of the document.
 */
function JobTraffic({ job, jobPath, variantIndex }: JobLocation & { readonly job: TerminalJob }) {
  const document = useWorkbench(editedDocument);
  const pathTo = (name: string) => pathIn(variantIndex, [...jobPath, name]);
  // If all traffic belongs to one job, these parameters are not part of the job.
  if (documentParamAt(document, pathTo(job.is === "program" ? "program" : "pattern")) === undefined)
    return "The traffic in the sentence above";
  if (job.is === "program")
    return (
      <>
        <SentenceWords segments={segmentsAt(document, pathTo("program"))} />,{" "}
        <SentenceWords segments={segmentsAt(document, pathTo("begin"))} />,
      </>
    );
  return (
    <>
      <SentenceWords segments={segmentsAt(document, pathTo("pattern"))} /> traffic at{" "}
      <SentenceWords segments={segmentsAt(document, pathTo("load"))} />
    </>
  );
}

function JobTimes({ jobPath, variantIndex }: JobLocation) {
  const document = useWorkbench(editedDocument);
  const pathTo = (name: string) => pathIn(variantIndex, [...jobPath, name]);
  if (documentParamAt(document, pathTo("begin")) === undefined) return null;
  return (
    <>
      , <SentenceWords segments={segmentsAt(document, pathTo("begin"))} /> <SentenceWords segments={segmentsAt(document, pathTo("end"))} />
    </>
  );
}

/** Replaces the traffic of a job by a program, or the reverse. */
function toggleJobKind(page: Page, job: number): void {
  const { store, view } = page;
  const activeNetwork = store.getState().session.activeNetwork;
  const network = view.data("stage").network;
  if (network === null) return;
  const scenario = variantsOf(editedDocument(store.getState()))[activeNetwork];
  const next = toggleProgram(scenario, network, job);
  if (typeof next === "string") return store.setState({ session: { toast: next } });
  const terminal = terminalJobsOf(scenario, network)[job].terminals[0];
  editValue(store, pathIn(activeNetwork, ["workload"]), next);
  // Programs precede traffic in the document, so the job may get another letter.
  const newIndex = terminalJobsOf(variantsOf(editedDocument(store.getState()))[activeNetwork], network).findIndex(({ terminals }) =>
    terminals.includes(terminal),
  );
  if (newIndex !== job && newIndex >= 0)
    store.setState({ session: { toast: `Programs come first, so this is now job ${letterOfJob(newIndex)}.` } });
}

/** How much the jobs slow each other down, once the answer is known. */
function useJobCosts(page: Page): readonly string[] {
  const answer = useActiveRuns((state) => (state.isAnswerStale ? null : state.answer));
  const [costLines, setCostLines] = useState<{ readonly of: unknown; readonly lines: readonly string[] }>({ of: null, lines: [] });
  useEffect(() => {
    if (answer === null) return undefined;
    const stop = findJobCosts(page, answer.results, (lines) => setCostLines({ of: answer, lines }));
    return () => stop?.();
  }, [page, answer]);
  const isPending = useWorkbench(({ document: { pending } }) => pending !== null);
  return costLines.of === answer && !isPending ? costLines.lines : [];
}
