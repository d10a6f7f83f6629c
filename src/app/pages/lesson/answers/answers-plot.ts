/**
 * Draws the predictions of a class as rings and its results as dots, on both sides of a vertical line. For delivered load, the line is at
 * the offered load of the load curve.
 */
import type { Answer } from "../../../../lessons/answers.ts";
import { type Spread, spreadOf } from "../../../../lessons/answers-spread.ts";
import type { Canvas, Theme } from "../../../../views/contract.ts";
import { circleMark, type Drawing, halo, type Mark, pathMark, textMark } from "../../../../views/marks/marks.ts";
import type { Spot } from "../../../../views/marks/pointing.ts";
import { small } from "../../../../views/plot/axes.ts";
import { errorBar } from "../../../../views/plot/error-bar.ts";
import { aroundPoint, type LabelBox } from "../../../../views/plot/labels.ts";
import { calloutStyle, textWidth, widestOf } from "../../../../views/plot/text-width.ts";
import { type CurveBelow, valuePlot } from "../value-plot.ts";
import { type Dot, swarm } from "./swarm.ts";
import { type WordBlock, wordBlocks } from "./word-block.ts";

export interface AnswersPlotOptions {
  readonly answers: readonly Answer[];
  readonly from: number;
  readonly to: number;
  /** Null if the question has no load axis. */
  readonly curve: CurveBelow | null;
  readonly title: string;
  readonly across: string;
  readonly say: (value: number) => string;
  /** Writes a value with its unit, for labels away from the axis. */
  readonly sayFull: (value: number) => string;
  readonly tick: (value: number) => string;
  /** Whether running the answer again gave a different result. */
  readonly isOdd: (answer: Answer) => boolean;
  /** Line of the hovered answer, from 0; null if none is hovered. */
  readonly hot: number | null;
}

/** An answer with the number plotted for it: its prediction or its result. */
interface Entry {
  readonly answer: Answer;
  readonly value: number;
}

/** Radius of rings, radius of dots, and distance from the vertical line to the first column of either, in pixels. */
const [ring, dot, gap] = [5.2, 3.2, 12] as const;
/** Minimum width for the rings, and for the dots, in pixels. */
const leastRoom = 40;

/** Plots narrower than this many pixels label each distribution with its median only. */
const narrow = 480;

/** Draws the plot. Rings and dots are hover targets that report the index of their line. */
export function answersPlot(options: AnswersPlotOptions, { width, height, theme }: Pick<Canvas, "width" | "height" | "theme">): Drawing {
  const { answers, from, to, isOdd, hot } = options;
  // The full summary is also written next to the plot.
  const isNarrow = width < narrow;
  // Collect the values: one prediction per answer, and one result per run.
  const said = answers.flatMap((answer): readonly Entry[] =>
    answer.said !== null && "number" in answer.said ? [{ answer, value: answer.said.number }] : [],
  );
  // If two lines report the same run, the line that was reproduced represents both.
  const runs = new Map<string, Entry>();
  for (const answer of answers) {
    const key = `${answer.line.seed} ${answer.result}`;
    if (answer.result !== null && (!runs.has(key) || !isOdd(answer))) runs.set(key, { answer, value: answer.result });
  }
  const came = [...runs.values()];
  const tone = { at: theme.edge, load: theme.ink, curve: { stroke: theme.ink2, "stroke-width": 1.8 } };
  // A typing error must not compress the axis: numbers outside its range are drawn at its end.
  const plot = valuePlot({ ...options, width, height, tone }, theme);
  const { panel, at } = plot;
  const { y } = panel;
  // Place the summaries, rings and dots. Answers that could not be reproduced do not count in a summary.
  const spread = (those: readonly Entry[]) => spreadOf(those.flatMap(({ answer, value }) => (isOdd(answer) ? [] : [value])));
  const [saidSpread, cameSpread] = [spread(said), spread(came)];
  const heights = (those: readonly Entry[]) => those.map(({ value }) => y(value));
  const cameWords = cameSpread === null ? [] : wordsOfCame(cameSpread, isNarrow, options);
  const wordRoom = 12 + widestOf(cameWords, calloutStyle);
  const rings = swarm(heights(said), at - gap, -1, ring, Math.max(leastRoom, at - panel.left - leastRoom));
  const dots = swarm(heights(came), at + gap, 1, dot, Math.max(leastRoom, panel.right - at - wordRoom));
  const hotSeed = answers.find((answer) => answer.at === hot)?.line.seed;
  const bracket = Math.max(panel.left + 8, Math.min(at - gap, ...rings.map(({ x }) => x)) - 18);
  const isSpread = saidSpread !== null && saidSpread.count > 1;
  const beyond = [...said, ...came].filter(({ value }) => value > to || value < from).length;
  const note = beyond === 1 ? "1 number lies beyond the axis" : `${beyond} numbers lie beyond the axis`;
  // Place the labels where they cover no mark.
  const taken: readonly LabelBox[] = [
    ...rings.map(({ x, y: level }) => aroundPoint(x, level, ring + 2)),
    ...dots.map(({ x, y: level }) => aroundPoint(x, level, dot + 2)),
    ...(isSpread ? [[bracket - 6, y(saidSpread.high) - 2, bracket + 6, y(saidSpread.low) + 2] as const] : []),
    ...(beyond === 0 ? [] : [[panel.right - textWidth(note), panel.top, panel.right, panel.top + 16] as const]),
  ];
  const cameEdge = Math.max(at + gap, ...dots.map(({ x }) => x)) + 12;
  const blocks: readonly WordBlock[] = [
    ...(cameSpread === null
      ? []
      : [{ key: "came words", words: cameWords, fill: theme.ink, edge: cameEdge, way: 1, middle: y(cameSpread.median) } as const]),
    ...(saidSpread === null
      ? []
      : [
          {
            key: "said words",
            words: wordsOfSaid(saidSpread, isNarrow, options),
            fill: theme.accent,
            edge: isSpread ? bracket - 10 : bracket + 6,
            way: -1,
            middle: y(saidSpread.median),
          } as const,
        ]),
  ];
  return {
    marks: [
      ...plot.frame,
      ...plot.curve,
      ...(isSpread ? middleMarks(saidSpread, bracket, y, options, theme) : []),
      ...rings.map((place) => pointMark("said", said[place.index], place, ring, said[place.index].answer.at === hot, options, theme)),
      ...dots.map((place) =>
        pointMark("came", came[place.index], place, dot, hot !== null && came[place.index].answer.line.seed === hotSeed, options, theme),
      ),
      ...wordBlocks(blocks, taken, plot.lines, [panel.left + 2, panel.top, width, panel.foot - 2], theme),
      ...(beyond === 0 ? [] : [textMark("beyond", panel.right, panel.top + 12, note, { ...small(theme, "end"), ...halo(theme.surface) })]),
    ],
  };
}

