/**
 * The answers of a class in one picture. The lecturer pastes the lines; the page runs their seeds again to check them. Nothing is sent over
 * the network.
 */
import { memo, useCallback, useDeferredValue, useEffect, useMemo, useState } from "react";
import { scenarioLoad } from "../../../../core/scenario/load.ts";
import type { Network } from "../../../../core/network/network.ts";
import { variantsOf } from "../../../../core/scenario/document.ts";
import { type SubmittedAnswer, collectAnswers, type AnswerCollection, hasAnswerLine, type Remark } from "../../../../lessons/answers.ts";
import { type AnswerCheck, checkEarlyAnswer } from "../../../../lessons/answer-check.ts";
import { answersCsv } from "../../../../lessons/answers-csv.ts";
import { resultsBySeed, numericResponses } from "../../../../lessons/answer-statistics.ts";
import { exampleLineFor } from "../../../../lessons/answer-line.ts";
import { findingOfAnswers, type SketchContext, votesOf } from "../../../../lessons/class-finding.ts";
import type { Lesson, LessonStep } from "../../../../lessons/lesson.ts";
import { lessonMeasureOf } from "../../../../lessons/measures.ts";
import { questionKindOf, type Question } from "../../../../lessons/questions/index.ts";
import type { SketchTruth } from "../../../../lessons/questions/sketch.ts";
import type { ValueQuestion } from "../../../../lessons/questions/value.ts";
import { downloadFile } from "../../../../views/export/export.ts";
import { countOf } from "../../../../words/numbers.ts";
import { useOverlay, usePageRuns, usePage, useUnits, useWorkbench } from "../../../hooks.ts";
import { storeSetting, readSetting } from "../../../settings.ts";
import { Button } from "../../../ui/Button.tsx";
import { bindShortcuts, isInTextField, shortcutsFor } from "../../../ui/shortcuts.ts";
import { coverAnswer, submitResponse } from "../../../lesson/lesson-actions.ts";
import { currentStepOf, requiresAnswer } from "../../../state/lesson-session.ts";
import { AnswersSlide } from "./AnswersSlide.tsx";
import { copyText } from "../../../ui/copy-text.ts";
import { formatMeasured, formatMeasuredWithUnit } from "../answer-text.ts";
import { activeNetworkOf } from "../active-network.ts";
import { AnswersTable } from "./AnswersTable.tsx";
import { AnswerBars } from "./AnswerBars.tsx";
import { answerBars, accuracyBars } from "./answer-bars.ts";
import { AnswerLines } from "./AnswerLines.tsx";
import type { AnswerLoadCurve } from "../value-plot.ts";
import { sketchWords, type SketchWords } from "../sketch-plot.ts";
import { useTruth } from "../useLessonSession.ts";
import { SketchPicture } from "./SketchPicture.tsx";
import { ValuePicture } from "./ValuePicture.tsx";
import { type AnswerChecks, useAnswerChecks } from "./useAnswerChecks.ts";
import "./answers.css";

export interface ClassAnswersProps {
  readonly lesson: Lesson;
  /** The name of the lesson in lines of answers. */
  readonly name: string;
  /** Index of the step, from 0. */
  readonly stepIndex: number;
}

/** The answers of a class to the question of a step. */
export function ClassAnswers({ lesson, name, stepIndex }: ClassAnswersProps) {
  const step = lesson.steps[stepIndex];
  const { question } = step;
  if (question === null) return <p className="class-none">This step has no question.</p>;
  return <QuestionAnswers key={`${name} ${stepIndex}`} step={step} question={question} name={name} stepIndex={stepIndex} />;
}

type QuestionAnswersProps = Pick<ClassAnswersProps, "name" | "stepIndex"> & { readonly step: LessonStep; readonly question: Question };

/**
 * The page of collected answers: the input for the lines, the picture, the table, and the controls. Until the answer is revealed, it shows
 * only what the class expects. On a projector, it shows the picture alone. The picture depends on the kind of question.
 */
