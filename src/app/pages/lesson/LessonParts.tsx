/** What a step shows, on the student's page and on the projector. */
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

/** The network, and under it what it carries. */
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
        {/* A sentence in which nothing can be changed is for those who know its words already: they explore. */}
        {lock !== "all" && <Sentence ruled={{ path: loadPath.join("."), delivered: null }} heads={false} />}
        <OpenWords />
        {!isCovered && <Legend onStage={onStage} />}
      </div>
    </>
  );
}

/** What is asked, what was said, why it is so, and the cards that the step opens. */
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

/** The mark is put on the load curve itself. */
const curve = ["load-curve"];
const none: readonly string[] = [];
