/** A horizontal bar chart around 0, each bar with its standard error and its number. Negative bars, which are losses, are pale. */
import { sayWithError } from "../../../../reproductions/outcome.ts";
import { halo, type Mark, pathMark, rectMark, textMark } from "../../../../views/marks/marks.ts";
import { small } from "../../../../views/plot/axes.ts";
import { errorBar } from "../../../../views/plot/error-bar.ts";
import { panelOf } from "../../../../views/plot/panel.ts";
import { widestOf } from "../../../../views/plot/text-width.ts";
import { multiples, roundStep, writeTick } from "../../../../views/plot/ticks.ts";
import type { Drawn, FigureProps, Room } from "./contract.ts";

/** Height of a bar, and its distance from its label and its number, in px. */
const [barHeight, gap] = [14, 8];
/** Distance of two bars with labels to the left of them, and with labels above them; height of the axis. In px. */
const pace = { beside: 30, above: 44, axis: 40 } as const;
/** Minimum width in px that is left for bars with labels next to them. */
const narrowest = 300;

/** Lays the bar chart out. */
export function layoutBars({ figure, exhibit, outcome: { values } }: FigureProps<"bars">, { width, theme }: Room): Drawn {
  // Rows whose value is already known.
  const found = figure.rows.flatMap((id) => {
    const [row, value] = [exhibit.rows.find((each) => each.id === id), values.get(id)];
    return row === undefined || value === undefined
      ? []
      : [{ id, label: row.label, value: value.value, error: value.spread?.error ?? 0, text: sayWithError(row, value) }];
  });
  const labelRoom = widestOf(found.map(({ label }) => label)) + 2 * gap;
  const isBeside = width - labelRoom >= narrowest;
  const own = isBeside ? pace.beside : pace.above;
  const ends = found.flatMap(({ value, error }) => [value - error, value + error]);
  const domain = [Math.min(0, ...ends), Math.max(1e-9, ...ends)] as const;
  const numberRoom = gap + widestOf(found.map(({ text }) => text));
  // Without any value the range of the axis is unknown.
  const ticks = found.length === 0 ? [] : multiples(...domain, roundStep(domain[1] - domain[0], 7));
  const height = found.length * own + pace.axis;
  const panel = panelOf(
    {
      right: width - numberRoom,
      bottom: height,
      gutter: (isBeside ? labelRoom : 0) + (domain[0] < 0 ? numberRoom : 2),
      x: { domain, ticks: () => ticks, write: writeTick, title: figure.unit, base: 0, hasLines: true },
      y: { domain: [found.length, 0], ticks: () => [], write: String },
    },
    theme,
  );
  const { x } = panel;
  const bars = found.flatMap(({ id, label, value, error, text }, i): readonly Mark[] => {
    const top = panel.y(i);
    const y = isBeside ? panel.y(i + 0.5) - barHeight / 2 : top + 22;
    const [from, to] = [Math.min(x(0), x(value)), Math.max(x(0), x(value))];
    const reach = [x(value - error), x(value + error)] as const;
    const bar = errorBar(reach, y + barHeight / 2, false);
    const target = { x: (from + to) / 2, y: y + barHeight / 2, width: Math.max(1, to - from), height: barHeight };
    return [
      textMark(`name ${id}`, 0, isBeside ? y + 11 : top + 15, label, { ...small(theme), ...halo(theme.surface) }),
      {
        ...rectMark(`bar ${id}`, from, y, to - from, barHeight, { fill: value < 0 ? theme.edge : theme.ink }),
        targets: [{ ...target, value: `${text} ${figure.unit}`, name: label }],
      },
      // A halo in the background color separates the error bar from the bar.
      ...(error > 1e-9
        ? [
            pathMark(`error ${id} ground`, bar, { stroke: theme.ground, "stroke-width": 3.6 }),
            pathMark(`error ${id}`, bar, { stroke: theme.ink2, "stroke-width": 1.4 }),
          ]
        : []),
      value < 0
        ? textMark(`value ${id}`, Math.min(x(0), reach[0]) - gap, y + 11, text, small(theme, "end"))
        : textMark(`value ${id}`, Math.max(x(0), reach[1]) + gap, y + 11, text, small(theme, "start")),
    ];
  });
  return {
    height,
    said: `${figure.title}. ${found.map(({ label, text }) => `${label}: ${text} ${figure.unit}`).join("; ")}.`,
    marks: [...panel.marks, ...bars],
  };
}
