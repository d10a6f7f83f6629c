/** Bars below each other, from 0 to either side, each with its standard error and its number: what is lost is pale. */
import { sayWithError } from "../../../../reproductions/outcome.ts";
import { small, ticksAt } from "../../../../views/plot/axes.ts";
import { axisWords } from "../../../../views/plot/axes-across.ts";
import { textWidth } from "../../../../views/plot/text-width.ts";
import { errorBar } from "../../../../views/plot/error-bar.ts";
import { multiples, roundStep, writeTick } from "../../../../views/plot/ticks.ts";
import { linearScale } from "../../../../views/plot/scale.ts";
import { halo, type Mark, pathMark, rectMark, tenth, textMark } from "../../../../views/marks/marks.ts";
import type { Drawn, FigureProps, Room } from "./contract.ts";

/** Height of a bar, px. */
const barHeight = 14;
const margin = { top: 6, bottom: 30, right: 12 } as const;
/** Room for a number on either side of the bars, px. */
const numberRoom = 84;
/** From one bar to the next where labels stand beside them, and above them. */
const pace = { beside: 30, above: 44 } as const;
/** Narrowest that bars may be with labels beside them, px. */
const narrowest = 300;

/** Lays the figure out. */
export function layoutBars({ figure, exhibit, outcome: { values } }: FigureProps<"bars">, { width, theme }: Room): Drawn {
  const found = figure.rows.flatMap((id) => {
    const [row, value] = [exhibit.rows.find((each) => each.id === id), values.get(id)];
    return row === undefined || value === undefined ? [] : [{ row, value, error: value.spread?.error ?? 0 }];
  });
  const labelRoom = Math.ceil(Math.max(0, ...found.map(({ row }) => textWidth(row.label)))) + 16;
  const isBeside = width - labelRoom >= narrowest;
  const ends = found.flatMap(({ value, error }) => [value.value - error, value.value + error]);
  const domain = [Math.min(0, ...ends), Math.max(1e-9, ...ends)] as const;
  const left = (isBeside ? labelRoom : 0) + (domain[0] < 0 ? numberRoom : 2);
  const x = linearScale(domain, [left, width - margin.right - numberRoom]);
  const own = isBeside ? pace.beside : pace.above;
  const foot = margin.top + found.length * own;
  // Before anything is in, nobody knows how far it goes.
  const ticks = found.length === 0 ? [] : ticksAt(multiples(...domain, roundStep(domain[1] - domain[0], 7)), x, writeTick);
  const unit = textMark("unit", width, foot + 18, figure.unit, { ...small(theme), "text-anchor": "end" });
  const bars = found.flatMap(({ row, value: { value, ...rest }, error }, i): readonly Mark[] => {
    const top = margin.top + i * own;
    const y = isBeside ? top + (own - barHeight) / 2 : top + 22;
    const isLeft = value < 0;
    const end = isLeft ? x(Math.min(0, value - error)) - 8 : x(Math.max(0, value + error)) + 8;
    const [from, to] = [Math.min(x(0), x(value)), Math.max(x(0), x(value))];
    const [low, high] = [x(value - error), x(value + error)];
    return [
      textMark(`name ${row.id}`, 0, isBeside ? y + 11 : top + 15, row.label, { ...small(theme), ...halo(theme.ground) }),
      rectMark(`bar ${row.id}`, from, y, to - from, barHeight, { fill: isLeft ? theme.edge : theme.ink }),
      ...(error > 1e-9
        ? // On the bar a line of ground sets it off.
          [
            pathMark(`error ${row.id} ground`, errorBar([low, high], y + barHeight / 2, false), {
              stroke: theme.ground,
              "stroke-width": 3.6,
            }),
            pathMark(`error ${row.id}`, errorBar([low, high], y + barHeight / 2, false), { stroke: theme.ink2, "stroke-width": 1.4 }),
          ]
        : []),
      textMark(`value ${row.id}`, end, y + 11, sayWithError(row, { value, ...rest }), {
        ...small(theme),
        "text-anchor": isLeft ? "end" : "start",
      }),
    ];
  });
  return {
    height: foot + margin.bottom,
    said: `${figure.title}. ${found.map(({ row, value }) => `${row.label}: ${sayWithError(row, value)} ${figure.unit}`).join("; ")}.`,
    marks: [
      ...ticks.map(({ key, at }) => pathMark(`grid ${key}`, `M${tenth(at)} 0V${foot}`, { stroke: theme.line })),
      ...axisWords(
        ticks.filter(({ text, at }) => at + textWidth(text) / 2 < width - textWidth(figure.unit) - 8),
        { y: foot + 18 },
        theme,
      ),
      unit,
      ...bars,
      pathMark("zero", `M${tenth(x(0))} 0V${foot}`, { stroke: theme.ink2 }),
    ],
  };
}
