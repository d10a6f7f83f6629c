/**
 * The answers of a class in one picture. The lecturer pastes the lines; the page runs their seeds again to check them. Nothing is sent over
 * the network.
 */
import { useCallback, useDeferredValue, useMemo, useState } from "react";
import { exampleLineFor } from "../../../../lessons/answer-line.ts";
import { collectAnswers } from "../../../../lessons/answers.ts";
import { answersCsv } from "../../../../lessons/answers-csv.ts";
import type { Lesson, LessonStep } from "../../../../lessons/lesson.ts";
import type { Question } from "../../../../lessons/questions/index.ts";
import { downloadFile } from "../../../../views/export/export.ts";
import { countOf } from "../../../../words/numbers.ts";
import { useOverlay, usePage, usePageRuns, useUnits, useWorkbench } from "../../../hooks.ts";
import { Button } from "../../../ui/Button.tsx";
import { copyText } from "../../../ui/copy-text.ts";
import { activeNetworkOf } from "../active-network.ts";
import { formatMeasured } from "../answer-text.ts";
import { AnswerBars } from "./AnswerBars.tsx";
import { AnswerLines } from "./AnswerLines.tsx";
import { sayAnswerCounts, submittedTexts, summarizeAnswers } from "./answers-summary.ts";
import { AnswersSlide } from "./AnswersSlide.tsx";
import { AnswersTable } from "./AnswersTable.tsx";
import { RevealButton } from "./RevealButton.tsx";
import { SketchPicture } from "./SketchPicture.tsx";
import { useAnswerChecks } from "./useAnswerChecks.ts";
import { useAnswerLines } from "./useAnswerLines.ts";
import { useSketchContext } from "./useSketchContext.ts";
import { ValueAnswers } from "./ValueAnswers.tsx";
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
            textOf={(answer) => submittedTexts(answer, question, formatValue)}
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
        <p>{sayAnswerCounts(collection, summary.counted, question, isCovered)}</p>
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
