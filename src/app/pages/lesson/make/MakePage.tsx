/**
 * The lesson editor: the strip of steps at the bottom, the network and sentence of the current step, and the fields for its texts and its
 * question.
 */
import "../lesson.css";
import "./make.css";
import { useEffect, useState } from "react";
import { isolated } from "../../../../core/base/words.ts";
import { loadPath } from "../../../../core/scenario/load.ts";
import { Cards } from "../../../workbench/cards/Cards.tsx";
import { LazyDrawer } from "../../../workbench/drawer/LazyDrawer.tsx";
import { Legend } from "../../../workbench/stage/Legend.tsx";
import { isOfSweep, useOnStage } from "../../../workbench/stage/on-stage.ts";
import { Picture } from "../../../workbench/Picture.tsx";
import { Sentence } from "../../../workbench/sentence/Sentence.tsx";
import { NoticeBox } from "../../../shell/NoticeBox.tsx";
import { Sheets } from "../../sheets/Sheets.tsx";
import { Toast } from "../../../ui/Toast.tsx";
import { bindKeys } from "../../../ui/keys.ts";
import { useKeys } from "../../../shell/useKeys.ts";
import { columnQuery, useMedia } from "../../../ui/useMedia.ts";
import { goBack } from "../../../lesson/make.ts";
import { keepMade } from "../../../lesson/keep-made.ts";
import { MissingSteps } from "../MissingSteps.tsx";
import { useAttending } from "../useAttending.ts";
import { usePage, useWorkbench } from "../../../hooks.ts";
import { LockLine, LockWords } from "./LockWords.tsx";
import { MakeBar } from "./MakeBar.tsx";
import { StepFields } from "./StepFields.tsx";
import { Strip } from "./Strip.tsx";

export function MakePage() {
  const page = usePage();
  const { store, drafts, overlay } = page;
  const { lesson, at } = useAttending();
  const drawer = useWorkbench((state) => state.view.drawer);
  const onStage = useOnStage();
  const isColumn = useMedia(columnQuery);
  const [isLocking, setLocking] = useState(false);
  const own = useKeys();
  useEffect(() => keepMade(store, drafts), [store, drafts]);
  useEffect(() => {
    const steps = own.map((key) =>
      key.does === "Undo" ? { ...key, act: () => goBack(store) } : key.does === "Redo" ? { ...key, act: () => goBack(store, true) } : key,
    );
    return bindKeys(steps, () => overlay.getState().hasSingleKeys);
  }, [own, store, overlay]);
  useEffect(() => {
    document.title = `Making ${lesson.title === "" ? "a lesson" : isolated(lesson.title)} · Fabricscope`;
  }, [lesson.title]);
  return (
    <div className="page making" data-layout={isColumn ? "column" : "rail"} data-drawer={drawer !== null || undefined}>
      <MakeBar />
      <main className="main">
        <NoticeBox />
        <MissingSteps />
        <div className="making-say">
          {isLocking ? <LockWords /> : <Sentence ruled={{ path: loadPath.join("."), delivered: null }} />}
          <LockLine isLocking={isLocking} onTurn={setLocking} />
        </div>
        <section className="stage" id="stage" tabIndex={-1} aria-label="Network">
          <Picture key={onStage} id={onStage} isCard={isOfSweep(onStage)} fills={isOfSweep(onStage)} />
        </section>
        <Legend onStage={onStage} />
        <div className="lesson-rail" key={at}>
          <StepFields />
          <Cards layout="rail" />
        </div>
      </main>
      <Strip />
      <LazyDrawer isModal={isColumn} />
      <Sheets />
      <Toast />
    </div>
  );
}