function QuestionAnswers({ step, question, name, stepIndex }: QuestionAnswersProps) {
  const page = usePage();
  const units = useUnits();
  const isPresented = useOverlay((state) => state.isPresenting);
  const isCovered = useWorkbench((state) => state.mode.lesson?.isCovered ?? false);
  const { text, clearedText, updateText } = useAnswerLines(name);
  const [hoveredLine, setHoveredLine] = useState<number | null>(null);
  const deferredText = useDeferredValue(text);
  const collection = useMemo(() => collectAnswers(deferredText, name, stepIndex + 1, question), [deferredText, name, stepIndex, question]);
  const { answers, truncation } = collection;
  const checks = useAnswerChecks(step, answers);
  const network = usePageRuns(activeNetworkOf);
  const formatValue = useCallback(
    (value: number) => ("of" in question && question.of !== null ? formatMeasured(units, question.of, value) : String(value)),
    [units, question],
  );
  const sketches = useSketchContext(step, question, isCovered);
  // Memoized: typing and hovering do not change it, and a class may be large.
  const summary = useMemo(
    () => summarizeAnswers(collection, question, checks, isCovered, network, formatValue, sketches),
    [collection, question, checks, isCovered, network, formatValue, sketches],
  );
  const { headline, details, shown, isDifferent } = summary;
  // Until the results are revealed, the question stays the heading.
  const [heading, subheading] = isCovered && answers.length > 0 ? [step.title, `${headline} ${details}`] : [headline, details];
  const picture =
    question.is === "value" ? (
      <>
        <ValueAnswers
          question={question}
          step={step}
          answers={shown}
          isCovered={isCovered}
          isDifferent={isDifferent}
          hoveredLine={hoveredLine}
          onHover={setHoveredLine}
          headline={headline}
          formatValue={formatValue}
        />
        <p className="class-legend">
          <span data-is="said">said, before the run</span>
          {!isCovered && <span data-is="came">results, each with its own seed</span>}
          {!isCovered && summary.hasDifferent && <span data-is="odd">not reproduced</span>}
        </p>
      </>
    ) : question.is === "sketch" ? (
      sketches !== null && (
        <>
          <SketchPicture
            question={question}
            words={sketches.words}
            answers={shown}
            isDifferent={isDifferent}
            truth={sketches.truth}
            hoveredLine={hoveredLine}
            summary={headline}
          />
          <p className="class-legend">
            <span data-is="stroke">drawn before the run, a stroke for each student; the strong one is their median</span>
            {sketches.truth !== null && <span data-is="truth">simulated</span>}
          </p>
        </>
      )
    ) : question.is === "free" ? (
      <ul className="class-words">
        {shown.map((each) => (
          <li key={each.lineIndex}>{each.response !== null && "text" in each.response ? each.response.text : ""}</li>
        ))}
      </ul>
    ) : (
      <AnswerBars bars={summary.bars} label="Number of students for each answer" />
    );
  if (isPresented)
    return (
      <AnswersSlide heading={heading} text={subheading}>
        {picture}
      </AnswersSlide>
    );
  const csv = () => answersCsv(answers, checks.checkOf);
  const { progress } = checks;
  return (
    <section className="class-answers">
      <header>
        <h1 data-answer={(answers.length > 0 && !isCovered) || undefined}>{heading}</h1>
        <p>{subheading}</p>
      </header>
      <AnswerLines
        text={text}
        onText={(newText) => updateText(newText)}
        remarks={summary.remarks}
        truncation={truncation}
        example={exampleLineFor(name, stepIndex + 1, question)}
        hoveredLine={hoveredLine}
        onHover={setHoveredLine}
      />
      <div className="class-middle">
        {picture}
        {answers.length > 0 && (
          <AnswersTable
            answers={shown}
            textOf={(answer) => answerText(answer, question, formatValue)}
            checkOf={checks.checkOf}
            onHover={setHoveredLine}
          />
        )}
      </div>
      <div className="class-rail">
        {question.is === "value" && answers.length > 0 && !isCovered && (
          <section className="panel">
            <h2>Accuracy</h2>
            <AnswerBars bars={summary.barsByAccuracy} label="Accuracy of the answers" />
          </section>
        )}
        <RevealButton />
        <div className="class-actions">
          <Button variant="underlined" disabled={answers.length === 0} onClick={() => void copyText(page, csv(), "Table copied")}>
            Copy CSV
          </Button>
          <Button
            variant="underlined"
            disabled={answers.length === 0}
            onClick={() => downloadFile(`${name}-${stepIndex + 1}.csv`, new Blob([csv()], { type: "text/csv;charset=utf-8" }))}
          >
            Save CSV
          </Button>
          {clearedText === "" ? (
            <Button variant="underlined" disabled={text === ""} onClick={() => updateText("", text)}>
              Clear the lines
            </Button>
          ) : (
            <Button variant="underlined" onClick={() => updateText(clearedText)}>
              Restore the lines
            </Button>
          )}
        </div>
      </div>
      <footer className="muted">
        <p>{sayCounts(collection, isCovered ? shown : summary.counted, question, isCovered)}</p>
        {progress !== null && progress.is === "running" ? (
          <p>
            <progress max={1} value={progress.part} aria-label="Repeating the runs" /> {progress.done} of {progress.total} runs repeated
          </p>
        ) : (
          !answers.every((each) => checks.checkOf(each).is === "before") && (
            <p>
              {countOf(summary.reproducedCount, "line is", "lines are")} reproduced here.
              {checks.hasLostRuns && (
                <>
                  {" Some could not be run again, because a worker failed. "}
                  <Button variant="inline" onClick={checks.retry}>
                    Try again
                  </Button>
                </>
              )}
            </p>
          )
        )}
      </footer>
    </section>
  );
}

