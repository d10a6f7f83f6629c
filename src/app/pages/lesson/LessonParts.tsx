/** The network and the instruments of a step, shared by the student's page and the projector. */
import type { ReactNode } from "react";
import { Cards } from "../../workbench/cards/Cards.tsx";
import { ConnectedView } from "../../workbench/ConnectedView.tsx";
import { Sentence } from "../../workbench/sentence/Sentence.tsx";
import { StageLegend } from "../../workbench/stage/StageLegend.tsx";
import { isSweepView, singleNetworkView, useOnStage } from "../../workbench/stage/on-stage.ts";
import { UnlockedFields } from "./UnlockedFields.tsx";
import { QuestionCard } from "./questions/QuestionCard.tsx";
import type { Question } from "../../../lessons/questions/index.ts";
import { currentStepOf } from "../../state/lesson-session.ts";
import { useLessonSession } from "./useLessonSession.ts";
import { LessonExplanation } from "./LessonExplanation.tsx";

/**
 * The network on the stage, and below it the sentence that describes the scenario, the fields that the author has unlocked, and the legend.
 * `lock` lists what students may not change; `"all"` means everything.
 */
export function LessonNetwork(): ReactNode {
  const chosenView = useOnStage();
  const session = useLessonSession();
  const { isCovered } = session;
  // The view of a sweep shows nothing but results, so the network takes its place while they are hidden.
  const viewOnStage = isCovered && isSweepView(chosenView) ? singleNetworkView : chosenView;
  const { lock } = currentStepOf(session);
  return (
    <>
      <section className="stage" id="stage" tabIndex={-1} aria-label="Network">
        <ConnectedView key={viewOnStage} id={viewOnStage} isCard={isSweepView(viewOnStage)} fillsBox={isSweepView(viewOnStage)} />
      </section>
      <div className="lesson-scenario">
        {/* If nothing in the sentence can be changed, leave it out: readers who know its terms can explore freely. */}
        {lock !== "all" && <Sentence isHeading={false} />}
        <UnlockedFields />
        {/* The legend keeps its place while results are covered, so that the network does not shrink when they are revealed. */}
        <div className="lesson-legend" data-covered={isCovered || undefined}>
          <StageLegend onStage={viewOnStage} />
        </div>
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
      {!isCovered && <Cards layout="rail" without={drawsCurve(question) ? curveCards : noCards} />}
    </>
  );
}

/** Whether the question is answered on the load curve or the swept curve itself, so that the curve's own card is left out. */
const drawsCurve = (question: Question | null) => question?.is === "sketch" || (question?.is === "value" && question.of === "delivered");
const curveCards = ["load-curve", "sweep"];
const noCards: readonly string[] = [];
