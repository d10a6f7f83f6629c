/** Small panels side by side: in each, a line for every network over the columns, on one scale of equal factors for all. */
import { axisUp, small, ticksAt } from "../../../../views/plot/axes.ts";
import { axisWords, withRoom } from "../../../../views/plot/axes-across.ts";
import { steepEnds } from "../../../../views/plot/ticks.ts";
import { linearScale, lineThrough, logScale } from "../../../../views/plot/scale.ts";
import { keyMarks } from "../../../../views/plot/key.ts";
import { type Attributes, circleMark, halo, type Mark, pathMark, ring, textMark } from "../../../../views/marks/marks.ts";
import type { Drawn, FigureProps, Room } from "./contract.ts";

const margin = { left: 34, top: 30, bottom: 26, gap: 16 } as const;
const panelHeight = 150;
/** Panels narrower than this go below each other. */
const narrowest = 148;
/** From a panel's edge to its first and last points, px: a label has half of its width there. */
const inset = 16;

const isShown = (value: number | undefined): value is number => value !== undefined && value > 0 && Number.isFinite(value);

/** A quantity without its unit's last letter where that is understood: `10 kB` → `10k`, `100 B` → `100`. */
const shortQuantity = (text: string) => text.replace(/ ?([kMG]?)B$/, "$1");

/** Lays the figure out: thin trees drawn through, slender trees dashed; heavy where little is narrowed. */
export function layoutProfiles({ figure, outcome: { values } }: FigureProps<"profiles">, { width, theme }: Room): Drawn {
  const { panels, columns, lines, at } = figure;
  const stroke = (i: number): Attributes => ({
    ...(i % 2 === 1 ? { stroke: theme.ink2, "stroke-width": 1.2 } : { stroke: theme.ink, "stroke-width": 1.6 }),
    ...(i >= 2 ? { "stroke-dasharray": "5 3" } : {}),
  });
  const dotted = (i: number): Attributes =>
    i % 2 === 1 ? { fill: theme.ground, stroke: theme.ink2, "stroke-width": 1.2 } : { fill: theme.ink };
  const key = keyMarks(
    lines.map((text, i) => ({
      id: text,
      text,
      sample: (x, y) => [
        pathMark(`sample ${text}`, `M${x} ${y + 5}h28`, stroke(i)),
        circleMark(`sample dot ${text}`, x + 14, y + 5, 2.4, dotted(i)),
      ],
    })),
    { x: 0, y: 0, width, side: 30 },
    theme,
  );
  const room = Math.max(1, width - margin.left);
  const perRow = Math.max(1, Math.min(4, panels.length, Math.floor((room + margin.gap) / (narrowest + margin.gap))));
  const panelWidth = (room + margin.gap) / perRow - margin.gap;
  const pitch = margin.top + panelHeight + margin.bottom;
  const all = panels.flatMap((panel) =>
    columns.flatMap((column) => lines.map((line) => values.get(at(panel, column, line))?.value)).filter((each) => isShown(each)),
  );
  // The scale ends at gridlines, so that every value lies between two that are named.
  const { domain, ticks } = steepEnds(Math.min(0.8, ...all), Math.max(2, ...all));
  const y = logScale(domain, [panelHeight, 0]);
  const x = linearScale([0, Math.max(1, columns.length - 1)], [inset, panelWidth - inset]);
  const first = key.height + 8;
  const placed = panels.map((title, i) => {
    const left = margin.left + (i % perRow) * (panelWidth + margin.gap);
    const top = first + Math.floor(i / perRow) * pitch + margin.top;
    const drawn = lines.map((name) =>
      columns.flatMap((column, j) => {
        const value = values.get(at(title, column, name))?.value;
        return isShown(value)
          ? [{ x: left + x(j), y: top + y(value), value: value.toFixed(2), name: `${name}, ${title} with ${column}` }]
          : [];
      }),
    );
    return { title, left, top, drawn };
  });
  const panelMarks = placed.flatMap(({ title, left, top, drawn }, i): readonly Mark[] => {
    const rows = ticksAt(
      ticks,
      (value) => top + y(value),
      (value) => (i % perRow === 0 ? String(value) : ""),
    );
    const words = columns.map((text, j) => ({ key: text, at: left + x(j), text: shortQuantity(text) }));
    return [
      textMark(`title ${title}`, left, top - 9, title, { ...small(theme), ...halo(theme.ground) }),
      ...axisUp(
        rows.map((row) => (row.key === 1 ? { ...row, stroke: theme.ink2 } : row)),
        left,
        left + panelWidth,
        theme,
        `${title} `,
      ),
      ...axisWords(withRoom(words, 4), { y: top + panelHeight + 16 }, theme, `${title} x`),
      ...drawn.flatMap((dots, line) => [
        pathMark(`line ${title} ${lines[line]}`, lineThrough(dots.map((dot) => [dot.x, dot.y])), stroke(line)),
        pathMark(`dots ${title} ${lines[line]}`, dots.map((dot) => ring(dot.x, dot.y, 2.4)).join(""), dotted(line)),
      ]),
    ];
  });
  return {
    height: first + Math.ceil(panels.length / perRow) * pitch,
    said: `${figure.title}; every number is in the table below.`,
    marks: [...key.marks, ...panelMarks],
    dots: placed.flatMap(({ drawn }) => drawn.flat()),
  };
}