/** What the picture and the finding of sketched curves need; null for other questions. */
function useSketchContext(
  step: LessonStep,
  question: Question,
  isCovered: boolean,
): (SketchContext & { readonly words: SketchWords }) | null {
  const units = useUnits();
  const truth = useTruth();
  return useMemo(() => {
    const words = question.is === "sketch" ? sketchWords(question, step.document, units) : null;
    if (words === null) return null;
    return {
      words,
      axis: words.axis,
      sayPlace: words.sayPlace,
      sayHeight: words.sayHeight,
      truth: isCovered ? null : (truth as SketchTruth | null),
    };
  }, [step, question, units, truth, isCovered]);
}

/**
 * The lines of all steps of a lesson, as the lecturer pasted them. They are stored in this browser. Text with answers that is pasted
 * outside of a text field is appended, also on a projector, where no field is shown.
 * @param name name of the lesson in its lines
 */
function useAnswerLines(name: string) {
  const storageKey = `answers-${name}`;
  const [text, setText] = useState(() => readSetting(storageKey) ?? "");
  // A class hands in only once, so clearing the lines can be undone.
  const [clearedText, setClearedText] = useState("");
  const updateText = useCallback(
    (newText: string, textToRestore = "") => {
      setText(newText);
      setClearedText(textToRestore);
      storeSetting(storageKey, newText === "" ? null : newText);
    },
    [storageKey],
  );
  useEffect(() => {
    const appendPasted = (event: ClipboardEvent) => {
      const pasted = event.clipboardData?.getData("text/plain") ?? "";
      if (isInTextField(event.target) || !hasAnswerLine(pasted)) return;
      event.preventDefault();
      event.stopPropagation();
      updateText(text === "" ? pasted : `${text.replace(/\n$/, "")}\n${pasted}`);
    };
    addEventListener("paste", appendPasted, { capture: true });
    return () => removeEventListener("paste", appendPasted, { capture: true });
  }, [text, updateText]);
  return { text, clearedText, updateText };
}

/** The button that reveals the results to the class, or hides them again. It also acts on the keys of a clicker. */
function RevealButton() {
  const { store, overlay } = usePage();
  const isCovered = useWorkbench((state) => state.mode.lesson?.isCovered ?? false);
  const requires = useWorkbench(({ mode: { lesson } }) => lesson !== null && requiresAnswer(currentStepOf(lesson)));
  useEffect(() => {
    const reveal = { bound: ["PageDown"], run: () => isCovered && submitResponse(store, null), isSingle: true };
    const cover = { bound: ["PageUp"], run: () => coverAnswer(store), isSingle: true };
    return bindShortcuts(
      [reveal, cover, ...shortcutsFor({ togglePresentation: () => overlay.present(true) })],
      () => overlay.getState().hasSingleKeys,
    );
  }, [store, overlay, isCovered]);
  if (!requires) return null;
  return isCovered ? (
    <Button variant="primary" aria-keyshortcuts="PageDown" onClick={() => submitResponse(store, null)}>
      Reveal
    </Button>
  ) : (
    <Button variant="underlined" aria-keyshortcuts="PageUp" onClick={() => coverAnswer(store)}>
      Hide the results
    </Button>
  );
}

/**
 * Summarizes the answers of a class to one question: headline, bar charts, and a remark on each line of text that has a problem. An answer
 * contains the result on the student's device; an answer from before the run gets the result found here. If the same run gives another
 * result here, the answer is not counted.
 * @param isCovered whether the results are hidden, so that only the votes are summarized
 */
