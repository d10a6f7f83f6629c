/** Checks submitted answers: runs their scenario again with the same seed and compares the results. */
import { type Document, variantsOf } from "../core/scenario/document.ts";
import { paramAt, withValue } from "../core/scenario/place.ts";
import type { Answer } from "./answers.ts";
import { checkOf } from "./line.ts";
import { kindOf, type Question, type Truth } from "./questions/index.ts";
import type { Step } from "./lesson.ts";

/** The result of the check. */
export type Checked =
  | { readonly is: "not yet" | "same" }
  /** `why` completes a sentence that begins with “Line 3”. */
  | { readonly is: "differs" | "open"; readonly why: string };

/** The results of running the scenarios of an answer again. */
export interface Rerun {
  readonly truth: Truth;
  /** Fingerprints of the step's scenarios. The check of a line is made with that of the scenario that the student had open. */
  readonly fingerprints: readonly string[];
}

/** The document that the student ran. Null if the line does not determine it, because a goal may be reached by any change. */
export function documentOfAnswer({ document, question }: Pick<Step, "document" | "question">, { line, said }: Answer): Document | null {
  const seeded: Document = { ...document, seed: line.seed, claim: null };
  if (question === null || question.is !== "goal") return seeded;
  const { least, network } = question;
  if (least === null || network !== 0 || said === null || !("number" in said)) return null;
  const param = paramAt(variantsOf(seeded)[0], least);
  const isAllowed = param?.type === "integer" && Number.isInteger(said.number) && said.number >= param.min && said.number <= param.max;
  return isAllowed ? withValue(seeded, least, said.number) : null;
}

/** Answers with the same key belong to the same runs, so they are checked together. */
export function runOf({ line }: Answer, question: Question): string {
  return question.is === "goal" ? `${line.seed} ${line.said}` : String(line.seed);
}

/** Compares an answer with the results of its runs here. */
export function checkAnswer({ line }: Answer, question: Question, { truth, fingerprints }: Rerun): Checked {
  const due = kindOf(question).writeTruth(question, truth);
  if (due !== line.result) {
    return {
      is: "differs",
      why: `does not come out the same: it has ${line.result.slice(0, 20)}, and seed ${line.seed} gives ${due} here`,
    };
  }
  if (fingerprints.some((fingerprint) => checkOf(line, fingerprint) === line.check)) return { is: "same" };
  return { is: "differs", why: "was edited: its check does not fit" };
}
