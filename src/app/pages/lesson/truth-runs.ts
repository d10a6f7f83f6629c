/** Runs documents in the background to find the true answers to questions about them. */
import { cycleOnPage } from "../../../core/scenario/page-clock.ts";
import type { Analysis } from "../../../core/analysis/analysis.ts";
import { describeIssue } from "../../../core/base/errors.ts";
import type { Results } from "../../../core/measures/results.ts";
import { rescaledAnalysis, rescaledResults } from "../../../core/results/rescale.ts";
import { checkDocument, type Document, variantsOf } from "../../../core/scenario/document.ts";
import type { Rerun } from "../../../lessons/answer-check.ts";
import { questionKindOf, type Question } from "../../../lessons/questions/index.ts";
import { estimateWork } from "../../../core/scenario/estimate-work.ts";
import type { Job, Workers } from "../../../worker/client.ts";
import { composeJob } from "../../../worker/job.ts";
import { errorText, isLostRun } from "../../runs/query.ts";
import { Batch, type TaskProgress, type Task } from "../../runs/batch.ts";

/** A question about a document. */
export interface DocumentQuestion {
  readonly document: Document;
  readonly question: Question;
}

/** A document that is run, with the results of its scenarios as they arrive. */
interface DocumentRun extends DocumentQuestion {
  readonly results: (Results | null)[];
  /** The outcome of the runs, or the reason why there is none; null until known. */
  outcome: Rerun | string | null;
  /** Whether the worker was lost. The reason in `outcome` is then not final, and the next request runs the document again. */
  isLost: boolean;
}

/** The runs for a set of questions, which the caller identifies by keys. */
export class TruthRuns {
  private readonly runs = new Map<string, DocumentRun>();
  private batch: Batch<string, void> | null = null;

  /** @param onUpdate Called whenever more results are known. */
  constructor(
    private readonly workers: Workers,
    private readonly onUpdate: () => void,
  ) {}

  /** Runs the documents of these questions. Finished runs are reused, and runs for other keys are cancelled. */
  request(questions: ReadonlyMap<string, DocumentQuestion>): void {
    this.batch?.stop();
    // Forget documents that are no longer needed, have no outcome yet, or were interrupted (`isLost`).
    for (const [key, { outcome, isLost }] of this.runs) if (outcome === null || isLost || !questions.has(key)) this.runs.delete(key);
    // Make a task for each variant (network) of each new document. A document with a validation issue gets this issue as its outcome, and
    // no task.
    const tasks: Task<string, void>[] = [];
    const runByTask = new Map<string, DocumentRun>();
    for (const [key, { document, question }] of questions) {
      if (this.runs.has(key)) continue;
      const [issue] = checkDocument(document);
      const scenarios = variantsOf(document);
      const run: DocumentRun = {
        document,
        question,
        results: scenarios.map(() => null),
        outcome: issue === undefined ? null : describeIssue(issue),
        isLost: false,
      };
      this.runs.set(key, run);
      if (issue !== undefined) continue;
      for (const [variant, scenario] of scenarios.entries()) {
        const taskKey = `${variant} ${key}`;
        runByTask.set(taskKey, run);
        tasks.push({ key: taskKey, work: estimateWork(scenario), start: (onProgress) => this.runVariant(run, variant, onProgress) });
      }
    }
    this.batch =
      tasks.length === 0
        ? null
        : new Batch(tasks, {
            onEnd: (key, _, fault) => fault !== undefined && recordFailure(runByTask.get(key)!, fault),
            onProgress: this.onUpdate,
          });
    this.onUpdate();
  }

  /** The outcome of a question, or the reason why there is none; null until it is known. */
  outcomeOf(key: string): Rerun | string | null {
    return this.runs.get(key)?.outcome ?? null;
  }

  /** Whether some questions could not be answered because a worker was lost. The next {@link request} runs them again. */
  get hasLostRuns(): boolean {
    return [...this.runs.values()].some(({ isLost }) => isLost);
  }

  /** The progress of the runs; null if there is nothing to run. */
  get progress(): TaskProgress | null {
    return this.batch?.progress ?? null;
  }

  close(): void {
    this.batch?.stop();
  }

  /**
   * Runs one scenario of a document. The last scenario to finish computes the truth. Most questions need only the results; other questions
   * also need the analysis of their network.
   */
  private runVariant(run: DocumentRun, variant: number, onProgress: (part: number) => void): Job<void> {
    const scenarios = variantsOf(run.document);
    return composeJob(async (start) => {
      run.results[variant] = await start(() => this.workers.run(scenarios[variant], false, onProgress));
      if (run.results.includes(null) || run.outcome !== null) return;
      run.outcome = truthOf(run, null);
      if (run.outcome !== null) return;
      const analysis = await start(() => this.workers.analyze(scenarios[questionNetwork(run.question)])).catch((fault: unknown) => {
        run.isLost = isLostRun(fault);
        return null;
      });
      run.outcome = truthOf(run, analysis) ?? "the result of its question is not available here";
    });
  }
}

/**
 * The true answer, with times in cycles of the document's first network, as in a student's line; null if the results do not determine it.
 */
function truthOf({ document, question, results }: DocumentRun, analysis: Analysis | null): Rerun | null {
  const scenarios = variantsOf(document);
  const cycles = scenarios.map((each) => cycleOnPage(document, each));
  const network = questionNetwork(question);
  const truth = questionKindOf(question).truth(question, {
    document,
    results: results.map((each, i) => (each === null ? null : rescaledResults(each, cycles[i]))),
    analyses: scenarios.map((_, i) => (i === network && analysis !== null ? rescaledAnalysis(analysis, cycles[i]) : null)),
  });
  return truth === null ? null : { truth, fingerprints: results.flatMap((each) => (each === null ? [] : [each.fingerprint])) };
}

function recordFailure(run: DocumentRun, fault: unknown): void {
  run.outcome = `its run failed here: ${errorText(fault)}`;
  run.isLost ||= isLostRun(fault);
}

/** Index of the step's scenario that a question is about. */
function questionNetwork(question: Question): number {
  return "network" in question ? question.network : 0;
}