function summarizeAnswers(
  collection: AnswerCollection,
  question: Question,
  { checkOf, resultOf }: AnswerChecks,
  isCovered: boolean,
  network: Network | null,
  formatValue: (value: number) => string,
  sketches: SketchContext | null,
) {
  const answers = collection.answers.map((answer): SubmittedAnswer => ({ ...answer, result: resultOf(answer) }));
  const contradictedLines = new Set(answers.flatMap((each) => (checkOf(each).is === "differs" ? [each.lineIndex] : [])));
  // A contradicted answer is shown but not counted: we cannot tell which part of its line the student changed.
  const counted = answers.filter(({ lineIndex }) => !contradictedLines.has(lineIndex));
  const summarized = isCovered ? votesOf(counted) : counted;
  return {
    counted,
    /** The answers in the picture and in the table. */
    shown: isCovered ? votesOf(answers) : answers,
    ...findingOfAnswers(summarized, question, formatValue, sketches),
    // A remark about another result would give the result away.
    remarks: allRemarks(
      collection.remarks,
      isCovered ? answers.filter((each) => checkEarlyAnswer(each, question) !== null) : answers,
      checkOf,
    ),
    bars: answerBars(summarized, question, network),
    barsByAccuracy: accuracyBars(counted, question),
    reproducedCount: answers.filter((each) => checkOf(each).is === "same").length,
    isDifferent: ({ lineIndex }: SubmittedAnswer) => contradictedLines.has(lineIndex),
    hasDifferent: contradictedLines.size > 0,
  };
}

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
const ValueAnswers = memo(function ValueAnswersPicture({
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

/**
 * All remarks about the lines: remarks from reading the lines, and about answers whose repeated run gave another result. In the order of
 * the lines.
 */
function allRemarks(
  readingRemarks: readonly Remark[],
  answers: readonly SubmittedAnswer[],
  checkOf: AnswerChecks["checkOf"],
): readonly Remark[] {
  // A line that got a remark when the text was read needs no second remark.
  const linesWithRemark = new Set(readingRemarks.map(({ lineIndex: at }) => at));
  const differing = answers.flatMap((answer): Remark[] => {
    const check = linesWithRemark.has(answer.lineIndex) ? notChecked : checkOf(answer);
    return check.is === "differs" ? [{ lineIndex: answer.lineIndex, is: "differs", why: check.why }] : [];
  });
  return [...readingRemarks, ...differing].toSorted((a, b) => a.lineIndex - b.lineIndex);
}

/** The response and the result of an answer as texts. */
function answerText({ response, result, line }: SubmittedAnswer, question: Question, formatValue: (value: number) => string) {
  const isNumber = question.is === "value";
  const responseText =
    response === null
      ? "nothing"
      : "text" in response
        ? response.text
        : "sketch" in response
          ? "a curve"
          : isNumber
            ? formatValue(response.number)
            : optionWords(question, response.number, line.response);
  const resultText =
    result === null ? "" : isNumber || question.is === "goal" ? formatValue(result) : optionWords(question, result, line.result);
  return { response: responseText, result: resultText };
}

const optionWords = (question: Question, optionIndex: number, fallback: string) =>
  question.is === "choice" ? (question.options[optionIndex]?.words ?? fallback) : fallback;

/**
 * Sentences about the pasted lines, each with the answer of a student: how many answers there are, how many are left out because a new run
 * gave another result, how many were handed in before the run, how many have no token that identifies the device, and how many belong to
 * other steps or lessons.
 */
function sayCounts(
  { answers, withoutDevice, otherSteps, otherLessons }: AnswerCollection,
  countedAnswers: readonly SubmittedAnswer[],
  question: Question,
  isCovered: boolean,
): string {
  const excludedCount = isCovered ? 0 : answers.length - countedAnswers.length;
  const earlyCount = answers.filter((each) => checkEarlyAnswer(each, question)?.is === "before").length;
  const parts = [
    countOf(answers.length, "answer", "answers"),
    ...(excludedCount === 0 ? [] : [`${excludedCount} left out`]),
    ...(question.is === "free" || question.is === "sketch"
      ? []
      : [countOf(numericResponses(countedAnswers).length, "prediction", "predictions")]),
    ...(earlyCount === 0 ? [] : [`${earlyCount} handed in before the run`]),
    ...(!questionKindOf(question).hasResultInLine || isCovered ? [] : [countOf(resultsBySeed(countedAnswers).length, "result", "results")]),
  ];
  const tokenNote =
    withoutDevice === 0
      ? ""
      : `${countOf(withoutDevice, "line has", "lines have")} no device token; ${withoutDevice === 1 ? "it counts" : "each counts"}, even if it is a repetition. `;
  const otherStepNotes = [...otherSteps]
    .toSorted(([a], [b]) => a - b)
    .map(([step, count]) => `${countOf(count, "line belongs", "lines belong")} to step ${step}. `);
  const otherLessonNotes = [...otherLessons].map(
    ([lesson, count]) => `${countOf(count, "line belongs", "lines belong")} to the lesson “${lesson}”. `,
  );
  return `${parts.join(", ")}. ${tokenNote}${otherStepNotes.join("")}${otherLessonNotes.join("")}The lines stay in this browser until you clear them.`;
}

const emptyList: readonly never[] = [];
const notChecked: AnswerCheck = { is: "not yet" };
