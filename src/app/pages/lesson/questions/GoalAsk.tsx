/**
 * A goal that the engine checks after every change. If a number has to be minimized, it also checks that the next smaller number misses the
 * goal.
 */
import { useEffect } from "react";
import { rescaledResults } from "../../../../core/results/rescale.ts";
import { cycleOf } from "../../../../core/scenario/page-clock.ts";
import { paramAt, valueAt, withValue } from "../../../../core/scenario/place.ts";
import { type Document, variantsOf } from "../../../../core/scenario/document.ts";
import type { Scenario } from "../../../../core/scenario/scenario.ts";
import { uncapital } from "../../../../core/base/words.ts";
import { type GoalQuestion, leastIn, type Reached } from "../../../../lessons/questions/goal.ts";
import { measureOf } from "../../../../lessons/measures.ts";
import { Button } from "../../../ui/Button.tsx";
import { noteTry, say } from "../../../lesson/attend.ts";
import { sayMeasured } from "../answer-words.ts";
import { reachedAt } from "../../../state/lesson-session.ts";
import { useAttending, useTruth } from "../useAttending.ts";
import { composeJob } from "../../../../worker/job.ts";
import { usePage, useUnits, useWorkbench } from "../../../hooks.ts";
import { faultWords, Query } from "../../../runs/query.ts";
import { runName } from "../../../runs/run-name.ts";
import { useQuery } from "../../../runs/useQuery.ts";
import { FailedLine } from "../../../workbench/FailedLine.tsx";
import type { Page } from "../../../create-page.ts";
import { kindOf } from "../../../../lessons/questions/index.ts";

/**
 * The goal, the attempts so far, and whether it is reached. The answer is submitted automatically when the goal is reached, with the
 * smallest number if a number is minimized.
 */
export function GoalAsk({ question }: { readonly question: GoalQuestion }) {
  const page = usePage();
  const { store } = page;
  const units = useUnits();
  const attending = useAttending();
  const truth = useTruth() as Reached | null;
  const document = useWorkbench((state) => state.document.current);
  const least = leastIn(question, document);
  const { of, goal, isAtLeast } = question;
  const isSaid = attending.said[attending.at] !== undefined;
  const value = truth?.value ?? null;
  const is = truth?.is === true;
  const isReached = value !== null && is && !isSaid;
  // If the goal is reached with a minimized number, also run the next smaller number.
  const smaller = isReached && least !== null ? scenarioWith(document, question, least - 1) : null;
  const [reached, onAgain] = useQuery(() => goalQuery(page), smaller === null ? null : { question, document, scenario: smaller });
  // A scenario that is invalid or cannot run does not reach the goal. If its run was lost, nothing is known.
  const isSmallest = least === null || smaller === null || reached.is === "refused" || (reached.is === "value" && !reached.value);
  useEffect(() => {
    if (value !== null) noteTry(store, { least, value, is });
  }, [store, least, value, is]);
  useEffect(() => {
    if (isReached && isSmallest) say(store, { number: least ?? value });
  }, [store, least, value, isReached, isSmallest]);
  const tries = attending.tries[attending.at] ?? [];
  const name = nameOf(question, document);
  const said = sayMeasured(units, of, goal);
  const best = reachedAt(attending);
  // A plural such as "links" is counted ("fewest"); a symbol such as "k" is a number ("smallest").
  const isCount = name.length > 2 && name.endsWith("s");
  return (
    <>
      <h2>{attending.said[attending.at] ? "Reached" : "Goal"}</h2>
      <p className="goal-words">
        {attending.said[attending.at]
          ? least === null
            ? `With ${best === null ? said : sayMeasured(units, of, best.value)}.`
            : isCount
              ? `${best?.least ?? least} ${name} are the fewest that will do.`
              : `${name} = ${best?.least ?? least} is the smallest that will do.`
          : `${capital(measureOf(of).title)}: ${isAtLeast ? "at least" : "at most"} ${said}${least === null ? "." : `, with the ${isCount ? "fewest" : "smallest"} ${name} that will do.`}`}
      </p>
      {!isSaid && is && least !== null && (
        <p>
          {name} = {least} reaches it. {isCount ? "Will fewer do?" : "Is there a smaller one?"}
        </p>
      )}
      {reached.is === "error" && (
        <FailedLine what="Whether a smaller number will do was not found" words={faultWords(reached.fault)} onAgain={onAgain} />
      )}
      {!isSaid && (
        <p className="ask-run row">
          <span className="muted">Change what is open below the network.</span>
          <Button variant="quiet" onClick={() => say(store, null)}>
            Tell me
          </Button>
        </p>
      )}
      {tries.length > 0 && (
        <ul className="tries" aria-label="Tried so far">
          {tries.map((each, i) => (
            <li key={i} data-is={each.is || undefined}>
              <span>{each.least === null ? (i === 0 ? "At first" : `Try ${i}`) : `${name} = ${each.least}`}</span>
              <b>{sayMeasured(units, of, each.value)}</b>
              <span>{each.is ? "✓ reaches it" : isAtLeast ? "falls short" : "too much"}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The name of the minimized parameter, as in the sentence. */
function nameOf({ least, network }: GoalQuestion, document: Parameters<typeof variantsOf>[0]): string {
  const param = least === null ? undefined : paramAt(variantsOf(document)[network] ?? document, least);
  return param === undefined
    ? ""
    : "symbol" in param && typeof param.symbol === "string" && param.symbol !== ""
      ? param.symbol
      : uncapital(param.title);
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
        // Goals are judged in cycles of the page's clock, like the truth.
        const results = rescaledResults(await run(() => runs.runners.run(scenario, true)), cycleOf(document, scenario));
        const found = { document, results: variantsOf(document).map((_, i) => (i === question.network ? results : null)), analyses: [] };
        return (kindOf(question).truth(question, found) as Reached | null)?.is ?? false;
      }),
  });

/** The question's scenario with another value of the minimized parameter; null if the value is not allowed. */
function scenarioWith(document: Document, question: GoalQuestion, number: number): Scenario | null {
  const scenario = variantsOf(document)[question.network];
  if (question.least === null || scenario === undefined) return null;
  const param = paramAt(scenario, question.least);
  if (param?.type !== "integer" || number < param.min || typeof valueAt(scenario, question.least) !== "number") return null;
  return withValue(scenario, question.least, number);
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
