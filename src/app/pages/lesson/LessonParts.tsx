/** The network and the instruments of a step, shared by the student's page and the projector. */
import type { ReactNode } from "react";
import { loadPath } from "../../../core/scenario/load.ts";
import { Cards } from "../../workbench/cards/Cards.tsx";
import { ConnectedView } from "../../workbench/ConnectedView.tsx";
import { Sentence } from "../../workbench/sentence/Sentence.tsx";
import { StageLegend } from "../../workbench/stage/StageLegend.tsx";
import { isSweepView, useOnStage } from "../../workbench/stage/on-stage.ts";
import { UnlockedFields } from "./UnlockedFields.tsx";
import { QuestionCard } from "./questions/QuestionCard.tsx";
import { currentStepOf } from "../../state/lesson-session.ts";
import { useLessonSession } from "./useLessonSession.ts";
import { LessonExplanation } from "./LessonExplanation.tsx";

/**
 * The network on the stage, and below it the sentence that describes the scenario, the fields that the author has unlocked, and the legend.
 * `lock` lists what students may not change; `"all"` means everything.
 */
export function LessonNetwork(): ReactNode {
  const viewOnStage = useOnStage();
  const session = useLessonSession();
  const { isCovered } = session;
  const { lock } = currentStepOf(session);
  return (
    <>
      <section className="stage" id="stage" tabIndex={-1} aria-label="Network">
        <ConnectedView key={viewOnStage} id={viewOnStage} isCard={isSweepView(viewOnStage)} fillsBox={isSweepView(viewOnStage)} />
      </section>
      <div className="lesson-scenario">
        {/* If nothing in the sentence can be changed, leave it out: readers who know its terms can explore freely. */}
        {lock !== "all" && <Sentence ruler={{ path: loadPath.join("."), delivered: null }} isHeading={false} />}
        <UnlockedFields />
        {!isCovered && <StageLegend onStage={viewOnStage} />}
      </div>
    </>
  );
}

/** The question with the student's answer, the explanation, and the cards that the step opens. */
export function LessonInstruments(): ReactNode {
  const session = useLessonSession();
  const { isCovered } = session;
  const { question } = currentStepOf(session);
  return (
    <>
      <QuestionCard />
      <LessonExplanation />
      {!isCovered && <Cards layout="rail" without={question?.is === "value" && question.of === "delivered" ? loadCurveCard : noCards} />}
    </>
  );
}

/** The question is answered on the load curve itself, so the curve's own card is left out. */
const loadCurveCard = ["load-curve"];
const noCards: readonly string[] = [];
