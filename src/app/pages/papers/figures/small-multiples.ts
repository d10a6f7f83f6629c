/** Small multiples: in each panel a line for every network over the columns, with a common logarithmic axis. */
import { type Attributes, circleMark, pathMark } from "../../../../views/marks/marks.ts";
import { plotLegendMarks } from "../../../../views/plot/legend.ts";
import { type PlotAxis, axisLabelWidth, panelOf } from "../../../../views/plot/panel.ts";
import { seriesMarks } from "../../../../views/plot/series.ts";
import { logRoundDomain } from "../../../../views/plot/ticks.ts";
import type { FigureDrawing, FigureProps, FigureContext } from "./contract.ts";

/** Height of a panel with its labels, and the gap between panels, in px. */
const [panelHeight, panelGap] = [200, 16];
/** Minimum width of a panel in px; if there is not enough space, the panels form several rows. */
const minPanelWidth = 148;
/** Distance from a panel's edge to its first and last points, in columns. */
const columnInset = 0.4;

const isDrawable = (value: number | undefined): value is number => value !== undefined && value > 0 && Number.isFinite(value);

/** Shortens a size, because the unit is understood: `10 kB` → `10k`, `100 B` → `100`. */
const shortQuantity = (text: string) => text.replace(/ ?([kMG]?)B$/, "$1");

/**
 * Lays out small multiples: for each panel a line chart with one line per network, all with the same logarithmic axis. The lines are four
 * trees: lines 0 and 1 (thin trees) are solid, lines 2 and 3 (slender trees) are dashed, and lines 0 and 2 are strong.
 */
export function layoutProfiles({ figure, outcome: { values } }: FigureProps<"profiles">, { width, theme }: FigureContext): FigureDrawing {
  const { panels, columns, lines, at: rowIdOf } = figure;
  const strokeOf = (i: number): Attributes => ({
    ...(i % 2 === 1 ? { stroke: theme.ink2, "stroke-width": 1.2 } : { stroke: theme.ink, "stroke-width": 1.6 }),
    ...(i >= 2 ? { "stroke-dasharray": "5 3" } : {}),
  });
  const dotStyle = (i: number): Attributes => (i % 2 === 1 ? { fill: theme.ground, stroke: theme.ink2 } : { fill: theme.ink });
  const legend = plotLegendMarks(
    lines.map((text, i) => ({
      id: text,
      text,
      sample: (x, y) => [
        pathMark(`sample ${text}`, `M${x} ${y + 5}h28`, strokeOf(i)),
        circleMark(`sample dot ${text}`, x + 14, y + 5, 2.4, dotStyle(i)),
      ],
    })),
    { x: 0, y: 0, width, sampleWidth: 30 },
    theme,
  );
  const valueOf = (panel: string, column: string, line: string) => values.get(rowIdOf(panel, column, line))?.value;
  const allValues = panels
    .flatMap((panel) => columns.flatMap((column) => lines.map((line) => valueOf(panel, column, line))))
    .filter(isDrawable);
  // The axis ends at labeled gridlines, so that every value is between two of them. Panels of one row share the tick labels of its first
  // panel.
  const axis = logRoundDomain(Math.min(0.8, ...allValues), Math.max(2, ...allValues));
  const y: PlotAxis = { domain: axis.domain, isLog: true, ticks: () => axis.ticks, write: String, base: 1 };
  const x: PlotAxis = {
    domain: [-columnInset, columns.length - 1 + columnInset],
    ticks: () => [...columns.keys()],
    write: (j) => shortQuantity(columns[j] ?? ""),
  };
  const gutter = axisLabelWidth(y, panelHeight);
  const panelsPerRow = Math.max(1, Math.min(4, panels.length, Math.floor((width - gutter + panelGap) / (minPanelWidth + panelGap))));
  const pitch = (width - gutter + panelGap) / panelsPerRow;
  const panelsTop = legend.height + 8;
  const panelMarks = panels.flatMap((title, i) => {
    const [left, top] = [(i % panelsPerRow) * pitch, panelsTop + Math.floor(i / panelsPerRow) * panelHeight];
    const panelAxis = { ...y, title, ...(i % panelsPerRow > 0 ? { write: () => "" } : {}) };
    const panelBox = { left, right: left + gutter + pitch - panelGap, top, bottom: top + panelHeight - panelGap, gutter };
    const panel = panelOf({ ...panelBox, x, y: panelAxis, key: `${title} ` }, theme);
    const series = lines.map((line, lineIndex) => ({
      key: `${title} ${line}`,
      styleIndex: 0,
      stroke: strokeOf(lineIndex),
      dots: dotStyle(lineIndex),
      points: columns.flatMap((column, j) => {
        const value = valueOf(title, column, line);
        return isDrawable(value)
          ? [{ x: j, y: value, value: value.toFixed(2), name: `${line}, ${title} with ${column}`, more: [figure.title] }]
          : [];
      }),
    }));
    return [...panel.marks, ...series.flatMap((each) => seriesMarks(each, panel, theme))];
  });
  return {
    height: panelsTop + Math.ceil(panels.length / panelsPerRow) * panelHeight - panelGap,
    description: `${figure.title}; every number is in the table below.`,
    marks: [...legend.marks, ...panelMarks],
  };
}
