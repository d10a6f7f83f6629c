/** Channel loads by dimension and direction: as histograms side by side, or on the unfolded network, also as the difference of two runs. */
import { isGrid } from "../../core/network/network.ts";
import { differenceEmptyMessage } from "../comparison/empty-messages.ts";
import { choiceOf, type Variant, type View, type ViewData } from "../contract.ts";
import type { MarksDrawing } from "../marks/marks.ts";
import { drawPlot } from "../plot/draw.ts";
import { plotKeysHelp } from "../plot/plot-keys.ts";
import { directionsOf, loadsOfDirection, sayDimensions, type ShownLoads, shownLoads } from "./directions.ts";
import { type DimensionChange, dimensionChange, sayDimensionChange, changeShading } from "./change.ts";
import { directionHistograms, histogramsHeight, roundUpShare } from "./histograms.ts";
import { dimensionsEmptyMessage } from "./empty-message.ts";
import { maxUnfoldedDimensions, loadShading, unfoldedMarks, unfoldedHeight } from "./unfolded.ts";
import type { Units } from "../../words/units.ts";

export const loadsByDimension: View<MarksDrawing> = {
  id: "dimensions",
  title: "Load by dimension",
  options: [
    {
      id: "shows",
      title: "Shows",
      choices: { histograms: "Histograms", unfolded: "Unfolded", difference: "Difference" },
      isAvailable: (data, id) =>
        id === "histograms" ||
        (isUnfoldable(data.network) && (id === "unfolded" || (data.variants.length > 1 && differenceEmptyMessage(data) === null))),
    },
  ],

  preferredSize({ network, choices }, width) {
    if (network === null || directionsOf(network).length === 0) return { width, height: 120 };
    return { width, height: isUnfolded(network, choices) ? unfoldedHeight(network, width) : histogramsHeight(directionsOf(network)) };
  },

  // Redraw only as often as the summary can be read: both print the same means and must agree.
  minInterval: 400,

  isCombined: (data) => chosenDifference(data) !== null,

  axisMaxima: (data) => [largestShare(data)],

  emptyMessage: dimensionsEmptyMessage,

  summary(data) {
    const change = chosenDifference(data);
    if (change !== null) return sayDimensionChange(data.units, change);
    const loads = shownLoads(data.units, data);
    return data.network === null || loads === null ? "The loads of this network are not known yet." : sayDimensions(data.network, loads);
  },

  layout(data, canvas) {
    const { network, sharedMaxima, choices } = data;
    // Copy the loads: a hover reads them later, when the next frame has overwritten this one.
    const loads = copiedLoads(data.units, data);
    if (network === null || loads === null || canvas.width < 120 || directionsOf(network).length === 0) return { marks: [] };
    const largest = roundUpShare(sharedMaxima[0] ?? largestShare(data));
    if (!isUnfolded(network, choices)) return { marks: directionHistograms(data, loads, largest, canvas) };
    const change = chosenDifference(data);
    return { marks: unfoldedMarks(data, change === null ? loadShading(loads, largest, canvas) : changeShading(change, canvas), canvas) };
  },

  keys: plotKeysHelp,

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
      const { mean, largest } = loadsOfDirection(direction, loads);
      return [direction.name, direction.channels.length, mean, largest];
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
  return axes.length <= maxUnfoldedDimensions && isGrid(axes);
}

/** The two runs whose difference is chosen as an option; null otherwise. */
function chosenDifference(data: ViewData): DimensionChange | null {
  if (choiceOf(loadsByDimension, data.choices, "shows") !== "difference" || !isUnfoldable(data.network)) return null;
  return dimensionChange(data, (each) => copiedLoads(data.units, { ...each, links: undefined }));
}

/** Largest share of its rate that any link between switches carries. */
function largestShare(data: ViewData): number {
  const loads = shownLoads(data.units, data);
  if (data.network === null || loads === null) return 0;
  return Math.max(0, ...directionsOf(data.network).map((direction) => loadsOfDirection(direction, loads).largest / loads.fullLoad));
}

/** Copies the loads, so that they remain valid when the frame is overwritten. */
function copiedLoads(units: Units, data: Variant): ShownLoads | null {
  const { network } = data;
  const loads = shownLoads(units, data);
  if (network === null || loads === null) return loads;
  const copy = Float64Array.from(network.head, (_, channel) => loads.loadOf(channel));
  return { ...loads, loadOf: (channel) => copy[channel], share: (channel) => copy[channel] / loads.fullLoad };
}
