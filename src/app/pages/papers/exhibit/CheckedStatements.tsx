/** The conclusions of the paper, sentence by sentence: the quotation, whether it holds for our results, and the numbers that decide it. */
import "./statements.css";
import { sayNotReproduced } from "../../../../reproductions/coverage.ts";
import type { Exhibit, Outcome } from "../../../../reproductions/contract.ts";
import { StatementShape } from "../VerdictChip.tsx";
import { Typeset } from "../Typeset.tsx";

/**
 * The statements that a paper concludes from an exhibit, each with its place in the paper, whether it holds for our values, and the reason.
 */
export function CheckedStatements({ exhibit, outcome }: { readonly exhibit: Exhibit; readonly outcome: Outcome }) {
  const { statements = [], scale } = exhibit;
  if (statements.length === 0) return null;
  return (
    <section>
      <h2>What the paper concludes, checked</h2>
      <ol className="statements">
        {statements.map(({ id, says, isSummary, where, interpretation, otherwise = "does not hold" }) => {
          const check = outcome.checked.get(id);
          return (
            <li key={id}>
              <blockquote>
                <Typeset text={isSummary ? says : `“${says}”`} /> <cite>{where}</cite>
              </blockquote>
              <p>
                {check === undefined ? (
                  "Waiting for the runs …"
                ) : (
                  <StatementVerdict holds={check.holds} otherwise={otherwise} notReproduced={sayNotReproduced(scale)} />
                )}{" "}
                {check !== undefined && <Typeset text={check.because} />}
              </p>
              {interpretation !== undefined && (
                <p className="paper-caption">
                  Read as: <Typeset text={interpretation} />.
                </p>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** The verdict on a statement as a word and a shape that can be distinguished without color. */
function StatementVerdict({
  holds,
  otherwise,
  notReproduced,
}: {
  readonly holds: boolean;
  readonly otherwise: string;
  readonly notReproduced: string;
}) {
  return (
    <span className="verdict" data-verdict={holds ? "exact" : "differs"}>
      <StatementShape holds={holds} otherwise={otherwise} />
      {holds ? "holds" : otherwise === "not reproduced" ? notReproduced : otherwise}
    </span>
  );
}
