/**
 * Pointer controller of the drawing. Drag from the edge of a switch to link it, from its middle to move it. A link released on the ground
 * adds a switch there. Drag on the ground to select with a lasso. Shift adds, Alt copies. Double-click the ground to add a switch, a name
 * to rename it. Drag a terminal to another switch. The wheel zooms; the middle button or held Space pans. Touch: a tap selects and shows
 * dots to drag from. A long press on a switch starts a link, on the ground a lasso. Two taps on the ground add a switch. Two fingers pan
 * and zoom.
 */
import { pointer, select } from "d3-selection";
import { type Drawing, isTerminalEnd } from "../../core/network/drawing/drawing.ts";
import type { Canvas } from "../contract.ts";
import type { DrawingDraft, DrawingActions } from "./contract.ts";
import { hitTestDrawing, isInLasso, nearestSwitch } from "./hit-test-drawing.ts";
import { clampToStage, isOnStage, type PlacedDrawing, gridPositionAt, placeDraft, switchPoint, zoomCamera } from "./place-draft.ts";
import { handleDrawingKey } from "./keys.ts";
import { type StagePoint, type SnapGuide, type Gesture, type HoveredObject, linkSources } from "./session.ts";

export interface EditorContext extends Pick<Canvas, "frameLoop"> {
  readonly draft: DrawingDraft;
  readonly placement: PlacedDrawing;
  readonly actions: DrawingActions;
}

/** The context with the current drawing, which may be newer than the one last drawn. */
function currentContext(drawn: EditorContext): EditorContext {
  const { draft: drawnDraft, placement: placed, actions } = drawn;
  const draft = actions.currentDraft() ?? drawnDraft;
  const [width, height] = draft.session.size;
  return {
    ...drawn,
    draft,
    placement: draft.network === drawnDraft.network && draft.session === drawnDraft.session ? placed : placeDraft(draft, width, height),
  };
}

/** A pointer that moved less than this has clicked, pixels. */
const clickTolerance = 4;
/** Duration of a long press, and maximum time between the two taps of a double tap, milliseconds. */
const longPressTime = 420;
const doubleTapTime = 400;
/** A moved switch snaps to rows and columns within this distance, pixels. */
const snapDistance = 7;
/** A link released on the ground adds a switch if it is at least this far from its source, in widths of a switch. */
const newSwitchDistance = 1.6;

/** State of the pointers on a drawing. */
interface PointerState {
  readonly pointers: Map<number, StagePoint>;
  /** Position and object of the first pointer-down. */
  start: {
    readonly point: StagePoint;
    readonly object: HoveredObject;
    readonly isTouch: boolean;
    readonly isAdding: boolean;
    readonly isCopying: boolean;
    /** The drawing at the first pointer-down: if it has changed since, the gesture is canceled. */
    readonly drawing: Drawing;
  } | null;
  gesture: "nothing" | "pan" | "pinch" | "link" | "move" | "terminal" | "lasso" | "tap";
  hasMoved: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
  tappedAt: number;
  /** Objects of the last two pointer-downs, the latest first. */
  lastPressed: readonly HoveredObject[];
  wasTouch: boolean;
  /** Space pans if it is held while dragging; otherwise it toggles playback. */
  hasSpace: boolean;
  hasPanned: boolean;
}

const pointerStates = new WeakMap<Element, PointerState>();

/** The pointer state of an element, created on first use. */
function pointerStateOf(element: Element): PointerState {
  const state = pointerStates.get(element) ?? {
    pointers: new Map<number, StagePoint>(),
    start: null,
    gesture: "nothing",
    hasMoved: false,
    timer: undefined,
    tappedAt: -Infinity,
    lastPressed: [],
    wasTouch: false,
    hasSpace: false,
    hasPanned: false,
  };
  pointerStates.set(element, state);
  return state;
}

