/** Turns edits of a drawing into edits of the document. */
import { capitalize } from "../../core/base/words.ts";
import type { ChosenKind } from "../../core/base/params.ts";
import { buildDrawing } from "../../core/network/drawing/build.ts";
import type { Drawing, DrawnPlace } from "../../core/network/drawing/drawing.ts";
import { withPlaces, reasonTooLarge } from "../../core/network/drawing/edit.ts";
import { writeDrawing } from "../../core/network/drawing/texts.ts";
import type { Network } from "../../core/network/network.ts";
import { routings } from "../../core/routings/registry.ts";
import { type Document, variantsOf } from "../../core/scenario/document.ts";
import { drawnTopologyId } from "../../core/topologies/contract.ts";
import { switchPositionsOf } from "../../views/stage/layouts/all-layouts.ts";
import { pathIn, withFittingRouting, withDocumentValue } from "../../core/scenario/edits/edit-document-value.ts";
import { type LinkEnds, type LinkSpeed, withLinkSpeeds } from "../../core/scenario/edits/link-speeds.ts";
import { removedTerminals, workloadWithoutTerminals } from "../jobs/remove-terminals.ts";
import type { DrawingMode } from "../state/mode-state.ts";
import { editedDocument } from "../state/document-state.ts";
import { isParameterLocked, type WorkbenchStore } from "../state/workbench.ts";
import { lockedMessage } from "../state/view-state.ts";
import { propose } from "../document/edits.ts";

/** A drawing as a topology of a document. */
export function topologyFrom(drawing: Drawing): ChosenKind {
  return { kind: drawnTopologyId, values: { ...writeDrawing(drawing) } };
}

/** The document with another drawing, and with a suitable routing if the present one cannot run on it. */
export function withDrawing(document: Document, of: number, drawing: Drawing): Document {
  const path = pathIn(of, ["topology"]);
  return withFittingRouting(withDocumentValue(document, path, topologyFrom(drawing)), path);
}

/**
 * The drawing `next`, in which only the switches that the reader moved change their positions: if the automatic layout would move another
 * switch, its old position is fixed.
 * @param before the network before the edit
 */
export function withFixedPositions(before: Network, drawingBefore: Drawing, next: Drawing): Drawing {
  const oldPositions = switchPositionsOf(before);
  const newPositions = switchPositionsOf(buildDrawing(next));
  const oldIndexOf = new Map(drawingBefore.switches.map(({ number }, s) => [number, s]));
  const fixed = new Map<number, DrawnPlace>();
  next.switches.forEach(({ number, place: position }, s) => {
    const oldIndex = oldIndexOf.get(number);
    if (position !== undefined || oldIndex === undefined) return;
    if (oldPositions[2 * oldIndex] !== newPositions[2 * s] || oldPositions[2 * oldIndex + 1] !== newPositions[2 * s + 1])
      fixed.set(s, [oldPositions[2 * oldIndex], oldPositions[2 * oldIndex + 1]]);
  });
  return withPlaces(next, fixed);
}

/** The selection after an edit; absent fields remain unchanged. */
export type DrawingSelection = Partial<Pick<DrawingMode, "chosen" | "links" | "naming" | "terminals">>;

/**
 * Replaces the drawing of a network by an edited one, as one undo step, and selects elements of it. If the network is locked or the drawing
 * too large, a toast says so and nothing changes. A routing that no longer applies is replaced.
 */
export function applyDrawing(
  store: WorkbenchStore,
  networkIndex: number,
  { drawing: drawingBefore, network }: { readonly drawing: Drawing; readonly network: Network },
  nextDrawing: Drawing,
  selection: DrawingSelection = {},
): void {
  if (isParameterLocked(store, pathIn(networkIndex, ["topology"])))
    return store.setState({ session: { toast: lockedMessage("the network") } });
  const reason = reasonTooLarge(nextDrawing);
  if (reason !== null) return store.setState({ session: { toast: reason } });
  selectElements(store, selection);
  if (nextDrawing === drawingBefore) return;
  const document = editedDocument(store.getState());
  const nextDocument = withDrawing(document, networkIndex, withFixedPositions(network, drawingBefore, nextDrawing));
  const [before, after] = [document, nextDocument].map((each) => variantsOf(each)[networkIndex]);
  // Traffic from and to removed terminals is removed from the workload.
  const workload = workloadWithoutTerminals(before, network, removedTerminals(drawingBefore, nextDrawing));
  const candidate =
    workload === before.workload ? nextDocument : withDocumentValue(nextDocument, pathIn(networkIndex, ["workload"]), workload);
  propose(store, candidate, true);
  if (before.routing.kind !== after.routing.kind && nextDrawing.switches.length > 0)
    store.setState({
      session: {
        toast: `${capitalize(routings.get(before.routing.kind).title)} does not apply to this drawing; the routing is now ${routings.get(after.routing.kind).title}. Undo reverts the edit.`,
      },
    });
}

/** Changes the rate or length of links given by their ends. It is one undo step, even if the network is first converted to a drawing. */
export function applyLinkSpeeds(
  store: WorkbenchStore,
  of: number,
  { drawing, network }: { readonly drawing: Drawing; readonly network: Network },
  links: readonly LinkEnds[],
  change: Partial<LinkSpeed>,
): void {
  for (const [section, partName] of [
    ["topology", "the network"],
    ["links", "links"],
  ])
    if (isParameterLocked(store, pathIn(of, [section]))) return store.setState({ session: { toast: lockedMessage(partName) } });
  const document = editedDocument(store.getState());
  const isDrawn = variantsOf(document)[of].topology.kind === drawnTopologyId;
  const withOwnDrawing = isDrawn ? document : withDrawing(document, of, withFixedPositions(network, drawing, drawing));
  propose(store, withLinkSpeeds(withOwnDrawing, of, drawing, links, change));
}

/** Changes the selection in the drawing; this is no undo step. */
export function selectElements(store: WorkbenchStore, selection: DrawingSelection): void {
  const { drawing } = store.getState().mode;
  // Terminals are deselected when switches or links are selected.
  const isSwitchOrLink = selection.chosen !== undefined || selection.links !== undefined;
  if (drawing !== null && Object.keys(selection).length > 0)
    store.setState({ mode: { drawing: { ...drawing, ...(isSwitchOrLink ? { terminals: [] } : {}), ...selection } } });
}
