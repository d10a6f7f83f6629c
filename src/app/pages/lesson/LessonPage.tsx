/** A step of a lesson: the workbench with less on it. The question stands in the sentence's place, and becomes the finding. */
import "./lesson.css";
import { type ReactNode, useEffect } from "react";
import { isolated } from "../../../core/base/words.ts";
import { Cards } from "../../workbench/cards/Cards.tsx";
import { Legend } from "../../workbench/stage/Legend.tsx";
import { NoticeBox } from "../../shell/NoticeBox.tsx";
import { Picture } from "../../workbench/Picture.tsx";
import { Sentence } from "../../workbench/sentence/Sentence.tsx";
import { Sheets } from "../../shell/Sheets.tsx";
import { Toast } from "../../shell/Toast.tsx";
import { isOfSweep, useOnStage } from "../../workbench/stage/on-stage.ts";
import { loadPath } from "../../../core/scenario/load.ts";
import { bindKeys } from "../../shell/keys.ts";
import { stepAt } from "../../lesson/attending.ts";
import { Foot } from "./Foot.tsx";
import { Head } from "./Head.tsx";
import { LessonBar } from "./LessonBar.tsx";
import { MissingSteps } from "./MissingSteps.tsx";
import { QuestionCard } from "./questions/QuestionCard.tsx";
import { Why } from "./Why.tsx";
import { lessonKeys } from "./lesson-keys.ts";
import { useAttending } from "./useAttending.ts";
import { useMedia } from "../../shell/useMedia.ts";
import { usePage, useWorkbench } from "../../hooks.ts";

export function LessonPage() {
  const page = usePage();
  const { overlay } = page;
  const attending = useAttending();
  const { lesson, at } = attending;
  const isEmbedded = useWorkbench((state) => state.isEmbedded);
  useEffect(() => bindKeys(lessonKeys(page), () => overlay.getState().hasSingleKeys), [page, overlay]);
  const step = stepAt(attending);
  useEffect(() => {
    document.title = `${at + 1} of ${lesson.steps.length}: ${isolated(step.title)} · Fabricscope`;
  }, [at, lesson, step]);
  return (
    <div
      className="page lesson"
      data-layout={useMedia("(max-width: 56.1875em)") ? "column" : "rail"}
      data-covered={attending.isCovered || undefined}
      data-embedded={isEmbedded || undefined}
    >
      {!isEmbedded && <LessonBar />}
      <main className="main">
        <NoticeBox />
        <MissingSteps />
        <Head key={at} />
        <Network />
        <div className="lesson-rail" key={`rail ${at}`}>
          <Instruments />
        </div>
      </main>
      <Foot />
      <Sheets />
      <Toast />
    </div>
  );
}

/** The network, and under it what it carries. */
export function Network(): ReactNode {
  const onStage = useOnStage();
  const { isCovered } = useAttending();
  return (
    <>
      <section className="stage" id="stage" tabIndex={-1} aria-label="Network">
        <Picture key={onStage} id={onStage} isCard={isOfSweep(onStage)} fills={isOfSweep(onStage)} />
      </section>
      <div className="lesson-scenario">
        <Sentence ruled={{ path: loadPath.join("."), delivered: null }} heads={false} />
        {!isCovered && <Legend onStage={onStage} />}
      </div>
    </>
  );
}

/** What is asked, what was said, why it is so, and the cards that the step opens. */
export function Instruments(): ReactNode {
  const { isCovered } = useAttending();
  return (
    <>
      <QuestionCard />
      <Why />
      {!isCovered && <Cards layout="rail" />}
    </>
  );
}
