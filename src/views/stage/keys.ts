/**
 * The keys of the stage, and expanding and collapsing of switch groups. Loaded at the first key or double click. Arrows pan, + and − zoom,
 * 0 and F show the whole network. Enter selects the most loaded channel, or expands and collapses the group of the selected switch. Shift
 * with arrows moves the selection: ↑ forward along the channel, ↓ back, ← → to the neighbors.
 */
import type { NetworkSelection } from "../contract.ts";
import { hottestChannel } from "../readings/loads.ts";
import { layoutFor } from "./layouts/layouts.ts";
import type { ChangeViewport, StageControllerData } from "./pointer-controller.ts";
import type { SwitchGroup } from "./switch-groups.ts";
import { heightZoom, panViewport, viewportShowing, zoomViewport } from "./viewport.ts";
import { moveFrom, positionOf, type WalkStep } from "./walk.ts";

/** Effect of one key press: pan distance in pixels, and zoom factor. */
const keyStep = { pan: 60, zoom: 1.3 } as const;

/** The switch group of a switch; null where the group contains no other switch, or the network has no groups. */
export function groupOfSwitch({ network, layouts }: StageControllerData, node: number): SwitchGroup | null {
  const switchGroups = layoutFor(network, layouts)?.groups?.(network) ?? null;
  const switchGroup = switchGroups?.list[switchGroups.groupOf[node - network.terminals]];
  return switchGroup === undefined || switchGroup.switches.length === 1 ? null : switchGroup;
}

/** Expands a group and zooms to it, or collapses it. */
export function toggleGroup(data: StageControllerData, { name }: SwitchGroup, changeViewport: ChangeViewport): void {
  const { boxes, viewportLimits: limits } = data.scene;
  const collapsedBox = boxes.find((box) => box.groupName === name);
  changeViewport(data, (viewport) => {
    const expanded = new Map(viewport.expanded).set(name, collapsedBox !== undefined);
    return collapsedBox === undefined || limits === undefined
      ? { ...viewport, expanded }
      : viewportShowing({ ...viewport, expanded }, collapsedBox, limits);
  });
}

const walkStepOfKey: Readonly<Record<string, WalkStep>> = { ArrowUp: "on", ArrowDown: "back", ArrowRight: "next", ArrowLeft: "previous" };
const panDirectionOfKey: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  ArrowRight: [-1, 0],
  ArrowLeft: [1, 0],
};

/** Handles a key of the focused stage; the caller knows which keys have a function (`stageKeys`). */
export function handleStageKey({ key, shiftKey }: KeyboardEvent, data: StageControllerData, changeViewport: ChangeViewport): void {
  const { scene, viewports } = data;
  const { viewportLimits: limits, width, height } = scene;
  if (limits === undefined) return;
  const zoomAtCenter = (zoomFactor: number) =>
    changeViewport(data, (viewport) => zoomViewport(viewport, zoomFactor, width / 2, height / 2, limits));
  if (key === "Enter") selectOrToggle(data, changeViewport);
  else if (key === "+" || key === "=") zoomAtCenter(keyStep.zoom);
  else if (key === "-" || key === "−") zoomAtCenter(1 / keyStep.zoom);
  else if (key === "0" || key === "f" || key === "F") viewports.showAll();
  else if (shiftKey && key in walkStepOfKey) moveSelection(data, walkStepOfKey[key], changeViewport);
  else if (key in panDirectionOfKey) {
    const [dx, dy] = panDirectionOfKey[key];
    changeViewport(data, (viewport) => panViewport(viewport, dx * keyStep.pan, dy * keyStep.pan, limits));
  }
}

/** Expands or collapses the group of the selected switch; without such a group selects the most loaded channel. */
function selectOrToggle(data: StageControllerData, changeViewport: ChangeViewport): void {
  const { selected, loads, network } = data;
  const switchGroup = selected.is === "switch" ? groupOfSwitch(data, selected.node) : null;
  if (switchGroup !== null) {
    toggleGroup(data, switchGroup, changeViewport);
    return;
  }
  const { channel } = hottestChannel(loads, network.head.length);
  // As long as no channel carries anything, the first output channel of the first switch is selected.
  const firstChannel = network.firstOut[network.terminals];
  if (channel >= 0 || firstChannel < network.head.length) select(data, { is: "channel", channel: channel >= 0 ? channel : firstChannel });
}

/** Stores the selection in the bound data as well: the next key may come before the next drawing, and must start from it. */
function select(data: StageControllerData, selected: NetworkSelection): void {
  data.selected = selected;
  data.actions.select(selected);
}

/** Moves the selection by a step, and pans to it if necessary. */
function moveSelection(data: StageControllerData, walkStep: WalkStep, changeViewport: ChangeViewport): void {
  const { network, viewports, loads, selected, describedChannel, scene } = data;
  const nextSelected = moveFrom(network, loads, selected, describedChannel, walkStep);
  select(data, nextSelected);
  const viewport = viewports.of(network, scene.width, scene.height);
  const pointAtFullView = viewport.zoom === 1 ? null : positionOf(data, nextSelected);
  if (pointAtFullView === null || scene.viewportLimits === undefined) return;
  const { viewportLimits: limits } = scene;
  const [x, y] = [
    pointAtFullView[0] * viewport.zoom + viewport.x,
    pointAtFullView[1] * heightZoom(viewport.zoom, limits.maxHeightZoom) + viewport.y,
  ];
  // Pan to the new selection if it lies outside the drawing. It then lies in the middle.
  const isVisible = x > 20 && y > 0 && x < scene.width - 20 && y < scene.height;
  if (!isVisible) changeViewport(data, () => panViewport(viewport, scene.width / 2 - x, scene.height / 2 - y, limits));
}
