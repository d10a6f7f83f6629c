/** A horizontal bar chart around 0, each bar with its standard error and its number. Negative bars, which are losses, are pale. */
import { sayValueWithError } from "../../../../reproductions/outcome.ts";
import { textHalo, type Mark, pathMark, rectMark, textMark } from "../../../../views/marks/marks.ts";
import { smallText } from "../../../../views/plot/vertical-axis.ts";
import { errorBarPath } from "../../../../views/plot/error-bar.ts";
import { panelOf } from "../../../../views/plot/panel.ts";
import { maxTextWidth } from "../../../../views/plot/text-width.ts";
import { multiplesOf, roundStep, formatTick } from "../../../../views/plot/ticks.ts";
import type { FigureDrawing, FigureProps, FigureContext } from "./contract.ts";

/** Height of a bar, and its distance from its label and its number, in px. */
const [barHeight, labelGap] = [14, 8];
/** Distance of two bars, in px, if the labels are to the left of the bars (`beside`) or above them, and height of the axis. */
const rowHeights = { beside: 30, above: 44, axis: 40 } as const;
/** Minimum width in px that is left for bars with labels next to them. */
const minBarsWidth = 300;

/**
 * Lays out a horizontal bar chart with a bar, its standard error and its value for each row that is computed. Labels are beside the bars,
 * or above them if the figure is narrow.
 */
export function layoutBars({ figure, exhibit, outcome: { values } }: FigureProps<"bars">, { width, theme }: FigureContext): FigureDrawing {
  // Rows whose value is already known. `text` is the value with its error.
  const entries = figure.rows.flatMap((id) => {
    const row = exhibit.rows.find((each) => each.id === id);
    const value = values.get(id);
    return row === undefined || value === undefined
      ? []
      : [{ id, label: row.label, value: value.value, error: value.spread?.error ?? 0, text: sayValueWithError(row, value) }];
  });
  // The space for labels and numbers, and the axis.
  const labelWidth = maxTextWidth(entries.map(({ label }) => label)) + 2 * labelGap;
  const hasLabelsBeside = width - labelWidth >= minBarsWidth;
  const rowHeight = hasLabelsBeside ? rowHeights.beside : rowHeights.above;
  const errorRangeEnds = entries.flatMap(({ value, error }) => [value - error, value + error]);
  const domain = [Math.min(0, ...errorRangeEnds), Math.max(1e-9, ...errorRangeEnds)] as const;
  const numberWidth = labelGap + maxTextWidth(entries.map(({ text }) => text));
  // Without any value the range of the axis is unknown, so it has no ticks.
  const ticks = entries.length === 0 ? [] : multiplesOf(...domain, roundStep(domain[1] - domain[0], 7));
  const height = entries.length * rowHeight + rowHeights.axis;
  const panel = panelOf(
    {
      right: width - numberWidth,
      bottom: height,
      gutter: (hasLabelsBeside ? labelWidth : 0) + (domain[0] < 0 ? numberWidth : 2),
      x: { domain, ticks: () => ticks, write: formatTick, title: figure.unit, base: 0, hasLines: true },
      y: { domain: [entries.length, 0], ticks: () => [], write: String },
    },
    theme,
  );
  // The marks of each row. `y` is the upper edge of its bar.
  const { x } = panel;
  const bars = entries.flatMap(({ id, label, value, error, text }, i): readonly Mark[] => {
    const top = panel.y(i);
    const y = hasLabelsBeside ? panel.y(i + 0.5) - barHeight / 2 : top + 22;
    const [barStart, barEnd] = [Math.min(x(0), x(value)), Math.max(x(0), x(value))];
    const errorRange = [x(value - error), x(value + error)] as const;
    const errorPath = errorBarPath(errorRange, y + barHeight / 2, false);
    const target = { x: (barStart + barEnd) / 2, y: y + barHeight / 2, width: Math.max(1, barEnd - barStart), height: barHeight };
    return [
      textMark(`name ${id}`, 0, hasLabelsBeside ? y + 11 : top + 15, label, { ...smallText(theme), ...textHalo(theme.surface) }),
      {
        ...rectMark(`bar ${id}`, barStart, y, barEnd - barStart, barHeight, { fill: value < 0 ? theme.edge : theme.ink }),
        targets: [{ ...target, value: `${text} ${figure.unit}`, name: label }],
      },
      // A halo in the background color separates the error bar from the bar.
      ...(error > 1e-9
        ? [
            pathMark(`error ${id} ground`, errorPath, { stroke: theme.ground, "stroke-width": 3.6 }),
            pathMark(`error ${id}`, errorPath, { stroke: theme.ink2, "stroke-width": 1.4 }),
          ]
        : []),
      value < 0
        ? textMark(`value ${id}`, Math.min(x(0), errorRange[0]) - labelGap, y + 11, text, smallText(theme, "end"))
        : textMark(`value ${id}`, Math.max(x(0), errorRange[1]) + labelGap, y + 11, text, smallText(theme, "start")),
    ];
  });
  return {
    height,
    description: `${figure.title}. ${entries.map(({ label, text }) => `${label}: ${text} ${figure.unit}`).join("; ")}.`,
    marks: [...panel.marks, ...bars],
  };
}
