/** Card of the selected or the busiest channel: offered load, carried load, and waiting times. */
import "./channel.css";
import { useEffect, useState } from "react";
import { hasContention } from "../../../core/scenario/scenario.ts";
import { channelCount } from "../../../core/network/network.ts";
import { frameLoads } from "../../../views/readings/loads.ts";
import { type CardFacts, currentCardFacts } from "../../selection/card-facts.ts";
import { faultyTopologyId } from "../../../core/topologies/contract.ts";
import { GlossaryText } from "../../glossary/GlossaryText.tsx";
import { stagedVariant } from "../../../words/variants.ts";
import { lazyComponent, lazyCode } from "../../ui/lazy.ts";
import { Measures } from "./Measures.tsx";
import { ShareBar } from "./ShareBar.tsx";
import { isInLesson } from "../../state/mode-state.ts";
import { noSelection } from "../../state/session-state.ts";
import { selectElement } from "../../selection/select-element.ts";
import { usePageRuns, usePage, useActiveRuns, useWorkbench } from "../../hooks.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { Button } from "../../ui/Button.tsx";
import type { Page } from "../../create-page.ts";

const LinkLine = lazyComponent(() => import("../links/links.ts").then((file) => file.LinkLine)).Component;
const ChannelFlows = lazyComponent(() => import("./ChannelFlows.tsx").then((file) => file.ChannelFlows)).Component;
const RemedyLine = lazyComponent(() => import("./RemedyLine.tsx").then((file) => file.RemedyLine)).Component;
const SelectionDetails = lazyComponent(() => import("./SelectionDetails.tsx").then((file) => file.SelectionDetails)).Component;
/** Interval between two updates, milliseconds: faster changes cannot be read. */
const updateInterval = 250;

export function ChannelCard() {
  const page = usePage();
  const { store } = page;
  const facts = useChannelFacts();
  // Remedies are searched for when no other computation is running.
  const isSettled = useActiveRuns(({ isCurveStale, curve }) => !isCurveStale && curve.points.length === curve.expectedPoints);
  // Faults can be repaired even if they leave nothing to run.
  const isFaulty = useWorkbench(({ document: { current: scenario } }) => scenario.topology.kind === faultyTopologyId);
  const hasSelection = useWorkbench((state) => state.session.selected.is !== "nothing");
  // The details of the selection are loaded with the first selection and stay mounted, because failed parts can no longer be selected.
  const [hadSelection, setHadSelection] = useState(hasSelection);
  if (hasSelection && !hadSelection) setHadSelection(true);
  const isLesson = useWorkbench(isInLesson);
  const hasUnlikeChannels = usePageRuns(({ runs, view }) => {
    const opened = runs.all[view.subject()].frame?.opened;
    return (opened?.links ?? opened?.switches) !== undefined;
  });
  const isContentionModeled = useWorkbench(({ document: { current: scenario }, session: { activeNetwork: activeIndex } }) =>
    hasContention(stagedVariant(scenario, activeIndex)),
  );
  if (facts === null) {
    // A lesson names no channel unless one is selected.
    if (isLesson) return null;
    return (
      <section className="card channel panel" aria-label="This channel">
        <h2>This channel</h2>
        <p className="muted">
          {isContentionModeled
            ? "The busiest channel appears here once packets flow."
            : "In an ideal network, no packet crosses a channel. Select a terminal or a message."}
        </p>
        {isFaulty && <SelectionDetails />}
      </section>
    );
  }
  return (
    <section className="card channel panel" aria-label="This channel" tabIndex={-1} data-picked={hasSelection || undefined}>
      <h2>
        {facts.title}
        <span className="channel-steps" hidden={facts.share === null}>
          <IconButton label="Next busier channel" onClick={() => selectNeighbor(page, -1)}>
            ‹
          </IconButton>
          <IconButton label="Next less busy channel" onClick={() => selectNeighbor(page, 1)}>
            ›
          </IconButton>
        </span>
        {hasSelection && (
          <Button variant="quiet" onClick={() => store.setState({ session: { selected: noSelection } })}>
            Busiest
          </Button>
        )}
      </h2>
      <p className="visually-hidden" role="status">
        {hasSelection && `Picked: ${facts.name}.`}
      </p>
      <p className="claim">
        <GlossaryText text={facts.claim} />
      </p>
      <p className="muted channel-name">
        {facts.letter !== "" && (
          <>
            <b className="letter" data-ring={facts.letter !== "A" || undefined}>
              {facts.letter}
            </b>{" "}
          </>
        )}
        {facts.name}.
      </p>
      {facts.share !== null && hasUnlikeChannels && <LinkLine />}
      {facts.share !== null && <ShareBar name={facts.isDeadlocked ? "was busy" : "busy"} of={facts.share} />}
      {isSettled && <RemedyLine />}
      {hadSelection && <SelectionDetails />}
      {facts.explanation !== null && <ChannelFlows why={facts.explanation} />}
      <Measures measures={facts.measures} />
      {facts.share !== null && (
        <Button variant="underlined" className="channel-more small" onClick={() => selectNeighbor(page, 0)}>
          Which flows use this channel?
        </Button>
      )}
    </section>
  );
}

/** Selects a neighbor in the order of load, or with step 0 the shown channel. Gives keyboard access to every channel. */
function selectNeighbor({ store, view, runs }: Page, step: 1 | 0 | -1): void {
  const variantIndex = view.subject();
  const played = runs.all[variantIndex].frame;
  if (played === null) return;
  const loads = frameLoads({ frame: played.frame, cycle: 1, links: played.opened.links });
  const order = Array.from({ length: channelCount(played.opened.network) }, (_, c) => c).sort(
    (a, b) => loads.share(b) - loads.share(a) || a - b,
  );
  const next = order[order.indexOf(view.cardChannel()) + step];
  if (next !== undefined) selectElement(store, { is: "channel", channel: next }, variantIndex);
}

/**
 * Facts about the selected element of the network, for its card; null before they are first read. They are read again after each change of
 * the selection, and at most once per `updateInterval` while a run changes its counters. The code for anything that is not a channel is
 * loaded when it is first needed.
 */
function useChannelFacts(): CardFacts | null {
  const page = usePage();
  const [facts, setFacts] = useState<CardFacts | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      timer = undefined;
      const { is: selectionType } = page.store.getState().session.selected;
      const isNotChannel = selectionType !== "nothing" && selectionType !== "channel";
      // Keep the old facts until the code for the new kind of selection is loaded.
      if (isNotChannel && otherFactsCode.loaded === null) void otherFactsCode.fetch().then(read, () => undefined);
      else setFacts(currentCardFacts(page, isNotChannel ? otherFactsCode.loaded : null));
    };
    const scheduleRead = () => (timer ??= setTimeout(read, updateInterval));
    const unsubscribeRuns = page.runs.subscribe(scheduleRead);
    const unsubscribeStore = page.store.subscribe((state, previous) => {
      if (state.session.selected === previous.session.selected) scheduleRead();
      else read();
    });
    read();
    return () => {
      clearTimeout(timer);
      unsubscribeRuns();
      unsubscribeStore();
    };
  }, [page]);
  return facts;
}

/** Facts of selections other than channels, loaded on first use. */
const otherFactsCode = lazyCode(() => import("../../selection/selection-facts.ts"));
