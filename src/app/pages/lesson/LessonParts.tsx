/** The network and the instruments of a step, shared by the student's page and the projector. */
import type { ReactNode } from "react";
import { loadPath } from "../../../core/scenario/load.ts";
import { Cards } from "../../workbench/cards/Cards.tsx";
import { Picture } from "../../workbench/Picture.tsx";
import { Sentence } from "../../workbench/sentence/Sentence.tsx";
import { Legend } from "../../workbench/stage/Legend.tsx";
import { isOfSweep, useOnStage } from "../../workbench/stage/on-stage.ts";
import { OpenWords } from "./OpenWords.tsx";
import { QuestionCard } from "./questions/QuestionCard.tsx";
import { stepAt } from "../../state/lesson-session.ts";
import { useAttending } from "./useAttending.ts";
import { Why } from "./Why.tsx";

/** The network, with the sentence about its traffic below. */
export function Network(): ReactNode {
  const onStage = useOnStage();
  const attending = useAttending();
  const { isCovered } = attending;
  const { lock } = stepAt(attending);
  return (
    <>
      <section className="stage" id="stage" tabIndex={-1} aria-label="Network">
        <Picture key={onStage} id={onStage} isCard={isOfSweep(onStage)} fills={isOfSweep(onStage)} />
      </section>
      <div className="lesson-scenario">
        {/* If nothing in the sentence can be changed, leave it out: readers who know its terms can explore freely. */}
        {lock !== "all" && <Sentence ruled={{ path: loadPath.join("."), delivered: null }} heads={false} />}
        <OpenWords />
        {!isCovered && <Legend onStage={onStage} />}
      </div>
    </>
  );
}

/** The question with the student's answer, the explanation, and the cards that the step opens. */
export function Instruments(): ReactNode {
  const attending = useAttending();
  const { isCovered } = attending;
  const { question } = stepAt(attending);
  return (
    <>
      <QuestionCard />
      <Why />
      {!isCovered && <Cards layout="rail" without={question?.is === "value" && question.of === "delivered" ? curve : none} />}
    </>
  );
}

/** The question is answered on the load curve itself, so the curve's own card is left out. */
const curve = ["load-curve"];
const none: readonly string[] = [];