/** Binds pointer and keyboard events of a drawing. */
export function bindDrawing(editor: EditorContext, group: SVGGElement, width: number, height: number): void {
  const catcher = select(group)
    .selectChildren<SVGRectElement, EditorContext>("rect.catcher")
    .data([editor])
    .join("rect")
    .attr("class", "catcher sheet");
  catcher.attr("width", width).attr("height", height).attr("fill", "transparent");
  catcher
    .on("pointerdown", function (this: SVGRectElement, event: PointerEvent, drawn) {
      pointerDown(this, event, currentContext(drawn), pointer(event, group));
    })
    .on("pointermove", function (this: SVGRectElement, event: PointerEvent, drawn) {
      const editor = pointerStateOf(this).start === null ? drawn : currentContext(drawn);
      if (dropStaleGesture(this, editor)) return;
      pointerMove(this, event, editor, pointer(event, group));
    })
    .on("pointerup", function (this: SVGRectElement, event: PointerEvent, drawn) {
      const editor = currentContext(drawn);
      dropStaleGesture(this, editor);
      pointerUp(this, event, editor, pointer(event, group));
    })
    .on("pointercancel", function (this: SVGRectElement, event: PointerEvent, drawn) {
      cancelGesture(this, drawn);
      pointerStateOf(this).pointers.delete(event.pointerId);
    })
    .on("pointerleave", (_event: PointerEvent, drawn) => {
      if (drawn.draft.session.gesture === null) setHovered(drawn, { is: "ground" });
    })
    .on("dblclick", function (this: SVGRectElement, event: MouseEvent, drawn) {
      // A double tap of a finger has already been handled on pointer-up.
      if (pointerStateOf(this).wasTouch) return;
      const { draft, placement, actions } = currentContext(drawn);
      const point = pointer(event, group);
      // Use the object of the first click: the page may have moved since.
      const object = pointerStateOf(this).lastPressed[1] ?? hitTestDrawing(draft, placement, point, false);
      if (object.is === "ground") actions.addSwitch(gridPositionAt(placement.camera, clampToStage(draft.session, point)));
      else if (object.is === "switch" && object.switchIndex < draft.drawing.switches.length) actions.renameSwitch(object.switchIndex);
      else if (object.is === "terminal") actions.renameTerminal(object.terminal);
    })
    .on(
      "wheel",
      (event: WheelEvent, drawn) => {
        event.preventDefault();
        const factor = 1.0015 ** -(event.deltaY * (event.deltaMode === 1 ? 16 : 1) * (event.ctrlKey ? 4 : 1));
        const { camera } = drawn.draft.session;
        if (camera !== null) setCamera(drawn, zoomCamera(camera, factor, pointer(event, group)));
      },
      { passive: false },
    );
  const box = group.closest<HTMLElement>(".view-box");
  if (box === null) return;
  const catcherElement = catcher.node();
  const { session } = editor.draft;
  const measureTop = () => box.getBoundingClientRect().top / (group.getScreenCTM()?.d ?? 1);
  if (session.measureTop === null) session.lastTop = measureTop();
  session.measureTop = measureTop;
  // A new drawing takes the keyboard focus once.
  if (editor.draft.session.needsFocus) {
    editor.draft.session.needsFocus = false;
    box.focus({ preventScroll: true });
  }
  select<HTMLElement, EditorContext>(box)
    .datum(editor)
    .on("keydown.drawing", (event: KeyboardEvent, drawn) => {
      if (event.target !== event.currentTarget || catcherElement === null) return;
      noteInputDevice(drawn, box, true);
      if (event.code === "Space") return pressSpace(event, pointerStateOf(catcherElement));
      if (event.key === "Escape" && drawn.draft.session.gesture !== null) {
        event.preventDefault();
        return cancelGesture(catcherElement, drawn);
      }
      handleDrawingKey(event, currentContext(drawn));
    })
    .on("keyup.drawing", (event: KeyboardEvent, drawn) => {
      if (event.code !== "Space" || catcherElement === null) return;
      const state = pointerStateOf(catcherElement);
      if (state.hasSpace && !state.hasPanned) drawn.actions.togglePlayback();
      state.hasSpace = false;
    });
}

