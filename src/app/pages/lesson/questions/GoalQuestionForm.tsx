/**
 * A goal that the engine checks after every change. If a number has to be minimized, the engine also checks that the next smaller number
 * misses the goal.
 */
import { useEffect } from "react";
import { rescaledResults } from "../../../../core/results/rescale.ts";
import { cycleOnPage } from "../../../../core/scenario/page-clock.ts";
import { paramAtPath, valueAtPath, withValueAtPath } from "../../../../core/scenario/param-path.ts";
import { type Document, variantsOf } from "../../../../core/scenario/document.ts";
import type { Scenario } from "../../../../core/scenario/scenario.ts";
import { uncapitalize } from "../../../../core/base/words.ts";
import { type GoalQuestion, minimizedValueIn, type GoalOutcome } from "../../../../lessons/questions/goal.ts";
import { lessonMeasureOf } from "../../../../lessons/measures.ts";
import { Button } from "../../../ui/Button.tsx";
import { recordAttempt, submitResponse } from "../../../lesson/lesson-actions.ts";
import { formatMeasured } from "../answer-text.ts";
import { successfulAttempt } from "../../../state/lesson-session.ts";
import { useLessonSession, useTruth } from "../useLessonSession.ts";
import { composeJob } from "../../../../worker/job.ts";
import { usePage, useUnits, useWorkbench } from "../../../hooks.ts";
import { errorText, Query } from "../../../runs/query.ts";
import { runName } from "../../../runs/run-name.ts";
import { useQuery } from "../../../runs/useQuery.ts";
import { FailedLine } from "../../../workbench/FailedLine.tsx";
import type { Page } from "../../../create-page.ts";
import { questionKindOf } from "../../../../lessons/questions/index.ts";

/**
 * The goal, the attempts so far, and whether it is reached. The answer is submitted automatically when the goal is reached, with the
 * smallest number if a number is minimized.
 */
