/** A view connected to the data and the actions of the page. */
import { useEffect, useMemo, useState } from "react";
import { type Document, letterOf } from "../../core/scenario/document.ts";
import { views } from "../../views/index.ts";
import { fetchView } from "../../views/later.ts";
import type { Beside } from "../view-frame/Letters.tsx";
import { ViewFrame, type ViewFrameProps } from "../view-frame/ViewFrame.tsx";
import { namesOf } from "../../words/networks.ts";
import { Told } from "../glossary/Told.tsx";
import { lazy, lazyCode, useLazy } from "../ui/lazy.ts";
import { underHand } from "./stage/on-stage.ts";
import { seek } from "../runs/clock.ts";
import type { Actions, View } from "../../views/contract.ts";
import { withValue } from "../../core/scenario/edits/edit-place.ts";
import { edited } from "../state/document-state.ts";
import { pick } from "../selection/pick.ts";
import { propose } from "../document/edits.ts";
import { setChoice } from "../state/workbench.ts";
import { usePage, useActiveRuns, useWorkbench } from "../hooks.ts";
import type { Page } from "../create-page.ts";

export interface PictureProps {
  /** Id of the view. */
  readonly id: string;
  /** False for a view that is not a card and fills its box. */
  readonly isCard?: boolean;
  /** Whether a card takes its whole box, as in full-page mode. */
  readonly fills?: boolean;
}

/** Editing actions for drawings, loaded when drawing begins. */
const drawingCode = lazyCode(() => import("../drawing/act.ts"));
const MixPresets = lazy(() => import("./mix/MixWeights.tsx").then((file) => file.MixPresets)).Component;
const MixWeights = lazy(() => import("./mix/MixWeights.tsx").then((file) => file.MixWeights)).Component;
const PaintButton = lazy(() => import("./painting/PaintButton.tsx").then((file) => file.PaintButton)).Component;
/** Controls next to a view that change what it shows. */
const controls: Readonly<Partial<Record<string, ViewFrameProps["controls"]>>> = {
  "traffic-matrix": { above: null, below: <PaintButton /> },
  "performance-per-cost": { above: <MixPresets />, below: <MixWeights /> },
};

export function Picture({ id, isCard = false, fills = false }: PictureProps) {
  const page = usePage();
  const isPlaying = useActiveRuns((state) => state.playback?.state.is === "playing");
  // Subscribes to the choices only to render the menus again; the drawing itself reads them from the store.
  useWorkbench((state) => state.view.choices[id]);
  const listed = views.find((each) => each.id === id);
  if (listed === undefined) throw new Error(`there is no view "${id}"`);
  const view = useFetched(listed);
  const choose = (option: string, choice: string) => setChoice(page.store, id, option, choice);
  const read = () => page.view.data(id);
  const drawing = useLazy(drawingCode, id === underHand);
  const act = useMemo(() => ({ ...actionsOf(page), ...(drawing === null ? {} : { draw: drawing.drawingActions(page) }) }), [page, drawing]);
  const beside = useVariants();
  const isStretch = useWorkbench((state) => state.session.span !== null);
  const note = isStretch && view.isOfWholeRuns === true ? "whole run" : undefined;
  return (
    <ViewFrame
      view={view}
      frameLoop={page.frameLoop}
      read={read}
      act={act}
      onChoose={choose}
      tell={tell}
      chrome={isCard}
      fills={fills && controls[id] === undefined}
      note={note}
      beside={beside}
      controls={isCard ? controls[id] : undefined}
      source={() => import("./figure-source.ts").then(({ figureSource }) => figureSource(page))}
      playing={isPlaying}
    />
  );
}

const tell = (text: string) => <Told text={text} />;

/** The networks of a comparison with the active one; null for a single network. */
function useVariants(): Beside | null {
  const { runs, store } = usePage();
  const document = useWorkbench((state) => state.document.current);
  const front = useWorkbench((state) => state.session.activeNetwork);
  return useMemo(
    () =>
      document.beside.length === 0
        ? null
        : {
            networks: namesOf(document).map((title, i) => ({ letter: letterOf(i), title })),
            front,
            onFront: (index) => store.setState({ session: { activeNetwork: index } }),
            onAll: () => runs.watch([...runs.all.keys()]),
          },
    [document, front, runs, store],
  );
}

/** The view, or its placeholder until it is loaded. */
function useFetched(listed: View): View {
  const [view, setView] = useState(listed);
  useEffect(() => {
    void fetchView(listed).then(setView);
  }, [listed]);
  return view.id === listed.id ? view : listed;
}

/** The document with the values of a sweep point filled in. */
function turnedTo(document: Document, at: readonly number[]): Document {
  return document.sweep.reduce((now, { path, values }, i) => withValue(now, path, values[at[i]]), document);
}

/** Actions of all drawings, bound to the page. */
function actionsOf({ store, runs, view }: Page): Actions {
  return {
    pick: (thing, of) => pick(store, thing, of),
    seek: (cycle) => seek(runs, cycle),
    ask: (channel, of) => view.point(channel, of),
    choose: (span) => store.setState({ session: { span } }),
    turn: (at) => propose(store, turnedTo(edited(store.getState()), at)),
  };
}
