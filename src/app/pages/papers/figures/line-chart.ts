/** A line chart over a growing quantity. Each axis is linear or logarithmic; every line has its name at its end. */
import { sayValueWithError } from "../../../../reproductions/outcome.ts";
import type { Theme } from "../../../../views/contract.ts";
import { type Attributes, circleMark } from "../../../../views/marks/marks.ts";
import { lineEndNames } from "../../../../views/plot/end-names.ts";
import { boxesAlongLine, boxAroundPoint, type Label, labelMarks, placeLabels } from "../../../../views/plot/labels.ts";
import { panelOf } from "../../../../views/plot/panel.ts";
import { referenceMarks } from "../../../../views/plot/reference.ts";
import { type PlotSeries, seriesMarks } from "../../../../views/plot/series.ts";
import { linearRoundDomain, logRoundDomain, formatTick } from "../../../../views/plot/ticks.ts";
import { withUnit } from "../../../../words/numbers.ts";
import { separateThousands } from "../Typeset.tsx";
import type { FigureDrawing, FigureOf, FigureProps, FigureContext } from "./contract.ts";

/** Height of a whole figure, and of a panel, in px. */
const figureHeights = { whole: 290, panel: 220 } as const;

/** The stroke of a line. Unless the lines say otherwise, the first one is strong: it is the network that the page is about. */
function strokeOf({ look, isStrong }: FigureOf<"growth">["lines"][number], lineIndex: number, { ink, ink2 }: Theme): Attributes {
  const isDotted = look === undefined && lineIndex === 3;
  const isDashed = look === undefined ? lineIndex === 2 : look === "dashed";
  return {
    ...(isStrong === true || (look === undefined && lineIndex === 0)
      ? { stroke: ink, "stroke-width": 2.4 }
      : { stroke: ink2, "stroke-width": 1.4 }),
    ...(isDashed ? { "stroke-dasharray": "6 4" } : isDotted ? { "stroke-dasharray": "1.5 4", "stroke-linecap": "round" } : {}),
  };
}

/** Lays the line chart out. */
export function layoutGrowth(
  { figure, exhibit, outcome: { values } }: FigureProps<"growth">,
  { width, theme }: FigureContext,
): FigureDrawing {
  const { columns, lines, scale, panel: panelOptions, hasErrors, published = [], limit, unit, horizontalTitle: columnAxisTitle } = figure;
  const isLinear = scale !== undefined;
  const lastColumn = columns[columns.length - 1].x;
  const rowOf = (id: string) => exhibit.rows.find((row) => row.id === id);
  const series = lines.map((line, lineIndex): PlotSeries => ({
    key: line.title,
    styleIndex: 0,
    stroke: strokeOf(line, lineIndex, theme),
    points: line.rows.flatMap((id, i) => {
      const [row, computed] = [rowOf(id), values.get(id)];
      if (row === undefined || computed === undefined || !(isLinear || computed.value > 0)) return [];
      const { x: at, text } = columns[i];
      const error = hasErrors === true ? (computed.spread?.error ?? 0) : 0;
      const name = `${line.title === "" ? "" : `${line.title}, `}${text} ${columnAxisTitle}`;
      const value = withUnit(separateThousands(sayValueWithError(row, computed)), unit);
      return [{ x: at, y: computed.value, range: [computed.value - error, computed.value + error] as const, value, name }];
    }),
  }));
  // The value axis covers all points with their errors, the published values, and the limit.
  const errorBounds = series.flatMap(({ points }) => points.flatMap(({ range }) => range ?? []));
  const minValue = Math.min(...errorBounds, panelOptions?.least ?? Infinity);
  const maxValue = Math.max(...errorBounds, ...published.map(({ value }) => value), panelOptions?.most ?? 0, limit?.value ?? 0);
  const axis =
    errorBounds.length === 0
      ? { domain: [1, 10] as const, ticks: [] }
      : isLinear
        ? linearRoundDomain(minValue, maxValue, 6)
        : logRoundDomain(minValue, maxValue);
  const height = panelOptions === undefined ? figureHeights.whole : figureHeights.panel;
  // A single line needs no name: the figure is about it.
  const namedLines = lines.length > 1 ? lines : [];
  const panel = panelOf(
    {
      right: width,
      bottom: height,
      x: {
        domain: [scale === "linear" ? 0 : columns[0].x, lastColumn],
        isLog: scale !== "linear",
        ticks: () => columns.map(({ x: at }) => at),
        write: (value) => columns.find(({ x: at }) => at === value)?.text ?? "",
        title: columnAxisTitle,
      },
      y: { domain: axis.domain, isLog: !isLinear, ticks: () => axis.ticks, write: formatTick, title: unit, base: 0 },
      // Reserve space for the names of lines that reach the last column.
      names: namedLines.flatMap(({ title, rows }) => (rows[columns.length - 1] !== undefined ? [title] : [])),
    },
    theme,
  );
  // A line that reaches the right edge has its name beyond the edge. The names of all other lines and of published values are placed within
  // the panel.
  const linePoints = series.map(({ points }) => points.map(({ x, y }) => [panel.x(x), panel.y(y)] as const));
  const lineEndLabels = linePoints.flatMap((points, i): readonly Label[] => {
    const [x, y] = points.at(-1) ?? [];
    return x === undefined || y === undefined || namedLines.length === 0
      ? []
      : [{ key: lines[i].title, text: lines[i].title, anchor: { x, y } }];
  });
  const isAtEnd = ({ anchor }: Label) => anchor.x > panel.right - 1;
  const publishedLabels = published.map(({ x: at, value, text }): Label => ({
    key: text,
    text,
    anchor: { x: panel.x(at), y: panel.y(value) },
  }));
  const obstacles = [
    ...linePoints.flatMap((points) => boxesAlongLine(points)),
    ...publishedLabels.map(({ anchor: { x, y } }) => boxAroundPoint(x, y, 6)),
  ];
  const innerLabels = placeLabels([...publishedLabels, ...lineEndLabels.filter((head) => !isAtEnd(head))], obstacles, [
    panel.left,
    0,
    panel.right,
    panel.foot,
  ]);
  return {
    height,
    description: `${figure.title}; every number is in the table below.`,
    marks: [
      ...panel.marks,
      ...(limit === undefined ? [] : referenceMarks({ axis: "y", value: limit.value, name: limit.text }, panel, theme)),
      ...publishedLabels.map(({ key, anchor: { x, y } }) =>
        circleMark(`published ${key}`, x, y, 5, { fill: theme.ground, stroke: theme.ink, "stroke-width": 1.5 }),
      ),
      ...series.flatMap((each) => seriesMarks(each, panel, theme)),
      // Labels are drawn above all lines.
      ...labelMarks(innerLabels, theme),
      ...lineEndNames(
        lineEndLabels.filter(isAtEnd).map(({ key, text, anchor }) => ({ key, text, ...anchor })),
        panel.foot,
        theme,
      ),
    ],
  };
}
