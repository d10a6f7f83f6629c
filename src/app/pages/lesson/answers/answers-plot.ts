/**
 * Draws the predictions of a class as rings and its results as dots, on both sides of a vertical line. For delivered load, the line is at
 * the offered load of the load curve.
 */
import type { SubmittedAnswer } from "../../../../lessons/answers.ts";
import { type FiveNumberSummary, summaryOf } from "../../../../lessons/answer-statistics.ts";
import type { Canvas, Theme } from "../../../../views/contract.ts";
import { circleMark, type MarksDrawing, textHalo, type Mark, pathMark, textMark } from "../../../../views/marks/marks.ts";
import type { HoverTarget } from "../../../../views/marks/hover-target.ts";
import { smallText } from "../../../../views/plot/vertical-axis.ts";
import { errorBarPath } from "../../../../views/plot/error-bar.ts";
import { boxAroundPoint, type LabelBox } from "../../../../views/plot/labels.ts";
import { calloutStyle, textWidth, maxTextWidth } from "../../../../views/plot/text-width.ts";
import { type AnswerLoadCurve, valuePlot } from "../value-plot.ts";
import { type SwarmDot, swarmPlot } from "./swarm.ts";
import { type PlotLabel, placePlotLabels } from "./plot-labels.ts";

export interface AnswersPlotOptions {
  readonly answers: readonly SubmittedAnswer[];
  readonly axisStart: number;
  readonly axisEnd: number;
  /** The load curve; null if the question has no load axis. */
  readonly curve: AnswerLoadCurve | null;
  readonly title: string;
  readonly loadAxisTitle: string;
  readonly formatValue: (value: number) => string;
  /** Writes a value with its unit, for labels away from the axis. */
  readonly formatWithUnit: (value: number) => string;
  readonly formatTick: (value: number) => string;
  /** Whether running the answer again gave a different result. */
  readonly isDifferent: (answer: SubmittedAnswer) => boolean;
  /** Line of the hovered answer, from 0; null if none is hovered. */
  readonly hoveredLine: number | null;
}

/** An answer with the number plotted for it: its prediction or its result. */
interface PlottedAnswer {
  readonly answer: SubmittedAnswer;
  readonly value: number;
}

/** Radius of rings, radius of dots, and distance from the vertical line to the first column of rings or dots, in pixels. */
const [ringRadius, dotRadius, columnGap] = [5.2, 3.2, 12] as const;
/** Minimum width for the rings, and for the dots, in pixels. */
const minColumnsWidth = 40;

/** Plots narrower than this many pixels label each distribution with its median only. */
const compactWidth = 480;

