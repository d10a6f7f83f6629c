/**
 * The lesson editor: the strip of steps at the bottom, the network and sentence of the current step, and the fields for its texts and its
 * question.
 */
import "../lesson.css";
import "./make.css";
import { useEffect, useState } from "react";
import { isolateDirection } from "../../../../core/base/words.ts";
import { Cards } from "../../../workbench/cards/Cards.tsx";
import { LazyDrawer } from "../../../workbench/drawer/LazyDrawer.tsx";
import { StageLegend } from "../../../workbench/stage/StageLegend.tsx";
import { isSweepView, useOnStage } from "../../../workbench/stage/on-stage.ts";
import { ConnectedView } from "../../../workbench/ConnectedView.tsx";
import { Sentence } from "../../../workbench/sentence/Sentence.tsx";
import { NoticeBox } from "../../../shell/NoticeBox.tsx";
import { CurrentSheet } from "../../sheets/CurrentSheet.tsx";
import { Toast } from "../../../ui/Toast.tsx";
import { bindShortcuts } from "../../../ui/shortcuts.ts";
import { useShortcuts } from "../../../shell/useShortcuts.ts";
import { singleColumnQuery, useMediaQuery } from "../../../ui/useMediaQuery.ts";
import { undoInEditor } from "../../../lesson/editor-actions.ts";
import { autosaveLesson } from "../../../lesson/autosave-lesson.ts";
import { UnreadableSteps } from "../UnreadableSteps.tsx";
import { useLessonSession } from "../useLessonSession.ts";
import { usePage, useWorkbench } from "../../../hooks.ts";
import { LockLine, LockableSentence } from "./LockableSentence.tsx";
import { LessonEditorBar } from "./LessonEditorBar.tsx";
import { StepFields } from "./StepFields.tsx";
import { StepModeLine } from "./StepModeLine.tsx";
import { StepStrip } from "./StepStrip.tsx";

/**
 * The page on which an author makes a lesson: sentence, stage, the fields of the current step, the strip with all steps, and the drawer
 * with all settings. Undo and redo act on the lesson.
 */
export function LessonEditor() {
  const page = usePage();
  const { store, drafts, overlay } = page;
  const { lesson, stepIndex } = useLessonSession();
  const drawer = useWorkbench((state) => state.view.drawer);
  const viewOnStage = useOnStage();
  const isColumn = useMediaQuery(singleColumnQuery);
  const [isEditingLocks, setEditingLocks] = useState(false);
  const workbenchShortcuts = useShortcuts();
  useEffect(() => autosaveLesson(store, drafts), [store, drafts]);
  useEffect(() => {
    const editorKeys = workbenchShortcuts.map((key) => {
      if (key.action === "undo") return { ...key, run: () => undoInEditor(store) };
      return key.action === "redo" ? { ...key, run: () => undoInEditor(store, true) } : key;
    });
    return bindShortcuts(editorKeys, () => overlay.getState().hasSingleKeys);
  }, [workbenchShortcuts, store, overlay]);
  useEffect(() => {
    document.title = `Making ${lesson.title === "" ? "a lesson" : isolateDirection(lesson.title)} · Fabricscope`;
  }, [lesson.title]);
  return (
    <div className="page lesson-editor" data-layout={isColumn ? "column" : "rail"} data-drawer={drawer !== null || undefined}>
      <LessonEditorBar />
      <main className="main">
        <NoticeBox />
        <UnreadableSteps />
        <div className="lesson-editor-sentence">
          <StepModeLine />
          {isEditingLocks ? <LockableSentence /> : <Sentence />}
          <LockLine isEditingLocks={isEditingLocks} onToggle={setEditingLocks} />
        </div>
        <section className="stage" id="stage" tabIndex={-1} aria-label="Network">
          <ConnectedView key={viewOnStage} id={viewOnStage} isCard={isSweepView(viewOnStage)} fillsBox={isSweepView(viewOnStage)} />
        </section>
        <StageLegend onStage={viewOnStage} />
        <div className="lesson-rail" key={stepIndex}>
          <StepFields />
          <Cards layout="rail" />
        </div>
      </main>
      <StepStrip />
      <LazyDrawer isModal={isColumn} />
      <CurrentSheet />
      <Toast />
    </div>
  );
}
