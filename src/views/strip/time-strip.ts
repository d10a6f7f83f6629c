/** The time strip: offered load, delivered load and packets in flight over time, with a playhead for seeking and a selectable span. */
import type { Span, View, ViewData } from "../contract.ts";
import { drawMarks, type Drawing, layerOf } from "../marks/marks.ts";
import { letHold, shownBy } from "./hand.ts";
import { endOf, flowOf, nowOf, offeredOf, partsOf, sayChosen, scalesOf, stripMarks, flowSummaryOf } from "./paint.ts";
import type { Reach } from "./reach.ts";
import { countOf } from "../../words/numbers.ts";
import type { Units } from "../../words/units.ts";

export interface StripMarks extends Drawing {
  readonly data: ViewData;
  /** The run with its visible span. */
  readonly reach: Reach;
}

export const timeStrip: View<StripMarks> = {
  id: "time-strip",
  title: "Over time",
  place: "time",
  // A smooth motion of the playhead needs about 30 frames per second.
  pace: 33,

  needs: ({ frame }) => (frame === null ? "Shows what is delivered, and the packets under way, as the run goes on." : null),

  summary(data) {
    const { frame, span } = data;
    if (frame === null) return "Nothing has run yet.";
    const values = flowSummaryOf(data, span);
    const where = `${whereOf(data)}${span === null ? "" : `; ${saidOf(data.units, span)}`}`;
    if (values === null) return `${where}.`;
    const offered = offeredOf(data);
    const of = offered === null ? "" : ` of ${data.units.formatLoad(offered)}`;
    const now = `${data.units.sayLoad(values.delivered)}${of} delivered, ${countOf(Math.round(values.underWay), "packet", "packets")} under way${values.isMean ? " on average" : ""}`;
    return `${where}: ${now}.`;
  },

  layout(data, canvas) {
    const end = endOf(data);
    const reach = { end, shown: { from: 0, to: end } };
    return { marks: canvas.width < 80 || canvas.height < 40 ? [] : stripMarks(data, reach, canvas), data, reach };
  },

  draw({ marks, data, reach }, into, canvas, act) {
    const shown = shownBy(into);
    const seen = shown === null || shown.to > reach.end ? reach : { ...reach, shown };
    drawMarks(seen === reach ? marks : stripMarks(data, seen, canvas), layerOf(into, "marks"));
    const { x } = scalesOf(seen, canvas, data.variants);
    const said = data.span === null ? whereOf(data) : `${whereOf(data)}; ${saidOf(canvas.units, data.span)}`;
    letHold({ reach: seen, now: nowOf(data), span: data.span, said, x, act, canvas }, into);
  },

  table({ variants }) {
    const several = variants.length > 1;
    const rows = variants.flatMap((variant) => {
      const { length, delivered, underWay } = flowOf(variant);
      const own = several ? [`${variant.letter} ${variant.title}`] : [];
      return delivered.map((load, i) => [
        ...own,
        i * length,
        (i + 1) * length,
        offeredOf(variant) ?? "",
        load,
        underWay[i],
        variant.frame?.meanLoad[i] ?? 0,
        variant.frame?.worstLoad[i] ?? 0,
      ]);
    });
    return {
      columns: [
        ...(several ? [{ title: "Network", unit: "" }] : []),
        { title: "From", unit: "cycle" },
        { title: "To", unit: "cycle" },
        { title: "Offered", unit: "phits/cycle per sender" },
        { title: "Delivered", unit: "phits/cycle per sender" },
        { title: "Under way at its end", unit: "packets" },
        { title: "Mean channel load", unit: "phits/cycle" },
        { title: "Worst channel load", unit: "phits/cycle" },
      ],
      rows,
    };
  },
};

const saidOf = (units: Units, span: Span) => sayChosen(units, span).toLowerCase();

/** The present state of the run: `6 000 cycles, measuring`. */
function whereOf(data: ViewData): string {
  const now = nowOf(data);
  const parts = partsOf(data);
  const at = data.units.sayTime(now);
  return parts === null ? at : `${at}, ${now < parts.start ? "warming up" : now < parts.end ? "measuring" : "draining"}`;
}