/** Draws the plot. Rings and dots are hover targets that report the index of the answer's line of text. */
export function answersPlot(
  options: AnswersPlotOptions,
  { width, height, theme }: Pick<Canvas, "width" | "height" | "theme">,
): MarksDrawing {
  const { answers, axisStart, axisEnd, isDifferent, hoveredLine } = options;
  // The labels of a narrow plot give only the medians: the full summary is also written next to the plot.
  const isNarrow = width < compactWidth;
  // Collect the values: one prediction per answer, and one result per run.
  const responses = answers.flatMap((answer): readonly PlottedAnswer[] =>
    answer.response !== null && "number" in answer.response ? [{ answer, value: answer.response.number }] : [],
  );
  // If two lines report the same run, the line that was reproduced represents both.
  const resultByRun = new Map<string, PlottedAnswer>();
  for (const answer of answers) {
    const key = `${answer.line.seed} ${answer.result}`;
    if (answer.result !== null && (!resultByRun.has(key) || !isDifferent(answer))) resultByRun.set(key, { answer, value: answer.result });
  }
  const results = [...resultByRun.values()];
  const style = { at: theme.edge, load: theme.ink, curve: { stroke: theme.ink2, "stroke-width": 1.8 } };
  // A typing error must not compress the axis: numbers outside its range are drawn at its end.
  const plot = valuePlot({ ...options, width, height, style }, theme);
  const { panel, centerX } = plot;
  const { y } = panel;
  // Place the summaries, rings and dots. Answers that could not be reproduced do not count in a summary.
  const summarize = (entries: readonly PlottedAnswer[]) =>
    summaryOf(entries.flatMap(({ answer, value }) => (isDifferent(answer) ? [] : [value])));
  const [responseSpread, resultSpread] = [summarize(responses), summarize(results)];
  const heightsOf = (entries: readonly PlottedAnswer[]) => entries.map(({ value }) => y(value));
  const resultLines = resultSpread === null ? [] : resultSummary(resultSpread, isNarrow, options);
  const labelWidth = 12 + maxTextWidth(resultLines, calloutStyle);
  const ringPlaces = swarmPlot(
    heightsOf(responses),
    centerX - columnGap,
    -1,
    ringRadius,
    Math.max(minColumnsWidth, centerX - panel.left - minColumnsWidth),
  );
  const dotPlaces = swarmPlot(
    heightsOf(results),
    centerX + columnGap,
    1,
    dotRadius,
    Math.max(minColumnsWidth, panel.right - centerX - labelWidth),
  );
  const hoveredSeed = answers.find((answer) => answer.lineIndex === hoveredLine)?.line.seed;
  const bracketX = Math.max(panel.left + 8, Math.min(centerX - columnGap, ...ringPlaces.map(({ x }) => x)) - 18);
  const hasBracket = responseSpread !== null && responseSpread.count > 1;
  const outsideCount = [...responses, ...results].filter(({ value }) => value > axisEnd || value < axisStart).length;
  const outsideNote = outsideCount === 1 ? "1 value is outside the axis" : `${outsideCount} values are outside the axis`;
  // Place the labels where they cover no mark.
  const obstacles: readonly LabelBox[] = [
    ...ringPlaces.map(({ x, y: centerY }) => boxAroundPoint(x, centerY, ringRadius + 2)),
    ...dotPlaces.map(({ x, y: centerY }) => boxAroundPoint(x, centerY, dotRadius + 2)),
    ...(hasBracket
      ? [[bracketX - 6, y(responseSpread.upperQuartile) - 2, bracketX + 6, y(responseSpread.lowerQuartile) + 2] as const]
      : []),
    ...(outsideCount === 0 ? [] : [[panel.right - textWidth(outsideNote), panel.top, panel.right, panel.top + 16] as const]),
  ];
  const resultEdge = Math.max(centerX + columnGap, ...dotPlaces.map(({ x }) => x)) + 12;
  const labels: readonly PlotLabel[] = [
    ...(resultSpread === null
      ? []
      : [{ key: "came words", lines: resultLines, fill: theme.ink, edgeX: resultEdge, side: 1, middleY: y(resultSpread.median) } as const]),
    ...(responseSpread === null
      ? []
      : [
          {
            key: "said words",
            lines: responseSummary(responseSpread, isNarrow, options),
            fill: theme.accent,
            edgeX: hasBracket ? bracketX - 10 : bracketX + 6,
            side: -1,
            middleY: y(responseSpread.median),
          } as const,
        ]),
  ];
  return {
    marks: [
      ...plot.frame,
      ...plot.curve,
      ...(hasBracket ? middleHalfMarks(responseSpread, bracketX, y, options, theme) : []),
      ...ringPlaces.map((place) =>
        pointMark(
          "said",
          responses[place.index],
          place,
          ringRadius,
          responses[place.index].answer.lineIndex === hoveredLine,
          options,
          theme,
        ),
      ),
      ...dotPlaces.map((place) =>
        pointMark(
          "came",
          results[place.index],
          place,
          dotRadius,
          hoveredLine !== null && results[place.index].answer.line.seed === hoveredSeed,
          options,
          theme,
        ),
      ),
      ...placePlotLabels(labels, obstacles, plot.avoidedBoxes, [panel.left + 2, panel.top, width, panel.foot - 2], theme),
      ...(outsideCount === 0
        ? []
        : [textMark("beyond", panel.right, panel.top + 12, outsideNote, { ...smallText(theme, "end"), ...textHalo(theme.surface) })]),
    ],
  };
}

