/** What channels carry by dimension and direction: as histograms beside each other, or on the network unfolded. */
import { type Canvas, choiceOf, type View, type ViewData } from "../contract.ts";
import type { Drawing } from "../shared/marks.ts";
import { drawPointed } from "../shared/pointing.ts";
import { directionsOf, loadsOfDirection, sayDimensions, type ShownLoads, shownLoads } from "./directions.ts";
import { binAt, type Histograms, histogramMarks, histogramRoom, roundMost } from "./histograms.ts";
import { needsDimensions } from "./needs.ts";
import { strokeAt, type Unfolded, unfoldedMarks, unfoldedRoom } from "./unfolded.ts";

export interface DimensionMarks extends Drawing {
  readonly histograms: Histograms | null;
  readonly unfolded: Unfolded | null;
  readonly loads: ShownLoads | null;
  readonly network: ViewData["network"];
}

export const dimensions: View<DimensionMarks> = {
  id: "dimensions",
  title: "Load by dimension",
  options: [
    {
      id: "shows",
      title: "Shows",
      among: [
        { id: "histograms", title: "Histograms" },
        { id: "unfolded", title: "Unfolded" },
      ],
      offers: ({ network }, id) => id === "histograms" || (network !== null && network.axes.every(({ kind }) => kind !== "full")),
    },
  ],

  room({ network, choices }, width) {
    if (network === null || directionsOf(network).length === 0) return { width, height: 120 };
    return { width, height: isUnfolded(network, choices) ? unfoldedRoom(network, width) : histogramRoom(directionsOf(network)) };
  },

  reach: (data) => [mostOf(data)],

  needs: needsDimensions,

  summary(data) {
    const loads = shownLoads(data);
    return data.network === null || loads === null ? "Nothing is known of its loads yet." : sayDimensions(data.network, loads);
  },

  layout(data, canvas) {
    const { network, reach, choices } = data;
    // A frame is lent: what the pointer reads later is kept.
    const loads = keptLoads(data);
    const nothing = { marks: [], histograms: null, unfolded: null, loads, network };
    if (network === null || loads === null || canvas.width < 120 || directionsOf(network).length === 0) return nothing;
    const most = roundMost(reach[0] ?? mostOf(data));
    if (isUnfolded(network, choices)) {
      const unfolded = unfoldedMarks(data, loads, most, canvas);
      return { ...nothing, marks: unfolded.marks, unfolded };
    }
    const histograms = histogramMarks(data, loads, most, canvas);
    return { ...nothing, marks: histograms.marks, histograms };
  },

  draw: (drawn, into, canvas, act) => drawPointed(drawn, into, canvas, act, spotAt),

  table(data) {
    const { network } = data;
    const loads = shownLoads(data);
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
  return choiceOf(dimensions, choices, "shows") === "unfolded" && network.axes.every(({ kind }) => kind !== "full");
}

/** The largest share of a channel that any link between switches carries. */
function mostOf(data: ViewData): number {
  const loads = shownLoads(data);
  if (data.network === null || loads === null) return 0;
  return Math.max(0, ...directionsOf(data.network).map((direction) => loadsOfDirection(direction, loads).most / loads.full));
}

/** Loads that stay as they are after the frame has gone. */
function keptLoads(data: ViewData): ShownLoads | null {
  const { network } = data;
  const loads = shownLoads(data);
  if (network === null || loads === null) return loads;
  const own = Float64Array.from(network.head, (_, channel) => loads.of(channel));
  return { ...loads, of: (channel) => own[channel], share: (channel) => own[channel] / loads.full };
}

function spotAt({ histograms, unfolded, loads, network }: DimensionMarks, x: number, y: number, within: number, canvas: Canvas) {
  if (network === null || loads === null) return null;
  if (unfolded !== null) return strokeAt(unfolded, network, loads, x, y, within, canvas);
  return histograms === null ? null : binAt(histograms, loads, x, y, within, canvas);
}
