/** The page of the workbench: bar, sentence, finding, stage with its cards, legend, and time bar. */
import "../../workbench/workbench.css";
import "./skip.css";
import { type CSSProperties, useEffect } from "react";
import { isolated } from "../../../core/base/words.ts";
import { Bar } from "../../shell/bar/Bar.tsx";
import { Cards } from "../../workbench/cards/Cards.tsx";
import { Leader } from "../../workbench/cards/Leader.tsx";
import { useLayout } from "../../workbench/cards/layout.ts";
import { RailMore } from "../../workbench/cards/RailMore.tsx";
import { LazyDrawer } from "../../workbench/drawer/LazyDrawer.tsx";
import { FindingLine } from "../../workbench/finding/FindingLine.tsx";
import { bindKeys } from "../../ui/keys.ts";
import { lazy } from "../../ui/lazy.ts";
import { Legend } from "../../workbench/stage/Legend.tsx";
import { NoticeBox } from "../../shell/NoticeBox.tsx";
import { Picture } from "../../workbench/Picture.tsx";
import { Sentence } from "../../workbench/sentence/Sentence.tsx";
import { documentSentence, plain } from "../../../words/sentence.ts";
import { loadPath } from "../../../core/scenario/load.ts";
import { Sheets } from "../sheets/Sheets.tsx";
import { alone, isOfSweep, underHand, useOnStage } from "../../workbench/stage/on-stage.ts";
import { TimeBar } from "../../workbench/time/TimeBar.tsx";
import { Toast } from "../../ui/Toast.tsx";
import { useKeys } from "../../shell/useKeys.ts";
import { Link } from "../../ui/Link.tsx";
import { useOverlay, usePage, useActiveRuns, useWorkbench } from "../../hooks.ts";

const presentation = lazy(() => import("../present/Presentation.tsx").then(({ Presentation }) => Presentation));
const embedding = lazy(() => import("../present/Embedding.tsx").then(({ Embedding }) => Embedding));
const drawLine = lazy(() => import("../../workbench/drawing/DrawLine.tsx").then(({ DrawLine }) => DrawLine));
const paintLine = lazy(() => import("../../workbench/painting/PaintLine.tsx").then(({ PaintLine }) => PaintLine));

/** The workbench in its current layout and mode: normal, embedded, presenting, drawing, or painting. */
export function Workbench() {
  const { overlay } = usePage();
  const scenario = useWorkbench((state) => state.document.current);
  const drawer = useWorkbench((state) => state.view.drawer);
  // A network that is being drawn and cannot run yet has no results and no channels; the page shows those from before.
  const isDrawing = useWorkbench(({ mode: { drawing } }) => drawing !== null);
  const isPending = useWorkbench(({ document: { pending } }) => pending?.isDrawn === true);
  const isRefused = useActiveRuns((state) => state.lost !== null && state.isRefused);
  const delivered = useActiveRuns((state) => state.answer?.results.acceptedPerSender ?? null);
  const isPresenting = useOverlay((state) => state.isPresenting);
  const hidden = useWorkbench((state) => state.view.hidden);
  const isEmbedded = useWorkbench((state) => state.view.isEmbedded);
  const isPainting = useWorkbench(({ mode: { painting } }) => painting !== null);
  const isMeasured = useWorkbench(({ session: { measured } }) => measured?.topology === scenario.topology);
  const layout = useLayout();
  const onStage = useOnStage();
  const keys = useKeys();
  useEffect(() => bindKeys(keys, () => overlay.getState().hasSingleKeys), [keys, overlay]);
  useEffect(() => {
    document.title = `${scenario.title === "" ? plain(documentSentence(scenario)).replace(/\.$/, "") : isolated(scenario.title)} · Fabricscope`;
  }, [scenario]);

  return (
    <div
      className="page"
      data-layout={layout}
      data-drawer={drawer !== null || undefined}
      data-presenting={isPresenting || undefined}
      data-embedded={isEmbedded || undefined}
      data-drawing={onStage === underHand || undefined}
      data-painting={isPainting || undefined}
    >
      <Link className="skip" href="#stage" onClick={(event) => skip(event, "stage")}>
        Skip to the network
      </Link>
      <Bar />
      <main className="main" data-of-before={(isDrawing && (isPending || isRefused)) || undefined}>
        <NoticeBox />
        <Sentence ruled={{ path: loadPath.join("."), delivered }} />
        {/* Headings for navigation with a screen reader. */}
        {!hidden.includes("finding") && (
          <>
            <h2 className="visually-hidden">Finding</h2>
            <FindingLine />
          </>
        )}
        <h2 className="visually-hidden">Network</h2>
        <section
          className="stage"
          id="stage"
          tabIndex={-1}
          aria-label="Network"
          style={{ "--networks": scenario.beside.length + 1 } as CSSProperties}
        >
          {onStage === underHand && <drawLine.Component />}
          {(isPainting || isMeasured) && onStage === alone && <paintLine.Component />}
          <Picture key={onStage} id={onStage} isCard={isOfSweep(onStage)} fills={isOfSweep(onStage)} />
          {layout === "corners" && onStage === "stage" && <Leader />}
        </section>
        <Cards layout={layout} />
        {layout === "rail" && !isPresenting && !isPainting && <RailMore />}
        <Legend onStage={onStage} />
        {isPresenting && <presentation.Component />}
      </main>
      <TimeBar />
      <LazyDrawer isModal={layout === "column"} />
      {isEmbedded && <embedding.Component />}
      <Sheets />
      <Toast />
    </div>
  );
}

/** Moves the focus itself, because the fragment of the address holds the scenario. */
function skip(event: { preventDefault(): void }, id: string): void {
  event.preventDefault();
  document.getElementById(id)?.focus();
}
