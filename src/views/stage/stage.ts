/** The stage: the network itself, laid out by its structure and colored by the loads of its channels. */
import "./stage.css";
import { nameOfChannel, type Network } from "../../core/network/network.ts";
import type { Canvas, View, ViewData } from "../contract.ts";
import { countOf } from "../../words/numbers.ts";
import { tableOfChannels } from "../readings/channel-table.ts";
import { shownLoadsOf, hottestChannel, frameLoads } from "../readings/loads.ts";
import { drawMarks, ensureLayer, type Mark } from "../marks/marks.ts";
import { viewScale } from "../sizing.ts";
import { isLayoutLoaded, layoutFor } from "./layouts/layouts.ts";
import { transformBetween, type Viewport, identityTransform } from "./viewport.ts";
import { linesOfChannels } from "./paint/channel-lines.ts";
import { anchorOf, stageMarks } from "./paint/paint.ts";
import type { SceneTones } from "./paint/paint-canvas.ts";
import { bindStageController, type StageControllerData } from "./pointer-controller.ts";
import { currentPacketsPerDot, paintMovingPackets } from "./paint/packets.ts";
import { cacheReadings } from "./cached-readings.ts";
import { isolatedNodes } from "./isolated-nodes.ts";
import { isTooLargeForSvg, type Scene } from "./scene.ts";

/** The drawing of the stage, and data for its event handlers. */
export interface StageMarks {
  readonly marks: readonly Mark[];
  readonly scene: Scene;
  /** Anchor of a note about the channel that the page describes; null if that channel is not drawn. */
  readonly selectionAnchor: { readonly x: number; readonly y: number } | null;
  /** Tones of the elements painted on the canvas; null where everything is SVG. */
  readonly sceneTones: SceneTones | null;
  /**
   * The viewport that the scene was laid out for, and the present one. Layout may lag behind the pointer; the difference is a transform.
   */
  readonly viewport: Viewport;
  readonly currentViewport: Viewport;
  readonly hitTestData: Omit<StageControllerData, "actions">;
}

interface CachedScene {
  readonly scene: Scene;
  /** The viewport of the scene, relative to the size of the drawing, for comparison with the present viewport; and in pixels. */
  readonly relativeViewport: Viewport;
  readonly viewport: Viewport;
  /** Time that the layout took, milliseconds. */
  readonly cost: number;
}

/** Viewports and lazily loaded layouts. */
type LayoutContext = Pick<ViewData, "viewports" | "layouts">;

const cachedScenes = new WeakMap<Network, CachedScene>();
/** A layout that takes longer than this waits until the viewport has settled, milliseconds. */
const maxLayoutTime = 7;

/** The size of the box that the stage is drawn in, CSS pixels. */
type BoxSize = Pick<Canvas, "width" | "height">;

/** Anchor of a channel's note in a box of that size, through the present viewport; null where the channel is not drawn. */
export function channelAnchor(network: Network, channel: number, size: BoxSize, data: ViewData): readonly [number, number] | null {
  const { cachedScene, scale } = sceneInBox(network, size, data);
  const lines = cachedScene === null ? [] : linesOfChannels(cachedScene.scene, [channel]);
  if (cachedScene === null || lines.length === 0) return null;
  const { scene, viewport } = cachedScene;
  const [x, y] = anchorOf(lines);
  const [a, , , d, e, f] = transformBetween(
    viewport,
    data.viewports.of(network, scene.width, scene.height),
    scene.viewportLimits?.maxHeightZoom,
  );
  return [(x * a + e) * scale, (y * d + f) * scale];
}

/** Maximum height of cards in the upper corners of a box of that size: down to the lowest row of switches. Null where nothing is drawn. */
export function cornerHeight(network: Network, size: BoxSize, data: ViewData): number | null {
  const { cachedScene, scale } = sceneInBox(network, size, data);
  if (cachedScene === null) return null;
  const lowestBoxTop = cachedScene.scene.boxes.reduce((max, { y }) => Math.max(max, y), 0);
  return Math.min(size.height, lowestBoxTop * scale);
}

/** The scene of a network in a box of that size, and the factor by which it is enlarged there. */
function sceneInBox(network: Network, { width, height }: BoxSize, data: ViewData) {
  const [boxWidth, boxHeight] = [Math.floor(width), Math.floor(height)];
  const scale = viewScale(stageView, data, { width: boxWidth, height: boxHeight }, false);
  return { scale, cachedScene: sceneOf(network, Math.floor(boxWidth / scale), Math.floor(boxHeight / scale), data) };
}

/**
 * The scene of a network in the present viewport; null if code that draws it has not been loaded. The last scene of each network is cached. It is
 * used again for the same viewport, and if its layout was slow, also while the user is changing the viewport.
 */
