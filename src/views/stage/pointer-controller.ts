/**
 * Pointer and keyboard control of the stage. Pointer: the wheel zooms about the pointer, dragging the background pans, two fingers do both,
 * a click selects. A double click expands a collapsed switch group, collapses an expanded one, and on the empty background shows the whole
 * network. Keys, while the stage has the focus: arrows pan, + and − zoom, 0 and F show the whole network. Enter selects the most loaded
 * channel, or expands and collapses the group of the selected switch. Shift with arrows moves the selection: ↑ forward along the channel, ↓
 * back, ← → to the neighbors.
 */
import type { Network } from "../../core/network/network.ts";
import type { Actions, NetworkSelection, ViewData } from "../contract.ts";
import { bindData, ensureChild, boundDataOf, addBoundListener, pointerPositionIn } from "../marks/bound-data.ts";
import { drawMarks, ensureLayer, setAttributes } from "../marks/marks.ts";
import { type Viewport, panViewport, zoomViewport } from "./viewport.ts";
import type { StageHitTestData } from "./cached-readings.ts";

/** Data of the latest drawing that the event handlers need. It is bound to the elements as their D3 datum. */
export interface StageControllerData extends StageHitTestData, Pick<ViewData, "viewports" | "layouts"> {
  selected: NetworkSelection;
  /** The channel that the page describes, or −1. */
  readonly describedChannel: number;
  readonly actions: Actions;
}

/** Hit radius of a mouse and of a finger, pixels. */
const hitRadius = { fine: 8, coarse: 18 } as const;
/** A pointer that moves less than this between press and release counts as a click, pixels. */
const clickTolerance = 4;
/** Keys with a function on the focused stage; see `keys.ts`. */
const stageKeys = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "+", "=", "-", "−", "0", "f", "F", "Enter"]);

/** The pressed pointers of one stage. */
interface PointerState {
  readonly pointers: Map<number, readonly [number, number]>;
  /** Distance of all moves since the first pointer came down, pixels. */
  movedDistance: number;
}

/** The network that each drawing showed last. */
const shownNetworkOf = new WeakMap<SVGGElement, Network>();

/**
 * Binds pointer and keyboard handlers to the drawing of a network in `group`. Called after each drawing: the data of the handlers are
 * replaced, the handlers are added only the first time.
 */
export function bindStageController(data: StageControllerData, group: SVGGElement): void {
  const { scene, network, viewports } = data;
  const surface = ensureChild(group, "rect", "catcher");
  const isFirstBinding = boundDataOf(surface) === undefined;
  bindData(surface, data);
  const tooltipLayer = ensureLayer(group, "tip");
  setAttributes(surface, { width: scene.width, height: scene.height, fill: "transparent" });
  surface.classList.add("ground");
  surface.classList.toggle("zoomed", viewports.relativeViewport(network).zoom > 1);
  setAttributes(tooltipLayer, { "pointer-events": "none" });
  const hideTooltip = () => drawMarks([], tooltipLayer);
  // The tooltip may name an element of the previous network.
  if (shownNetworkOf.get(group) !== network) hideTooltip();
  shownNetworkOf.set(group, network);
  const changeViewport: ChangeViewport = (target, update) => {
    const { width, height } = target.scene;
    target.viewports.set(target.network, update(target.viewports.of(target.network, width, height)), target.scene);
    hideTooltip();
  };
  if (!isFirstBinding) return;
  const pointerState: PointerState = { pointers: new Map(), movedDistance: 0 };
  bindZoomAndPan(surface, group, pointerState, changeViewport);
  bindHoverAndSelection(surface, group, pointerState, tooltipLayer, changeViewport);
  const viewBox = group.closest<HTMLElement>(".view-box");
  viewBox?.addEventListener("keydown", function onKeyDown(event) {
    // The box stays in the page when another view replaces this one, so the listener removes itself.
    if (!surface.isConnected) viewBox.removeEventListener("keydown", onKeyDown);
    else if (isStageKey(event, boundDataOf<StageControllerData>(surface)!)) {
      event.preventDefault();
      // Keys that come while the code is loading keep their order, and each acts on the latest drawing.
      void import("./keys.ts").then(
        ({ handleStageKey }) => handleStageKey(event, boundDataOf<StageControllerData>(surface)!, changeViewport),
        ignore,
      );
    }
  });
}

/** Whether a key event of the view's box has a function on the stage, which must have the focus itself. */
function isStageKey(event: KeyboardEvent, { scene }: StageControllerData): boolean {
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
  return event.target === event.currentTarget && scene.viewportLimits !== undefined && !hasModifier && stageKeys.has(event.key);
}

/** Ignores that code could not be loaded: the next event requests it again. */
const ignore = () => undefined;

/** Changes the viewport of the network in a drawing. */
export type ChangeViewport = (target: StageControllerData, update: (viewport: Viewport) => Viewport) => void;

