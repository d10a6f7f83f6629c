/** The line of text over a drawing: a hint for the next action, and actions on the whole drawing. */
import "./drawing.css";
import { useEffect, useRef } from "react";
import { emptyDrawing } from "../../../core/network/drawing/drawing.ts";
import type { ChosenKind } from "../../../core/base/params.ts";
import { isSameValue } from "../../../core/base/equality.ts";
import { drawnTopologyId } from "../../../core/topologies/contract.ts";
import { topologyFrom } from "../../drawing/apply-drawing.ts";
import { editedTopologyOf } from "../../drawing/drawing-draft.ts";
import { freePosition, placeDraft } from "../../../views/drawing/place-draft.ts";
import { singleColumnQuery, useMediaQuery } from "../../ui/useMediaQuery.ts";
import { PaintButton } from "../painting/PaintButton.tsx";
import { usePage, useWorkbench } from "../../hooks.ts";
import { drawingActions, drawingEditor, endDrawing, focusDrawing } from "../../drawing/drawing-actions.ts";
import { type Arrangement, arrangeDrawing } from "../../drawing/arrange.ts";
import type { DrawingMode } from "../../state/mode-state.ts";
import { Button } from "../../ui/Button.tsx";
import type { Page } from "../../create-page.ts";

const arrangements: readonly (readonly [Arrangement, string])[] = [
  ["levels", "levels"],
  ["ring", "ring"],
  ["grid", "grid"],
  ["groups", "groups"],
  ["force", "by itself"],
];

