/** What the picture and the finding of sketched curves need. */
import { useMemo } from "react";
import type { SketchContext } from "../../../../lessons/class-finding.ts";
import type { LessonStep } from "../../../../lessons/lesson.ts";
import type { Question } from "../../../../lessons/questions/index.ts";
import type { SketchTruth } from "../../../../lessons/questions/sketch.ts";
import { useUnits } from "../../../hooks.ts";
import { sketchWords, type SketchWords } from "../sketch-plot.ts";
import { useTruth } from "../useLessonSession.ts";

/** The axes and the computed curve; null for questions whose answers are no curves. */
export function useSketchContext(
  step: LessonStep,
  question: Question,
  isCovered: boolean,
): (SketchContext & { readonly words: SketchWords }) | null {
  const units = useUnits();
  const truth = useTruth();
  return useMemo(() => {
    const words = question.is === "sketch" ? sketchWords(question, step.document, units) : null;
    if (words === null) return null;
    return {
      words,
      axis: words.axis,
      sayPlace: words.sayPlace,
      sayHeight: words.sayHeight,
      truth: isCovered ? null : (truth as SketchTruth | null),
    };
  }, [step, question, units, truth, isCovered]);
}
