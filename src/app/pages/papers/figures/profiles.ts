/** Small multiples: in each panel a line for every network over the columns, with a common logarithmic axis. */
import { type Attributes, circleMark, pathMark } from "../../../../views/marks/marks.ts";
import { keyMarks } from "../../../../views/plot/key.ts";
import { type PlotAxis, gutterOf, panelOf } from "../../../../views/plot/panel.ts";
import { seriesMarks } from "../../../../views/plot/series.ts";
import { steepEnds } from "../../../../views/plot/ticks.ts";
import type { Drawn, FigureProps, Room } from "./contract.ts";

/** Height of a panel with its labels, and the gap between panels, in px. */
const [panelHeight, gap] = [200, 16];
/** Minimum width of a panel in px; if there is not enough space, the panels form several rows. */
const narrowest = 148;
/** Distance from a panel's edge to its first and last points, in columns. */
const inset = 0.4;

const isShown = (value: number | undefined): value is number => value !== undefined && value > 0 && Number.isFinite(value);

/** Shortens a size, because the unit is understood: `10 kB` → `10k`, `100 B` → `100`. */
const shortQuantity = (text: string) => text.replace(/ ?([kMG]?)B$/, "$1");

/** Lays the panels out. Thin trees have solid lines, slender trees dashed ones; lines of the less narrowed trees are strong. */
export function layoutProfiles({ figure, outcome: { values } }: FigureProps<"profiles">, { width, theme }: Room): Drawn {
  const { panels, columns, lines, at } = figure;
  const stroke = (i: number): Attributes => ({
    ...(i % 2 === 1 ? { stroke: theme.ink2, "stroke-width": 1.2 } : { stroke: theme.ink, "stroke-width": 1.6 }),
    ...(i >= 2 ? { "stroke-dasharray": "5 3" } : {}),
  });
  const dots = (i: number): Attributes => (i % 2 === 1 ? { fill: theme.ground, stroke: theme.ink2 } : { fill: theme.ink });
  const key = keyMarks(
    lines.map((text, i) => ({
      id: text,
      text,
      sample: (x, y) => [
        pathMark(`sample ${text}`, `M${x} ${y + 5}h28`, stroke(i)),
        circleMark(`sample dot ${text}`, x + 14, y + 5, 2.4, dots(i)),
      ],
    })),
    { x: 0, y: 0, width, side: 30 },
    theme,
  );
  const valueOf = (panel: string, column: string, line: string) => values.get(at(panel, column, line))?.value;
  const all = panels.flatMap((panel) => columns.flatMap((column) => lines.map((line) => valueOf(panel, column, line)))).filter(isShown);
  // The axis ends at labeled gridlines, so that every value is between two of them.
  const ends = steepEnds(Math.min(0.8, ...all), Math.max(2, ...all));
  const y: PlotAxis = { domain: ends.domain, isLog: true, ticks: () => ends.ticks, write: String, base: 1 };
  const x: PlotAxis = {
    domain: [-inset, columns.length - 1 + inset],
    ticks: () => [...columns.keys()],
    write: (j) => shortQuantity(columns[j] ?? ""),
  };
  const gutter = gutterOf(y, panelHeight);
  const perRow = Math.max(1, Math.min(4, panels.length, Math.floor((width - gutter + gap) / (narrowest + gap))));
  const pitch = (width - gutter + gap) / perRow;
  const first = key.height + 8;
  const panelMarks = panels.flatMap((title, i) => {
    const [left, top] = [(i % perRow) * pitch, first + Math.floor(i / perRow) * panelHeight];
    // Panels of a row share the tick labels of the first panel.
    const up = { ...y, title, ...(i % perRow > 0 ? { write: () => "" } : {}) };
    const place = { left, right: left + gutter + pitch - gap, top, bottom: top + panelHeight - gap, gutter };
    const panel = panelOf({ ...place, x, y: up, key: `${title} ` }, theme);
    const series = lines.map((line, place) => ({
      key: `${title} ${line}`,
      place: 0,
      stroke: stroke(place),
      dots: dots(place),
      points: columns.flatMap((column, j) => {
        const value = valueOf(title, column, line);
        return isShown(value)
          ? [{ x: j, y: value, value: value.toFixed(2), name: `${line}, ${title} with ${column}`, more: [figure.title] }]
          : [];
      }),
    }));
    return [...panel.marks, ...series.flatMap((each) => seriesMarks(each, panel, theme))];
  });
  return {
    height: first + Math.ceil(panels.length / perRow) * panelHeight - gap,
    said: `${figure.title}; every number is in the table below.`,
    marks: [...key.marks, ...panelMarks],
  };
}
