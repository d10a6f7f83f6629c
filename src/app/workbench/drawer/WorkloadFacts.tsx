/** Static facts of the workload, updated while its form is filled in. The main facts are always visible. */
import { workloadFactsOf } from "../../../core/scenario/before-running.ts";
import { isWithin, pathOf } from "../../../core/scenario/place.ts";
import { factsIfValid } from "../../../core/scenario/scenario.ts";
import type { WorkloadFact } from "../../../core/workloads/contract.ts";
import { sayNumber } from "../../../words/facts.ts";
import { edited } from "../../state/document-state.ts";
import { useWorkbench } from "../../hooks.ts";

export function WorkloadFacts() {
  const document = useWorkbench(edited);
  const isFaulty = useWorkbench(
    ({ document: { pending } }) => pending?.issues.some(({ path }) => isWithin(pathOf(path), ["workload"])) ?? false,
  );
  if (isFaulty || factsIfValid(document) === null) return null;
  const facts = workloadFactsOf(document).filter(({ value }) => value !== null);
  if (facts.length === 0) return null;
  const heads = facts.filter(({ isHead }) => isHead === true);
  return (
    <>
      {/* Screen readers announce one sentence instead of all changed numbers. */}
      <p className="visually-hidden" role="status">
        {heads.map((each) => `${each.title}: ${said(each)}`).join(", ")}
      </p>
      {heads.length > 0 && (
        <dl className="facts-head">
          {heads.map((each) => (
            <div key={each.id}>
              <dd>{said(each)}</dd>
              <dt>{each.title}</dt>
            </div>
          ))}
        </dl>
      )}
      <h4 className="facts-title">Before it runs</h4>
      <dl className="derived facts">
        {facts.map((each) => (
          <div key={each.id}>
            <dt>
              {each.title}
              <span>{each.formula}</span>
            </dt>
            <dd>{said(each)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const said = ({ value, unit }: WorkloadFact) => sayNumber(value ?? 0, unit);
