/** The stage: the network itself, laid out by its structure and colored by the loads of its channels. */
import "./stage.css";
import { nameOfChannel, type Network } from "../../core/network/network.ts";
import type { Canvas, View, ViewData } from "../contract.ts";
import { countOf } from "../../words/numbers.ts";
import { channelTable } from "../readings/channel-table.ts";
import { flowingIn, hottestChannel, loadsOf } from "../readings/loads.ts";
import { drawMarks, layerOf, type Mark } from "../marks/marks.ts";
import { scaleOf } from "../sizing.ts";
import { isDrawable, layoutFor } from "./layouts/layouts.ts";
import { between, type Viewport, still } from "./viewport.ts";
import { linesOf } from "./paint/lines-of.ts";
import { middleOf, paint } from "./paint/paint.ts";
import type { Tinted } from "./paint/paint-canvas.ts";
import { takeHand, type Target } from "./hand.ts";
import { dotsOf, movePackets } from "./paint/packets.ts";
import { keepReadings } from "./kept-readings.ts";
import { withFaults } from "./paint/faults.ts";
import { isCrowded, type Scene } from "./scene.ts";

/** The drawing of the stage, and data for its event handlers. */
export interface StageMarks {
  readonly marks: readonly Mark[];
  readonly scene: Scene;
  /** Anchor of a note about the described channel; null where there is none. */
  readonly selection: { readonly x: number; readonly y: number } | null;
  /** Tones of the elements painted on the canvas; null where everything is SVG. */
  readonly tinted: Tinted | null;
  /**
   * The viewport that the scene was laid out for, and the present one. Layout may lag behind the pointer; the difference is a transform.
   */
  readonly viewport: Viewport;
  readonly now: Viewport;
  readonly target: Omit<Target, "act">;
}

interface Placing {
  readonly scene: Scene;
  /** The viewport relative to the size of the drawing, which identifies it, and the same in pixels. */
  readonly kept: Viewport;
  readonly viewport: Viewport;
  /** Time that the layout took, milliseconds. */
  readonly cost: number;
}

/** Viewports and lazily loaded layouts. */
type Look = Pick<ViewData, "viewports" | "layouts">;

const placings = new WeakMap<Network, Placing>();
/** A layout that takes longer than this waits until the viewport has settled, milliseconds. */
const affordable = 7;

/** The size of the box that the stage is drawn in, CSS pixels. */
type Size = Pick<Canvas, "width" | "height">;

/** Anchor of a channel's note in a box of that size, through the present viewport; null where the channel is not drawn. */
export function channelAt(network: Network, channel: number, size: Size, data: ViewData): readonly [number, number] | null {
  const { placing, scale } = placedIn(network, size, data);
  const lines = placing === null ? [] : linesOf(placing.scene, [channel]);
  if (placing === null || lines.length === 0) return null;
  const { scene, viewport } = placing;
  const [x, y] = middleOf(lines);
  const [a, , , d, e, f] = between(viewport, data.viewports.of(network, scene.width, scene.height), scene.ground?.tallest);
  return [(x * a + e) * scale, (y * d + f) * scale];
}

/** Maximum height of cards in the upper corners of a box of that size: down to the lowest row of switches. Null where nothing is drawn. */
export function cornerHeight(network: Network, size: Size, data: ViewData): number | null {
  const { placing, scale } = placedIn(network, size, data);
  if (placing === null) return null;
  const lowest = placing.scene.boxes.reduce((lowest, { y }) => Math.max(lowest, y), 0);
  return Math.min(size.height, lowest * scale);
}

/** The scene of a network in a box of that size, and the factor by which it is enlarged there. */
function placedIn(network: Network, { width, height }: Size, data: ViewData) {
  const [across, down] = [Math.floor(width), Math.floor(height)];
  const scale = scaleOf(stage, data, { width: across, height: down }, false);
  return { scale, placing: placingOf(network, Math.floor(across / scale), Math.floor(down / scale), data) };
}