function sceneOf(network: Network, width: number, height: number, { viewports, layouts }: LayoutContext): CachedScene | null {
  const relativeViewport = viewports.relativeViewport(network);
  const previous = cachedScenes.get(network);
  const hasSameSize = previous !== undefined && previous.scene.width === width && previous.scene.height === height;
  if (hasSameSize) {
    const hasSameGroups = previous.relativeViewport.expanded === relativeViewport.expanded;
    const canWait = previous.cost > maxLayoutTime && hasSameGroups && viewports.isChanging;
    if (previous.relativeViewport === relativeViewport || canWait) return previous;
  }
  const layout = layoutFor(network, layouts);
  const hasAllCode = layouts !== null || isolatedNodes(network).size === 0;
  if (layout === undefined || !hasAllCode) return null;
  const viewport = viewports.of(network, width, height);
  const startedAt = performance.now();
  const sceneWithoutFaults = layout.place(network, width, height, viewport);
  const scene = layouts?.sceneWithFaults(sceneWithoutFaults, network, viewport.zoom === 1) ?? sceneWithoutFaults;
  const cachedScene = { scene, relativeViewport, viewport, cost: performance.now() - startedAt };
  cachedScenes.set(network, cachedScene);
  return cachedScene;
}

export const stageView: View<StageMarks | null> = {
  id: "stage",
  title: "Network",
  region: "stage",
  enlargement: true,

  emptyMessage({ network, links, jobOf = null, layouts }) {
    if (network === null) return "The network appears here once it is built.";
    return !isLayoutLoaded(network, links, jobOf !== null, layouts) ? "The layout of this network is loading." : null;
  },

  summary(data) {
    const { network } = data;
    if (network === null) return "The network is not built yet.";
    const size = `${countOf(network.terminals, "terminal", "terminals")}, ${countOf(network.switches, "switch", "switches")} and ${countOf(network.head.length / 2, "link", "links")}`;
    const { channel, load } = hottestChannel(frameLoads(data), network.head.length);
    if (channel < 0) return `${size}; no packet has moved yet.`;
    return `${size}; the most loaded channel is ${nameOfChannel(network, channel)}, ${data.units.sayLoad(load)}.`;
  },

  keys: "Arrow keys pan, plus and minus zoom, F shows the whole network. Enter selects the most loaded channel, or opens the card of the selection; Shift with an arrow key selects its neighbor.",

  /**
   * The marks of the network, and what the hit test and the page need. Scenes with too many elements for SVG are painted on a canvas, with
   * the tones in `sceneTones`. Null while there is no network, layout or room.
   */
  layout(data, canvas) {
    const { network, viewports, layouts } = data;
    if (network === null || canvas.width < 1 || canvas.height < 1) return null;
    const cachedScene = sceneOf(network, canvas.width, canvas.height, data);
    if (cachedScene === null) return null;
    const scene = layouts?.asFast(cachedScene.scene, data) ?? cachedScene.scene;
    const describedLines = linesOfChannels(scene, [data.selectedChannel]);
    const [x, y] = describedLines.length > 0 ? anchorOf(describedLines) : [0, 0];
    const loads = frameLoads(data);
    const sceneTones = isTooLargeForSvg(scene) ? (layouts?.tint(scene, data, shownLoadsOf(data)) ?? null) : null;
    return {
      marks: stageMarks(scene, data, loads, canvas, sceneTones !== null),
      sceneTones,
      viewport: cachedScene.viewport,
      currentViewport: viewports.of(network, scene.width, scene.height),
      scene,
      selectionAnchor: describedLines.length > 0 ? { x, y } : null,
      hitTestData: {
        scene,
        network,
        viewports,
        layouts,
        ...cacheReadings(network, data),
        offered: data.load,
        selected: data.selected,
        describedChannel: data.selectedChannel,
        canvas,
      },
    };
  },

  paint(drawnStage, context, canvas) {
    const layouts = drawnStage?.hitTestData.layouts ?? null;
    if (drawnStage === null || layouts === null || drawnStage.sceneTones === null) {
      layouts?.clearScene(context, canvas);
      return false;
    }
    const { scene, sceneTones, viewport, currentViewport } = drawnStage;
    layouts.showScene({ scene, tones: sceneTones, viewport, theme: canvas.theme }, currentViewport, context, canvas);
    return true;
  },

  move(drawnStage, data, context, canvas) {
    const packetsPerDot = drawnStage === null ? 0 : currentPacketsPerDot(drawnStage.scene, data);
    if (drawnStage === null || packetsPerDot === 0) return false;
    context.save();
    context.transform(...transformBetween(drawnStage.viewport, drawnStage.currentViewport, drawnStage.scene.viewportLimits?.maxHeightZoom));
    const isMoving = paintMovingPackets(drawnStage.scene, data, packetsPerDot, context, canvas);
    context.restore();
    return isMoving;
  },

  draw(drawnStage, group, _canvas, actions) {
    const marks = ensureLayer(group, "marks");
    drawMarks(drawnStage?.marks ?? [], marks);
    const transform =
      drawnStage === null
        ? identityTransform
        : transformBetween(drawnStage.viewport, drawnStage.currentViewport, drawnStage.scene.viewportLimits?.maxHeightZoom);
    if (transform !== identityTransform) marks.setAttribute("transform", `matrix(${transform.join(" ")})`);
    else if (marks.hasAttribute("transform")) marks.removeAttribute("transform");
    if (drawnStage !== null) bindStageController({ ...drawnStage.hitTestData, actions }, group);
  },

  table: tableOfChannels,
};
