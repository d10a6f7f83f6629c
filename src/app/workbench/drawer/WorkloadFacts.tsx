/** Static facts of the workload, updated while its form is filled in. The main facts are always visible. */
import { workloadFactsOf } from "../../../core/scenario/workload-facts.ts";
import { isWithin, parsePath } from "../../../core/scenario/param-path.ts";
import { scenarioFactsIfValid } from "../../../core/scenario/scenario.ts";
import type { WorkloadFact } from "../../../core/workloads/contract.ts";
import { sayNumber } from "../../../words/facts.ts";
import { editedDocument } from "../../state/document-state.ts";
import { useWorkbench } from "../../hooks.ts";

/**
 * Facts about the workload that are known before the run, such as the number of messages or a lower bound of the time, each with its
 * formula. The main facts come first, in large type. Nothing is shown while the form of the workload contains an error.
 */
export function WorkloadFacts() {
  const document = useWorkbench(editedDocument);
  const isFaulty = useWorkbench(
    ({ document: { pending } }) => pending?.issues.some(({ path }) => isWithin(parsePath(path), ["workload"])) ?? false,
  );
  if (isFaulty || scenarioFactsIfValid(document) === null) return null;
  const facts = workloadFactsOf(document).filter(({ value }) => value !== null);
  if (facts.length === 0) return null;
  const mainFacts = facts.filter(({ isHead }) => isHead === true);
  return (
    <>
      {/* Screen readers announce one sentence instead of all changed numbers. */}
      <p className="visually-hidden" role="status">
        {mainFacts.map((each) => `${each.title}: ${sayFact(each)}`).join(", ")}
      </p>
      {mainFacts.length > 0 && (
        <dl className="facts-head">
          {mainFacts.map((each) => (
            <div key={each.id}>
              <dd>{sayFact(each)}</dd>
              <dt>{each.title}</dt>
            </div>
          ))}
        </dl>
      )}
      <h4 className="facts-title">Before the run</h4>
      <dl className="derived facts">
        {facts.map((each) => (
          <div key={each.id}>
            <dt>
              {each.title}
              <span>{each.formula}</span>
            </dt>
            <dd>{sayFact(each)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const sayFact = ({ value, unit }: WorkloadFact) => sayNumber(value ?? 0, unit);
