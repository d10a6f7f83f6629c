/** Card of one channel, the selected or the busiest one: offered load, carried load, and waiting times. */
import "./channel.css";
import { useEffect, useState } from "react";
import { hasContention } from "../../../core/scenario/scenario.ts";
import { channelCount } from "../../../core/network/network.ts";
import { loadsOf } from "../../../views/readings/loads.ts";
import { type CardFacts, presentFacts } from "../../selection/card-facts.ts";
import { faultyId } from "../../../core/topologies/contract.ts";
import { Told } from "../../glossary/Told.tsx";
import { stagedVariant } from "../../../words/variants.ts";
import { lazy, lazyCode } from "../../ui/lazy.ts";
import { Measures } from "./Measures.tsx";
import { Share } from "./Share.tsx";
import { isInLesson } from "../../state/mode-state.ts";
import { nothingSelected } from "../../state/session-state.ts";
import { pick } from "../../selection/pick.ts";
import { useComputed, usePage, useActiveRuns, useWorkbench } from "../../hooks.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { Button } from "../../ui/Button.tsx";
import type { Page } from "../../create-page.ts";

const LinkLine = lazy(() => import("../links/links.ts").then((file) => file.LinkLine)).Component;
const WhyBusy = lazy(() => import("./WhyBusy.tsx").then((file) => file.WhyBusy)).Component;
const RemedyLine = lazy(() => import("./RemedyLine.tsx").then((file) => file.RemedyLine)).Component;
const PickedMore = lazy(() => import("./PickedMore.tsx").then((file) => file.PickedMore)).Component;
/** Interval between two updates, milliseconds: faster changes cannot be read. */
const pace = 250;

export function ChannelCard() {
  const page = usePage();
  const { store } = page;
  const facts = useChannelFacts();
  // Remedies are searched for when no other computation is running.
  const isSettled = useActiveRuns(({ isCurveStale, curve }) => !isCurveStale && curve.points.length === curve.expected);
  // Faults can be repaired even if they leave nothing to run.
  const isFaulty = useWorkbench(({ document: { current: scenario } }) => scenario.topology.kind === faultyId);
  const isPicked = useWorkbench((state) => state.session.selected.is !== "nothing");
  // Loaded with the first selection and kept mounted, because failed parts can no longer be selected.
  const [wasPicked, setPicked] = useState(isPicked);
  if (isPicked && !wasPicked) setPicked(true);
  const isInRoom = useWorkbench(isInLesson);
  const isUnlike = useComputed(({ runs, view }) => {
    const opened = runs.all[view.subject()].frame?.opened;
    return (opened?.links ?? opened?.switches) !== undefined;
  });
  const isContended = useWorkbench(({ document: { current: scenario }, session: { activeNetwork: front } }) =>
    hasContention(stagedVariant(scenario, front)),
  );
  if (facts === null) {
    // A lesson names no channel unless one is selected.
    if (isInRoom) return null;
    return (
      <section className="card channel panel" aria-label="This channel">
        <h2>This channel</h2>
        <p className="muted">
          {isContended
            ? "The busiest channel will be named here once packets flow."
            : "Nothing crosses the channels of an ideal network. Pick a terminal or a message."}
        </p>
        {isFaulty && <PickedMore />}
      </section>
    );
  }
  return (
    <section className="card channel panel" aria-label="This channel" tabIndex={-1} data-picked={isPicked || undefined}>
      <h2>
        {facts.title}
        <span className="channel-steps" hidden={facts.share === null}>
          <IconButton label="The next busier channel" onClick={() => pickNeighbour(page, -1)}>
            ‹
          </IconButton>
          <IconButton label="The next less busy channel" onClick={() => pickNeighbour(page, 1)}>
            ›
          </IconButton>
        </span>
        {isPicked && (
          <Button variant="quiet" onClick={() => store.setState({ session: { selected: nothingSelected } })}>
            Busiest
          </Button>
        )}
      </h2>
      <p className="visually-hidden" role="status">
        {isPicked && `Picked: ${facts.name}.`}
      </p>
      <p className="claim">
        <Told text={facts.claim} />
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
      {facts.share !== null && isUnlike && <LinkLine />}
      {facts.share !== null && <Share name={facts.isDead ? "was busy" : "busy"} of={facts.share} />}
      {isSettled && <RemedyLine />}
      {wasPicked && <PickedMore />}
      {facts.why !== null && <WhyBusy why={facts.why} />}
      <Measures measures={facts.measures} />
      {facts.share !== null && (
        <Button variant="underlined" className="channel-more small" onClick={() => pickNeighbour(page, 0)}>
          Whose packets are these?
        </Button>
      )}
    </section>
  );
}

/** Selects a neighbor in the order of load, or with step 0 the shown channel. Gives keyboard access to every channel. */
function pickNeighbour({ store, view, runs }: Page, step: 1 | 0 | -1): void {
  const of = view.subject();
  const played = runs.all[of].frame;
  if (played === null) return;
  const loads = loadsOf({ frame: played.frame, cycle: 1, links: played.opened.links });
  const order = Array.from({ length: channelCount(played.opened.network) }, (_, c) => c).sort(
    (a, b) => loads.share(b) - loads.share(a) || a - b,
  );
  const next = order[order.indexOf(view.shownChannel()) + step];
  if (next !== undefined) pick(store, { is: "channel", channel: next }, of);
}

/** Facts of the selection, updated from the frames at a readable pace. */
function useChannelFacts(): CardFacts | null {
  const page = usePage();
  const [facts, setFacts] = useState<CardFacts | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      timer = undefined;
      const { is } = page.store.getState().session.selected;
      const isOther = is !== "nothing" && is !== "channel";
      // Keep the old facts until the code for the new kind of selection is loaded.
      if (isOther && others.there === null) void others.fetch().then(read, () => undefined);
      else setFacts(presentFacts(page, isOther ? others.there : null));
    };
    const soon = () => (timer ??= setTimeout(read, pace));
    const stopStudy = page.runs.subscribe(soon);
    const stopStore = page.store.subscribe((state, before) => {
      if (state.session.selected === before.session.selected) soon();
      else read();
    });
    read();
    return () => {
      clearTimeout(timer);
      stopStudy();
      stopStore();
    };
  }, [page]);
  return facts;
}

/** Facts of selections other than channels, loaded on first use. */
const others = lazyCode(() => import("../../selection/picked.ts"));
