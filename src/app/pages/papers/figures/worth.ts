/** Performance against cost: ring published, dot ours, and lines on which a dollar buys the same. */
import { shownValue } from "../../../../reproductions/outcome.ts";
import { axisUp, small, ticksAt } from "../../../../views/plot/axes.ts";
import { axisWords } from "../../../../views/plot/axes-across.ts";
import { textWidth } from "../../../../views/plot/text-width.ts";
import { multiples, roundStep } from "../../../../views/plot/ticks.ts";
import { linearScale } from "../../../../views/plot/scale.ts";
import { circleMark, type Mark, pathMark, rectMark, tenth, textMark } from "../../../../views/marks/marks.ts";
import type { Drawn, FigureProps, Room } from "./contract.ts";
import { type Box, meet, placeLabels } from "../../../../views/plot/labels.ts";

const margin = { left: 34, right: 18, top: 26, bottom: 34 } as const;
const height = 270;
/** Least distance of two labels, px. */
const lineHeight = 15;
/** Lays the figure out. */
export function layoutWorth({ figure, exhibit: { rows }, outcome: { values } }: FigureProps<"worth">, { width, theme }: Room): Drawn {
  const of = (series: string, label: string) => {
    const row = rows.find((each) => each.series === series && each.label === label);
    return {
      word: row?.word ?? ({ is: "exact" } as const),
      published: row?.published?.high ?? null,
      ours: row === undefined ? null : (values.get(row.id)?.value ?? null),
    };
  };
  const networks = rows
    .filter((row) => row.series === figure.worth)
    .map(({ label }) => ({ label, cost: of(figure.cost, label), worth: of(figure.worth, label) }));
  const mostOf = (each: "cost" | "worth") =>
    1.06 * Math.max(1, ...networks.flatMap(({ [each]: { published, ours } }) => [published ?? 0, ours ?? 0]));
  const [most, top] = [mostOf("cost"), mostOf("worth")];
  const x = linearScale([0, most], [margin.left, width - margin.right]);
  const y = linearScale([0, top], [height - margin.bottom, margin.top]);
  const place = (a: number | null, b: number | null) => (a === null || b === null ? null : { x: x(a), y: y(b) });
  const [left, foot] = [x(0), y(0)];
  const placed = networks.flatMap(({ label, cost, worth }) => {
    const [published, ours] = [place(cost.published, worth.published), place(cost.ours, worth.ours)];
    const at = ours ?? published;
    const ratio =
      cost.ours === null || worth.ours === null
        ? null
        : shownValue({ published: null, word: cost.word, decimals: 2 }, { value: worth.ours / cost.ours });
    const text = `${label}${ratio === null ? "" : `, ${ratio}`}`;
    return at === null ? [] : [{ label, published, ours, at, ratio, text }];
  });
  // Rings and dots; the line between the two may pass behind a word.
  const marks = placed.flatMap(({ published, ours }) =>
    [published, ours].flatMap((point): Box[] => (point === null ? [] : [[point.x - 7, point.y - 7, point.x + 7, point.y + 7]])),
  );
  const labels = placeLabels(placed, marks, [left, 18, width, foot]);
  const step = most > 2.2 ? Math.ceil(most / 4) : most > 1.3 ? 0.5 : 0.25;
  /** Whether a label stands where a word would. */
  const isTaken = (from: number, at: number, text: string) =>
    [...marks, ...labels.map(({ box }) => box)].some((box) => meet(box, [from, at - 11, from + textWidth(text), at + 4]));
  const endOf = (ratio: number) => (ratio * most <= top ? { x: x(most), y: y(ratio * most) } : { x: x(top / ratio), y: y(top) });
  const rays = [1, 2, 3, 4].flatMap((ratio): readonly Mark[] => {
    const end = endOf(ratio);
    const before = endOf(ratio - 1);
    const isCrowded = ratio > 2 && Math.hypot(end.x - before.x, end.y - before.y) < lineHeight;
    // Well away from the networks, which are cheap or at the end of the ray.
    const between = (from: number, to: number) => from + 0.56 * (to - from);
    const [nameX, nameY, text] =
      ratio === 1 ? [between(left, end.x), between(foot, end.y) + 16, "performance per cost 1"] : [end.x + 5, end.y + 4, String(ratio)];
    return [
      pathMark(`ray ${ratio}`, `M${left} ${foot}L${tenth(end.x)} ${tenth(end.y)}`, { stroke: theme.edge, "stroke-dasharray": "2 4" }),
      ...(isCrowded || isTaken(nameX, nameY, text) ? [] : [textMark(`ray name ${ratio}`, nameX, nameY, text, small(theme))]),
    ];
  });
  const caption = `${placed.some(({ published }) => published !== null) ? "Ring: published. Dot: ours. " : ""}The number after each name is our performance per cost.`;
  return {
    height,
    caption,
    said: `${figure.title}. Performance per cost: ${placed.flatMap(({ label, ratio }) => (ratio === null ? [] : [`${label} ${ratio}`])).join(", ")}.`,
    marks: [
      ...axisUp(ticksAt(multiples(0, top, roundStep(top, 3)), y, String), left, width, theme, "y"),
      ...axisWords(ticksAt(multiples(0, most, step), x, String), { y: foot + 18 }, theme),
      textMark("up", left, 12, "performance φ", small(theme)),
      textMark("across", width - 4, foot + 32, "cost per node", { ...small(theme), "text-anchor": "end" }),
      ...rays,
      ...placed.flatMap(({ label, published, ours }): readonly Mark[] => [
        ...(published === null || ours === null
          ? []
          : [
              pathMark(`gap ${label}`, `M${tenth(published.x)} ${tenth(published.y)}L${tenth(ours.x)} ${tenth(ours.y)}`, {
                stroke: theme.ink,
                "stroke-width": 2,
              }),
            ]),
        ...(published === null
          ? []
          : [
              circleMark(`published ${label}`, published.x, published.y, 5.5, {
                fill: theme.ground,
                stroke: theme.ink,
                "stroke-width": 1.5,
              }),
            ]),
        ...(ours === null ? [] : [circleMark(`ours ${label}`, ours.x, ours.y, 3, { fill: "var(--blocked)" })]),
      ]),
      ...placed.flatMap(({ label, text }, i): readonly Mark[] => {
        const { x: start, y: low, box, leader } = labels[i];
        return [
          // Rays pass behind words.
          rectMark(`ground ${label}`, box[0], box[1], box[2] - box[0], box[3] - box[1], { fill: theme.ground }),
          ...(leader === "" ? [] : [pathMark(`leader ${label}`, leader, { stroke: theme.ink2, "stroke-width": 0.8 })]),
          textMark(`name ${label}`, start, low, text, small(theme)),
        ];
      }),
    ],
  };
}
