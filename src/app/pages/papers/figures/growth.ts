/** Lines over something that grows, each scale of equal factors or of equal steps, each line named at its end. */
import type { Figure } from "../../../../reproductions/contract.ts";
import { sayWithError } from "../../../../reproductions/outcome.ts";
import { axisUp, small, ticksAt } from "../../../../views/plot/axes.ts";
import { axisWords, withRoom } from "../../../../views/plot/axes-across.ts";
import { errorBar } from "../../../../views/plot/error-bar.ts";
import { evenEnds, steepEnds, writeTick } from "../../../../views/plot/ticks.ts";
import { lineThrough, linearScale, logScale } from "../../../../views/plot/scale.ts";
import { type Attributes, circleMark, halo, type Mark, pathMark, ring, tenth, textMark } from "../../../../views/marks/marks.ts";
import { withUnit } from "../../../../words/numbers.ts";
import { thousands } from "../Typeset.tsx";
import type { Drawn, FigureProps, Room } from "./contract.ts";
import { type Box, placeLabels } from "../../../../views/plot/labels.ts";
import { spreadApart } from "../../../../views/plot/end-names.ts";

/** Of a figure, and of a panel of one. */
const heights = { whole: 290, panel: 220 } as const;
const margin = { left: 52, right: 104, alone: 28, top: 24, bottom: 50 } as const;
/** Least distance of two names, px. */
const lineHeight = 15;

type Line = Extract<Figure, { is: "growth" }>["lines"][number];

/** How a line is drawn: the first is the network that the page is about, unless others are. */
function strokeOf(i: number, { look, isStrong }: Pick<Line, "look" | "isStrong">, ink: string, pale: string): Attributes {
  if (look === undefined && i === 0) return { stroke: ink, "stroke-width": 2.4 };
  const dash =
    look === "dashed" || (look === undefined && i === 2)
      ? { "stroke-dasharray": "6 4" }
      : look === undefined && i === 3
        ? { "stroke-dasharray": "1.5 4", "stroke-linecap": "round" }
        : {};
  return isStrong === true ? { stroke: ink, "stroke-width": 2.4, ...dash } : { stroke: pale, "stroke-width": 1.4, ...dash };
}

