/**
 * The answers of a class in one picture. The lecturer pastes the lines; the page runs their seeds again to check them. Nothing is sent over
 * the network.
 */
import { memo, useCallback, useDeferredValue, useMemo, useState } from "react";
import { loadOf } from "../../../../core/scenario/load.ts";
import type { Network } from "../../../../core/network/network.ts";
import { variantsOf } from "../../../../core/scenario/document.ts";
import { type Answer, gather, type Gathered, type Remark } from "../../../../lessons/answers.ts";
import type { Checked } from "../../../../lessons/answers-checked.ts";
import { answersCsv } from "../../../../lessons/answers-csv.ts";
import { resultsIn, saidIn } from "../../../../lessons/answers-spread.ts";
import { exampleFor } from "../../../../lessons/line.ts";
import { findingOf } from "../../../../lessons/answers-words.ts";
import type { Lesson, Step } from "../../../../lessons/lesson.ts";
import { measureOf } from "../../../../lessons/measures.ts";
import type { Question } from "../../../../lessons/questions/index.ts";
import type { ValueQuestion } from "../../../../lessons/questions/value.ts";
import { save } from "../../../../views/export/export.ts";
import { countOf } from "../../../../words/numbers.ts";
import { useComputed, usePage, useUnits, useWorkbench } from "../../../hooks.ts";
import { keepSetting, readSetting } from "../../../setting.ts";
import { Button } from "../../../ui/Button.tsx";
import { copy } from "../../../ui/copy.ts";
import { sayMeasured, sayMeasuredFull } from "../answer-words.ts";
import { networkOfFront } from "../network-in-front.ts";
import { AnswersTable } from "./AnswersTable.tsx";
import { Bars } from "./Bars.tsx";
import { barsOf, groupsOf } from "./bars-of.ts";
import { Lines } from "./Lines.tsx";
import type { CurveBelow } from "../value-plot.ts";
import { ValuePicture } from "./ValuePicture.tsx";
import { type KnownChecks, useChecked } from "./useChecked.ts";
import "./answers.css";

export interface AnswersProps {
  readonly lesson: Lesson;
  /** The name of the lesson in lines of answers. */
  readonly name: string;
  /** Index of the step, from 0. */
  readonly at: number;
}

/** The answers of a class to the question of a step. */
export function Answers({ lesson, name, at }: AnswersProps) {
  const step = lesson.steps[at];
  const { question } = step;
  if (question === null) return <p className="class-none">This step asks nothing.</p>;
  return <AnswersTo key={`${name} ${at}`} step={step} question={question} name={name} at={at} />;
}

type CheckedOf = KnownChecks["of"];
type Props = Pick<AnswersProps, "name" | "at"> & { readonly step: Step; readonly question: Question };

/**
 * The page of collected answers: the input for the lines, the picture, the table, and the controls. The picture depends on the kind of
 * question.
 */
