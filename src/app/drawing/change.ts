/** Turns edits of a drawing into edits of the document. */
import { capital } from "../../core/base/words.ts";
import type { ChosenKind } from "../../core/base/params.ts";
import { buildDrawing } from "../../core/network/drawing/build.ts";
import type { Drawing, Place } from "../../core/network/drawing/drawing.ts";
import { placed, tooLarge } from "../../core/network/drawing/edit.ts";
import { writeDrawing } from "../../core/network/drawing/texts.ts";
import type { Network } from "../../core/network/network.ts";
import { routings } from "../../core/routings/shelf.ts";
import { type Document, variantsOf } from "../../core/scenario/document.ts";
import { drawnId } from "../../core/topologies/contract.ts";
import { standingIn } from "../../views/stage/layouts/all-layouts.ts";
import { pathIn, refitted, withValue } from "../../core/scenario/edits/edit-place.ts";
import { type LinkEnds, type LinkSpeed, withLinkSpeeds } from "../../core/scenario/edits/link-speeds.ts";
import { goneFrom, workloadWithout } from "../jobs/gone.ts";
import type { DrawingMode } from "../state/mode-state.ts";
import { edited } from "../state/document-state.ts";
import { isLocked, type WorkbenchStore } from "../state/workbench.ts";
import { lockedWords } from "../state/view-state.ts";
import { propose } from "../document/edits.ts";

/** A drawing as a topology of a document. */
export function topologyFrom(drawing: Drawing): ChosenKind {
  return { kind: drawnId, values: { ...writeDrawing(drawing) } };
}

/** The document with another drawing, and with a suitable routing if the present one cannot run on it. */
export function withDrawing(document: Document, of: number, drawing: Drawing): Document {
  const path = pathIn(of, ["topology"]);
  return refitted(withValue(document, path, topologyFrom(drawing)), path);
}

/**
 * A drawing in which only the switches that the user moved have moved: where the automatic layout would now place a switch elsewhere, its
 * old position is fixed.
 * @param before the network before the edit
 */
export function withoutJumps(before: Network, was: Drawing, next: Drawing): Drawing {
  const old = standingIn(before);
  const now = standingIn(buildDrawing(next));
  const placeOf = new Map(was.switches.map(({ number }, s) => [number, s]));
  const keeps = new Map<number, Place>();
  next.switches.forEach(({ number, place }, s) => {
    const earlier = placeOf.get(number);
    if (place !== undefined || earlier === undefined) return;
    if (old[2 * earlier] !== now[2 * s] || old[2 * earlier + 1] !== now[2 * s + 1]) keeps.set(s, [old[2 * earlier], old[2 * earlier + 1]]);
  });
  return placed(next, keeps);
}

/** The selection after an edit; absent fields remain unchanged. */
export type Choice = Partial<Pick<DrawingMode, "chosen" | "links" | "naming" | "terminals">>;

/**
 * Makes a drawing that of the document, as one undo step. If the part is locked or the drawing too large, a toast says so and nothing
 * changes.
 */
export function draw(
  store: WorkbenchStore,
  of: number,
  { drawing: was, network }: { readonly drawing: Drawing; readonly network: Network },
  next: Drawing,
  choice: Choice = {},
): void {
  if (isLocked(store, pathIn(of, ["topology"]))) return store.setState({ session: { toast: lockedWords("the network") } });
  const reason = tooLarge(next);
  if (reason !== null) return store.setState({ session: { toast: reason } });
  choose(store, choice);
  if (next === was) return;
  const document = edited(store.getState());
  const drawn = withDrawing(document, of, withoutJumps(network, was, next));
  const [before, after] = [document, drawn].map((each) => variantsOf(each)[of]);
  const workload = workloadWithout(before, network, goneFrom(was, next));
  // Traffic from and to removed terminals is removed from the workload.
  const candidate = workload === before.workload ? drawn : withValue(drawn, pathIn(of, ["workload"]), workload);
  propose(store, candidate, true);
  if (before.routing.kind !== after.routing.kind && next.switches.length > 0)
    store.setState({
      session: {
        toast: `${capital(routings.get(before.routing.kind).title)} needs what the drawing no longer has; packets now go by ${routings.get(after.routing.kind).title}. Undo takes it back.`,
      },
    });
}

/** Changes the rate or length of links given by their ends. It is one undo step, even if the network is first converted to a drawing. */
export function drawSpeeds(
  store: WorkbenchStore,
  of: number,
  { drawing, network }: { readonly drawing: Drawing; readonly network: Network },
  links: readonly LinkEnds[],
  change: Partial<LinkSpeed>,
): void {
  for (const [section, said] of [
    ["topology", "the network"],
    ["links", "links"],
  ])
    if (isLocked(store, pathIn(of, [section]))) return store.setState({ session: { toast: lockedWords(said) } });
  const document = edited(store.getState());
  const isDrawn = variantsOf(document)[of].topology.kind === drawnId;
  const drawn = isDrawn ? document : withDrawing(document, of, withoutJumps(network, drawing, drawing));
  propose(store, withLinkSpeeds(drawn, of, drawing, links, change));
}

/** Changes the selection in the drawing; this is no undo step. */
export function choose(store: WorkbenchStore, choice: Choice): void {
  const { drawing } = store.getState().mode;
  // Terminals are deselected when switches or links are selected.
  const isOther = choice.chosen !== undefined || choice.links !== undefined;
  if (drawing !== null && Object.keys(choice).length > 0)
    store.setState({ mode: { drawing: { ...drawing, ...(isOther ? { terminals: [] } : {}), ...choice } } });
}
