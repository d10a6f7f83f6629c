/** The page of the workbench: bar, sentence, finding, stage with its cards, legend, and time bar. */
import "../../workbench/workbench.css";
import "./skip.css";
import { type CSSProperties, useEffect } from "react";
import { isolateDirection } from "../../../core/base/words.ts";
import { TopBar } from "../../shell/bar/TopBar.tsx";
import { Cards } from "../../workbench/cards/Cards.tsx";
import { useCardLayout } from "../../workbench/cards/card-layout.ts";
import { MoreCardsButton } from "../../workbench/cards/MoreCardsButton.tsx";
import { LazyDrawer } from "../../workbench/drawer/LazyDrawer.tsx";
import { FindingLine } from "../../workbench/finding/FindingLine.tsx";
import { bindShortcuts } from "../../ui/shortcuts.ts";
import { lazyComponent } from "../../ui/lazy.ts";
import { StageLegend } from "../../workbench/stage/StageLegend.tsx";
import { NoticeBox } from "../../shell/NoticeBox.tsx";
import { ConnectedView } from "../../workbench/ConnectedView.tsx";
import { Sentence } from "../../workbench/sentence/Sentence.tsx";
import { documentSentence, segmentsAsText } from "../../../words/sentence.ts";
import { CurrentSheet } from "../sheets/CurrentSheet.tsx";
import { singleNetworkView, isSweepView, drawingViewId, useOnStage } from "../../workbench/stage/on-stage.ts";
import { TimeBar } from "../../workbench/time/TimeBar.tsx";
import { Toast } from "../../ui/Toast.tsx";
import { useShortcuts } from "../../shell/useShortcuts.ts";
import { Link } from "../../ui/Link.tsx";
import { useOverlay, usePage, useActiveRuns, useWorkbench } from "../../hooks.ts";

const leaderLine = lazyComponent(() => import("../../workbench/cards/LeaderLine.tsx").then(({ LeaderLine }) => LeaderLine));
const presentation = lazyComponent(() => import("../present/Presentation.tsx").then(({ Presentation }) => Presentation));
const embedding = lazyComponent(() => import("../present/EmbeddedFrame.tsx").then(({ EmbeddedFrame }) => EmbeddedFrame));
const drawingBar = lazyComponent(() => import("../../workbench/drawing/DrawingLine.tsx").then(({ DrawingLine }) => DrawingLine));
const paintingBar = lazyComponent(() => import("../../workbench/painting/PaintingLine.tsx").then(({ PaintingLine }) => PaintingLine));

/** The workbench in its current layout and mode: normal, embedded, presenting, drawing, or painting. */
export function WorkbenchPage() {
  const { overlay } = usePage();
  const scenario = useWorkbench((state) => state.document.current);
  const drawer = useWorkbench((state) => state.view.drawer);
  // While a drawn network cannot run yet, it has no results and no channels, and the page shows the results and channels of the last valid
  // document.
  const isDrawing = useWorkbench(({ mode: { drawing } }) => drawing !== null);
  const isPending = useWorkbench(({ document: { pending } }) => pending?.isDrawn === true);
  const isRefused = useActiveRuns((state) => state.failure !== null && state.isRefused);
  const isPresenting = useOverlay((state) => state.isPresenting);
  const hidden = useWorkbench((state) => state.view.hidden);
  const isEmbedded = useWorkbench((state) => state.view.isEmbedded);
  const isPainting = useWorkbench(({ mode: { painting } }) => painting !== null);
  const isMeasured = useWorkbench(({ session: { measured } }) => measured?.topology === scenario.topology);
  const layout = useCardLayout();
  const viewOnStage = useOnStage();
  const keys = useShortcuts();
  useEffect(() => bindShortcuts(keys, () => overlay.getState().hasSingleKeys), [keys, overlay]);
  useEffect(() => {
    document.title = `${scenario.title === "" ? segmentsAsText(documentSentence(scenario)).replace(/\.$/, "") : isolateDirection(scenario.title)} · Fabricscope`;
  }, [scenario]);

  return (
    <div
      className="page"
      data-layout={layout}
      data-drawer={drawer !== null || undefined}
      data-presenting={isPresenting || undefined}
      data-embedded={isEmbedded || undefined}
      data-drawing={viewOnStage === drawingViewId || undefined}
      data-painting={isPainting || undefined}
    >
      <Link className="skip" href="#stage" onClick={(event) => moveFocus(event, "stage")}>
        Skip to the network
      </Link>
      <TopBar />
      <main className="main" data-of-before={(isDrawing && (isPending || isRefused)) || undefined}>
        <NoticeBox />
        <Sentence />
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
          {viewOnStage === drawingViewId && <drawingBar.Component />}
          {(isPainting || isMeasured) && viewOnStage === singleNetworkView && <paintingBar.Component />}
          <ConnectedView key={viewOnStage} id={viewOnStage} isCard={isSweepView(viewOnStage)} fillsBox={isSweepView(viewOnStage)} />
          {layout === "corners" && viewOnStage === "stage" && <leaderLine.Component />}
        </section>
        <Cards layout={layout} />
        {layout === "rail" && !isPresenting && !isPainting && <MoreCardsButton />}
        <StageLegend onStage={viewOnStage} />
        {isPresenting && <presentation.Component />}
      </main>
      <TimeBar />
      <LazyDrawer isModal={layout === "column"} />
      {isEmbedded && <embedding.Component />}
      <CurrentSheet />
      <Toast />
    </div>
  );
}

/** Moves the focus to an element. A link cannot do this, because the fragment of the address holds the scenario. */
function moveFocus(event: { preventDefault(): void }, id: string): void {
  event.preventDefault();
  document.getElementById(id)?.focus();
}