/** Zooms and pans the viewport by wheel, dragging, and pinching with two fingers. */
function bindZoomAndPan(surface: SVGRectElement, group: SVGGElement, pointerState: PointerState, changeViewport: ChangeViewport): void {
  const releasePointer = (event: PointerEvent) => {
    pointerState.pointers.delete(event.pointerId);
    surface.classList.remove("held");
  };
  addBoundListener<StageControllerData, "wheel">(
    surface,
    "wheel",
    (event, data) => {
      const zoomFactor = 1.002 ** -(event.deltaY * (event.deltaMode === 1 ? 16 : 1) * (event.ctrlKey ? 4 : 1));
      const { viewportLimits: limits } = data.scene;
      // At zoom 1 there is nothing to zoom out of: the wheel event is left to the page, which scrolls.
      if (limits === undefined || (zoomFactor < 1 && data.viewports.relativeViewport(data.network).zoom <= 1)) return;
      event.preventDefault();
      const [x, y] = pointerPositionIn(event, group);
      changeViewport(data, (viewport) => zoomViewport(viewport, zoomFactor, x, y, limits));
    },
    { passive: false },
  );
  addBoundListener(surface, "touchmove", (event) => event.touches.length > 1 && event.preventDefault(), { passive: false });
  addBoundListener(surface, "pointerdown", (event) => {
    if (pointerState.pointers.size === 0) pointerState.movedDistance = 0;
    pointerState.pointers.set(event.pointerId, pointerPositionIn(event, group));
  });
  addBoundListener<StageControllerData, "pointermove">(surface, "pointermove", (event, data) => {
    const previousPosition = pointerState.pointers.get(event.pointerId);
    const { viewportLimits: limits } = data.scene;
    if (previousPosition === undefined || limits === undefined) return;
    const position = pointerPositionIn(event, group);
    const [dx, dy] = [position[0] - previousPosition[0], position[1] - previousPosition[1]];
    pointerState.movedDistance += Math.hypot(dx, dy);
    if (pointerState.movedDistance < clickTolerance) return;
    pointerState.pointers.set(event.pointerId, position);
    const otherPointer = [...pointerState.pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (otherPointer === undefined) {
      if (!surface.hasPointerCapture(event.pointerId)) surface.setPointerCapture(event.pointerId);
      surface.classList.add("held");
      changeViewport(data, (viewport) => panViewport(viewport, dx, dy, limits));
      return;
    }
    const fingerDistance = (point: readonly [number, number]) => Math.hypot(point[0] - otherPointer[0], point[1] - otherPointer[1]) || 1;
    // Each finger sends its own events and contributes half of the pan.
    changeViewport(data, (viewport) =>
      panViewport(
        zoomViewport(viewport, fingerDistance(position) / fingerDistance(previousPosition), otherPointer[0], otherPointer[1], limits),
        dx / 2,
        dy / 2,
        limits,
      ),
    );
  });
  addBoundListener(surface, "pointerup", releasePointer);
  addBoundListener(surface, "pointercancel", releasePointer);
}

/**
 * Binds hover (tooltip), click (selection) and double click (opens or closes a group of switches, or shows the whole network). The code of
 * the hit test is loaded at the first pointer event.
 */
function bindHoverAndSelection(
  surface: SVGRectElement,
  group: SVGGElement,
  pointerState: PointerState,
  tooltipLayer: SVGGElement,
  changeViewport: ChangeViewport,
): void {
  /** Counts pointer moves and leaves. An asynchronous hit test whose count is outdated is dropped. */
  let moveCount = 0;
  const hitTest = async (event: PointerEvent, data: StageControllerData) => {
    const [x, y] = pointerPositionIn(event, group);
    const { hitTestStage } = await import("./hit-test.ts");
    return hitTestStage(data, x, y, event.pointerType === "touch" ? hitRadius.coarse : hitRadius.fine);
  };
  const showHover = async (event: PointerEvent, data: StageControllerData) => {
    const moveAtStart = ++moveCount;
    const [hoverTarget, { tooltipMarks }] = await Promise.all([hitTest(event, data), import("../marks/tooltip.ts")]);
    if (moveAtStart !== moveCount) return;
    surface.classList.toggle("over", hoverTarget !== null);
    drawMarks(hoverTarget === null ? [] : tooltipMarks(hoverTarget, data.canvas), tooltipLayer);
  };
  addBoundListener<StageControllerData, "pointermove">(surface, "pointermove", (event, data) => {
    if (event.pointerType !== "touch" && event.buttons === 0) void showHover(event, data).catch(() => undefined);
  });
  addBoundListener(surface, "pointerleave", () => {
    moveCount++;
    drawMarks([], tooltipLayer);
  });
  addBoundListener<StageControllerData, "click">(surface, "click", async (event, data) => {
    if (pointerState.movedDistance >= clickTolerance) return;
    data.actions.select((await hitTest(event as PointerEvent, data))?.clickSelection ?? { is: "nothing" });
  });
  addBoundListener<StageControllerData, "dblclick">(surface, "dblclick", async (event, data) => {
    const [x, y] = pointerPositionIn(event, group);
    const [{ boxAt }, { groupOfSwitch, toggleGroup }] = await Promise.all([import("./hit-test.ts"), import("./keys.ts")]);
    const box = boxAt(data.scene, x, y);
    const switchGroup = box === null ? null : groupOfSwitch(data, box.switches[0]);
    if (box === null || switchGroup === null) data.viewports.showAll();
    else toggleGroup(data, switchGroup, changeViewport);
  });
}
