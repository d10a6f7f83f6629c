/** The time strip: offered load, delivered load and packets in flight over time, with a playhead for seeking and a selectable span. */
import type { Span, View, ViewData } from "../contract.ts";
import { drawMarks, type MarksDrawing, ensureLayer } from "../marks/marks.ts";
import { bindStripController, zoomedSpanOf } from "./strip-controller.ts";
import {
  stripEndOf,
  flowOverTime,
  currentCycleOf,
  offeredRateOf,
  measurementWindowOf,
  saySelectedSpan,
  stripScales,
  timeStripMarks,
  flowSummaryOf,
} from "./paint.ts";
import type { VisibleTime } from "./visible-time.ts";
import { countOf } from "../../words/numbers.ts";
import type { Units } from "../../words/units.ts";

export interface StripMarks extends MarksDrawing {
  readonly data: ViewData;
  /** The run with its visible span. */
  readonly reach: VisibleTime;
}

export const timeStrip: View<StripMarks> = {
  id: "time-strip",
  title: "Over time",
  region: "time",
  // A smooth motion of the playhead needs about 30 frames per second.
  minInterval: 33,

  emptyMessage: ({ frame }) => (frame === null ? "Shows the delivered load and the packets in flight over time." : null),

  summary(data) {
    const { frame, span } = data;
    if (frame === null) return "The run has not started yet.";
    const values = flowSummaryOf(data, span);
    const progress = `${progressText(data)}${span === null ? "" : `; ${selectedSpanText(data.units, span)}`}`;
    if (values === null) return `${progress}.`;
    const offered = offeredRateOf(data);
    const ofOffered = offered === null ? "" : ` of ${data.units.formatLoad(offered)} offered`;
    const valuesText = `delivered load ${data.units.sayLoad(values.delivered)}${ofOffered}, ${countOf(Math.round(values.inFlight), "packet", "packets")} in flight${values.isMean ? " on average" : ""}`;
    return `${progress}: ${valuesText}.`;
  },

  layout(data, canvas) {
    const end = stripEndOf(data);
    const reach = { end, visibleSpan: { from: 0, to: end } };
    return { marks: canvas.width < 80 || canvas.height < 40 ? [] : timeStripMarks(data, reach, canvas), data, reach };
  },

  draw({ marks, data, reach }, group, canvas, actions) {
    const zoomedSpan = zoomedSpanOf(group);
    const visibleTime = zoomedSpan === null || zoomedSpan.to > reach.end ? reach : { ...reach, visibleSpan: zoomedSpan };
    drawMarks(visibleTime === reach ? marks : timeStripMarks(data, visibleTime, canvas), ensureLayer(group, "marks"));
    const { x } = stripScales(visibleTime, canvas, data.variants);
    const description = data.span === null ? progressText(data) : `${progressText(data)}; ${selectedSpanText(canvas.units, data.span)}`;
    bindStripController({ visibleTime, now: currentCycleOf(data), span: data.span, description, x, actions, canvas }, group);
  },

  /**
   * The curves of the strip as a table: a row for each bin (an interval of equally many cycles) of each network. A comparison has an
   * additional column with the network.
   */
  table({ variants }) {
    const isComparison = variants.length > 1;
    const rows = variants.flatMap((variant) => {
      const { binCycles, delivered, inFlight } = flowOverTime(variant);
      const networkColumn = isComparison ? [`${variant.letter} ${variant.title}`] : [];
      return delivered.map((load, i) => [
        ...networkColumn,
        i * binCycles,
        (i + 1) * binCycles,
        offeredRateOf(variant) ?? "",
        load,
        inFlight[i],
        variant.frame?.meanLoad[i] ?? 0,
        variant.frame?.worstLoad[i] ?? 0,
      ]);
    });
    return {
      columns: [
        ...(isComparison ? [{ title: "Network", unit: "" }] : []),
        { title: "From", unit: "cycle" },
        { title: "To", unit: "cycle" },
        { title: "Offered", unit: "phits/cycle per sender" },
        { title: "Delivered", unit: "phits/cycle per sender" },
        { title: "In flight at its end", unit: "packets" },
        { title: "Mean channel load", unit: "phits/cycle" },
        { title: "Worst channel load", unit: "phits/cycle" },
      ],
      rows,
    };
  },
};

const selectedSpanText = (units: Units, span: Span) => saySelectedSpan(units, span).toLowerCase();

/** The present state of the run: `6 000 cycles, measuring`. */
function progressText(data: ViewData): string {
  const currentCycle = currentCycleOf(data);
  const measurementWindow = measurementWindowOf(data);
  const timeText = data.units.sayTime(currentCycle);
  return measurementWindow === null
    ? timeText
    : `${timeText}, ${currentCycle < measurementWindow.start ? "warming up" : currentCycle < measurementWindow.end ? "measuring" : "draining"}`;
}
