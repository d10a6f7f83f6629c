/** The drawing that is being edited: that of the document, or any other network converted to a drawing before its first edit. */
import { once } from "../../core/base/once.ts";
import type { ChosenKind } from "../../core/base/params.ts";
import { type Drawing, type End, isTerminal, terminalOf } from "../../core/network/drawing/drawing.ts";
import type { Network } from "../../core/network/network.ts";
import { variantsOf } from "../../core/scenario/document.ts";
import { drawnTopology } from "../../core/scenario/edits/drawn.ts";
import { drawingIn, type DrawnValues } from "../../core/topologies/any/drawn.ts";
import type { Draft } from "../../views/drawing/contract.ts";
import type { BuiltNetworks } from "../document/built.ts";
import type { DrawingMode } from "../state/mode-state.ts";
import { edited } from "../state/document-state.ts";
import type { Workbench } from "../state/workbench.ts";

/** The topology of the network with index `of`, including a pending edit. */
export function topologyOf(state: Workbench, of: number): ChosenKind {
  const all = variantsOf(edited(state));
  return (all[of] ?? all[0]).topology;
}

/** Any network converted to a drawing. */
const asDrawn = once((topology: ChosenKind) => drawnTopology(topology));

/** A topology as a drawing, together with its network; or the reason why it cannot be drawn, as a sentence. */
export function drawingFrom(
  topology: ChosenKind,
  networks: BuiltNetworks,
): { readonly drawing: Drawing; readonly network: Network } | string {
  const drawn = asDrawn(topology);
  return typeof drawn === "string" ? drawn : { drawing: drawingIn(drawn.values as DrawnValues).drawing, network: networks.of(topology) };
}

/** The drawing that is being edited; null if none is, or if the network cannot be drawn. */
export function draftOf(state: Workbench, networks: BuiltNetworks): Draft | null {
  const mode = state.mode.drawing;
  if (mode === null) return null;
  const found = drawingFrom(topologyOf(state, mode.of), networks);
  if (typeof found === "string") return null;
  const { session } = mode;
  if (session.on !== found.drawing) {
    session.held = null;
    session.on = found.drawing;
  }
  return { ...found, ...chosenIn(found.drawing, mode), isLikeFirst: mode.isLikeFirst, session };
}

/** The selection of the drawing mode as indices of a drawing. Elements that no longer exist are left out. */
export function chosenIn(
  { switches, terminals: all }: Drawing,
  { chosen, links, terminals }: Pick<DrawingMode, "chosen" | "links" | "terminals">,
): Pick<Draft, "chosen" | "chosenLinks" | "terminals"> {
  const place = new Map(switches.map(({ number }, s) => [number, s]));
  const placeOf = (end: number) => (!isTerminal(end) ? place.get(end) : terminalOf(end) < all.length ? end : undefined);
  return {
    chosen: new Set(chosen.flatMap((number) => place.get(number) ?? [])),
    terminals: new Set(terminals.filter((t) => t < all.length)),
    chosenLinks: links.flatMap((link): readonly (readonly [End, End])[] => {
      const [a, b] = link.map(placeOf);
      return a === undefined || b === undefined ? [] : [[a, b]];
    }),
  };
}
