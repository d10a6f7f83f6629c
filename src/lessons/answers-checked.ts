/** Whether a line of answers comes out the same when its seed runs again. */
import { type Document, variantsOf } from "../core/scenario/document.ts";
import { paramAt, withValue } from "../core/scenario/place.ts";
import type { Answer } from "./answers.ts";
import { checkOf } from "./line.ts";
import { kindOf, type Question, type Truth } from "./questions/index.ts";
import type { Step } from "./lesson.ts";

/** What came of running a line again. */
export type Checked =
  | { readonly is: "not yet" | "same" }
  /** `why` ends a sentence that begins with “Line 3”. */
  | { readonly is: "differs" | "open"; readonly why: string };

/** What a line's scenarios came to here. */
export interface Rerun {
  readonly truth: Truth;
  /** Of the runs of the step's scenarios: a line is made of that which its student had in front. */
  readonly fingerprints: readonly string[];
}

/** The document that a line's student has run; null where the line does not say it: a goal may be reached by any change. */
export function documentOfAnswer({ document, question }: Pick<Step, "document" | "question">, { line, said }: Answer): Document | null {
  const seeded: Document = { ...document, seed: line.seed, claim: null };
  if (question === null || question.is !== "goal") return seeded;
  const { least, network } = question;
  if (least === null || network !== 0 || said === null || !("number" in said)) return null;
  const param = paramAt(variantsOf(seeded)[0], least);
  const isAllowed = param?.type === "integer" && Number.isInteger(said.number) && said.number >= param.min && said.number <= param.max;
  return isAllowed ? withValue(seeded, least, said.number) : null;
}

/** Answers with the same name are of the same runs. */
export function runOf({ line }: Answer, question: Question): string {
  return question.is === "goal" ? `${line.seed} ${line.said}` : String(line.seed);
}

/** Compares a line with what its runs came to here. */
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
