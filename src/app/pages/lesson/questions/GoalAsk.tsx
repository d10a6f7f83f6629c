/** A goal that the engine checks after every change; where a number is to be small, also that the next smaller one does not reach it. */
import { useEffect } from "react";
import { paramAt, valueAt, withValue } from "../../../../core/scenario/place.ts";
import { variantsOf } from "../../../../core/scenario/document.ts";
import { uncapital } from "../../../../core/base/words.ts";
import type { Results } from "../../../../core/measures/results.ts";
import { type GoalQuestion, leastIn, type Reached } from "../../../../lessons/questions/goal.ts";
import { measureOf } from "../../../../lessons/measures.ts";
import { noteTry, say } from "../../../lesson/attend.ts";
import { sayMeasured } from "../answer-words.ts";
import { reachedAt } from "../../../state/lesson-session.ts";
import { useAttending, useTruth } from "../useAttending.ts";
import { usePage, useUnits, useWorkbench } from "../../../hooks.ts";
import type { Page } from "../../../create-page.ts";
import { kindOf } from "../../../../lessons/questions/index.ts";

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
  useEffect(() => {
    if (value === null) return undefined;
    noteTry(store, { least, value, is });
    if (!is || isSaid) return undefined;
    if (least === null) return say(store, { number: value });
    let isGone = false;
    void reachesWith(page, question, least - 1).then((alsoSmaller) => {
      if (!isGone && !alsoSmaller) say(store, { number: least });
    });
    return () => void (isGone = true);
  }, [page, store, question, least, value, is, isSaid]);
  const tries = attending.tries[attending.at] ?? [];
  const name = nameOf(question, document);
  const said = sayMeasured(units, of, goal);
  const reached = reachedAt(attending);
  // Things are counted, and a letter is a number.
  const isCount = name.length > 2 && name.endsWith("s");
  return (
    <>
      <h2>{attending.said[attending.at] ? "Reached" : "Goal"}</h2>
      <p className="goal-words">
        {attending.said[attending.at]
          ? least === null
            ? `With ${reached === null ? said : sayMeasured(units, of, reached.value)}.`
            : isCount
              ? `${reached?.least ?? least} ${name} are the fewest that will do.`
              : `${name} = ${reached?.least ?? least} is the smallest that will do.`
          : `${capital(measureOf(of).title)}: ${isAtLeast ? "at least" : "at most"} ${said}${least === null ? "." : `, with the ${isCount ? "fewest" : "smallest"} ${name} that will do.`}`}
      </p>
      {!isSaid && is && least !== null && (
        <p>
          {name} = {least} reaches it. {isCount ? "Will fewer do?" : "Is there a smaller one?"}
        </p>
      )}
      {!isSaid && (
        <p className="ask-run row">
          <span className="muted">Change what is open below the network.</span>
          <button type="button" className="quiet" onClick={() => say(store, null)}>
            Tell me
          </button>
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

/** What the sentence calls the number that is to be small. */
function nameOf({ least, network }: GoalQuestion, document: Parameters<typeof variantsOf>[0]): string {
  const param = least === null ? undefined : paramAt(variantsOf(document)[network] ?? document, least);
  return param === undefined
    ? ""
    : "symbol" in param && typeof param.symbol === "string" && param.symbol !== ""
      ? param.symbol
      : uncapital(param.title);
}

/** Whether the same scenario with another number there reaches the goal, too; a number that is not allowed does not. */
async function reachesWith({ runs, store }: Page, question: GoalQuestion, number: number): Promise<boolean> {
  const document = store.getState().document.current;
  const scenario = variantsOf(document)[question.network];
  if (question.least === null || scenario === undefined) return false;
  const param = paramAt(scenario, question.least);
  if (param?.type !== "integer" || number < param.min || typeof valueAt(scenario, question.least) !== "number") return false;
  try {
    const results: Results = await runs.runners.run(withValue(scenario, question.least, number), true).done;
    const found = { document, results: variantsOf(document).map((_, i) => (i === question.network ? results : null)), analyses: [] };
    return (kindOf(question).truth(question, found) as Reached | null)?.is ?? false;
  } catch {
    // What cannot be run reaches nothing.
    return false;
  }
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
