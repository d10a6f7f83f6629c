/** Runs the seeds of a class again in the background, and compares every line with the result on this machine. */
import { cycleOnPage } from "../../../../core/scenario/page-clock.ts";
import type { Analysis } from "../../../../core/analysis/analysis.ts";
import { describeIssue } from "../../../../core/base/errors.ts";
import type { Results } from "../../../../core/measures/results.ts";
import { rescaledAnalysis, rescaledResults } from "../../../../core/results/rescale.ts";
import { checkDocument, type Document, variantsOf } from "../../../../core/scenario/document.ts";
import type { SubmittedAnswer } from "../../../../lessons/answers.ts";
import {
  checkAnswer,
  type AnswerCheck,
  checkEarlyAnswer,
  documentOfAnswer,
  type Rerun,
  rerunKey,
  resultOfAnswer,
} from "../../../../lessons/answer-check.ts";
import type { LessonStep } from "../../../../lessons/lesson.ts";
import { questionKindOf, type Question } from "../../../../lessons/questions/index.ts";
import { estimateWork } from "../../../../core/scenario/estimate-work.ts";
import type { Job, Workers } from "../../../../worker/client.ts";
import { composeJob } from "../../../../worker/job.ts";
import { errorText, isLostRun } from "../../../runs/query.ts";
import { Batch, type TaskProgress, type Task } from "../../../runs/batch.ts";

/** A document that is run again, with the results of its scenarios as they arrive. */
interface RerunDocument {
  readonly document: Document;
  readonly results: (Results | null)[];
  /** The outcome of the runs, or the reason why there is none; null until known. */
  outcome: Rerun | string | null;
  /** Whether the worker was lost. The reason in `outcome` is then not final, and the next check runs the document again. */
  isLost: boolean;
}

/** Checks the answers to one question. Answers with the same seed and changes share their runs. */
export class AnswerChecker {
  private readonly reruns = new Map<string, RerunDocument>();
  private batch: Batch<string, void> | null = null;

  /** @param onUpdate Called whenever more results are known. */
  constructor(
    private readonly workers: Workers,
    private readonly step: LessonStep,
    private readonly question: Question,
    private readonly onUpdate: () => void,
  ) {}

  /**
   * Repeats the runs of these answers, to compare each student's result with ours. Answers with the same seed and the same changes of the
   * document share a run, by their `rerunKey`. Finished runs are reused, and runs for answers that were removed are cancelled.
   */
  check(answers: readonly SubmittedAnswer[]): void {
    this.batch?.stop();
    // Forget documents that are no longer needed, have no outcome yet, or were interrupted (`isLost`).
    const answerByKey = new Map(answers.map((each) => [rerunKey(each, this.question), each] as const));
    for (const [key, { outcome, isLost }] of this.reruns) if (outcome === null || isLost || !answerByKey.has(key)) this.reruns.delete(key);
    // Make a task for each variant (network) of each new document. A document with a validation issue gets this issue as its outcome, and
    // no task.
    const tasks: Task<string, void>[] = [];
    const rerunByTask = new Map<string, RerunDocument>();
    for (const [key, answer] of answerByKey) {
      const document = this.reruns.has(key) ? null : documentOfAnswer(this.step, answer);
      if (document === null) continue;
      const [issue] = checkDocument(document);
      const scenarios = variantsOf(document);
      const rerun: RerunDocument = {
        document,
        results: scenarios.map(() => null),
        outcome: issue === undefined ? null : describeIssue(issue),
        isLost: false,
      };
      this.reruns.set(key, rerun);
      if (issue !== undefined) continue;
      for (const [variant, scenario] of scenarios.entries()) {
        const taskKey = `${variant} ${key}`;
        rerunByTask.set(taskKey, rerun);
        tasks.push({ key: taskKey, work: estimateWork(scenario), start: (onProgress) => this.runVariant(rerun, variant, onProgress) });
      }
    }
    this.batch =
      tasks.length === 0
        ? null
        : new Batch(tasks, {
            onEnd: (key, _, fault) => fault !== undefined && recordFailure(rerunByTask.get(key)!, fault),
            onProgress: this.onUpdate,
          });
    this.onUpdate();
  }

