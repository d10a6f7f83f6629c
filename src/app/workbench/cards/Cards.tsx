/** The cards: views and details, each with a summary sentence. */
import "./cards.css";
import { useEffect, useRef } from "react";
import { variantsOf } from "../../../core/scenario/document.ts";
import { workloads } from "../../../core/workloads/shelf.ts";
import { views } from "../../../views/index.ts";
import { lazy } from "../../ui/lazy.ts";
import { Picture } from "../Picture.tsx";
import { channelCard } from "../../state/view-state.ts";
import { edited } from "../../state/document-state.ts";
import { ChannelCard } from "./ChannelCard.tsx";
import { useCorner } from "./corner.ts";
import { type Layout, useShownCards } from "./layout.ts";
import { useInSight } from "./useInSight.ts";
import { isOfSweep, underHand, useOnStage } from "../stage/on-stage.ts";
import { usePage, useWorkbench } from "../../hooks.ts";

const LookLine = lazy(() => import("../finding/LookLine.tsx").then((file) => file.LookLine)).Component;
const JobsCard = lazy(() => import("../jobs/JobsCard.tsx").then((file) => file.JobsCard)).Component;
const DrawCard = lazy(() => import("../drawing/DrawCard.tsx").then((file) => file.DrawCard)).Component;
const SheetCard = lazy(() => import("../painting/SheetCard.tsx").then((file) => file.SheetCard)).Component;
const none: readonly string[] = [];
const ThisRun = lazy(() => import("./ThisRun.tsx").then((file) => file.ThisRun)).Component;
/** @param without Ids of cards to leave out because the page shows them elsewhere. */
export function Cards({ layout, without = none }: { readonly layout: Layout; readonly without?: readonly string[] }) {
  const isPainting = useWorkbench(({ mode: { painting } }) => painting !== null);
  const wanted = useWorkbench(({ view: { cards } }) => cards);
  // A painting sheet leaves no room for cards, except those that the reader opened.
  const isAlone = isPainting && layout !== "column";
  const shown = useShownCards().filter((name) => !without.includes(name) && (!isAlone || wanted[name] === true));
  const onStage = useOnStage();
  const hasJobs = useWorkbench(
    (state) => workloads.get((variantsOf(edited(state))[state.session.activeNetwork] ?? edited(state)).workload.kind).places !== undefined,
  );
  // While part of a drawing is selected, its own card replaces the channel card.
  const hasChosen = useWorkbench(({ mode: { drawing } }) => drawing !== null && drawing.chosen.length + drawing.links.length > 0);
  const rail = useRef<HTMLDivElement>(null);
  useCorner(rail, layout === "corners");
  useOpenedInSight(shown, rail);
  useInSight(layout, rail);
  return (
    <div className="cards" ref={rail}>
      {isPainting && <SheetCard />}
      {layout === "column" && <LookLine />}
      {isOfSweep(onStage) && !isAlone && <ThisRun />}
      {onStage === underHand && <DrawCard />}
      {hasJobs && <JobsCard />}
      {shown.includes(channelCard) && !hasChosen && <ChannelCard />}
      {views
        .filter(({ id }) => shown.includes(id) && id !== onStage)
        .map(({ id, title }) => (
          <section className="card panel" data-card={id} aria-label={title} key={id}>
            <Picture id={id} isCard />
          </section>
        ))}
    </div>
  );
}

/** Scrolls a card into view when the reader opens it. Several cards that open together belong to a document, so none is scrolled to. */
function useOpenedInSight(shown: readonly string[], rail: { readonly current: HTMLElement | null }): void {
  const { store } = usePage();
  const before = useRef<readonly string[] | null>(null);
  const names = shown.join(" ");
  useEffect(() => {
    const now = names.split(" ");
    const opened = before.current === null ? [] : now.filter((name) => before.current?.includes(name) !== true);
    before.current = now;
    if (opened.length !== 1 || store.getState().view.cards[opened[0]] !== true) return;
    rail.current?.querySelector(`[data-card="${opened[0]}"]`)?.scrollIntoView({ block: "start" });
  }, [names, rail, store]);
}
