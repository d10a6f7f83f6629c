/** The stage: the network itself, drawn by its own structure and coloured by what its channels carry. */
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

export interface StageMarks {
  readonly marks: readonly Mark[];
  readonly scene: Scene;
  /** Where a note about the selected channel is tied, or null when none is selected. */
  readonly selection: { readonly x: number; readonly y: number } | null;
  /** Tones of what stands on the canvas; null where everything is SVG. */
  readonly tinted: Tinted | null;
  /** The look the scene was placed for, and where the reader looks by now: a hand may be faster than placing is. */
  readonly viewport: Viewport;
  readonly now: Viewport;
  readonly target: Omit<Target, "act">;
}

interface Placing {
  readonly scene: Scene;
  /** The look as it is kept, and as it was for that size. */
  readonly kept: Viewport;
  readonly viewport: Viewport;
  /** How long it took, milliseconds. */
  readonly cost: number;
}

/** How a network is looked at, and how it can be placed. */
type Look = Pick<ViewData, "viewports" | "layouts">;

const placings = new WeakMap<Network, Placing>();
/** Placing that takes longer than this waits until the look rests, milliseconds. */
const affordable = 7;

/** The size of a box that the stage is drawn in, pixels of the page. */
type Size = Pick<Canvas, "width" | "height">;

/** Where a channel's note is tied in a box of that size, as the reader looks at it; null where it is not drawn. */
export function channelAt(network: Network, channel: number, size: Size, data: ViewData): readonly [number, number] | null {
  const { placing, scale } = placedIn(network, size, data);
  const lines = placing === null ? [] : linesOf(placing.scene, [channel]);
  if (placing === null || lines.length === 0) return null;
  const { scene, viewport } = placing;
  const [x, y] = middleOf(lines);
  const [a, , , d, e, f] = between(viewport, data.viewports.of(network, scene.width, scene.height), scene.ground?.tallest);
  return [(x * a + e) * scale, (y * d + f) * scale];
}

/** Largest height of cards in the upper corners of a box of that size: down to the lowest row of switches; null for no drawing. */
export function cornerHeight(network: Network, size: Size, data: ViewData): number | null {
  const { placing, scale } = placedIn(network, size, data);
  if (placing === null) return null;
  const lowest = placing.scene.boxes.reduce((lowest, { y }) => Math.max(lowest, y), 0);
  return Math.min(size.height, lowest * scale);
}

/** The network placed as the stage draws it in a box of that size, and how many times it is enlarged there. */
function placedIn(network: Network, { width, height }: Size, data: ViewData) {
  const [across, down] = [Math.floor(width), Math.floor(height)];
  const scale = scaleOf(stage, data, { width: across, height: down }, false);
  return { scale, placing: placingOf(network, Math.floor(across / scale), Math.floor(down / scale), data) };
}

/** The network placed in that room as the reader looks at it; null when no layout fits its axes. The last placing is kept. */
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