  /** Whether some answers could not be checked because a worker was lost. The next {@link check} runs them again. */
  get hasLostRuns(): boolean {
    return [...this.reruns.values()].some(({ isLost }) => isLost);
  }

  /** The progress of the runs; null if there is nothing to run. */
  get progress(): TaskProgress | null {
    return this.batch?.progress ?? null;
  }

  /** The result of checking an answer. */
  readonly checkOf = (answer: SubmittedAnswer): AnswerCheck => {
    const earlyCheck = checkEarlyAnswer(answer, this.question);
    if (earlyCheck !== null) return earlyCheck;
    const rerun = this.reruns.get(rerunKey(answer, this.question));
    if (rerun === undefined && documentOfAnswer(this.step, answer) === null) {
      return { is: "open", why: "cannot be run again: the line does not say what the student changed" };
    }
    const { outcome = null } = rerun ?? {};
    if (outcome === null) return { is: "not yet" };
    return typeof outcome === "string"
      ? { is: "open", why: `cannot be run again: ${outcome}` }
      : checkAnswer(answer, this.question, outcome);
  };

  /** The result of an answer's run; null if it is not known. An answer that was handed in before the run has the result found here. */
  readonly resultOf = (answer: SubmittedAnswer): number | null => {
    const outcome = this.reruns.get(rerunKey(answer, this.question))?.outcome ?? null;
    return resultOfAnswer(answer, this.question, outcome === null || typeof outcome === "string" ? null : outcome.truth);
  };

  close(): void {
    this.batch?.stop();
  }

  /**
   * Runs one scenario of a document. The last scenario to finish computes the truth. Most questions need only the results; other questions
   * also need the analysis of their network.
   */
  private runVariant(rerun: RerunDocument, variant: number, onProgress: (part: number) => void): Job<void> {
    const scenarios = variantsOf(rerun.document);
    return composeJob(async (run) => {
      rerun.results[variant] = await run(() => this.workers.run(scenarios[variant], false, onProgress));
      if (rerun.results.includes(null) || rerun.outcome !== null) return;
      rerun.outcome = this.outcomeOf(rerun, null);
      if (rerun.outcome !== null) return;
      const analysis = await run(() => this.workers.analyze(scenarios[questionNetwork(this.question)])).catch((fault: unknown) => {
        rerun.isLost = isLostRun(fault);
        return null;
      });
      rerun.outcome = this.outcomeOf(rerun, analysis) ?? "the result of its question is not available here";
    });
  }

  /**
   * The true answer, with times in cycles of the document's first network, as in the student's line; null if the results do not determine
   * it.
   */
  private outcomeOf({ document, results }: RerunDocument, analysis: Analysis | null): Rerun | null {
    const scenarios = variantsOf(document);
    const cycles = scenarios.map((each) => cycleOnPage(document, each));
    const network = questionNetwork(this.question);
    const truth = questionKindOf(this.question).truth(this.question, {
      document,
      results: results.map((each, i) => (each === null ? null : rescaledResults(each, cycles[i]))),
      analyses: scenarios.map((_, i) => (i === network && analysis !== null ? rescaledAnalysis(analysis, cycles[i]) : null)),
    });
    return truth === null ? null : { truth, fingerprints: results.flatMap((each) => (each === null ? [] : [each.fingerprint])) };
  }
}

function recordFailure(rerun: RerunDocument, fault: unknown): void {
  rerun.outcome = `its run failed here: ${errorText(fault)}`;
  rerun.isLost ||= isLostRun(fault);
}

/** Index of the step's scenario that a question is about. */
function questionNetwork(question: Question): number {
  return "network" in question ? question.network : 0;
}
