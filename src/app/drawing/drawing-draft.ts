/**
 * The drawing that is being edited: the drawing of the document, or a network of another kind, converted to a drawing before its first
 * edit.
 */
import { memoize } from "../../core/base/memoize.ts";
import type { ChosenKind } from "../../core/base/params.ts";
import { type Drawing, type LinkEnd, isTerminalEnd, terminalOfEnd } from "../../core/network/drawing/drawing.ts";
import type { Network } from "../../core/network/network.ts";
import { variantsOf } from "../../core/scenario/document.ts";
import { drawingOfTopology } from "../../core/scenario/edits/convert-to-drawing.ts";
import { drawingOfValues, type DrawnValues } from "../../core/topologies/any/drawn.ts";
import type { DrawingDraft } from "../../views/drawing/contract.ts";
import type { NetworkCache } from "../document/network-cache.ts";
import type { DrawingMode } from "../state/mode-state.ts";
import { editedDocument } from "../state/document-state.ts";
import type { Workbench } from "../state/workbench.ts";

/** The topology of the network with index `of`, including a pending edit. */
export function editedTopologyOf(state: Workbench, of: number): ChosenKind {
  const variants = variantsOf(editedDocument(state));
  return (variants[of] ?? variants[0]).topology;
}

/** Any network converted to a drawing. */
const convertToDrawing = memoize((topology: ChosenKind) => drawingOfTopology(topology));

/** A topology as a drawing, together with its network; or the reason why it cannot be drawn, as a sentence. */
export function drawingOfNetwork(
  topology: ChosenKind,
  networks: NetworkCache,
): { readonly drawing: Drawing; readonly network: Network } | string {
  const drawn = convertToDrawing(topology);
  return typeof drawn === "string"
    ? drawn
    : { drawing: drawingOfValues(drawn.values as DrawnValues).drawing, network: networks.networkOf(topology) };
}

/** The drawing that is being edited; null if none is, or if the network cannot be drawn. */
export function currentDrawingDraft(state: Workbench, networks: NetworkCache): DrawingDraft | null {
  const mode = state.mode.drawing;
  if (mode === null) return null;
  const converted = drawingOfNetwork(editedTopologyOf(state, mode.of), networks);
  if (typeof converted === "string") return null;
  const { session } = mode;
  if (session.gestureDrawing !== converted.drawing) {
    session.gesture = null;
    session.gestureDrawing = converted.drawing;
  }
  return { ...converted, ...selectionInDrawing(converted.drawing, mode), isCopyLinked: mode.isLikeFirst, session };
}

/** The selection of the drawing mode as indices of a drawing. Elements that no longer exist are left out. */
export function selectionInDrawing(
  { switches, terminals: allTerminals }: Drawing,
  { chosen, links, terminals }: Pick<DrawingMode, "chosen" | "links" | "terminals">,
): Pick<DrawingDraft, "selectedSwitches" | "selectedLinks" | "selectedTerminals"> {
  const indexOfNumber = new Map(switches.map(({ number }, s) => [number, s]));
  const endIn = (end: number) =>
    !isTerminalEnd(end) ? indexOfNumber.get(end) : terminalOfEnd(end) < allTerminals.length ? end : undefined;
  return {
    selectedSwitches: new Set(chosen.flatMap((number) => indexOfNumber.get(number) ?? [])),
    selectedTerminals: new Set(terminals.filter((t) => t < allTerminals.length)),
    selectedLinks: links.flatMap((link): readonly (readonly [LinkEnd, LinkEnd])[] => {
      const [a, b] = link.map(endIn);
      return a === undefined || b === undefined ? [] : [[a, b]];
    }),
  };
}
