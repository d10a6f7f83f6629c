/** A line chart over a growing quantity. Each axis is linear or logarithmic; every line has its name at its end. */
import { sayWithError } from "../../../../reproductions/outcome.ts";
import type { Theme } from "../../../../views/contract.ts";
import { type Attributes, circleMark } from "../../../../views/marks/marks.ts";
import { endNames } from "../../../../views/plot/end-names.ts";
import { aroundLine, aroundPoint, type Label, labelMarks, placeLabels } from "../../../../views/plot/labels.ts";
import { panelOf } from "../../../../views/plot/panel.ts";
import { referenceMarks } from "../../../../views/plot/reference.ts";
import { type Series, seriesMarks } from "../../../../views/plot/series.ts";
import { evenEnds, steepEnds, writeTick } from "../../../../views/plot/ticks.ts";
import { withUnit } from "../../../../words/numbers.ts";
import { thousands } from "../Typeset.tsx";
import type { Drawn, FigureOf, FigureProps, Room } from "./contract.ts";

/** Height of a whole figure, and of a panel, in px. */
const heights = { whole: 290, panel: 220 } as const;

/** The stroke of a line. Unless the lines say otherwise, the first one is strong: it is the network that the page is about. */
function strokeOf({ look, isStrong }: FigureOf<"growth">["lines"][number], i: number, { ink, ink2 }: Theme): Attributes {
  const isDotted = look === undefined && i === 3;
  const isDashed = look === undefined ? i === 2 : look === "dashed";
  return {
    ...(isStrong === true || (look === undefined && i === 0)
      ? { stroke: ink, "stroke-width": 2.4 }
      : { stroke: ink2, "stroke-width": 1.4 }),
    ...(isDashed ? { "stroke-dasharray": "6 4" } : isDotted ? { "stroke-dasharray": "1.5 4", "stroke-linecap": "round" } : {}),
  };
}

/** Lays the line chart out. */
export function layoutGrowth({ figure, exhibit, outcome: { values } }: FigureProps<"growth">, { width, theme }: Room): Drawn {
  const { columns, lines, scale, panel: part, hasErrors, published = [], limit, unit, across } = figure;
  const isEven = scale !== undefined;
  const last = columns[columns.length - 1].at;
  const rowOf = (id: string) => exhibit.rows.find((row) => row.id === id);
  const series = lines.map((line, place): Series => ({
    key: line.title,
    place: 0,
    stroke: strokeOf(line, place, theme),
    points: line.rows.flatMap((id, i) => {
      const [row, found] = [rowOf(id), values.get(id)];
      if (row === undefined || found === undefined || !(isEven || found.value > 0)) return [];
      const { at, text } = columns[i];
      const error = hasErrors === true ? (found.spread?.error ?? 0) : 0;
      const name = `${line.title === "" ? "" : `${line.title}, `}${text} ${across}`;
      const value = withUnit(thousands(sayWithError(row, found)), unit);
      return [{ x: at, y: found.value, range: [found.value - error, found.value + error] as const, value, name }];
    }),
  }));
  // The value axis covers all points with their errors, the published values, and the limit.
  const all = series.flatMap(({ points }) => points.flatMap(({ range }) => range ?? []));
  const least = Math.min(...all, part?.least ?? Infinity);
  const most = Math.max(...all, ...published.map(({ value }) => value), part?.most ?? 0, limit?.value ?? 0);
  const ends = all.length === 0 ? { domain: [1, 10] as const, ticks: [] } : isEven ? evenEnds(least, most, 6) : steepEnds(least, most);
  const height = part === undefined ? heights.whole : heights.panel;
  // A single line needs no name: the figure is about it.
  const named = lines.length > 1 ? lines : [];
  const panel = panelOf(
    {
      right: width,
      bottom: height,
      x: {
        domain: [scale === "linear" ? 0 : columns[0].at, last],
        isLog: scale !== "linear",
        ticks: () => columns.map(({ at }) => at),
        write: (value) => columns.find(({ at }) => at === value)?.text ?? "",
        title: across,
      },
      y: { domain: ends.domain, isLog: !isEven, ticks: () => ends.ticks, write: writeTick, title: unit, base: 0 },
      // Reserve space for the names of lines that reach the last column.
      names: named.flatMap(({ title, rows }) => (rows[columns.length - 1] !== undefined ? [title] : [])),
    },
    theme,
  );
  // Lines that reach the right edge have their name beyond it. All other names are placed within the panel, like those of published values.
  const drawn = series.map(({ points }) => points.map(({ x, y }) => [panel.x(x), panel.y(y)] as const));
  const heads = drawn.flatMap((points, i): readonly Label[] => {
    const [x, y] = points.at(-1) ?? [];
    return x === undefined || y === undefined || named.length === 0 ? [] : [{ key: lines[i].title, text: lines[i].title, at: { x, y } }];
  });
  const isAtEnd = ({ at }: Label) => at.x > panel.right - 1;
  const rings = published.map(({ at, value, text }): Label => ({ key: text, text, at: { x: panel.x(at), y: panel.y(value) } }));
  const taken = [...drawn.flatMap((points) => aroundLine(points)), ...rings.map(({ at: { x, y } }) => aroundPoint(x, y, 6))];
  const beside = placeLabels([...rings, ...heads.filter((head) => !isAtEnd(head))], taken, [panel.left, 0, panel.right, panel.foot]);
  return {
    height,
    said: `${figure.title}; every number is in the table below.`,
    marks: [
      ...panel.marks,
      ...(limit === undefined ? [] : referenceMarks({ axis: "y", value: limit.value, name: limit.text }, panel, theme)),
      ...rings.map(({ key, at: { x, y } }) =>
        circleMark(`published ${key}`, x, y, 5, { fill: theme.ground, stroke: theme.ink, "stroke-width": 1.5 }),
      ),
      ...series.flatMap((each) => seriesMarks(each, panel, theme)),
      // Labels are drawn above all lines.
      ...labelMarks(beside, theme),
      ...endNames(
        heads.filter(isAtEnd).map(({ key, text, at }) => ({ key, text, ...at })),
        panel.foot,
        theme,
      ),
    ],
  };
}