/** Records the input device: keyboard users need to see where a link would lead. */
function noteInputDevice({ draft: { session } }: EditorContext, box: HTMLElement | null, isKeyboard: boolean): void {
  session.isKeyboard = isKeyboard;
  if (box !== null) box.dataset["by"] = isKeyboard ? "keys" : "pointer";
}

/** Cancels a gesture if its drawing has changed meanwhile, for example by undo or Delete. Returns whether it did. */
function dropStaleGesture(element: SVGRectElement, editor: EditorContext): boolean {
  const { start } = pointerStateOf(element);
  if (start === null || start.drawing === editor.draft.drawing) return false;
  cancelGesture(element, editor);
  return true;
}

function pressSpace(event: KeyboardEvent, state: PointerState): void {
  // Prevents the page from toggling playback on key-down.
  event.preventDefault();
  if (event.repeat) return;
  state.hasSpace = true;
  state.hasPanned = false;
}

function setCamera({ draft: { session }, frameLoop }: EditorContext, camera: NonNullable<DrawingDraft["session"]["camera"]>): void {
  session.camera = camera;
  session.fittedTo = null;
  frameLoop?.markDirty();
}

function setHovered({ draft: { session }, frameLoop }: EditorContext, hovered: HoveredObject): void {
  const isSame = JSON.stringify(session.hovered) === JSON.stringify(hovered);
  session.hovered = hovered;
  if (!isSame) frameLoop?.markDirty();
}

function setGesture({ draft, actions, frameLoop }: EditorContext, gesture: Gesture | null): void {
  draft.session.gesture = gesture;
  frameLoop?.markDirty();
  actions.reportGesture();
}

/**
 * Handles a pressed pointer: starts the gesture that belongs to the object under it. A terminal can be dragged to another switch, the edge
 * of a switch starts a link, a switch can be moved, and the ground starts a lasso. Two fingers pinch; the middle button or Space pans.
 * `element` is the surface that catches pointer events, `point` the position in pixels of the stage.
 */
function pointerDown(element: SVGRectElement, event: PointerEvent, editor: EditorContext, point: StagePoint): void {
  const state = pointerStateOf(element);
  const { draft, placement, actions } = editor;
  // The keyboard focus follows the pointer.
  noteInputDevice(editor, element.closest<HTMLElement>(".view-box"), false);
  element.closest<HTMLElement>(".view-box")?.focus({ preventScroll: true });
  state.pointers.set(event.pointerId, point);
  element.setPointerCapture(event.pointerId);
  const isTouch = event.pointerType === "touch";
  state.wasTouch = isTouch;
  // Pinch and pan, which need no object.
  if (state.pointers.size > 1) {
    cancelGesture(element, editor);
    state.gesture = "pinch";
    return;
  }
  state.hasMoved = false;
  if (event.button === 1 || state.hasSpace) {
    event.preventDefault();
    state.gesture = "pan";
    state.hasPanned = true;
    return;
  }
  if (event.button > 0) return;
  // Start the gesture of the object under the pointer.
  const object = hitTestDrawing(draft, placement, point, isTouch);
  state.lastPressed = [object, ...state.lastPressed.slice(0, 1)];
  state.start = { point, object, isTouch, isAdding: event.shiftKey, isCopying: event.altKey, drawing: draft.drawing };
  clearTimeout(state.timer);
  if (object.is === "terminal") state.gesture = "terminal";
  else if (object.is === "edge") state.gesture = "link";
  else if (object.is === "switch" && !event.shiftKey) {
    state.gesture = "move";
    if (!draft.selectedSwitches.has(object.switchIndex)) actions.selectSwitches([object.switchIndex]);
    if (isTouch) state.timer = setTimeout(() => longPress(state, editor, point), longPressTime);
  } else {
    // With Shift a lasso may start anywhere. A plain click selects on release.
    state.gesture = isTouch ? "tap" : "lasso";
    if (isTouch && object.is === "ground") state.timer = setTimeout(() => longPress(state, editor, point), longPressTime);
  }
}

