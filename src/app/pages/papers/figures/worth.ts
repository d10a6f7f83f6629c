/** Performance against cost: published values as rings, ours as dots, and rays of equal performance per cost. */
import { shownValue } from "../../../../reproductions/outcome.ts";
import { circleMark, halo, type Mark, pathMark, tenth, textMark } from "../../../../views/marks/marks.ts";
import { small } from "../../../../views/plot/axes.ts";
import { aroundPoint, labelMarks, meet, placeLabels } from "../../../../views/plot/labels.ts";
import { panelOf } from "../../../../views/plot/panel.ts";
import { textWidth } from "../../../../views/plot/text-width.ts";
import { multiples, roundStep } from "../../../../views/plot/ticks.ts";
import type { Drawn, FigureProps, Room } from "./contract.ts";

const height = 270;
/** Minimum vertical distance of two labels, in px. */
const lineHeight = 15;
/** Performance per cost of the rays; the values of all networks are in this range. */
const ratios = [1, 2, 3, 4];

/** Lays the scatter plot out. */
export function layoutWorth({ figure, exhibit: { rows }, outcome: { values } }: FigureProps<"worth">, { width, theme }: Room): Drawn {
  const of = (series: string, label: string) => {
    const row = rows.find((each) => each.series === series && each.label === label);
    return {
      word: row?.word ?? ({ is: "exact" } as const),
      published: row?.published?.high ?? null,
      ours: row === undefined ? null : (values.get(row.id)?.value ?? null),
    };
  };
  // Cost and performance of each network, published and ours.
  const networks = rows
    .filter((row) => row.series === figure.worth)
    .map(({ label }) => ({ label, cost: of(figure.cost, label), worth: of(figure.worth, label) }));
  const mostOf = (each: "cost" | "worth") =>
    1.06 * Math.max(1, ...networks.flatMap(({ [each]: { published, ours } }) => [published ?? 0, ours ?? 0]));
  const [most, top] = [mostOf("cost"), mostOf("worth")];
  const step = most > 2.2 ? Math.ceil(most / 4) : most > 1.3 ? 0.5 : 0.25;
  const axes = {
    x: { domain: [0, most] as const, ticks: () => multiples(0, most, step), write: String, title: "cost per node" },
    y: { domain: [0, top] as const, ticks: () => multiples(0, top, roundStep(top, 3)), write: String, title: "performance φ" },
  };
  const panel = panelOf({ right: width, bottom: height, ...axes, names: ratios.map(String) }, theme);
  const { x, y, left, foot } = panel;
  const place = (a: number | null, b: number | null) => (a === null || b === null ? null : { x: x(a), y: y(b) });
  const placed = networks.flatMap(({ label, cost, worth }) => {
    const [published, ours] = [place(cost.published, worth.published), place(cost.ours, worth.ours)];
    const at = ours ?? published;
    const ratio =
      cost.ours === null || worth.ours === null
        ? null
        : shownValue({ published: null, word: cost.word, decimals: 2 }, { value: worth.ours / cost.ours });
    const text = `${label}${ratio === null ? "" : `, ${ratio}`}`;
    return at === null ? [] : [{ key: label, published, ours, at, ratio, text }];
  });
  // Labels avoid rings and dots, but may cover the line between the two.
  const points = placed.flatMap(({ published, ours }) =>
    [published, ours].flatMap((point) => (point === null ? [] : [aroundPoint(point.x, point.y, 7)])),
  );
  const labels = placeLabels(placed, points, [left, panel.top - 8, width, foot]);
  const taken = [...points, ...labels.map(({ box }) => box)];
  const endOf = (ratio: number) => (ratio * most <= top ? { x: x(most), y: y(ratio * most) } : { x: x(top / ratio), y: y(top) });
  // A ray from the origin for each ratio. Its label is left out if it would be crowded or covered.
  const rays = ratios.flatMap((ratio): readonly Mark[] => {
    const [end, before] = [endOf(ratio), endOf(ratio - 1)];
    const isCrowded = ratio > 2 && Math.hypot(end.x - before.x, end.y - before.y) < lineHeight;
    // The label of a ray is at a distance from the networks, which are near the origin or near the end of the ray.
    const between = (from: number, to: number) => from + 0.56 * (to - from);
    const [nameX, nameY, text] =
      ratio === 1 ? [between(left, end.x), between(foot, end.y) + 16, "performance per cost 1"] : [end.x + 5, end.y + 4, String(ratio)];
    const isHidden = taken.some((box) => meet(box, [nameX, nameY - 11, nameX + textWidth(text), nameY + 4]));
    return [
      pathMark(`ray ${ratio}`, `M${tenth(left)} ${tenth(foot)}L${tenth(end.x)} ${tenth(end.y)}`, {
        stroke: theme.edge,
        "stroke-dasharray": "2 4",
      }),
      ...(isCrowded || isHidden ? [] : [textMark(`ray name ${ratio}`, nameX, nameY, text, { ...small(theme), ...halo(theme.surface) })]),
    ];
  });
  const dots = placed.flatMap(({ key, published, ours, ratio }): readonly Mark[] => {
    const gap = published === null || ours === null ? "" : `M${tenth(published.x)} ${tenth(published.y)}L${tenth(ours.x)} ${tenth(ours.y)}`;
    const say = (point: { readonly x: number; readonly y: number }, whose: string) => [
      { ...point, value: `φ ${sayNumber(y.invert(point.y))} at cost ${sayNumber(x.invert(point.x))}`, name: `${key}, ${whose}` },
    ];
    return [
      ...(gap === "" ? [] : [pathMark(`gap ${key}`, gap, { stroke: theme.ink, "stroke-width": 2 })]),
      ...(published === null
        ? []
        : [
            {
              ...circleMark(`published ${key}`, published.x, published.y, 5.5, {
                fill: theme.ground,
                stroke: theme.ink,
                "stroke-width": 1.5,
              }),
              targets: say(published, "published"),
            },
          ]),
      ...(ours === null
        ? []
        : [
            {
              ...circleMark(`ours ${key}`, ours.x, ours.y, 3, { fill: "var(--blocked)" }),
              targets: say(ours, `ours${ratio === null ? "" : `: performance per cost ${ratio}`}`),
            },
          ]),
    ];
  });
  const caption = `${placed.some(({ published }) => published !== null) ? "Ring: published. Dot: ours. " : ""}The number after each name is our performance per cost.`;
  return {
    height,
    caption,
    said: `${figure.title}. Performance per cost: ${placed.flatMap(({ key, ratio }) => (ratio === null ? [] : [`${key} ${ratio}`])).join(", ")}.`,
    marks: [...panel.marks, ...rays, ...dots, ...labelMarks(labels, theme)],
  };
}

const sayNumber = (value: number) => value.toFixed(2);
