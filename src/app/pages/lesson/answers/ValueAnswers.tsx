/** The answers of a class to a numeric question as a picture, in the units of the page. */
import { memo } from "react";
import { variantsOf } from "../../../../core/scenario/document.ts";
import { scenarioLoad } from "../../../../core/scenario/load.ts";
import type { SubmittedAnswer } from "../../../../lessons/answers.ts";
import type { LessonStep } from "../../../../lessons/lesson.ts";
import { lessonMeasureOf } from "../../../../lessons/measures.ts";
import type { ValueQuestion } from "../../../../lessons/questions/value.ts";
import { usePageRuns, useUnits } from "../../../hooks.ts";
import { formatMeasuredWithUnit } from "../answer-text.ts";
import type { AnswerLoadCurve } from "../value-plot.ts";
import { ValuePicture } from "./ValuePicture.tsx";

interface ValueAnswersProps {
  readonly question: ValueQuestion;
  readonly step: LessonStep;
  readonly answers: readonly SubmittedAnswer[];
  readonly isCovered: boolean;
  readonly isDifferent: (answer: SubmittedAnswer) => boolean;
  readonly hoveredLine: number | null;
  readonly onHover: (lineIndex: number | null) => void;
  readonly headline: string;
  readonly formatValue: (value: number) => string;
}

/**
 * The picture of the answers to a numeric question: all predictions and results on one axis, in the units of the page. If the question asks
 * for delivered load, the load curve of the network is drawn beside it.
 */
export const ValueAnswers = memo(function ValueAnswersPicture({
  question: { of: measure, network, from: axisStart, to: axisEnd },
  step,
  answers,
  isCovered,
  isDifferent,
  hoveredLine,
  onHover,
  headline,
  formatValue,
}: ValueAnswersProps) {
  const units = useUnits();
  const curvePoints = usePageRuns(({ runs }) => runs.all[network]?.snapshot().curve.points ?? emptyList);
  const bound = usePageRuns(({ runs }) => runs.all[network]?.snapshot().analysis?.bound ?? null);
  const { unit, title } = lessonMeasureOf(measure);
  const scenario = variantsOf(step.document)[network];
  const offeredLoad = measure === "delivered" && scenario !== undefined ? scenarioLoad(scenario) : null;
  // The curve would give the answer away.
  const shownCurve = isCovered ? { points: emptyList, bound: null } : { points: curvePoints, bound };
  const curve: AnswerLoadCurve | null = offeredLoad === null ? null : { offeredLoad, ...shownCurve };
  const unitName = unit === "load" ? units.headOf("phits/cycle") : unit === "time" ? units.headOf("cycles") : "%";
  const formatTick = (value: number) => {
    if (unit === "time") return units.formatTime(value);
    return unit === "share" ? formatValue(value) : String(Number(value.toPrecision(3)));
  };
  return (
    <ValuePicture
      answers={answers}
      axisStart={axisStart}
      axisEnd={axisEnd}
      curve={curve}
      title={`${curve === null ? title : "delivered"}, ${unitName}`}
      loadAxisTitle={`offered, ${units.headOf("phits/cycle")}`}
      formatValue={formatValue}
      formatWithUnit={(value) => formatMeasuredWithUnit(units, measure, value)}
      formatTick={formatTick}
      isDifferent={isDifferent}
      hoveredLine={hoveredLine}
      onHover={onHover}
      summary={headline}
    />
  );
});

const emptyList: readonly never[] = [];
