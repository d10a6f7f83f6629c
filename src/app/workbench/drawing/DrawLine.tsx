/** The line of text over a drawing: a hint for the next action, and actions on the whole drawing. */
import "./drawing.css";
import { useEffect, useRef } from "react";
import { emptyDrawing } from "../../../core/network/drawing/drawing.ts";
import type { ChosenKind } from "../../../core/base/params.ts";
import { isSameValue } from "../../../core/base/same.ts";
import { drawnId } from "../../../core/topologies/contract.ts";
import { topologyFrom } from "../../drawing/change.ts";
import { topologyOf } from "../../drawing/draft.ts";
import { freePlace, placeDraft } from "../../../views/drawing/place.ts";
import { columnQuery, useMedia } from "../../ui/useMedia.ts";
import { PaintButton } from "../painting/PaintButton.tsx";
import { usePage, useWorkbench } from "../../hooks.ts";
import { drawingActions, drawingOn, endDrawing, giveKeys } from "../../drawing/act.ts";
import { type Arrangement, arranged } from "../../drawing/arrange.ts";
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
export function DrawLine() {
  const page = usePage();
  const mode = useWorkbench(({ mode: { drawing } }) => drawing);
  const isCoarse = useMedia("(pointer: coarse)");
  const isMine = useWorkbench((state) => mode !== null && topologyOf(state, mode.of).kind === drawnId);
  const isEmpty = useWorkbench((state) => mode !== null && isEmptyDrawing(topologyOf(state, mode.of)));
  // On a narrow page, scroll the text above out of the way of the stage.
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const stage = line.current?.closest(".stage");
    if (stage === null || stage === undefined || !matchMedia(columnQuery).matches) return undefined;
    stage.scrollIntoView({ block: "start" });
    return keepInPlace(stage);
  }, []);
  // The text covers part of the stage. Once it has grown, its height stays reserved.
  const session = mode?.session ?? null;
  useEffect(() => {
    const { current } = line;
    if (current === null || session === null) return undefined;
    let wide = 0;
    const watch = new ResizeObserver(() => {
      // In pixels of the drawing, which may be enlarged.
      const scale = current.closest(".stage")?.querySelector<SVGSVGElement>(".view-box svg")?.getScreenCTM()?.d ?? 1;
      const high = getComputedStyle(current).position === "absolute" ? current.getBoundingClientRect().height / scale : 0;
      const isOther = Math.abs(current.offsetWidth - wide) > 1;
      wide = current.offsetWidth;
      if (session.held !== null || (isOther ? high === session.headroom : high <= session.headroom)) return;
      session.headroom = high;
      if (session.fittedTo !== null) session.camera = null;
      page.frameLoop.markDirty();
    });
    watch.observe(current);
    return () => watch.disconnect();
  }, [session, page]);
  useEffect(() => (session === null ? undefined : takeStrayKeys(line.current)), [session]);
  if (mode === null) return null;
  return (
    <div className="draw-line" ref={line}>
      <p>
        <b>Drawing</b> <span>{hintOf(mode, isCoarse, isMine)}</span>
      </p>
      <p className="draw-acts">
        <Button variant="underlined" onClick={() => addSwitch(page)} aria-keyshortcuts="N">
          New switch<kbd>N</kbd>
        </Button>
        {!isEmpty && (
          <Button variant="underlined" onClick={() => startEmpty(page)}>
            Start empty
          </Button>
        )}
        <span>
          <span>Arrange:</span>{" "}
          {arrangements.map(([how, word]) => (
            <span key={how}>
              <Button variant="underlined" onClick={() => void arrange(page, how)}>
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

/** Hint for the next action, in one or two sentences. */
function hintOf({ session: { held, isByKey }, chosen }: DrawingMode, isCoarse: boolean, isMine: boolean): string {
  switch (held?.is) {
    case "link": {
      const all = held.sources.length === 1 ? "" : ` all ${held.sources.length} chosen switches`;
      const drops = `Esc drops the link${all === "" ? "" : "s"}.`;
      return held.byKey === true
        ? `Tab goes to the next switch, Enter links${all}. ${drops}`
        : `Let go on a switch to link${all === "" ? " it" : `${all} with it`}, on the ground for a new switch. ${drops}`;
    }
    case "copy":
      return "Let go to place the copy. Esc drops it.";
    case "move":
      return "It lines up with rows and columns near by.";
    case "terminal":
      return "Let go on a switch to plug the terminal in there; with Shift, there as well.";
    case "lasso":
      return "Draw round what you want to choose.";
    default:
      if (isByKey)
        return chosen.length > 0
          ? "Tab: next switch. L: link. + and −: terminals. E: its card. Arrows: move. C: copy. Del: delete. Enter: name. Esc: let go."
          : "N: new switch. Tab: first switch. E: the card. Shift Tab: these words. F: show all. D: done.";
      if (!isMine) return "Change what you like: your first change makes this network your own. Undo brings it back.";
      if (isCoarse)
        return chosen.length === 1
          ? "Pull a dot on its edge to another switch. Drag its middle to move it."
          : "Tap a switch to choose it. Two taps on the ground make a new one. Rest on the ground to draw a loop.";
      if (chosen.length > 1)
        return `Pull from the edge of one to link all ${chosen.length}, from its middle to move them. Shift adds to them.`;
      return "Pull from the edge of a switch to link, from its middle to move. Double-click the ground for a switch.";
  }
}

/** Passes keys to the drawing while nothing has the focus, for example after a field was left. Returns a function that stops it. */
function takeStrayKeys(line: HTMLElement | null): () => void {
  const passOn = (event: KeyboardEvent) => {
    const box = line?.closest(".stage")?.querySelector<HTMLElement>('[data-view="drawing"] .view-box');
    // Tab continues from the previous focus.
    if (event.target !== document.body || event.key === "Tab" || box === null || box === undefined) return;
    box.focus({ preventScroll: true });
    if (document.activeElement !== box) return;
    event.stopImmediatePropagation();
    if (!box.dispatchEvent(new KeyboardEvent(event.type, event))) event.preventDefault();
  };
  addEventListener("keydown", passOn, { capture: true });
  return () => removeEventListener("keydown", passOn, { capture: true });
}

/** Keeps an element at its position on the screen while elements above it grow and shrink. Returns a function that stops it. */
function keepInPlace(element: Element): () => void {
  const topNow = () => element.getBoundingClientRect().top;
  let [top, scrolledTo] = [topNow(), scrollY];
  // Only the reader's scrolling may move the element.
  const follow = () => {
    top -= scrollY - scrolledTo;
    scrolledTo = scrollY;
  };
  const watch = new ResizeObserver(() => {
    follow();
    const by = topNow() - top;
    if (Math.abs(by) >= 1) scrollBy({ top: by, behavior: "instant" });
    scrolledTo = scrollY;
  });
  for (let each = element.previousElementSibling; each !== null; each = each.previousElementSibling) watch.observe(each);
  addEventListener("scroll", follow, { passive: true });
  // The browser's scroll anchoring would compensate a second time.
  document.documentElement.style.overflowAnchor = "none";
  return () => {
    watch.disconnect();
    removeEventListener("scroll", follow);
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
function startEmpty(page: Page): void {
  const session = page.store.getState().mode.drawing?.session;
  if (session !== undefined) session.emptied = page.view.data("stage").network;
  drawingOn(page).change(
    () => emptyDrawing,
    () => ({ chosen: [], links: [] }),
  );
  giveKeys(page);
}

const nothing = topologyFrom(emptyDrawing);

const isEmptyDrawing = (topology: ChosenKind) => isSameValue(topology, nothing);

/** Adds a switch at a free visible position. */
function addSwitch(page: Page): void {
  const draft = drawingOn(page).now();
  if (draft === null) return;
  giveKeys(page);
  drawingActions(page).addSwitch(freePlace(draft, placeDraft(draft, ...draft.session.room)));
}

async function arrange(page: Page, how: Arrangement): Promise<void> {
  const { now, change } = drawingOn(page);
  const draft = now();
  if (draft === null) return;
  const next = await arranged(draft, how);
  change(({ drawing }) => (drawing === draft.drawing ? next : drawing));
  // Show the whole drawing in its new arrangement.
  draft.session.camera = null;
}
