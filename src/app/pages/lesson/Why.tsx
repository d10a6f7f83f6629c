/** The explanation of a step: the student's answer compared with the truth, and the reason. Below it is the line for the lecturer. */
import { filled, sayHowFound } from "./answer-words.ts";
import { HandIn } from "./HandIn.tsx";
import { Told } from "../../glossary/Told.tsx";
import { verdictOf } from "./verdict.ts";
import { stepAt } from "../../state/lesson-session.ts";
import { useAttending, useTold } from "./useAttending.ts";
import { useUnits, useWorkbench } from "../../hooks.ts";

/** The explanation card. Hidden while the runs are covered, and if there is nothing to explain. */
export function Why() {
  const units = useUnits();
  const attending = useAttending();
  const truth = useTold();
  const step = stepAt(attending);
  const scenario = useWorkbench((state) => state.document.current);
  const said = attending.said[attending.at];
  if (attending.isCovered || step.question === null || truth === null) return null;
  if (step.question.is === "goal" && said === undefined) return null;
  const why = filled(step.why, units, step, truth);
  const verdict = said === undefined || said === null || attending.part === "speaker" ? "" : verdictOf(units, step.question, said, truth);
  if (why === "" && verdict === "") return null;
  const how = sayHowFound(units, step.question, scenario);
  return (
    <section className="card panel lesson-why" aria-label="Why">
      <h2>Why?</h2>
      <p>
        {verdict !== "" && <span className="lesson-verdict">{verdict}</span>} <Told text={why} />
      </p>
      {how !== "" && <small className="muted">{how}</small>}
      {attending.part === "student" && <HandIn />}
    </section>
  );
}