/** Long press: on a switch it starts a link, on the ground a lasso. */
function longPress(state: PointerState, editor: EditorContext, point: StagePoint): void {
  const object = state.start?.object;
  if (object === undefined || state.hasMoved) return;
  if ("vibrate" in navigator) navigator.vibrate(8);
  if (object.is === "switch") {
    state.gesture = "link";
    setGesture(editor, {
      is: "link",
      sourceSwitch: object.switchIndex,
      sources: linkSources(editor.draft, object.switchIndex),
      targetSwitch: null,
      point,
      isFar: false,
    });
  } else {
    state.gesture = "lasso";
    setGesture(editor, { is: "lasso", points: [point], enclosedSwitches: [] });
  }
}

/** Hovers, pinches, pans, or updates the gesture under way. */
function pointerMove(element: SVGRectElement, event: PointerEvent, editor: EditorContext, pointerPoint: StagePoint): void {
  const state = pointerStateOf(element);
  const { draft, placement } = editor;
  const { session } = draft;
  const previous = state.pointers.get(event.pointerId);
  if (previous === undefined) {
    if (event.pointerType === "touch") return;
    const object = hitTestDrawing(draft, placement, pointerPoint, false);
    setHovered(editor, object);
    element.dataset["over"] = state.hasSpace ? "hand" : object.is;
    return;
  }
  const { camera } = session;
  if (camera === null) return;
  // Pinch: zoom by the change of distance, and pan by half the movement.
  if (state.gesture === "pinch") {
    const other = [...state.pointers].find(([id]) => id !== event.pointerId)?.[1];
    state.pointers.set(event.pointerId, pointerPoint);
    if (other === undefined) return;
    const distance = (point: StagePoint) => Math.hypot(point[0] - other[0], point[1] - other[1]) || 1;
    const zoomedCamera = zoomCamera(camera, distance(pointerPoint) / distance(previous), other);
    setCamera(editor, {
      ...zoomedCamera,
      x: zoomedCamera.x + (pointerPoint[0] - previous[0]) / 2,
      y: zoomedCamera.y + (pointerPoint[1] - previous[1]) / 2,
    });
    return;
  }
  state.pointers.set(event.pointerId, pointerPoint);
  // A movement becomes a drag once it exceeds the click tolerance, which is larger for fingers.
  const origin = state.start?.point ?? pointerPoint;
  if (Math.hypot(pointerPoint[0] - origin[0], pointerPoint[1] - origin[1]) > clickTolerance + (state.start?.isTouch === true ? 3 : 0)) {
    if (!state.hasMoved) clearTimeout(state.timer);
    state.hasMoved = true;
  }
  if (state.gesture === "pan" || (state.gesture === "tap" && state.hasMoved)) {
    setCamera(editor, { ...camera, x: camera.x + pointerPoint[0] - previous[0], y: camera.y + pointerPoint[1] - previous[1] });
    return;
  }
  if (!state.hasMoved || state.start === null) return;
  const { object } = state.start;
  if (state.gesture === "link") {
    const from = object.is === "edge" || object.is === "switch" ? object.switchIndex : -1;
    const [x, y] = switchPoint(placement, from);
    const to = nearestSwitch(placement, pointerPoint, undefined, from);
    const isFar = Math.hypot(pointerPoint[0] - x, pointerPoint[1] - y) > newSwitchDistance * placement.switchSize[0];
    setGesture(editor, {
      is: "link",
      sourceSwitch: from,
      sources: linkSources(draft, from),
      targetSwitch: to < 0 ? null : to,
      point: pointerPoint,
      isFar,
    });
  } else if (state.gesture === "terminal" && object.is === "terminal") {
    const from = switchOfTerminal(draft, object.terminal);
    const to = nearestSwitch(placement, pointerPoint, undefined, from);
    setGesture(editor, {
      is: "terminal",
      terminal: object.terminal,
      sourceSwitch: from,
      targetSwitch: to < 0 ? null : to,
      point: pointerPoint,
    });
  } else if (state.gesture === "lasso") {
    const points = session.gesture?.is === "lasso" ? [...session.gesture.points, pointerPoint] : [origin, pointerPoint];
    const chosen = Array.from({ length: draft.drawing.switches.length }, (_, s) => s).filter((s) =>
      isInLasso(switchPoint(placement, s), points),
    );
    setGesture(editor, { is: "lasso", points, enclosedSwitches: chosen });
  } else if (state.gesture === "move" && object.is === "switch") {
    const isCopying = event.altKey || state.start.isCopying;
    // Keep the moved switches in view, where the user can find them again.
    const [x, y] = clampToStage(session, pointerPoint);
    setGesture(editor, {
      is: isCopying ? "copy" : "move",
      ...snapMove(draft, placement, object.switchIndex, [x - origin[0], y - origin[1]], isCopying),
    });
  }
}

