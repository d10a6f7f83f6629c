/** Lists the steps of a damaged lesson that could not be read, by number, each with the reason. */
import { describeIssues } from "../../../core/base/errors.ts";
import { countOf } from "../../../words/numbers.ts";
import { isolateDirection } from "../../../core/base/words.ts";
import { useLessonSession } from "./useLessonSession.ts";

/**
 * Lists the steps of an opened lesson that could not be read, each with its number, its title and the first two reasons. Shows nothing if
 * all steps could be read.
 */
export function UnreadableSteps() {
  const { missing, lesson } = useLessonSession();
  if (missing.length === 0) return null;
  return (
    <details className="missing-steps">
      <summary>
        {countOf(missing.length, "step", "steps")} of this lesson could not be read;{" "}
        {countOf(lesson.steps.length, "other step", "other steps")} can.
      </summary>
      <ul>
        {missing.map(({ step, title, issues }) => (
          <li key={step}>
            <b>
              Step {step}
              {title === "" ? "" : `, ${isolateDirection(title)}`}:
            </b>{" "}
            {describeIssues(issues).slice(0, 2).join(" ")}
          </li>
        ))}
      </ul>
    </details>
  );
}
