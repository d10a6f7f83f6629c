/** Performance against cost: published values as rings, ours as dots, and rays of equal performance per cost. */
import { shownValueOf } from "../../../../reproductions/outcome.ts";
import { circleMark, textHalo, type Mark, pathMark, toTenths, textMark } from "../../../../views/marks/marks.ts";
import { smallText } from "../../../../views/plot/vertical-axis.ts";
import { boxAroundPoint, labelMarks, doBoxesOverlap, placeLabels } from "../../../../views/plot/labels.ts";
import { panelOf } from "../../../../views/plot/panel.ts";
import { textWidth } from "../../../../views/plot/text-width.ts";
import { multiplesOf, roundStep } from "../../../../views/plot/ticks.ts";
import type { FigureDrawing, FigureProps, FigureContext } from "./contract.ts";

const figureHeight = 270;
/** Minimum vertical distance of two labels, in px. */
const lineHeight = 15;
/** Performance per cost of the rays. */
const ratios = [1, 2, 3, 4];

/** Lays the scatter plot out. */
export function layoutPerformanceCost(
  { figure, exhibit: { rows }, outcome: { values } }: FigureProps<"worth">,
  { width, theme }: FigureContext,
): FigureDrawing {
  const valuesOf = (series: string, label: string) => {
    const row = rows.find((each) => each.series === series && each.label === label);
    return {
      word: row?.provenance ?? ({ is: "exact" } as const),
      published: row?.published?.high ?? null,
      ours: row === undefined ? null : (values.get(row.id)?.value ?? null),
    };
  };
  // Cost and performance of each network, published and ours.
  const networks = rows
    .filter((row) => row.series === figure.benefitSeries)
    .map(({ label }) => ({ label, cost: valuesOf(figure.costSeries, label), performance: valuesOf(figure.benefitSeries, label) }));
  const axisEndOf = (each: "cost" | "performance") =>
    1.06 * Math.max(1, ...networks.flatMap(({ [each]: { published, ours } }) => [published ?? 0, ours ?? 0]));
  const [costEnd, performanceEnd] = [axisEndOf("cost"), axisEndOf("performance")];
  const step = costEnd > 2.2 ? Math.ceil(costEnd / 4) : costEnd > 1.3 ? 0.5 : 0.25;
  const axes = {
    x: { domain: [0, costEnd] as const, ticks: () => multiplesOf(0, costEnd, step), write: String, title: "cost per node" },
    y: {
      domain: [0, performanceEnd] as const,
      ticks: () => multiplesOf(0, performanceEnd, roundStep(performanceEnd, 3)),
      write: String,
      title: "performance φ",
    },
  };
  const panel = panelOf({ right: width, bottom: figureHeight, ...axes, names: ratios.map(String) }, theme);
  const { x, y, left, foot } = panel;
  const pointAt = (a: number | null, b: number | null) => (a === null || b === null ? null : { x: x(a), y: y(b) });
  const plottedNetworks = networks.flatMap(({ label, cost, performance }) => {
    const [published, ours] = [pointAt(cost.published, performance.published), pointAt(cost.ours, performance.ours)];
    const anchor = ours ?? published;
    const ratio =
      cost.ours === null || performance.ours === null
        ? null
        : shownValueOf({ published: null, provenance: cost.word, decimals: 2 }, { value: performance.ours / cost.ours });
    const text = `${label}${ratio === null ? "" : `, ${ratio}`}`;
    return anchor === null ? [] : [{ key: label, published, ours, anchor, ratio, text }];
  });
  // Labels avoid rings and dots, but may cover the line between the two.
  const points = plottedNetworks.flatMap(({ published, ours }) =>
    [published, ours].flatMap((point) => (point === null ? [] : [boxAroundPoint(point.x, point.y, 7)])),
  );
  const labels = placeLabels(plottedNetworks, points, [left, panel.top - 8, width, foot]);
  const obstacles = [...points, ...labels.map(({ box }) => box)];
  const rayEnd = (ratio: number) =>
    ratio * costEnd <= performanceEnd ? { x: x(costEnd), y: y(ratio * costEnd) } : { x: x(performanceEnd / ratio), y: y(performanceEnd) };
  /**
   * The marks of the rays: a dashed line from the origin for each value of performance per cost (`ratio`). Its label is left out if the
   * rays are crowded or the label would cover a network or its label. Pixels.
   */
  const rays = ratios.flatMap((ratio): readonly Mark[] => {
    const [end, previousEnd] = [rayEnd(ratio), rayEnd(ratio - 1)];
    const isCrowded = ratio > 2 && Math.hypot(end.x - previousEnd.x, end.y - previousEnd.y) < lineHeight;
    // The first ray has a longer label, below its middle, because networks are near the origin or near the end of the ray. The labels of the
    // other rays are at their ends.
    const interpolate = (from: number, to: number) => from + 0.56 * (to - from);
    const [nameX, nameY, text] =
      ratio === 1
        ? [interpolate(left, end.x), interpolate(foot, end.y) + 16, "performance per cost 1"]
        : [end.x + 5, end.y + 4, String(ratio)];
    const isHidden = obstacles.some((box) => doBoxesOverlap(box, [nameX, nameY - 11, nameX + textWidth(text), nameY + 4]));
    return [
      pathMark(`ray ${ratio}`, `M${toTenths(left)} ${toTenths(foot)}L${toTenths(end.x)} ${toTenths(end.y)}`, {
        stroke: theme.edge,
        "stroke-dasharray": "2 4",
      }),
      ...(isCrowded || isHidden
        ? []
        : [textMark(`ray name ${ratio}`, nameX, nameY, text, { ...smallText(theme), ...textHalo(theme.surface) })]),
    ];
  });
  /** The marks of the networks: a ring for the published value, a dot for ours, and a line between the two. Pixels. */
  const dots = plottedNetworks.flatMap(({ key, published, ours, ratio }): readonly Mark[] => {
    const differencePath =
      published === null || ours === null
        ? ""
        : `M${toTenths(published.x)} ${toTenths(published.y)}L${toTenths(ours.x)} ${toTenths(ours.y)}`;
    const targetOf = (point: { readonly x: number; readonly y: number }, source: string) => [
      { ...point, value: `φ ${sayNumber(y.invert(point.y))} at cost ${sayNumber(x.invert(point.x))}`, name: `${key}, ${source}` },
    ];
    return [
      ...(differencePath === "" ? [] : [pathMark(`gap ${key}`, differencePath, { stroke: theme.ink, "stroke-width": 2 })]),
      ...(published === null
        ? []
        : [
            {
              ...circleMark(`published ${key}`, published.x, published.y, 5.5, {
                fill: theme.ground,
                stroke: theme.ink,
                "stroke-width": 1.5,
              }),
              targets: targetOf(published, "published"),
            },
          ]),
      ...(ours === null
        ? []
        : [
            {
              ...circleMark(`ours ${key}`, ours.x, ours.y, 3, { fill: "var(--blocked)" }),
              targets: targetOf(ours, `ours${ratio === null ? "" : `: performance per cost ${ratio}`}`),
            },
          ]),
    ];
  });
  const caption = `${plottedNetworks.some(({ published }) => published !== null) ? "Ring: published. Dot: ours. " : ""}The number after each name is our performance per cost.`;
  return {
    height: figureHeight,
    caption,
    description: `${figure.title}. Performance per cost: ${plottedNetworks.flatMap(({ key, ratio }) => (ratio === null ? [] : [`${key} ${ratio}`])).join(", ")}.`,
    marks: [...panel.marks, ...rays, ...dots, ...labelMarks(labels, theme)],
  };
}

const sayNumber = (value: number) => value.toFixed(2);