/** Summary of the predictions: the median, and for more than three answers also the middle half. */
function wordsOfSaid({ median, low, high, count }: Spread, isNarrow: boolean, { say }: AnswersPlotOptions): readonly string[] {
  return [`said ${say(median)}`, ...(count > 3 && !isNarrow ? [`half of them ${say(low)} to ${say(high)}`] : [])];
}

/** Summary of the results: the median, and the number of seeds with their range. */
function wordsOfCame(
  { median, count, least, most }: Spread,
  isNarrow: boolean,
  { curve, say, tick }: AnswersPlotOptions,
): readonly string[] {
  const seeds = count > 1 && !isNarrow ? [`${count} seeds, ${tick(least)} to ${tick(most)}`] : [];
  return [`${curve === null ? "" : "arrived "}${say(median)}`, ...seeds];
}

/** A ring for a prediction or a dot for a result: larger if its line is hovered, pale if it could not be reproduced. */
function pointMark(
  is: "said" | "came",
  { answer, value }: Entry,
  { x, y }: Dot,
  radius: number,
  isHot: boolean,
  { isOdd, sayFull }: AnswersPlotOptions,
  theme: Theme,
): Mark {
  const style = isOdd(answer)
    ? { fill: theme.surface, stroke: theme.edge, "stroke-width": 1.6 }
    : is === "said"
      ? { fill: theme.surface, stroke: theme.accent, "stroke-width": 1.6 }
      : { fill: theme.ink };
  const target: Spot = {
    x,
    y,
    value: `${is === "said" ? "said" : "arrived"} ${sayFull(value)}`,
    name: `line ${answer.at + 1}`,
    asks: answer.at,
  };
  return {
    ...circleMark(`${is} ${answer.at}`, x, y, isHot ? radius + 1.4 : radius, {
      ...style,
      ...(isHot ? { stroke: theme.accent, "stroke-width": 3.2 } : {}),
    }),
    targets: [target],
  };
}

/** The middle half of the predictions as a bracket, with the median as a ring on it. */
function middleMarks(
  { low, median, high, count }: Spread,
  x: number,
  y: (value: number) => number,
  { say, sayFull }: AnswersPlotOptions,
  theme: Theme,
): readonly Mark[] {
  const style = { stroke: theme.accent, "stroke-width": 2 };
  const target: Spot = {
    x,
    y: y(median),
    value: `said ${sayFull(median)}`,
    name: `median of ${count}`,
    more: [`half of them ${say(low)} to ${say(high)}`],
  };
  return [
    pathMark("middle", errorBar([y(low), y(high)], x, true, 5), style),
    { ...circleMark("median", x, y(median), 4.5, { ...style, fill: theme.surface }), targets: [target] },
  ];
}
