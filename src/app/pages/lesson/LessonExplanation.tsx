/** The explanation of a step: the student's answer compared with the truth, and the reason. */
import { fillTruth, sayOrigin } from "./answer-text.ts";
import { GlossaryText } from "../../glossary/GlossaryText.tsx";
import { verdictSentence } from "./verdict.ts";
import { currentStepOf } from "../../state/lesson-session.ts";
import { useLessonSession, useRevealedTruth } from "./useLessonSession.ts";
import { useUnits, useWorkbench } from "../../hooks.ts";

/**
 * The card "Why?" of a step: the verdict on the student's response, the explanation that the author wrote, and how the true answer was
 * computed. It is not shown while results are hidden (`isCovered`), before a goal is answered, and if there is nothing to explain.
 */
export function LessonExplanation() {
  const units = useUnits();
  const session = useLessonSession();
  const truth = useRevealedTruth();
  const step = currentStepOf(session);
  const scenario = useWorkbench((state) => state.document.current);
  const response = session.said[session.stepIndex];
  if (session.isCovered || step.question === null || truth === null) return null;
  if (step.question.is === "goal" && response === undefined) return null;
  const explanation = fillTruth(step.why, units, step, truth);
  const verdict =
    response === undefined || response === null || session.role === "speaker"
      ? ""
      : verdictSentence(units, scenario, step.question, response, truth);
  if (explanation === "" && verdict === "") return null;
  const origin = sayOrigin(units, step.question, scenario);
  return (
    <section className="card panel lesson-why" aria-label="Why">
      <h2>Why?</h2>
      <p>
        {verdict !== "" && <span className="lesson-verdict">{verdict}</span>} <GlossaryText text={explanation} />
      </p>
      {origin !== "" && <small className="muted">{origin}</small>}
    </section>
  );
}