/** The first switch that a terminal is attached to. */
function switchOfTerminal({ network }: DrawingDraft, terminal: number): number {
  return network.head[network.firstOut[terminal]] - network.terminals;
}

/**
 * Computes how far the selected switches move while one of them is dragged by (dragX, dragY) pixels. The offset is in grid steps. It is
 * rounded to whole steps, or snaps to the column or row of another switch nearby; each such snap gives a guide, a line from that switch to
 * the moved one.
 */
function snapMove(
  { selectedSwitches }: DrawingDraft,
  { camera, restPositions }: PlacedDrawing,
  movedSwitch: number,
  [dragX, dragY]: StagePoint,
  isCopying: boolean,
): { readonly offset: readonly [number, number]; readonly guides: readonly SnapGuide[] } {
  const positionOf = (s: number): readonly [number, number] => [restPositions[2 * s], restPositions[2 * s + 1]];
  const tolerance = snapDistance / camera.scale;
  const [x, y] = positionOf(movedSwitch);
  let [dx, dy] = [dragX / camera.scale, dragY / camera.scale];
  const snapCandidates = Array.from({ length: restPositions.length / 2 }, (_, s) => s).filter((s) => isCopying || !selectedSwitches.has(s));
  const switchInColumn = snapCandidates.find((s) => Math.abs(positionOf(s)[0] - x - dx) < tolerance);
  const switchInRow = snapCandidates.find((s) => Math.abs(positionOf(s)[1] - y - dy) < tolerance);
  dx = switchInColumn === undefined ? Math.round(dx) : positionOf(switchInColumn)[0] - x;
  dy = switchInRow === undefined ? Math.round(dy) : positionOf(switchInRow)[1] - y;
  const guides = [switchInColumn, switchInRow].flatMap((s): readonly SnapGuide[] =>
    s === undefined ? [] : [[...positionOf(s), x + dx, y + dy]],
  );
  return { offset: [dx, dy], guides };
}

/**
 * Handles a released pointer: ends the gesture and executes its action, such as adding links, moving switches or selecting what is inside
 * the lasso. Without movement it is a click. `start` describes the press that began the gesture.
 */
