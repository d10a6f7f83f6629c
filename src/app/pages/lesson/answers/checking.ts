/** Runs the seeds of a class again, in the background, and compares every line with what they come to here. */
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
import type { Job, Workers } from "../../../../worker/client.ts";
import { faultWords, isLostRun } from "../../../runs/query.ts";
import { Batch, type Progress } from "../../../runs/batch.ts";

/** One document that is run again: its results as they come in, one for each of its scenarios. */
interface Again {
  readonly document: Document;
  readonly results: (Results | null)[];
  missing: number;
  /** What they come to; a text says why nothing is known. */
  rerun: Rerun | string | null;
  /** Whether a worker was lost: then that text is no answer, and the document is run again at the next check. */
  isLost: boolean;
}

export class Checking {
  private readonly again = new Map<string, Again>();
  private readonly analyses = new Set<Job<Analysis | null>>();
  private batch: Batch | null = null;
  private isClosed = false;

  /** @param told hears whenever more is known */
  constructor(
    private readonly workers: Workers,
    private readonly step: Step,
    private readonly question: Question,
    private readonly told: () => void,
  ) {}

  /** Runs what these answers need and has not run yet. What runs for answers that are gone is given up. */
  check(answers: readonly Answer[]): void {
    this.batch?.stop();
    const wanted = new Map(answers.map((each) => [runOf(each, this.question), each] as const));
    for (const [key, { rerun, isLost }] of this.again) if (rerun === null || isLost || !wanted.has(key)) this.again.delete(key);
    const cells: { readonly again: Again; readonly variant: number }[] = [];
    for (const [key, answer] of wanted) {
      if (this.again.has(key)) continue;
      const document = documentOfAnswer(this.step, answer);
      if (document === null) continue;
      const [issue] = checkDocument(document);
      const scenarios = variantsOf(document);
      const again: Again = {
        document,
        results: scenarios.map(() => null),
        missing: scenarios.length,
        rerun: issue === undefined ? null : describeIssue(issue),
        isLost: false,
      };
      this.again.set(key, again);
      if (issue === undefined) cells.push(...scenarios.map((_, variant) => ({ again, variant })));
    }
    const batch = new Batch(
      this.workers,
      cells.map(({ again, variant }) => variantsOf(again.document)[variant]),
      (i, results, fault) => this.arrived(cells[i].again, cells[i].variant, results, fault),
      () => this.isClosed || this.told(),
    );
    this.batch = cells.length === 0 ? null : batch;
    this.told();
  }

  /** Whether some answers could not be checked because a worker was lost: they are run again by the next {@link check}. */
  get hasLost(): boolean {
    return [...this.again.values()].some(({ isLost }) => isLost);
  }

  /** Null where there is nothing to run. */
  get progress(): Progress | null {
    return this.batch?.progress ?? null;
  }

  /** What came of running an answer again. */
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
    this.isClosed = true;
    this.batch?.stop();
    for (const job of this.analyses) job.cancel();
  }

  private arrived(again: Again, variant: number, results: Results | null, fault: unknown): void {
    again.results[variant] = results;
    again.missing--;
    if (results === null) again.rerun = `its run failed here: ${faultWords(fault)}`;
    if (results === null && isLostRun(fault)) again.isLost = true;
    if (again.missing > 0 || again.rerun !== null) return;
    // Most truths need no more than the runs.
    again.rerun = this.rerunOf(again, null);
    if (again.rerun === null) this.analyse(again);
  }

  private analyse(again: Again): void {
    const job = this.workers.analyse(variantsOf(again.document)[networkOf(this.question)]);
    this.analyses.add(job);
    const conclude = (analysis: Analysis | null) => {
      this.analyses.delete(job);
      if (this.isClosed) return;
      again.rerun = this.rerunOf(again, analysis) ?? "what it asks for is not known here";
      this.told();
    };
    job.done.then(conclude, (fault: unknown) => {
      if (isLostRun(fault)) again.isLost = true;
      conclude(null);
    });
  }

  /** What is true, told in cycles of the page as the student's line is; null where that is not known. */
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

/** Which of the step's scenarios a question asks about. */
function networkOf(question: Question): number {
  return "network" in question ? question.network : 0;
}