/** The line itself. Its effects keep the stage in place and reserve the height that the text covers. */
export function DrawingLine() {
  const page = usePage();
  const mode = useWorkbench(({ mode: { drawing } }) => drawing);
  const isCoarse = useMediaQuery("(pointer: coarse)");
  const isOwnNetwork = useWorkbench((state) => mode !== null && editedTopologyOf(state, mode.of).kind === drawnTopologyId);
  const isEmpty = useWorkbench((state) => mode !== null && isEmptyDrawing(editedTopologyOf(state, mode.of)));
  // On a narrow page, scroll the text above out of the way of the stage.
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const stage = line.current?.closest(".stage");
    if (stage === null || stage === undefined || !matchMedia(singleColumnQuery).matches) return undefined;
    stage.scrollIntoView({ block: "start" });
    return holdPosition(stage);
  }, []);
  // The text covers part of the stage. Once it has grown, its height stays reserved.
  const session = mode?.session ?? null;
  /**
   * Tells the drawing how many pixels at its top this line covers (`headroom`), whenever the line changes its size, so that the drawing is
   * fitted to the remaining height. The headroom only grows while the width stays the same, and never changes during a gesture.
   */
  useEffect(() => {
    const { current } = line;
    if (current === null || session === null) return undefined;
    let lastWidth = 0;
    const observer = new ResizeObserver(() => {
      // Convert the height to pixels of the drawing, which may be enlarged.
      const scale = current.closest(".stage")?.querySelector<SVGSVGElement>(".view-box svg")?.getScreenCTM()?.d ?? 1;
      const coveredHeight = getComputedStyle(current).position === "absolute" ? current.getBoundingClientRect().height / scale : 0;
      const hasNewWidth = Math.abs(current.offsetWidth - lastWidth) > 1;
      lastWidth = current.offsetWidth;
      if (session.gesture !== null || (hasNewWidth ? coveredHeight === session.headroom : coveredHeight <= session.headroom)) return;
      session.headroom = coveredHeight;
      if (session.fittedTo !== null) session.camera = null;
      page.frameLoop.markDirty();
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [session, page]);
  useEffect(() => (session === null ? undefined : forwardStrayKeys(line.current)), [session]);
  if (mode === null) return null;
  return (
    <div className="draw-line" ref={line}>
      <p>
        <b>Drawing</b> <span>{drawingHint(mode, isCoarse, isOwnNetwork)}</span>
      </p>
      <p className="draw-acts">
        <Button variant="underlined" onClick={() => addSwitch(page)} aria-keyshortcuts="N">
          New switch<kbd>N</kbd>
        </Button>
        {!isEmpty && (
          <Button variant="underlined" onClick={() => clearDrawing(page)}>
            Start empty
          </Button>
        )}
        <span>
          <span>Arrange:</span>{" "}
          {arrangements.map(([arrangement, word]) => (
            <span key={arrangement}>
              <Button variant="underlined" onClick={() => void rearrange(page, arrangement)}>
                {word}
              </Button>
            </span>
          ))}
        </span>
        <PaintButton />
        <Button variant="underlined" onClick={() => showAll(page)} aria-keyshortcuts="F">
          Show all<kbd>F</kbd>
        </Button>
        <Button variant="underlined" onClick={() => endDrawing(page)} aria-keyshortcuts="D">
          Done<kbd>D</kbd>
        </Button>
      </p>
    </div>
  );
}

/**
 * The hint above a drawing: one or two sentences that say what the reader can do next, by the gesture in progress and the selection.
 * @param isCoarse Whether the reader uses a finger instead of a mouse.
 * @param isMine Whether the network is the reader's own drawing already, instead of a topology that the first change turns into a drawing.
 */
function drawingHint({ session: { gesture, isKeyboard }, chosen }: DrawingMode, isCoarse: boolean, isMine: boolean): string {
  switch (gesture?.is) {
    case "link": {
      const targetsText = gesture.sources.length === 1 ? "" : ` all ${gesture.sources.length} chosen switches`;
      const escapeText = `Esc cancels the link${targetsText === "" ? "" : "s"}.`;
      return gesture.byKey === true
        ? `Tab goes to the next switch, Enter links${targetsText}. ${escapeText}`
        : `Release on a switch to link${targetsText === "" ? " it" : `${targetsText} with it`}, on the background to add a switch. ${escapeText}`;
    }
    case "copy":
      return "Release to place the copy. Esc cancels it.";
    case "move":
      return "The selection snaps to nearby rows and columns.";
    case "terminal":
      return "Release on a switch to move the terminal there; with Shift, to attach it there as well.";
    case "lasso":
      return "Draw a loop around the switches to choose.";
    default:
      if (isKeyboard)
        return chosen.length > 0
          ? "Tab: next switch. L: link. + and −: terminals. E: open its card. Arrows: move. C: copy. Del: delete. Enter: name. Esc: clear."
          : "N: new switch. Tab: first switch. E: the card. Shift Tab: this line. F: show all. D: done.";
      if (!isMine) return "Your first change turns this network into your own drawing. Undo brings it back.";
      if (isCoarse)
        return chosen.length === 1
          ? "Drag a dot on its edge to another switch to link them. Drag its middle to move it."
          : "Tap a switch to choose it. Double-tap the background to add one. Hold the background to draw a loop.";
      if (chosen.length > 1)
        return `Drag the edge of one switch to link all ${chosen.length}, its middle to move them. Shift adds switches.`;
      return "Drag the edge of a switch to link it, its middle to move it. Double-click the background to add a switch.";
  }
}

/** Passes keys to the drawing while nothing has the focus, for example after a field was left. Returns a function that stops it. */
function forwardStrayKeys(line: HTMLElement | null): () => void {
  const forward = (event: KeyboardEvent) => {
    const box = line?.closest(".stage")?.querySelector<HTMLElement>('[data-view="drawing"] .view-box');
    // Tab continues from the previous focus.
    if (event.target !== document.body || event.key === "Tab" || box === null || box === undefined) return;
    box.focus({ preventScroll: true });
    if (document.activeElement !== box) return;
    event.stopImmediatePropagation();
    if (!box.dispatchEvent(new KeyboardEvent(event.type, event))) event.preventDefault();
  };
  addEventListener("keydown", forward, { capture: true });
  return () => removeEventListener("keydown", forward, { capture: true });
}

/**
 * Keeps an element at its position on the screen, by scrolling the page, while elements above it grow and shrink. Scrolling by the reader
 * may still move it. Returns a function that stops this.
 */
function holdPosition(element: Element): () => void {
  const currentTop = () => element.getBoundingClientRect().top;
  let [heldTop, lastScrollY] = [currentTop(), scrollY];
  // Only the reader's scrolling may move the element.
  const onScroll = () => {
    heldTop -= scrollY - lastScrollY;
    lastScrollY = scrollY;
  };
  const observer = new ResizeObserver(() => {
    onScroll();
    const shift = currentTop() - heldTop;
    if (Math.abs(shift) >= 1) scrollBy({ top: shift, behavior: "instant" });
    lastScrollY = scrollY;
  });
  for (let each = element.previousElementSibling; each !== null; each = each.previousElementSibling) observer.observe(each);
  addEventListener("scroll", onScroll, { passive: true });
  // The browser's scroll anchoring would compensate a second time.
  document.documentElement.style.overflowAnchor = "none";
  return () => {
    observer.disconnect();
    removeEventListener("scroll", onScroll);
    document.documentElement.style.overflowAnchor = "";
  };
}

/** Shows the whole drawing. */
function showAll({ store, frameLoop }: Page): void {
  const session = store.getState().mode.drawing?.session;
  if (session === undefined) return;
  session.camera = null;
  frameLoop.markDirty();
}

/** Clears the drawing. The network becomes the reader's own with its first switch. */
function clearDrawing(page: Page): void {
  const session = page.store.getState().mode.drawing?.session;
  if (session !== undefined) session.clearedNetwork = page.view.data("stage").network;
  drawingEditor(page).change(
    () => emptyDrawing,
    () => ({ chosen: [], links: [] }),
  );
  focusDrawing(page);
}

const emptyTopology = topologyFrom(emptyDrawing);

const isEmptyDrawing = (topology: ChosenKind) => isSameValue(topology, emptyTopology);

/** Adds a switch at a free visible position. */
function addSwitch(page: Page): void {
  const draft = drawingEditor(page).now();
  if (draft === null) return;
  focusDrawing(page);
  drawingActions(page).addSwitch(freePosition(draft, placeDraft(draft, ...draft.session.size)));
}

async function rearrange(page: Page, arrangement: Arrangement): Promise<void> {
  const { now, change } = drawingEditor(page);
  const draft = now();
  if (draft === null) return;
  const next = await arrangeDrawing(draft, arrangement);
  change(({ drawing }) => (drawing === draft.drawing ? next : drawing));
  // Show the whole drawing in its new arrangement.
  draft.session.camera = null;
}