/** Lays the figure out. */
export function layoutGrowth({ figure, exhibit, outcome: { values } }: FigureProps<"growth">, { width, theme }: Room): Drawn {
  const { columns, lines, scale, panel, hasErrors, published = [], limit } = figure;
  const isEven = scale !== undefined;
  const found = lines.map(({ rows, ...line }) => ({
    ...line,
    points: rows.flatMap((id, i) => {
      const value = values.get(id);
      if (value === undefined || !(isEven || value.value > 0)) return [];
      return [{ ...columns[i], id, value: value.value, error: hasErrors === true ? (value.spread?.error ?? 0) : 0 }];
    }),
  }));
  const all = found.flatMap(({ points }) => points.flatMap(({ value, error }) => [value - error, value + error]));
  const least = Math.min(...all, panel?.least ?? Infinity);
  const most = Math.max(...all, ...published.map(({ value }) => value), panel?.most ?? 0, limit?.value ?? 0);
  const height = panel === undefined ? heights.whole : heights.panel;
  // A single line needs no name at its end: the figure is about it.
  const [foot, left, right] = [height - margin.bottom, margin.left, width - (lines.length > 1 ? margin.right : margin.alone)];
  const isEmpty = all.length === 0;
  const ends = isEmpty ? { domain: [1, 10] as const, ticks: [] } : isEven ? evenEnds(least, most, 6) : steepEnds(least, most);
  const y = (isEven ? linearScale : logScale)(ends.domain, [foot, margin.top]);
  const last = columns[columns.length - 1].at;
  const x = scale === "linear" ? linearScale([0, last], [left, right]) : logScale([columns[0].at, last], [left, right]);
  const across = columns.map(({ at, text }) => ({ key: text, at: x(at), text }));
  const drawn = found.map(({ points, ...line }) => ({
    ...line,
    dots: points.map((point) => ({ ...point, x: x(point.at), y: y(point.value) })),
  }));
  const named = drawn.filter(({ dots }) => lines.length > 1 && dots.length > 0);
  const heads = named.map(({ title, dots }) => ({ title, ...dots[dots.length - 1] }));
  // Names at the right end keep apart; a line that ends before has its own there.
  const late = heads.filter((head) => head.x + 8 > right);
  const placed = spreadApart(
    late.map((head) => head.y + 4),
    lineHeight,
    foot + 4,
  );
  const name: Attributes = { ...small(theme), ...halo(theme.ground) };
  const early = heads.filter((head) => !late.includes(head));
  // What a name must not stand on: dots, and lines between them, a few px each.
  const taken = drawn.flatMap(({ dots }) =>
    dots.flatMap((dot, i): readonly Box[] => {
      const next = dots[i + 1] ?? dot;
      return Array.from({ length: 16 }, (_, k): Box => {
        const [px, py] = [dot.x + ((next.x - dot.x) * k) / 16, dot.y + ((next.y - dot.y) * k) / 16];
        return [px - 3, py - 3, px + 3, py + 3];
      });
    }),
  );
  const beside = placeLabels(
    early.map((head) => ({ at: head, text: head.title })),
    taken,
    [left, 0, right, foot],
  );
  const names = [
    ...late.map((head, i) => {
      const y = placed[i];
      // A name that had to give way is led to.
      const leader = Math.abs(y - 4 - head.y) > 3 ? `M${head.x + 4} ${tenth(head.y)}L${head.x + 13} ${tenth(y - 4)}` : "";
      return { title: head.title, x: head.x + 15, y, leader };
    }),
    ...early.map(({ title }, i) => ({ title, ...beside[i] })),
  ];
  const lineMarks = drawn.flatMap(({ title, dots, ...line }, i): readonly Mark[] => {
    const stroke = strokeOf(i, line, theme.ink, theme.ink2);
    const errors = dots.filter(({ error }) => error > 0);
    const bars = errors.map(({ value, error, ...dot }) => errorBar([y(value - error), y(value + error)], dot.x, true)).join("");
    return [
      pathMark(`line ${title}`, lineThrough(dots.map((dot) => [dot.x, dot.y])), stroke),
      ...(bars === "" ? [] : [pathMark(`errors ${title}`, bars, { stroke: theme.ink2, "stroke-width": 1.2 })]),
      pathMark(`dots ${title}`, dots.map((dot) => ring(dot.x, dot.y, 2.6)).join(""), { fill: stroke.stroke }),
    ];
  });
  const sayRow = (id: string) => {
    const [row, value] = [exhibit.rows.find((each) => each.id === id), values.get(id)];
    return row === undefined || value === undefined ? "" : withUnit(thousands(sayWithError(row, value)), figure.unit);
  };
  return {
    height,
    said: `${figure.title}; every number is in the table below.`,
    dots: drawn.flatMap(({ title, dots }) =>
      dots.map((dot) => ({ ...dot, value: sayRow(dot.id), name: `${title === "" ? "" : `${title}, `}${dot.text} ${figure.across}` })),
    ),
    marks: [
      ...axisUp(ticksAt(ends.ticks, y, writeTick), left, right, theme, "y"),
      ...axisWords(withRoom(across), { y: foot + 18 }, theme),
      textMark("unit", 0, 11, figure.unit, small(theme)),
      textMark("across", right, foot + 38, figure.across, { ...small(theme), "text-anchor": "end" }),
      ...(ends.domain[0] < 0 ? [pathMark("zero", `M${left} ${y(0)}H${right}`, { stroke: theme.ink2 })] : []),
      ...(limit === undefined
        ? []
        : [
            pathMark("limit", `M${left} ${y(limit.value)}H${right}`, { stroke: theme.ink2, "stroke-dasharray": "2 4" }),
            textMark("limit name", left + 4, y(limit.value) - 5, limit.text, name),
          ]),
      ...published.flatMap(({ at, value, text }) => [
        circleMark(`published ${text}`, x(at), y(value), 5, { fill: theme.ground, stroke: theme.ink, "stroke-width": 1.5 }),
        // The last stands at the end, where names of lines begin.
        textMark(`published name ${text}`, x(at) + (at === last ? -11 : 11), y(value) + 4, text, {
          ...name,
          "text-anchor": at === last ? "end" : "start",
        }),
      ]),
      ...lineMarks,
      // Over all lines.
      ...names.flatMap(({ title, x: start, y: low, leader }) => [
        ...(leader === "" ? [] : [pathMark(`leader ${title}`, leader, { stroke: theme.ink2, "stroke-width": 0.8 })]),
        textMark(`name ${title}`, start, low, title, name),
      ]),
    ],
  };
}