/** Summary of the predictions: the median, and for more than three answers also the middle half. */
function responseSummary(
  { median, lowerQuartile, upperQuartile, count }: FiveNumberSummary,
  isNarrow: boolean,
  { formatValue }: AnswersPlotOptions,
): readonly string[] {
  return [
    `said ${formatValue(median)}`,
    ...(count > 3 && !isNarrow ? [`half of them ${formatValue(lowerQuartile)} to ${formatValue(upperQuartile)}`] : []),
  ];
}

/** Summary of the results: the median, and the number of seeds with their range. */
function resultSummary(
  { median, count, minimum, maximum }: FiveNumberSummary,
  isNarrow: boolean,
  { curve, formatValue, formatTick }: AnswersPlotOptions,
): readonly string[] {
  const seeds = count > 1 && !isNarrow ? [`${count} seeds, ${formatTick(minimum)} to ${formatTick(maximum)}`] : [];
  return [`${curve === null ? "" : "arrived "}${formatValue(median)}`, ...seeds];
}

/**
 * The mark of one answer: a ring for the prediction (series `said`), a dot for the simulated result (`came`); larger if its line in the text
 * field is hovered, and pale if running the answer again gave a different result. Its hover target stores the index of this line as
 * `hoveredChannel`, because the plot knows only hovered channels.
 */
function pointMark(
  series: "said" | "came",
  { answer, value }: PlottedAnswer,
  { x, y }: SwarmDot,
  radius: number,
  isHovered: boolean,
  { isDifferent: isDifferentResult, formatWithUnit }: AnswersPlotOptions,
  theme: Theme,
): Mark {
  const styleOfPoint = () => {
    if (isDifferentResult(answer)) return { fill: theme.surface, stroke: theme.edge, "stroke-width": 1.6 };
    return series === "said" ? { fill: theme.surface, stroke: theme.accent, "stroke-width": 1.6 } : { fill: theme.ink };
  };
  const target: HoverTarget = {
    x,
    y,
    value: `${series === "said" ? "said" : "arrived"} ${formatWithUnit(value)}`,
    name: `line ${answer.lineIndex + 1}`,
    hoveredChannel: answer.lineIndex,
  };
  return {
    ...circleMark(`${series} ${answer.lineIndex}`, x, y, isHovered ? radius + 1.4 : radius, {
      ...styleOfPoint(),
      ...(isHovered ? { stroke: theme.accent, "stroke-width": 3.2 } : {}),
    }),
    targets: [target],
  };
}

/**
 * The middle half of the predictions as a vertical bracket from lower to upper quartile at x, with the median as a ring on it. `y` converts
 * a value into pixels.
 */
function middleHalfMarks(
  { lowerQuartile, median, upperQuartile, count }: FiveNumberSummary,
  x: number,
  y: (value: number) => number,
  { formatValue, formatWithUnit }: AnswersPlotOptions,
  theme: Theme,
): readonly Mark[] {
  const style = { stroke: theme.accent, "stroke-width": 2 };
  const target: HoverTarget = {
    x,
    y: y(median),
    value: `said ${formatWithUnit(median)}`,
    name: `median of ${count}`,
    more: [`half of them ${formatValue(lowerQuartile)} to ${formatValue(upperQuartile)}`],
  };
  return [
    // The bracket is vertical, with caps of 5 pixels on both sides of x.
    pathMark("middle", errorBarPath([y(lowerQuartile), y(upperQuartile)], x, true, 5), style),
    { ...circleMark("median", x, y(median), 4.5, { ...style, fill: theme.surface }), targets: [target] },
  ];
}
