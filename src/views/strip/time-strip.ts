/** Worst and mean channel load over time, with the parts of the run named, and a hand on time: go there, choose a stretch. */
import { scalar } from "../../core/simulation/frame.ts";
import type { Span, View, ViewData } from "../contract.ts";
import { drawMarks, type Drawing, layerOf } from "../marks/marks.ts";
import { letHold, shownBy } from "./hand.ts";
import { endOf, nowOf, partsOf, sayChosen, scalesOf, stripMarks, valuesIn } from "./paint.ts";
import type { Reach } from "./reach.ts";
import type { Units } from "../../words/units.ts";

export interface StripMarks extends Drawing {
  readonly data: ViewData;
  /** The whole run. */
  readonly reach: Reach;
}

export const timeStrip: View<StripMarks> = {
  id: "time-strip",
  title: "Load over time",
  place: "time",
  // The play head runs; in fewer steps it would jump.
  pace: 33,

  needs: ({ frame }) => (frame === null ? "Shows the worst and mean channel load as the run goes on." : null),

  summary(data) {
    const { frame, span } = data;
    if (frame === null) return "Nothing has run yet.";
    const values = valuesIn(frame, span);
    if (values === null) return `${whereOf(data)}${span === null ? "" : `; ${saidOf(data.units, span)}`}.`;
    const loads = `the worst channel carries ${data.units.sayLoad(values.worst)}${span === null ? "" : " at most"}, the mean ${data.units.formatLoad(values.mean)}`;
    return span === null ? `${whereOf(data)}: ${loads}.` : `${whereOf(data)}; ${saidOf(data.units, span)}: there ${loads}.`;
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
    letHold({ reach: seen, now: nowOf(data), span: data.span, said, x, act }, into, canvas);
  },

  table({ variants }) {
    const several = variants.length > 1;
    const rows = variants.flatMap(({ frame, letter, title }) => {
      const length = frame?.scalars[scalar.binCycles] ?? 0;
      return Array.from({ length: frame?.scalars[scalar.bins] ?? 0 }, (_, i) => [
        ...(several ? [`${letter} ${title}`] : []),
        i * length,
        (i + 1) * length,
        frame?.worstLoad[i] ?? 0,
        frame?.meanLoad[i] ?? 0,
      ]);
    });
    return {
      columns: [
        ...(several ? [{ title: "Network", unit: "" }] : []),
        { title: "From", unit: "cycle" },
        { title: "To", unit: "cycle" },
        { title: "Worst load", unit: "phits/cycle" },
        { title: "Mean load", unit: "phits/cycle" },
      ],
      rows,
    };
  },
};

const saidOf = (units: Units, span: Span) => sayChosen(units, span).toLowerCase();

/** Where the run stands: `6 000 cycles, measuring`. */
function whereOf(data: ViewData): string {
  const now = nowOf(data);
  const parts = partsOf(data);
  const at = data.units.sayTime(now);
  return parts === null ? at : `${at}, ${now < parts.start ? "warming up" : now < parts.end ? "measuring" : "draining"}`;
}