export function GoalQuestionForm({ question }: { readonly question: GoalQuestion }) {
  const page = usePage();
  const { store } = page;
  const units = useUnits();
  const session = useLessonSession();
  const truth = useTruth() as GoalOutcome | null;
  const document = useWorkbench((state) => state.document.current);
  const minimizedValue = minimizedValueIn(question, document);
  const { of: measure, goal, isAtLeast } = question;
  const isAnswered = session.said[session.stepIndex] !== undefined;
  const value = truth?.value ?? null;
  const isGoalMet = truth?.is === true;
  const isNewlyReached = value !== null && isGoalMet && !isAnswered;
  // If the goal is reached with a minimized number, also run the next smaller number.
  const smallerScenario = isNewlyReached && minimizedValue !== null ? withMinimizedValue(document, question, minimizedValue - 1) : null;
  const [smallerReaches, onRetry] = useQuery(
    () => goalQuery(page),
    smallerScenario === null ? null : { question, document, scenario: smallerScenario },
  );
  // A scenario that is invalid or cannot run does not reach the goal. If its run was lost, it is not known whether the scenario reaches the
  // goal.
  const isSmallest =
    minimizedValue === null ||
    smallerScenario === null ||
    smallerReaches.is === "refused" ||
    (smallerReaches.is === "value" && !smallerReaches.value);
  useEffect(() => {
    if (value !== null) recordAttempt(store, { least: minimizedValue, value, is: isGoalMet });
  }, [store, minimizedValue, value, isGoalMet]);
  useEffect(() => {
    if (isNewlyReached && isSmallest) submitResponse(store, { number: minimizedValue ?? value });
  }, [store, minimizedValue, value, isNewlyReached, isSmallest]);
  const attempts = session.tries[session.stepIndex] ?? [];
  const parameterName = minimizedName(question, document);
  const goalText = formatMeasured(units, measure, goal);
  const goalAttempt = successfulAttempt(session);
  // A plural such as "links" is counted ("fewest"); a symbol such as "k" is a number ("smallest").
  const isCount = parameterName.length > 2 && parameterName.endsWith("s");
  return (
    <>
      <h2>{session.said[session.stepIndex] ? "Reached" : "Goal"}</h2>
      <p className="goal-words">
        {session.said[session.stepIndex]
          ? minimizedValue === null
            ? `With ${goalAttempt === null ? goalText : formatMeasured(units, measure, goalAttempt.value)}.`
            : isCount
              ? `${goalAttempt?.least ?? minimizedValue} ${parameterName} are the smallest number that reaches the goal.`
              : `${parameterName} = ${goalAttempt?.least ?? minimizedValue} is the smallest value that reaches the goal.`
          : `${upperFirst(lessonMeasureOf(measure).title)}: ${isAtLeast ? "at least" : "at most"} ${goalText}${minimizedValue === null ? "." : `, with the ${isCount ? "smallest number of" : "smallest"} ${parameterName}.`}`}
      </p>
      {!isAnswered && isGoalMet && minimizedValue !== null && (
        <p>
          {parameterName} = {minimizedValue} reaches the goal. {isCount ? "Are fewer enough?" : "Is a smaller value enough?"}
        </p>
      )}
      {smallerReaches.is === "error" && (
        <FailedLine failure="Whether a smaller number is enough is not known" error={errorText(smallerReaches.error)} onRetry={onRetry} />
      )}
      {!isAnswered && (
        <p className="submit-row row">
          <span className="muted">Change the unlocked words below the network.</span>
          <Button variant="quiet" onClick={() => submitResponse(store, null)}>
            Show the answer
          </Button>
        </p>
      )}
      {attempts.length > 0 && (
        <ul className="attempts" aria-label="Attempts">
          {attempts.map((each, i) => (
            <li key={i} data-is={each.is || undefined}>
              <span>{each.least === null ? (i === 0 ? "At the start" : `Attempt ${i}`) : `${parameterName} = ${each.least}`}</span>
              <b>{formatMeasured(units, measure, each.value)}</b>
              <span>{each.is ? "✓ goal reached" : isAtLeast ? "too low" : "too high"}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The name of the minimized parameter, as in the sentence. */
function minimizedName({ least: minimizedPath, network }: GoalQuestion, document: Parameters<typeof variantsOf>[0]): string {
  const param = minimizedPath === null ? undefined : paramAtPath(variantsOf(document)[network] ?? document, minimizedPath);
  return param === undefined
    ? ""
    : "symbol" in param && typeof param.symbol === "string" && param.symbol !== ""
      ? param.symbol
      : uncapitalize(param.title);
}

interface GoalRequest {
  readonly question: GoalQuestion;
  readonly document: Document;
  /** The question's scenario with a smaller value of the minimized parameter. */
  readonly scenario: Scenario;
}

/** Asks whether another scenario reaches the goal as well. */
const goalQuery = ({ runs }: Page) =>
  new Query<GoalRequest, boolean>({
    keyOf: ({ question, scenario }) => `${JSON.stringify(question)} ${runName(scenario)}`,
    start: ({ question, document, scenario }) =>
      composeJob(async (run) => {
        // Goals are given in cycles of the document's first network, so the results are converted to these cycles.
        const results = rescaledResults(await run(() => runs.runners.run(scenario, true)), cycleOnPage(document, scenario));
        const available = {
          document,
          results: variantsOf(document).map((_, i) => (i === question.network ? results : null)),
          analyses: [],
        };
        return (questionKindOf(question).truth(question, available) as GoalOutcome | null)?.is ?? false;
      }),
  });

/** The question's scenario with another value of the minimized parameter; null if the value is not allowed. */
function withMinimizedValue(document: Document, question: GoalQuestion, number: number): Scenario | null {
  const scenario = variantsOf(document)[question.network];
  if (question.least === null || scenario === undefined) return null;
  const param = paramAtPath(scenario, question.least);
  if (param?.type !== "integer" || number < param.min || typeof valueAtPath(scenario, question.least) !== "number") return null;
  return withValueAtPath(scenario, question.least, number);
}

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
