/**
 * A step of a lesson: a reduced workbench. The question takes the place of the workbench's sentence and is later replaced by the finding.
 */
import "./lesson.css";
import { useEffect } from "react";
import { isolated } from "../../../core/base/words.ts";
import { NoticeBox } from "../../shell/NoticeBox.tsx";
import { Sheets } from "../sheets/Sheets.tsx";
import { Toast } from "../../ui/Toast.tsx";
import { bindKeys } from "../../ui/keys.ts";
import { stepAt } from "../../state/lesson-session.ts";
import { Foot } from "./Foot.tsx";
import { Head } from "./Head.tsx";
import { lazy } from "../../ui/lazy.ts";
import { lessonName } from "./HandIn.tsx";
import { LessonBar } from "./LessonBar.tsx";
import { Instruments, Network } from "./LessonParts.tsx";
import { LessonProjected } from "./LessonProjected.tsx";
import { takePart } from "../../lesson/attend.ts";
import { MissingSteps } from "./MissingSteps.tsx";
import { lessonKeys } from "./lesson-keys.ts";
import { useAttending } from "./useAttending.ts";
import { columnQuery, useMedia } from "../../ui/useMedia.ts";
import { useOverlay, usePage, useWorkbench } from "../../hooks.ts";

const answers = lazy(() => import("./answers/Answers.tsx").then(({ Answers }) => Answers));

/** Shows the page for the current role: student, speaker, or the lecturer who collects answers. */
export function LessonPage() {
  const { store } = usePage();
  const isPresenting = useOverlay((state) => state.isPresenting);
  const { part } = useAttending();
  useEffect(() => {
    if (part !== "gatherer" && isPresenting !== (part === "speaker")) takePart(store, isPresenting ? "speaker" : "student");
  }, [isPresenting, part, store]);
  if (part === "gatherer") return <GatherersPage />;
  return isPresenting ? <LessonProjected /> : <StudentsPage />;
}

/** The lecturer's page: the predictions and results of a class, from the lines that its students handed in. */
function GatherersPage() {
  const attending = useAttending();
  return (
    <div className="page lesson gathering">
      <LessonBar />
      <main className="main">
        <NoticeBox />
        <answers.Component lesson={attending.lesson} name={lessonName(attending)} at={attending.at} />
      </main>
      <Sheets />
      <Toast />
    </div>
  );
}

/** The page on which a student works through a step. */
function StudentsPage() {
  const page = usePage();
  const { overlay } = page;
  const attending = useAttending();
  const { lesson, at } = attending;
  const isEmbedded = useWorkbench((state) => state.view.isEmbedded);
  useEffect(() => bindKeys(lessonKeys(page), () => overlay.getState().hasSingleKeys), [page, overlay]);
  const step = stepAt(attending);
  useEffect(() => {
    document.title = `${at + 1} of ${lesson.steps.length}: ${isolated(step.title)} · Fabricscope`;
  }, [at, lesson, step]);
  return (
    <div
      className="page lesson"
      data-layout={useMedia(columnQuery) ? "column" : "rail"}
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
