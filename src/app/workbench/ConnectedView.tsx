/** A view connected to the data and the actions of the page. */
import { useEffect, useMemo, useState } from "react";
import { type Document, letterOf } from "../../core/scenario/document.ts";
import { views } from "../../views/index.ts";
import { loadView } from "../../views/lazy-view.ts";
import type { ComparedNetworks } from "../view-frame/NetworkLetters.tsx";
import { ViewFrame, type ViewFrameProps } from "../view-frame/ViewFrame.tsx";
import { networkNamesOf } from "../../words/networks.ts";
import { GlossaryText } from "../glossary/GlossaryText.tsx";
import { lazyComponent, lazyCode, useLazy } from "../ui/lazy.ts";
import { drawingViewId } from "./stage/on-stage.ts";
import { seek } from "../runs/playback-actions.ts";
import type { Actions, View } from "../../views/contract.ts";
import { withDocumentValue } from "../../core/scenario/edits/edit-document-value.ts";
import { editedDocument } from "../state/document-state.ts";
import { selectElement } from "../selection/select-element.ts";
import { propose } from "../document/edits.ts";
import { setViewOption } from "../state/workbench.ts";
import { normalSpeed } from "../runs/speed-factor.ts";
import { usePage, useActiveRuns, useWorkbench } from "../hooks.ts";
import type { Page } from "../create-page.ts";

export interface ConnectedViewProps {
  /** Id of the view. */
  readonly id: string;
  /** False for a view that is not a card and fills its box. */
  readonly isCard?: boolean;
  /** Whether a card takes its whole box, as in full-page mode. */
  readonly fillsBox?: boolean;
}

/** Editing actions for drawings, loaded when drawing begins. */
const drawingActionsCode = lazyCode(() => import("../drawing/drawing-actions.ts"));
const DocumentMixPresets = lazyComponent(() => import("./mix/DocumentMixWeights.tsx").then((file) => file.DocumentMixPresets)).Component;
const DocumentMixWeights = lazyComponent(() => import("./mix/DocumentMixWeights.tsx").then((file) => file.DocumentMixWeights)).Component;
const PaintButton = lazyComponent(() => import("./painting/PaintButton.tsx").then((file) => file.PaintButton)).Component;
/** Controls next to a view that change what the view shows, by the id of the view. */
const controls: Readonly<Partial<Record<string, ViewFrameProps["controls"]>>> = {
  "traffic-matrix": { above: null, below: <PaintButton /> },
  "performance-per-cost": { above: <DocumentMixPresets />, below: <DocumentMixWeights /> },
};

/**
 * Puts a view (a diagram of the network or of its results) on the page: it passes the view its data, the actions of the page, and the
 * options that the reader chose for it.
 */
export function ConnectedView({ id, isCard = false, fillsBox = false }: ConnectedViewProps) {
  const page = usePage();
  const status = useActiveRuns((state) => state.playback?.state.is);
  // In slow motion a dot is a packet, which stays where it is while the run is paused, and moves with each step.
  const isSlow = useWorkbench((state) => state.session.speed < normalSpeed);
  const isPlaying = status === "playing" || (isSlow && status === "paused");
  // Subscribes to the choices only to render the menus again; the drawing itself reads them from the store.
  useWorkbench((state) => state.view.choices[id]);
  const listedView = views.find((each) => each.id === id);
  if (listedView === undefined) throw new Error(`there is no view "${id}"`);
  const view = useLoadedView(listedView);
  const choose = (option: string, choice: string) => setViewOption(page.store, id, option, choice);
  const read = () => page.view.data(id);
  const drawingModule = useLazy(drawingActionsCode, id === drawingViewId);
  const actions = useMemo(
    () => ({ ...actionsOf(page), ...(drawingModule === null ? {} : { drawing: drawingModule.drawingActions(page) }) }),
    [page, drawingModule],
  );
  const comparedNetworks = useComparedNetworks();
  const hasSpan = useWorkbench((state) => state.session.span !== null);
  const note = hasSpan && view.isOfWholeRuns === true ? "whole run" : undefined;
  return (
    <ViewFrame
      view={view}
      frameLoop={page.frameLoop}
      readData={read}
      actions={actions}
      onChooseOption={choose}
      renderText={annotate}
      hasChrome={isCard}
      fillsBox={fillsBox && controls[id] === undefined}
      note={note}
      compared={comparedNetworks}
      controls={isCard ? controls[id] : undefined}
      source={() => import("./figure-source.ts").then(({ figureSource }) => figureSource(page))}
      isPlaying={isPlaying}
    />
  );
}

const annotate = (text: string) => <GlossaryText text={text} />;

/** The networks of a comparison with the active one; null for a single network. */
function useComparedNetworks(): ComparedNetworks | null {
  const { runs, store } = usePage();
  const document = useWorkbench((state) => state.document.current);
  const activeNetwork = useWorkbench((state) => state.session.activeNetwork);
  return useMemo(
    () =>
      document.beside.length === 0
        ? null
        : {
            networks: networkNamesOf(document).map((title, i) => ({ letter: letterOf(i), title })),
            activeIndex: activeNetwork,
            onActivate: (index) => store.setState({ session: { activeNetwork: index } }),
            onShowAll: () => runs.watch([...runs.all.keys()]),
          },
    [document, activeNetwork, runs, store],
  );
}

/** The view, or its placeholder until it is loaded. */
function useLoadedView(listedView: View): View {
  const [view, setView] = useState(listedView);
  useEffect(() => {
    void loadView(listedView).then(setView);
  }, [listedView]);
  return view.id === listedView.id ? view : listedView;
}

/** The document with the values of a sweep point filled in. */
function atSweepPoint(document: Document, valueIndices: readonly number[]): Document {
  return document.sweep.reduce((edited, { path, values }, i) => withDocumentValue(edited, path, values[valueIndices[i]]), document);
}

/** Actions of all drawings, bound to the page. */
function actionsOf({ store, runs, view }: Page): Actions {
  return {
    select: (thing, variantIndex) => selectElement(store, thing, variantIndex),
    seek: (cycle) => seek(runs, cycle),
    hoverChannel: (channel, variantIndex) => view.hoverChannel(channel, variantIndex),
    selectSpan: (span) => store.setState({ session: { span } }),
    selectSweepPoint: (valueIndices) => propose(store, atSweepPoint(editedDocument(store.getState()), valueIndices)),
  };
}
