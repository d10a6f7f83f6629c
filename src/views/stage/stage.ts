/** The stage: the network itself, drawn by its own structure and coloured by what its channels carry. */
import { select } from "d3-selection";
import { nameOfChannel, type Network } from "../../core/network/network.ts";
import type { View } from "../contract.ts";
import { countOf, formatLoad } from "../shared/format.ts";
import { channelTable } from "../shared/channel-table.ts";
import { hottestChannel, loadsOf } from "../shared/loads.ts";
import { drawMarks, type Mark } from "../shared/marks.ts";
import { stageLayouts } from "./layouts.ts";
import { type Look, lookOf } from "./look.ts";
import { linesOf, middleOf, paint } from "./paint.ts";
import { letPick, type Target } from "./pick.ts";
import { withFaults } from "./placed.ts";
import type { Scene } from "./scene.ts";

export interface StageMarks {
  readonly marks: readonly Mark[];
  readonly scene: Scene;
  /** Where a note about the selected channel is tied, or null when none is selected. */
  readonly selection: { readonly x: number; readonly y: number } | null;
  /** Corners of the top that the network leaves free, for cards: width and height, 0 when there is none. */
  readonly freeCorner: { readonly width: number; readonly height: number };
  readonly target: Omit<Target, "pick">;
}

const placed = new WeakMap<Network, { readonly scene: Scene; readonly look: Look }>();

/** The network placed in that room, as the reader looks at it; null when no layout fits its axes. The last placing is kept. */
export function sceneOf(network: Network, width: number, height: number): Scene | null {
  const look = lookOf(network);
  const known = placed.get(network);
  if (known !== undefined && known.look === look && known.scene.width === width && known.scene.height === height) return known.scene;
  const layout = stageLayouts.find((each) => each.fits(network.axes));
  if (layout === undefined) return null;
  const scene = withFaults(layout.place(network, width, height, look), network);
  placed.set(network, { scene, look });
  return scene;
}

export const stage: View<StageMarks | null> = {
  id: "stage",
  title: "Network",

  needs({ network }) {
    if (network === null) return "Here the network appears, drawn by its own structure, as soon as it is built.";
    if (!stageLayouts.some((layout) => layout.fits(network.axes)))
      return "There is no drawing for a network of this form; its channels stand in the table.";
    return null;
  },

  summary(data) {
    const { network } = data;
    if (network === null) return "No network yet.";
    const size = `${countOf(network.terminals, "terminal", "terminals")}, ${countOf(network.switches, "switch", "switches")} and ${countOf(network.head.length / 2, "link", "links")}`;
    const { channel, load } = hottestChannel(loadsOf(data.frame), network.head.length);
    if (channel < 0) return `${size}; nothing moves yet.`;
    return `${size}; most loaded is ${nameOfChannel(network, channel)}, ${formatLoad(load)} phits/cycle.`;
  },

  layout(data, canvas) {
    const { network } = data;
    const scene = network === null || canvas.width < 1 || canvas.height < 1 ? null : sceneOf(network, canvas.width, canvas.height);
    if (network === null || scene === null) return null;
    const selected = linesOf(scene, [data.selectedChannel]);
    const [x, y] = selected.length > 0 ? middleOf(selected) : [0, 0];
    return {
      marks: paint(scene, data, canvas),
      scene,
      selection: selected.length > 0 ? { x, y } : null,
      freeCorner: freeCorner(scene),
      target: { scene, network, loads: loadsOf(data.frame, true), canvas },
    };
  },

  draw(drawn, into, _canvas, { pick }) {
    const marks = select(into).selectChildren<SVGGElement, null>("g.marks").data([null]).join("g").attr("class", "marks").node();
    if (marks !== null) drawMarks(drawn?.marks ?? [], marks);
    if (drawn !== null) letPick({ ...drawn.target, pick }, into);
  },

  table: channelTable,
};

/** The room left and right of all boxes above the lowest row. */
function freeCorner({ boxes, width }: Scene): StageMarks["freeCorner"] {
  const lowest = Math.max(...boxes.map((box) => box.y));
  const upper = boxes.filter((box) => box.y < lowest - 1);
  if (upper.length === 0) return { width, height: Math.max(0, lowest - 12) };
  const left = Math.min(...upper.map((box) => Math.min(box.x, width - box.x - box.width)));
  return { width: Math.max(0, left - 12), height: Math.max(0, Math.max(...upper.map((box) => box.y + box.height)) + 12) };
}