function pointerUp(element: SVGRectElement, event: PointerEvent, editor: EditorContext, point: StagePoint): void {
  const state = pointerStateOf(element);
  const { draft, placement, actions } = editor;
  clearTimeout(state.timer);
  state.pointers.delete(event.pointerId);
  const { gesture: gestureKind, start, hasMoved } = state;
  if (gestureKind === "pinch") {
    if (state.pointers.size === 0) state.gesture = "nothing";
    return;
  }
  state.gesture = "nothing";
  state.start = null;
  const { gesture } = draft.session;
  // The pointer has left the object it was dragged from.
  draft.session.hovered = { is: "ground" };
  if (gesture !== null) setGesture(editor, null);
  if (start === null) return;
  // A link ends at a switch, or far from its source at a new switch; otherwise it was a click on its source.
  if (gesture?.is === "link") {
    if (gesture.targetSwitch !== null) actions.addLinks(gesture.sources, gesture.targetSwitch);
    else if (gesture.isFar && isOnStage(draft.session, point))
      actions.addLinksToNewSwitch(gesture.sources, gridPositionAt(placement.camera, clampToStage(draft.session, point)));
    else if (gesture.sources.length === 1) actions.selectSwitches([gesture.sourceSwitch]);
  } else if (gesture?.is === "terminal") {
    if (gesture.targetSwitch !== null) actions.moveTerminal(gesture.terminal, gesture.sourceSwitch, gesture.targetSwitch, event.shiftKey);
  } else if (gesture?.is === "lasso") {
    const terminals = placement.scene.dots.filter(({ x, y }) => isInLasso([x, y], gesture.points)).map(({ terminal }) => terminal);
    const selectionMode = start.isAdding ? "add" : "only";
    const hasOthers = start.isAdding && draft.selectedSwitches.size + draft.selectedLinks.length > 0;
    // A lasso around terminals only selects terminals. With Shift, the existing selection decides which kind of object is added.
    if (
      (gesture.enclosedSwitches.length === 0 || (start.isAdding && draft.selectedTerminals.size > 0)) &&
      terminals.length > 0 &&
      !hasOthers
    )
      actions.selectTerminals(terminals, selectionMode);
    else if (!start.isAdding || draft.selectedLinks.length === 0) actions.selectSwitches(gesture.enclosedSwitches, selectionMode);
    else actions.selectLinks(linksInLasso(draft, placement, gesture.points), selectionMode);
  } else if (gesture?.is === "move") {
    actions.moveSelection(...gesture.offset);
  } else if (gesture?.is === "copy") {
    if (Math.hypot(...gesture.offset) * placement.camera.scale > 12) actions.copySelection(...gesture.offset);
  } else if (!hasMoved) {
    pointerClick(state, editor, start.object, point, start.isTouch, start.isAdding);
  }
}

/** Links between two switches whose midpoint is inside a lasso. */
function linksInLasso(
  { drawing }: DrawingDraft,
  placement: PlacedDrawing,
  lasso: readonly StagePoint[],
): readonly (readonly [number, number])[] {
  return drawing.links.flatMap(({ a, b }): readonly (readonly [number, number])[] => {
    if (isTerminalEnd(a)) return [];
    const [[ax, ay], [bx, by]] = [switchPoint(placement, a), switchPoint(placement, b)];
    return isInLasso([(ax + bx) / 2, (ay + by) / 2], lasso) ? [[a, b]] : [];
  });
}

/**
 * Handles a click: selects the object, or adds it to the selection (`isAdding`); a click on the ground clears the selection. A double tap
 * on the ground adds a switch there.
 */
function pointerClick(
  state: PointerState,
  { draft, placement, actions }: EditorContext,
  object: HoveredObject,
  point: StagePoint,
  isTouch: boolean,
  isAdding: boolean,
): void {
  const selectionMode = isAdding ? "toggle" : "only";
  if (object.is === "edge" || object.is === "switch") actions.selectSwitches([object.switchIndex], selectionMode);
  if (object.is === "terminal") actions.selectTerminals([object.terminal], selectionMode);
  if (object.is === "link") actions.selectLinks([[object.a, object.b]], selectionMode);
  if (object.is !== "ground") return;
  const now = performance.now();
  if (isTouch && now - state.tappedAt < doubleTapTime) {
    state.tappedAt = -Infinity;
    actions.addSwitch(gridPositionAt(placement.camera, clampToStage(draft.session, point)));
    return;
  }
  state.tappedAt = now;
  if (!isAdding) actions.selectSwitches([]);
}

function cancelGesture(element: SVGRectElement, editor: EditorContext): void {
  const state = pointerStateOf(element);
  clearTimeout(state.timer);
  state.gesture = "nothing";
  state.start = null;
  if (editor.draft.session.gesture !== null) setGesture(editor, null);
}