function AnswersTo({ step, question, name, at }: Props) {
  const page = usePage();
  const units = useUnits();
  // The lines of all steps are stored together. Lines of other steps are shown when the lecturer opens that step.
  const kept = `answers-${name}`;
  const [text, setText] = useState(() => readSetting(kept) ?? "");
  const [isLarge, setLarge] = useState(false);
  const [hot, setHot] = useState<number | null>(null);
  // A class hands in only once, so clearing the lines can be undone.
  const [cleared, setCleared] = useState("");
  const write = (next: string, before = "") => {
    setText(next);
    setCleared(before);
    keepSetting(kept, next === "" ? null : next);
  };
  const settled = useDeferredValue(text);
  const gathered = useMemo(() => gather(settled, name, at + 1, question), [settled, name, at, question]);
  const { answers, cut } = gathered;
  const checks = useChecked(step, answers);
  const network = useComputed(networkOfFront);
  const say = useCallback(
    (value: number) => ("of" in question && question.of !== null ? sayMeasured(units, question.of, value) : String(value)),
    [units, question],
  );
  // Memoized: typing and hovering do not change it, and a class may be large.
  const told = useMemo(() => tell(gathered, question, checks.of, network, say), [gathered, question, checks, network, say]);
  const { headline, more, remarks, bars, groups, same, isOdd } = told;
  const csv = () => answersCsv(answers, checks.of);
  const sayOf = (answer: Answer) => sayAnswer(answer, question, say);
  const { progress } = checks;
  return (
    <section
      className="class-answers"
      data-large={isLarge || undefined}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !isLarge) return;
        event.stopPropagation();
        setLarge(false);
      }}
    >
      <header>
        <h1 data-answer={answers.length > 0 || undefined}>{headline}</h1>
        <p>{more}</p>
      </header>
      {!isLarge && (
        <Lines
          text={text}
          onText={(next) => write(next)}
          remarks={remarks}
          cut={cut}
          example={exampleFor(name, at + 1, question)}
          hot={hot}
          onHot={setHot}
        />
      )}
      <div className="class-middle">
        {question.is === "value" ? (
          <>
            <ValueOf
              question={question}
              step={step}
              answers={answers}
              isOdd={isOdd}
              hot={hot}
              onHot={setHot}
              headline={headline}
              say={say}
            />
            <p className="class-legend">
              <span data-is="said">said, before the run</span>
              <span data-is="came">came out, each with its own seed</span>
              {told.hasOdd && <span data-is="odd">does not come out the same</span>}
            </p>
          </>
        ) : question.is === "free" ? (
          <ul className="class-words">
            {answers.map((each) => (
              <li key={each.at}>{each.said !== null && "text" in each.said ? each.said.text : ""}</li>
            ))}
          </ul>
        ) : (
          <Bars bars={bars} label="How many said what" />
        )}
        {!isLarge && answers.length > 0 && <AnswersTable answers={answers} sayOf={sayOf} checkedOf={checks.of} onHot={setHot} />}
      </div>
      <div className="class-rail">
        {question.is === "value" && answers.length > 0 && !isLarge && (
          <section className="panel">
            <h2>What they said</h2>
            <Bars bars={groups} label="What they said" />
          </section>
        )}
        <div className="class-ways">
          <Button variant="primary" aria-pressed={isLarge} onClick={() => setLarge(!isLarge)}>
            {isLarge ? "Show the lines" : "Show it large"}
          </Button>
          {!isLarge && (
            <>
              <Button variant="underlined" disabled={answers.length === 0} onClick={() => void copy(page, csv(), "Table copied")}>
                Copy CSV
              </Button>
              <Button
                variant="underlined"
                disabled={answers.length === 0}
                onClick={() => save(`${name}-${at + 1}.csv`, new Blob([csv()], { type: "text/csv;charset=utf-8" }))}
              >
                Save CSV
              </Button>
              {cleared === "" ? (
                <Button variant="underlined" disabled={text === ""} onClick={() => write("", text)}>
                  Clear the lines
                </Button>
              ) : (
                <Button variant="underlined" onClick={() => write(cleared)}>
                  Bring the lines back
                </Button>
              )}
            </>
          )}
        </div>
      </div>
      {!isLarge && (
        <footer className="muted">
          <p>{countsWords(gathered, told.counted, question)}</p>
          {progress !== null && progress.is === "running" ? (
            <p>
              <progress max={1} value={progress.part} aria-label="Running the seeds again" /> {progress.done} of {progress.total} runs again
            </p>
          ) : (
            answers.length > 0 && (
              <p>
                {countOf(same, "line comes", "lines come")} out the same here.
                {checks.hasLost && (
                  <>
                    {" Some could not be run again, because a worker was lost. "}
                    <Button variant="inline" onClick={checks.again}>
                      Try again
                    </Button>
                  </>
                )}
              </p>
            )
          )}
        </footer>
      )}
    </section>
  );
}

/** The headline, bars and remarks of the answers, given the results of running them again. */
function tell(gathered: Gathered, question: Question, checkedOf: CheckedOf, network: Network | null, say: (value: number) => string) {
  const { answers } = gathered;
  const odd = new Set(answers.filter((each) => checkedOf(each).is === "differs"));
  // A line that cannot be reproduced is shown but not counted: we cannot tell which part of it the student changed.
  const counted = answers.filter((each) => !odd.has(each));
  return {
    counted,
    ...findingOf(counted, question, say),
    remarks: remarksOf(gathered.remarks, answers, checkedOf),
    bars: barsOf(counted, question, network),
    groups: groupsOf(counted, question),
    same: answers.filter((each) => checkedOf(each).is === "same").length,
    isOdd: (answer: Answer) => odd.has(answer),
    hasOdd: odd.size > 0,
  };
}

interface ValueOfProps {
  readonly question: ValueQuestion;
  readonly step: Step;
  readonly answers: readonly Answer[];
  readonly isOdd: (answer: Answer) => boolean;
  readonly hot: number | null;
  readonly onHot: (at: number | null) => void;
  readonly headline: string;
  readonly say: (value: number) => string;
}

