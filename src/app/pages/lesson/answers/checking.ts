/** Runs the seeds of a class again in the background, and compares every line with the result on this machine. */
import { cycleOf } from "../../../../core/scenario/page-clock.ts";
import type { Analysis } from "../../../../core/analysis/analysis.ts";
import { describeIssue } from "../../../../core/base/errors.ts";
import type { Results } from "../../../../core/measures/results.ts";
import { rescaledAnalysis, rescaledResults } from "../../../../core/results/rescale.ts";
import { checkDocument, type Document, variantsOf } from "../../../../core/scenario/document.ts";
import type { Answer } from "../../../../lessons/answers.ts";
import { checkAnswer, type Checked, documentOfAnswer, type Rerun, runOf } from "../../../../lessons/answers-checked.ts";
import type { Step } from "../../../../lessons/lesson.ts";
import { kindOf, type Question } from "../../../../lessons/questions/index.ts";
import { workOf } from "../../../../core/scenario/work.ts";
import type { Job, Workers } from "../../../../worker/client.ts";
import { composeJob } from "../../../../worker/job.ts";
import { faultWords, isLostRun } from "../../../runs/query.ts";
import { Batch, type Progress, type Task } from "../../../runs/batch.ts";

/** A document that is run again, with the results of its scenarios as they arrive. */
interface Again {
  readonly document: Document;
  readonly results: (Results | null)[];
  /** The outcome of the runs, or the reason why there is none; null until known. */
  rerun: Rerun | string | null;
  /** Whether the worker was lost. The reason in `outcome` is then not final, and the next check runs the document again. */
  isLost: boolean;
}

/** Checks the answers to one question. Answers with the same seed and changes share their runs. */
export class Checking {
  private readonly again = new Map<string, Again>();
  private batch: Batch<string, void> | null = null;

  /** @param onUpdate Called whenever more results are known. */
  constructor(
    private readonly workers: Workers,
    private readonly step: Step,
    private readonly question: Question,
    private readonly told: () => void,
  ) {}

  /** Starts the runs that these answers need and that have not finished. Runs for answers that were removed are cancelled. */
  check(answers: readonly Answer[]): void {
    this.batch?.stop();
    // Forget documents that are no longer needed or have no final outcome.
    const wanted = new Map(answers.map((each) => [runOf(each, this.question), each] as const));
    for (const [key, { rerun, isLost }] of this.again) if (rerun === null || isLost || !wanted.has(key)) this.again.delete(key);
    // Make a task for each scenario of each new document.
    const tasks: Task<string, void>[] = [];
    const owners = new Map<string, Again>();
    for (const [key, answer] of wanted) {
      const document = this.again.has(key) ? null : documentOfAnswer(this.step, answer);
      if (document === null) continue;
      const [issue] = checkDocument(document);
      const scenarios = variantsOf(document);
      const again: Again = {
        document,
        results: scenarios.map(() => null),
        rerun: issue === undefined ? null : describeIssue(issue),
        isLost: false,
      };
      this.again.set(key, again);
      if (issue !== undefined) continue;
      for (const [variant, scenario] of scenarios.entries()) {
        const name = `${variant} ${key}`;
        owners.set(name, again);
        tasks.push({ key: name, work: workOf(scenario), start: (onProgress) => this.rerun(again, variant, onProgress) });
      }
    }
    this.batch =
      tasks.length === 0
        ? null
        : new Batch(tasks, {
            onEnd: (key, _, fault) => fault !== undefined && fail(owners.get(key)!, fault),
            onProgress: this.told,
          });
    this.told();
  }

  /** Whether some answers could not be checked because a worker was lost. The next {@link check} runs them again. */
  get hasLost(): boolean {
    return [...this.again.values()].some(({ isLost }) => isLost);
  }

  /** Null if there is nothing to run. */
  get progress(): Progress | null {
    return this.batch?.progress ?? null;
  }

  /** The result of checking an answer. */
  readonly of = (answer: Answer): Checked => {
    const again = this.again.get(runOf(answer, this.question));
    if (again === undefined && documentOfAnswer(this.step, answer) === null) {
      return { is: "open", why: "cannot be run again: it does not say what was changed" };
    }
    const { rerun = null } = again ?? {};
    if (rerun === null) return { is: "not yet" };
    return typeof rerun === "string" ? { is: "open", why: `cannot be run again: ${rerun}` } : checkAnswer(answer, this.question, rerun);
  };

  close(): void {
    this.batch?.stop();
  }

  /**
   * Runs one scenario of a document. The last scenario to finish computes the truth. Most questions need only the results; the others also
   * need the analysis of their network.
   */
  private rerun(again: Again, variant: number, onProgress: (part: number) => void): Job<void> {
    const scenarios = variantsOf(again.document);
    return composeJob(async (run) => {
      again.results[variant] = await run(() => this.workers.run(scenarios[variant], false, onProgress));
      if (again.results.includes(null) || again.rerun !== null) return;
      again.rerun = this.rerunOf(again, null);
      if (again.rerun !== null) return;
      const analysis = await run(() => this.workers.analyse(scenarios[networkOf(this.question)])).catch((fault: unknown) => {
        again.isLost = isLostRun(fault);
        return null;
      });
      again.rerun = this.rerunOf(again, analysis) ?? "what it asks for is not known here";
    });
  }

  /** The truth in cycles of the page's clock, as in the student's line; null if the results do not determine it. */
  private rerunOf({ document, results }: Again, analysis: Analysis | null): Rerun | null {
    const scenarios = variantsOf(document);
    const cycles = scenarios.map((each) => cycleOf(document, each));
    const network = networkOf(this.question);
    const truth = kindOf(this.question).truth(this.question, {
      document,
      results: results.map((each, i) => (each === null ? null : rescaledResults(each, cycles[i]))),
      analyses: scenarios.map((_, i) => (i === network && analysis !== null ? rescaledAnalysis(analysis, cycles[i]) : null)),
    });
    return truth === null ? null : { truth, fingerprints: results.flatMap((each) => (each === null ? [] : [each.fingerprint])) };
  }
}

function fail(again: Again, fault: unknown): void {
  again.rerun = `its run failed here: ${faultWords(fault)}`;
  again.isLost ||= isLostRun(fault);
}

/** Index of the step's scenario that a question is about. */
function networkOf(question: Question): number {
  return "network" in question ? question.network : 0;
}
