/**
 * Keys of the drawing: N adds a switch; L, then Tab and Enter, link; + and − change terminals or parallel links; C copies; E opens the card
 * of the selection; Delete removes; arrows move by 12 (with Shift 60); Tab goes from switch to switch, Shift Tab from the ground to the
 * text above; Ctrl A selects all; F shows all; Enter renames; Esc deselects.
 */
import type { EditorContext } from "./pointer-controller.ts";
import { inReadingOrder, copySelectionNearby, freePosition, switchPoint, zoomCamera } from "./place-draft.ts";
import { linkSources } from "./session.ts";

/** Grid steps of an arrow key: 12 and 60 pixels at scale 1. */
const arrowSteps = { fine: 3, coarse: 15 } as const;
/** Pan distance of an arrow key without a selection, pixels. */
const panDistance = 60;

const arrowDirections: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

export function handleDrawingKey(event: KeyboardEvent, editor: EditorContext): void {
  if (executeKey(event, editor)) {
    event.preventDefault();
    event.stopPropagation();
  }
}

/** Executes the command of a key. Returns whether the drawing handled it. */
function executeKey(event: KeyboardEvent, editor: EditorContext): boolean {
  const { draft, placement, actions, frameLoop } = editor;
  const { session, selectedSwitches, selectedLinks, drawing } = draft;
  const { gesture } = session;
  const hasModifier = event.ctrlKey || event.metaKey;
  if (hasModifier && event.key.toLowerCase() === "a") {
    actions.selectSwitches(drawing.switches.map((_, s) => s));
    return true;
  }
  if (hasModifier && (event.key.toLowerCase() === "c" || event.key.toLowerCase() === "v")) {
    if (event.key.toLowerCase() === "v" && selectedSwitches.size > 0) copySelectionNearby(draft, placement, actions);
    return selectedSwitches.size > 0;
  }
  if (hasModifier || event.altKey) return false;
  if (event.key === "Tab") return selectNext(editor, event.shiftKey ? -1 : 1);
  if (event.key in arrowDirections) {
    const [dx, dy] = arrowDirections[event.key];
    const stepSize = event.shiftKey ? arrowSteps.coarse : arrowSteps.fine;
    if (selectedSwitches.size > 0) actions.moveSelection(dx * stepSize, dy * stepSize);
    else if (session.camera !== null) {
      session.camera = { ...session.camera, x: session.camera.x - dx * panDistance, y: session.camera.y - dy * panDistance };
      session.fittedTo = null;
      frameLoop?.markDirty();
    }
    return true;
  }
  switch (event.key) {
    case "n":
    case "N":
      actions.addSwitch(freePosition(draft, placement));
      return true;
    case "l":
    case "L": {
      const [from] = selectedSwitches;
      if (from === undefined || drawing.switches.length < 2) return true;
      const to = nextTarget(editor, from, 1, linkSources(draft, from));
      session.gesture = {
        is: "link",
        sourceSwitch: from,
        sources: linkSources(draft, from),
        targetSwitch: to,
        point: switchPoint(placement, to),
        isFar: false,
        byKey: true,
      };
      frameLoop?.markDirty();
      actions.reportGesture();
      return true;
    }
    case "Enter":
      if (gesture?.is === "link" && gesture.targetSwitch !== null) {
        session.gesture = null;
        actions.reportGesture();
        actions.addLinks(gesture.sources, gesture.targetSwitch);
      } else if (selectedSwitches.size === 1) actions.renameSwitch([...selectedSwitches][0]);
      return true;
    case "+":
    case "=":
    case "-":
    case "−":
      if (selectedSwitches.size === 0 && selectedLinks.length === 0) zoomBy(editor, event.key === "+" || event.key === "=" ? 1.3 : 1 / 1.3);
      else actions.changeCount(event.key === "+" || event.key === "=" ? 1 : -1);
      return true;
    case "c":
    case "C":
      if (selectedSwitches.size > 0) copySelectionNearby(draft, placement, actions);
      return true;
    case "e":
    case "E":
      actions.openCard();
      return true;
    case "Delete":
    case "Backspace":
      actions.removeSelection();
      return true;
    case "f":
    case "F":
    case "0":
      session.camera = null;
      frameLoop?.markDirty();
      return true;
    case "Escape":
      if (selectedSwitches.size + selectedLinks.length + draft.selectedTerminals.size === 0) return false;
      actions.selectSwitches([]);
      return true;
    case "d":
    case "D":
      actions.endDrawing();
      return true;
    default:
      return false;
  }
}

function zoomBy({ draft: { session }, placement, frameLoop }: EditorContext, factor: number): void {
  session.fittedTo = null;
  session.camera = zoomCamera(placement.camera, factor, [session.size[0] / 2, session.size[1] / 2]);
  frameLoop?.markDirty();
}

/**
 * Handles Tab (`direction` 1) and Shift Tab (−1) in the drawing: selects the next switch in reading order, or, while a link is drawn by
 * keyboard, moves its end to the next possible switch. Returns whether it did; otherwise the browser moves the focus out of the drawing, as
 * after the last switch.
 */
function selectNext(editor: EditorContext, direction: number): boolean {
  const { draft, placement, actions, frameLoop } = editor;
  const { session, selectedSwitches, drawing } = draft;
  const count = drawing.switches.length;
  // Move the end of the link that is being drawn.
  if (session.gesture?.is === "link" && session.gesture.byKey === true) {
    const { sourceSwitch, sources, targetSwitch } = session.gesture;
    const next = nextTarget(editor, targetSwitch ?? sourceSwitch, direction, sources);
    session.gesture = { ...session.gesture, targetSwitch: next, point: switchPoint(placement, next) };
    frameLoop?.markDirty();
    actions.reportGesture();
    return true;
  }
  // Select the next switch.
  const order = inReadingOrder(
    editor.draft.drawing.switches.map((_, s) => s),
    editor.placement.restPositions,
  );
  // Shift Tab without a selection leaves the drawing.
  if (selectedSwitches.size === 0 && direction < 0) return false;
  // Unless a single switch is selected, start before the first switch or after the last.
  const outerIndex = direction > 0 ? -1 : count;
  const currentIndex = selectedSwitches.size === 1 ? order.indexOf([...selectedSwitches][0]) : outerIndex;
  const next = order[currentIndex + direction];
  if (next === undefined) return false;
  actions.selectSwitches([next]);
  return true;
}

/**
 * The next switch in reading order, cyclic, skipping the sources of the link. If every switch is a source, only the first one is skipped.
 */
function nextTarget(editor: EditorContext, s: number, direction: number, sources: readonly number[]): number {
  const order = inReadingOrder(
    editor.draft.drawing.switches.map((_, s) => s),
    editor.placement.restPositions,
  );
  const skipped = sources.length < order.length ? sources : sources.slice(0, 1);
  let index = order.indexOf(s);
  do index = (index + direction + order.length) % order.length;
  while (skipped.includes(order[index]));
  return order[index];
}
