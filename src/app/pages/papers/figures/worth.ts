/** Performance against cost: ring published, dot ours, and lines on which a dollar buys the same. */
import { shownValue } from "../../../../reproductions/outcome.ts";
import { apart, axisUp, axisWords, multiples, roundStep, small, ticksAt, widthOf } from "../../../../views/axes/axis.ts";
import { linearScale } from "../../../../views/axes/scale.ts";
import { circleMark, halo, type Mark, pathMark, tenth, textMark } from "../../../../views/marks/marks.ts";
import type { Drawn, FigureProps, Room } from "./contract.ts";

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
    // To the left of what stands far to the right.
    const isLate = at !== null && (at.x > width * 0.62 || (at.x + 12 + widthOf(text) > width && at.x - 12 > widthOf(text)));
    return at === null ? [] : [{ label, published, ours, at, ratio, text, isLate }];
  });
  // Labels on one side of their marks keep apart, and all do where the sides meet.
  const sides = [placed.filter(({ isLate }) => isLate), placed.filter(({ isLate }) => !isLate)];
  const [leftmost, rightmost] = [
    Math.min(...sides[0].map(({ at, text }) => at.x - 12 - widthOf(text))),
    Math.max(...sides[1].map(({ at, text }) => at.x + 12 + widthOf(text))),
  ];
  const heights = new Map(
    (leftmost < rightmost ? [placed] : sides).flatMap((own) => {
      const ys = apart(
        own.map(({ at }) => at.y + 4),
        lineHeight,
        foot - 4,
      );
      return own.map(({ label }, i) => [label, ys[i]] as const);
    }),
  );
  const step = most > 2.2 ? Math.ceil(most / 4) : most > 1.3 ? 0.5 : 0.25;
  /** Whether a label stands where a word would. */
  const isTaken = (from: number, at: number, text: string) =>
    placed.some(({ label, text: own, at: { x: mark }, isLate }) => {
      const start = isLate ? mark - 12 - widthOf(own) : mark + 12;
      return Math.abs((heights.get(label) ?? 0) - at) < 12 && start < from + widthOf(text) && start + widthOf(own) > from;
    });
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
      ...placed.flatMap(({ label, published, ours, at, text, isLate }): readonly Mark[] => [
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
        textMark(`name ${label}`, isLate ? at.x - 12 : at.x + 12, heights.get(label) ?? at.y, text, {
          ...small(theme),
          "text-anchor": isLate ? "end" : "start",
          ...halo(theme.ground),
        }),
      ]),
    ],
  };
}