/** The picture of a numeric question, in the units of the page. */
const ValueOf = memo(function ValueOf({
  question: { of, network, from, to },
  step,
  answers,
  isOdd,
  hot,
  onHot,
  headline,
  say,
}: ValueOfProps) {
  const units = useUnits();
  const points = useComputed(({ runs }) => runs.all[network]?.snapshot().curve.points ?? nothing);
  const bound = useComputed(({ runs }) => runs.all[network]?.snapshot().analysis?.bound ?? null);
  const { unit, title } = measureOf(of);
  const scenario = variantsOf(step.document)[network];
  const offered = of === "delivered" && scenario !== undefined ? loadOf(scenario) : null;
  // Before the first answer comes in, the curve stays hidden: it would give the answer away to students who have not run the step.
  const isEarly = useWorkbench(({ mode: { lesson } }) => answers.length === 0 && (lesson === null || !(lesson.at in lesson.said)));
  const curve: CurveBelow | null =
    offered === null ? null : isEarly ? { offered, points: nothing, bound: null } : { offered, points, bound };
  const head = unit === "load" ? units.headOf("phits/cycle") : unit === "time" ? units.headOf("cycles") : "%";
  return (
    <ValuePicture
      answers={answers}
      from={from}
      to={to}
      curve={curve}
      title={`${curve === null ? title : "delivered"}, ${head}`}
      across={`offered, ${units.headOf("phits/cycle")}`}
      say={say}
      sayFull={(value) => sayMeasuredFull(units, of, value)}
      tick={(value) => (unit === "time" ? units.formatTime(value) : unit === "share" ? say(value) : String(Number(value.toPrecision(3))))}
      isOdd={isOdd}
      hot={hot}
      onHot={onHot}
      summary={headline}
    />
  );
});

/** All remarks about the lines, in the order of the lines. */
function remarksOf(read: readonly Remark[], answers: readonly Answer[], checkedOf: CheckedOf): readonly Remark[] {
  // A line with a reading remark does not need a second remark.
  const named = new Set(read.map(({ at }) => at));
  const odd = answers.flatMap((answer): Remark[] => {
    const checked = named.has(answer.at) ? notNamed : checkedOf(answer);
    return checked.is === "differs" ? [{ at: answer.at, is: "differs", why: checked.why }] : [];
  });
  return [...read, ...odd].toSorted((a, b) => a.at - b.at);
}

/** The response and the result of an answer as texts. */
function sayAnswer({ said, result, line }: Answer, question: Question, say: (value: number) => string) {
  const isNumber = question.is === "value";
  const own =
    said === null ? "nothing" : "text" in said ? said.text : isNumber ? say(said.number) : wordsOf(question, said.number, line.said);
  const came = result === null ? "" : isNumber || question.is === "goal" ? say(result) : wordsOf(question, result, line.result);
  return { said: own, result: came };
}

const wordsOf = (question: Question, place: number, otherwise: string) =>
  question.is === "choice" ? (question.options[place]?.words ?? otherwise) : otherwise;

/** Says how many lines were counted, left out, or belong to other steps and lessons. */
function countsWords(
  { answers, withoutDevice, otherSteps, otherLessons }: Gathered,
  counted: readonly Answer[],
  question: Question,
): string {
  const left = answers.length - counted.length;
  const parts = [
    countOf(answers.length, "answer", "answers"),
    ...(left === 0 ? [] : [`${left} left out`]),
    ...(question.is === "free"
      ? []
      : [countOf(saidIn(counted).length, "prediction", "predictions"), countOf(resultsIn(counted).length, "result", "results")]),
  ];
  const unmarked =
    withoutDevice === 0
      ? ""
      : `${countOf(withoutDevice, "line has", "lines have")} no token of a device; ${withoutDevice === 1 ? "it counts" : "each counts"}, even if it was pasted twice. `;
  const waiting = [...otherSteps]
    .toSorted(([a], [b]) => a - b)
    .map(([step, count]) => `${countOf(count, "line waits", "lines wait")} for step ${step}. `);
  const others = [...otherLessons].map(([lesson, count]) => `${countOf(count, "line is", "lines are")} of the lesson “${lesson}”. `);
  return `${parts.join(", ")}. ${unmarked}${waiting.join("")}${others.join("")}The lines stay in this browser until you clear them.`;
}

const nothing: readonly never[] = [];
const notNamed: Checked = { is: "not yet" };
