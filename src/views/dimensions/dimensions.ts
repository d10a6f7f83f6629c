/** Channel loads by dimension and direction: as histograms side by side, or on the unfolded network, also as the difference of two runs. */
import { isGrid } from "../../core/network/network.ts";
import { needsOneShape } from "../comparison/needs.ts";
import { choiceOf, type Variant, type View, type ViewData } from "../contract.ts";
import type { Drawing } from "../marks/marks.ts";
import { drawPlot } from "../plot/draw.ts";
import { plotKeys } from "../plot/plot-keys.ts";
import { directionsOf, loadsOfDirection, sayDimensions, type ShownLoads, shownLoads } from "./directions.ts";
import { type Change, changeOf, sayChange, shadedByChange } from "./change.ts";
import { histogramMarks, histogramRoom, roundMost } from "./histograms.ts";
import { needsDimensions } from "./needs.ts";
import { mostUnfolded, shadedByLoad, unfoldedMarks, unfoldedRoom } from "./unfolded.ts";
import type { Units } from "../../words/units.ts";

export const loadsByDimension: View<Drawing> = {
  id: "dimensions",
  title: "Load by dimension",
  options: [
    {
      id: "shows",
      title: "Shows",
      among: { histograms: "Histograms", unfolded: "Unfolded", difference: "Difference" },
      offers: (data, id) =>
        id === "histograms" ||
        (isUnfoldable(data.network) && (id === "unfolded" || (data.variants.length > 1 && needsOneShape(data) === null))),
    },
  ],

  room({ network, choices }, width) {
    if (network === null || directionsOf(network).length === 0) return { width, height: 120 };
    return { width, height: isUnfolded(network, choices) ? unfoldedRoom(network, width) : histogramRoom(directionsOf(network)) };
  },

  // Redraw no faster than the summary can be read: both print the same means and must agree.
  pace: 400,

  drawsTogether: (data) => differenceOf(data) !== null,

  reach: (data) => [mostOf(data)],

  needs: needsDimensions,

  summary(data) {
    const change = differenceOf(data);
    if (change !== null) return sayChange(data.units, change);
    const loads = shownLoads(data.units, data);
    return data.network === null || loads === null ? "Its loads are not known yet." : sayDimensions(data.network, loads);
  },

  layout(data, canvas) {
    const { network, reach, choices } = data;
    // Copy the loads: the pointer reads them later, when the borrowed frame is gone.
    const loads = keptLoads(data.units, data);
    if (network === null || loads === null || canvas.width < 120 || directionsOf(network).length === 0) return { marks: [] };
    const most = roundMost(reach[0] ?? mostOf(data));
    if (!isUnfolded(network, choices)) return { marks: histogramMarks(data, loads, most, canvas) };
    const change = differenceOf(data);
    return { marks: unfoldedMarks(data, change === null ? shadedByLoad(loads, most, canvas) : shadedByChange(change, canvas), canvas) };
  },

  keys: plotKeys,

  draw: drawPlot,

  table(data) {
    const { network } = data;
    const loads = shownLoads(data.units, { ...data, links: undefined });
    const unit = loads === null || loads.isMeasured || data.load !== null ? "phits/cycle" : "";
    const columns = [
      { title: "Direction", unit: "" },
      { title: "Channels", unit: "" },
      { title: "Mean load", unit },
      { title: "Largest load", unit },
    ];
    if (network === null || loads === null) return { columns, rows: [] };
    const rows = directionsOf(network).map((direction) => {
      const { mean, most } = loadsOfDirection(direction, loads);
      return [direction.name, direction.channels.length, mean, most];
    });
    return { columns, rows };
  },
};

function isUnfolded(network: NonNullable<ViewData["network"]>, choices: ViewData["choices"]): boolean {
  return choiceOf(loadsByDimension, choices, "shows") !== "histograms" && isUnfoldable(network);
}

/** Whether links join neighbors only, and a cell has room for all dimensions. */
function isUnfoldable(network: ViewData["network"]): boolean {
  const axes = network?.axes ?? [];
  return axes.length <= mostUnfolded && isGrid(axes);
}

/** The two runs whose difference is chosen as an option; null otherwise. */
function differenceOf(data: ViewData): Change | null {
  if (choiceOf(loadsByDimension, data.choices, "shows") !== "difference" || !isUnfoldable(data.network)) return null;
  return changeOf(data, (each) => keptLoads(data.units, { ...each, links: undefined }));
}

/** Largest share of its rate that any link between switches carries. */
function mostOf(data: ViewData): number {
  const loads = shownLoads(data.units, data);
  if (data.network === null || loads === null) return 0;
  return Math.max(0, ...directionsOf(data.network).map((direction) => loadsOfDirection(direction, loads).most / loads.full));
}

/** Copies the loads, so that they remain valid after the frame. */
function keptLoads(units: Units, data: Variant): ShownLoads | null {
  const { network } = data;
  const loads = shownLoads(units, data);
  if (network === null || loads === null) return loads;
  const own = Float64Array.from(network.head, (_, channel) => loads.of(channel));
  return { ...loads, of: (channel) => own[channel], share: (channel) => own[channel] / loads.full };
}
