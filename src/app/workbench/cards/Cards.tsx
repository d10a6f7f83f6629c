/** The cards: views and details, each with a summary sentence. */
import "./cards.css";
import { useEffect, useRef } from "react";
import { variantsOf } from "../../../core/scenario/document.ts";
import { workloads } from "../../../core/workloads/registry.ts";
import { views } from "../../../views/index.ts";
import { lazyComponent } from "../../ui/lazy.ts";
import { ConnectedView } from "../ConnectedView.tsx";
import { channelCard } from "../../state/view-state.ts";
import { editedDocument } from "../../state/document-state.ts";
import { ChannelCard } from "./ChannelCard.tsx";
import { type CardLayout, useShownCards } from "./card-layout.ts";
import { useKeepInView } from "./useKeepInView.ts";
import { isSweepView, drawingViewId, useOnStage } from "../stage/on-stage.ts";
import { usePage, useWorkbench } from "../../hooks.ts";

const GalleryHint = lazyComponent(() => import("../finding/GalleryHint.tsx").then((file) => file.GalleryHint)).Component;
const JobsCard = lazyComponent(() => import("../jobs/JobsCard.tsx").then((file) => file.JobsCard)).Component;
const DrawingCard = lazyComponent(() => import("../drawing/DrawingCard.tsx").then((file) => file.DrawingCard)).Component;
const SheetCard = lazyComponent(() => import("../painting/SheetCard.tsx").then((file) => file.SheetCard)).Component;
const noCards: readonly string[] = [];
const ThisRun = lazyComponent(() => import("./ThisRun.tsx").then((file) => file.ThisRun)).Component;
/**
 * The column of cards: small panels with views and facts beside or over the stage, the large view. A card is shown if it is useful for the
 * document or if the reader opened it; the view on the stage gets no card.
 * @param layout Where the cards are: in a column below the stage, in a rail beside it, or in the corners of the stage.
 * @param without Ids of cards to leave out because the page shows them elsewhere.
 */
export function Cards({ layout, without: excluded = noCards }: { readonly layout: CardLayout; readonly without?: readonly string[] }) {
  const isPainting = useWorkbench(({ mode: { painting } }) => painting !== null);
  const cardChoices = useWorkbench(({ view: { cards } }) => cards);
  // The traffic matrix editor leaves no room for cards, except cards that the reader opened.
  const isSheetAlone = isPainting && layout !== "column";
  const shownCards = useShownCards().filter((name) => !excluded.includes(name) && (!isSheetAlone || cardChoices[name] === true));
  const viewOnStage = useOnStage();
  const hasJobs = useWorkbench((state) => {
    const document = editedDocument(state);
    const activeScenario = variantsOf(document)[state.session.activeNetwork] ?? document;
    return workloads.get(activeScenario.workload.kind).terminalsByJob !== undefined;
  });
  // While part of a drawing is selected, the card of the drawing replaces the channel card.
  const hasDrawingSelection = useWorkbench(({ mode: { drawing } }) => drawing !== null && drawing.chosen.length + drawing.links.length > 0);
  const rail = useRef<HTMLDivElement>(null);
  useCornerHeight(layout === "corners", rail);
  useScrollToOpenedCard(shownCards, rail);
  useKeepInView(layout, rail);
  return (
    <div className="cards" ref={rail}>
      {isPainting && <SheetCard />}
      {layout === "column" && <GalleryHint />}
      {isSweepView(viewOnStage) && !isSheetAlone && <ThisRun />}
      {viewOnStage === drawingViewId && <DrawingCard />}
      {hasJobs && <JobsCard />}
      {shownCards.includes(channelCard) && !hasDrawingSelection && <ChannelCard />}
      {views
        .filter(({ id }) => shownCards.includes(id) && id !== viewOnStage)
        .map(({ id, title }) => (
          <section className="card panel" data-card={id} aria-label={title} key={id}>
            <ConnectedView id={id} isCard />
          </section>
        ))}
    </div>
  );
}

/** Limits the height of cards that are in the corners of the stage. */
function useCornerHeight(isCorner: boolean, rail: { readonly current: HTMLElement | null }): void {
  const page = usePage();
  useEffect(() => {
    if (!isCorner) return;
    /** Stops the measuring; null once the cards have left the corners. */
    let stop: (() => void) | null = () => undefined;
    void import("./corner-height.ts").then(({ keepCornerHeight }) => stop !== null && (stop = keepCornerHeight(page, rail.current!)));
    return () => {
      stop?.();
      stop = null;
    };
  }, [isCorner, page, rail]);
}

/** Scrolls a card into view when the reader opens it. Several cards that open together belong to a document, so none is scrolled to. */
function useScrollToOpenedCard(shownCards: readonly string[], rail: { readonly current: HTMLElement | null }): void {
  const { store } = usePage();
  const previous = useRef<readonly string[] | null>(null);
  const names = shownCards.join(" ");
  useEffect(() => {
    const current = names.split(" ");
    const opened = previous.current === null ? [] : current.filter((name) => previous.current?.includes(name) !== true);
    previous.current = current;
    if (opened.length !== 1 || store.getState().view.cards[opened[0]] !== true) return;
    rail.current?.querySelector(`[data-card="${opened[0]}"]`)?.scrollIntoView({ block: "start" });
  }, [names, rail, store]);
}
