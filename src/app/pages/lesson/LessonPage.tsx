/**
 * A step of a lesson: a reduced workbench. The question takes the place of the workbench's sentence and is later replaced by the finding.
 */
import "./lesson.css";
import { useEffect } from "react";
import { isolateDirection } from "../../../core/base/words.ts";
import { NoticeBox } from "../../shell/NoticeBox.tsx";
import { CurrentSheet } from "../sheets/CurrentSheet.tsx";
import { Toast } from "../../ui/Toast.tsx";
import { bindShortcuts } from "../../ui/shortcuts.ts";
import { currentStepOf } from "../../state/lesson-session.ts";
import { LessonFoot } from "./LessonFoot.tsx";
import { LessonHead, useHeading } from "./LessonHead.tsx";
import { lazyComponent } from "../../ui/lazy.ts";
import { lessonName } from "./HandIn.tsx";
import { LessonBar } from "./LessonBar.tsx";
import { LessonInstruments, LessonNetwork } from "./LessonParts.tsx";
import { LessonSlides } from "./LessonSlides.tsx";
import { changeRole, recordOutcome } from "../../lesson/lesson-actions.ts";
import { questionKindOf } from "../../../lessons/questions/index.ts";
import type { SketchTruth } from "../../../lessons/questions/sketch.ts";
import { UnreadableSteps } from "./UnreadableSteps.tsx";
import { lessonShortcuts } from "./lesson-keys.ts";
import { useLessonSession, useRevealedTruth } from "./useLessonSession.ts";
import { singleColumnQuery, useMediaQuery } from "../../ui/useMediaQuery.ts";
import { useOverlay, usePage, useWorkbench } from "../../hooks.ts";

const answersPage = lazyComponent(() => import("./answers/Answers.tsx").then(({ ClassAnswers }) => ClassAnswers));

/** Shows the page for the current role: student, speaker, or the lecturer who collects answers. */
export function LessonPage() {
  const { store } = usePage();
  const isPresenting = useOverlay((state) => state.isPresenting);
  const { role } = useLessonSession();
  useEffect(() => {
    if (role !== "gatherer" && isPresenting !== (role === "speaker")) changeRole(store, isPresenting ? "speaker" : "student");
  }, [isPresenting, role, store]);
  if (role === "gatherer") return <LecturerPage isPresented={isPresenting} />;
  return isPresenting ? <LessonSlides /> : <StudentPage />;
}

/**
 * The lecturer's page: the predictions and results of a class, from the lines that its students handed in. On a projector, they are a slide,
 * which needs no bar.
 */
function LecturerPage({ isPresented }: { readonly isPresented: boolean }) {
  const session = useLessonSession();
  const answers = <answersPage.Component lesson={session.lesson} name={lessonName(session)} stepIndex={session.stepIndex} />;
  return (
    <div className={isPresented ? "answers-slide" : "page lesson gathering"}>
      {!isPresented && <LessonBar />}
      {/* One element in both layouts, so that the lines stay if the browser stores nothing. */}
      <div className="main" role={isPresented ? undefined : "main"}>
        {!isPresented && <NoticeBox />}
        {answers}
      </div>
      <CurrentSheet />
      <Toast />
    </div>
  );
}

/** Records the answer of the current step once it is shown, for the summary at the end of the lesson. */
function useStepOutcome(): void {
  const { store } = usePage();
  const session = useLessonSession();
  const truth = useRevealedTruth();
  const { text, isAnswer } = useHeading();
  const { question } = currentStepOf(session);
  const { stepIndex } = session;
  const response = session.said[stepIndex] ?? null;
  const isFinal = question?.is !== "sketch" || (truth !== null && (truth as SketchTruth).isComplete);
  const isKnown = (isAnswer && truth !== null && isFinal) || question === null;
  const grade = question === null || response === null || truth === null ? null : questionKindOf(question).grade(question, response, truth);
  useEffect(() => {
    if (isKnown) recordOutcome(store, stepIndex, { sentence: text, grade });
  }, [store, isKnown, text, grade, stepIndex]);
}

/**
 * The page on which a student works through a step: heading, network, a column of cards (question, measured values, explanation), and the
 * buttons at the foot. `isCovered` hides results until the student answers. A page that is embedded in another site has no bar.
 */
function StudentPage() {
  const page = usePage();
  const { overlay } = page;
  const session = useLessonSession();
  const { lesson, stepIndex } = session;
  const isEmbedded = useWorkbench((state) => state.view.isEmbedded);
  useEffect(() => bindShortcuts(lessonShortcuts(page), () => overlay.getState().hasSingleKeys), [page, overlay]);
  const step = currentStepOf(session);
  useStepOutcome();
  useEffect(() => {
    document.title = `${stepIndex + 1} of ${lesson.steps.length}: ${isolateDirection(step.title)} · Fabricscope`;
  }, [stepIndex, lesson, step]);
  return (
    <div
      className="page lesson"
      data-layout={useMediaQuery(singleColumnQuery) ? "column" : "rail"}
      data-covered={session.isCovered || undefined}
      data-embedded={isEmbedded || undefined}
    >
      {!isEmbedded && <LessonBar />}
      <main className="main">
        <NoticeBox />
        <UnreadableSteps />
        <LessonHead key={stepIndex} />
        <LessonNetwork />
        <div className="lesson-rail" key={`rail ${stepIndex}`}>
          <LessonInstruments />
        </div>
      </main>
      <LessonFoot />
      <CurrentSheet />
      <Toast />
    </div>
  );
}