/** The scene of a network in the present viewport; null where no layout has been loaded for its axes. The last scene is cached. */
function placingOf(network: Network, width: number, height: number, { viewports, layouts }: Look): Placing | null {
  const now = viewports.kept(network);
  const known = placings.get(network);
  const fitsRoom = known !== undefined && known.scene.width === width && known.scene.height === height;
  if (fitsRoom && (known.kept === now || (known.cost > affordable && known.kept.opened === now.opened && viewports.isMoving))) return known;
  const layout = layoutFor(network, layouts);
  if (layout === undefined) return null;
  const viewport = viewports.of(network, width, height);
  const began = performance.now();
  const scene = withFaults(layout.place(network, width, height, viewport), network, viewport.zoom === 1);
  const placing = { scene, kept: now, viewport, cost: performance.now() - began };
  placings.set(network, placing);
  return placing;
}

export const stage: View<StageMarks | null> = {
  id: "stage",
  title: "Network",
  place: "stage",
  grows: true,

  needs({ network, links, layouts }) {
    if (network === null) return "The network appears here once it is built.";
    return !isDrawable(network, links, layouts) ? "The drawing of a network of this form is being fetched." : null;
  },

  summary(data) {
    const { network } = data;
    if (network === null) return "No network yet.";
    const size = `${countOf(network.terminals, "terminal", "terminals")}, ${countOf(network.switches, "switch", "switches")} and ${countOf(network.head.length / 2, "link", "links")}`;
    const { channel, load } = hottestChannel(loadsOf(data), network.head.length);
    if (channel < 0) return `${size}; nothing moves yet.`;
    return `${size}; most loaded is ${nameOfChannel(network, channel)}, ${data.units.sayLoad(load)}.`;
  },

  keys: "Arrow keys move, plus and minus zoom, F shows all. Enter picks the most loaded channel, or opens what is picked; with Shift, arrow keys walk to what is next to it.",

  layout(data, canvas) {
    const { network, viewports, layouts } = data;
    if (network === null || canvas.width < 1 || canvas.height < 1) return null;
    const placing = placingOf(network, canvas.width, canvas.height, data);
    if (placing === null) return null;
    const scene = layouts?.asFast(placing.scene, data) ?? placing.scene;
    const selected = linesOf(scene, [data.selectedChannel]);
    const [x, y] = selected.length > 0 ? middleOf(selected) : [0, 0];
    const loads = loadsOf(data);
    const tinted = isCrowded(scene) ? (layouts?.tint(scene, data, flowingIn(data)) ?? null) : null;
    return {
      marks: paint(scene, data, loads, canvas, tinted !== null),
      tinted,
      viewport: placing.viewport,
      now: viewports.of(network, scene.width, scene.height),
      scene,
      selection: selected.length > 0 ? { x, y } : null,
      target: {
        scene,
        network,
        viewports,
        layouts,
        ...keepReadings(network, data),
        offered: data.load,
        selected: data.selected,
        shown: data.selectedChannel,
        canvas,
      },
    };
  },

  paint(drawn, onto, canvas) {
    const layouts = drawn?.target.layouts ?? null;
    if (drawn === null || layouts === null || drawn.tinted === null) {
      layouts?.clearScene(onto, canvas);
      return false;
    }
    const { scene, tinted, viewport, now } = drawn;
    layouts.showScene({ scene, tinted, viewport, theme: canvas.theme }, now, onto, canvas);
    return true;
  },

  move(drawn, data, onto, canvas) {
    const perDot = drawn === null ? 0 : dotsOf(drawn.scene, data);
    if (drawn === null || perDot === 0) return false;
    onto.save();
    onto.transform(...between(drawn.viewport, drawn.now, drawn.scene.ground?.tallest));
    const isMoving = movePackets(drawn.scene, data, perDot, onto, canvas);
    onto.restore();
    return isMoving;
  },

  draw(drawn, into, _canvas, act) {
    const marks = layerOf(into, "marks");
    drawMarks(drawn?.marks ?? [], marks);
    const moved = drawn === null ? still : between(drawn.viewport, drawn.now, drawn.scene.ground?.tallest);
    if (moved !== still) marks.setAttribute("transform", `matrix(${moved.join(" ")})`);
    else if (marks.hasAttribute("transform")) marks.removeAttribute("transform");
    if (drawn !== null) takeHand({ ...drawn.target, act }, into);
  },

  table: channelTable,
};
