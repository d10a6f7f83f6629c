/** The line of words over a drawing: what the hand may do now, and what is done to all of it. */
import "./drawing.css";
import { emptyDrawing } from "../../../core/network/drawing/drawing.ts";
import { drawnId } from "../../../core/topologies/contract.ts";
import { topologyOf } from "../../drawing/draft.ts";
import { freePlace, placeDraft } from "../../../views/drawing/place.ts";
import { useMedia } from "../../shell/useMedia.ts";
import { PaintButton } from "../painting/PaintButton.tsx";
import { usePage, useWorkbench } from "../../hooks.ts";
import { drawingActions, drawingOn, endDrawing } from "../../drawing/act.ts";
import { type Arrangement, arranged } from "../../drawing/arrange.ts";
import type { DrawingMode } from "../../document/store.ts";
import type { Page } from "../../create-page.ts";

const arrangements: readonly (readonly [Arrangement, string])[] = [
  ["levels", "levels"],
  ["ring", "ring"],
  ["grid", "grid"],
  ["groups", "groups"],
  ["force", "by itself"],
];

export function DrawLine() {
  const page = usePage();
  const mode = useWorkbench(({ drawing }) => drawing);
  const isCoarse = useMedia("(pointer: coarse)");
  const isMine = useWorkbench((state) => mode !== null && topologyOf(state, mode.of).kind === drawnId);
  if (mode === null) return null;
  return (
    <div className="draw-line">
      <p>
        <b>Drawing</b> <span>{hintOf(mode, isCoarse, isMine)}</span>
      </p>
      <p className="draw-acts">
        <button type="button" onClick={() => addSwitch(page)} aria-keyshortcuts="N">
          New switch<kbd>N</kbd>
        </button>
        {!isMine && (
          <button type="button" onClick={() => startEmpty(page)}>
            Start empty
          </button>
        )}
        <span>
          Arrange:{" "}
          {arrangements.map(([how, word], i) => (
            <span key={how}>
              {i > 0 && ", "}
              <button type="button" onClick={() => void arrange(page, how)}>
                {word}
              </button>
            </span>
          ))}
        </span>
        <PaintButton />
        <button type="button" onClick={() => endDrawing(page)} aria-keyshortcuts="D">
          Done<kbd>D</kbd>
        </button>
      </p>
    </div>
  );
}

/** What the hand may do next, in a sentence or two. */
function hintOf({ session: { held }, chosen }: DrawingMode, isCoarse: boolean, isMine: boolean): string {
  switch (held?.is) {
    case "link":
      return held.byKey === true
        ? "Tab goes to the next switch, Enter links, Esc drops the link."
        : "Let go on a switch to link it, on the ground for a new switch. Esc drops the link.";
    case "copy":
      return "Let go to place the copy. Esc drops it.";
    case "move":
      return "It lines up with rows and columns near by.";
    case "terminal":
      return "Let go on a switch to plug the terminal in there.";
    case "lasso":
      return "Draw round what you want to choose.";
    default:
      if (!isMine) return "This is still the network above. Your first change makes it a network of yours; undo brings it back.";
      if (isCoarse)
        return chosen.length === 1
          ? "Pull a dot on its edge to another switch. Drag its middle to move it."
          : "Tap a switch to choose it. Two taps on the ground make a new one. Rest on the ground to draw a loop.";
      return "Pull from the edge of a switch to link, from its middle to move. Double-click the ground for a switch.";
  }
}

/** Nothing but the ground: a network of one's own from its first switch on. */
function startEmpty(page: Page): void {
  drawingOn(page).change(
    () => emptyDrawing,
    () => ({ chosen: [], link: null }),
  );
}

/** A new switch where there is room in sight. */
function addSwitch(page: Page): void {
  const draft = drawingOn(page).now();
  if (draft === null) return;
  drawingActions(page).addSwitch(freePlace(draft, placeDraft(draft, ...draft.session.room)));
}

async function arrange(page: Page, how: Arrangement): Promise<void> {
  const { now, change } = drawingOn(page);
  const draft = now();
  if (draft === null) return;
  const next = await arranged(draft, how);
  change(({ drawing }) => (drawing === draft.drawing ? next : drawing));
  // All of it is shown where it stands now.
  draft.session.camera = null;
}
