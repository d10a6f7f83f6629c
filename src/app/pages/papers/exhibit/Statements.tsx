/** The conclusions of the paper, sentence by sentence: the quotation, whether it holds for our results, and the numbers that decide it. */
import "./statements.css";
import type { Exhibit, Outcome } from "../../../../reproductions/contract.ts";
import { HoldsShape } from "../Chip.tsx";
import { Typeset } from "../Typeset.tsx";

export function Statements({ exhibit, outcome }: { readonly exhibit: Exhibit; readonly outcome: Outcome }) {
  const { statements = [] } = exhibit;
  if (statements.length === 0) return null;
  return (
    <section>
      <h2>What the paper concludes, checked</h2>
      <ol className="statements">
        {statements.map(({ id, says, isRetold, where, readAs, otherwise = "does not hold" }) => {
          const checked = outcome.checked.get(id);
          return (
            <li key={id}>
              <blockquote>
                <Typeset text={isRetold ? says : `“${says}”`} /> <cite>{where}</cite>
              </blockquote>
              <p>
                {checked === undefined ? "Waiting for its runs …" : <Holds holds={checked.holds} otherwise={otherwise} />}{" "}
                {checked !== undefined && <Typeset text={checked.because} />}
              </p>
              {readAs !== undefined && (
                <p className="paper-caption">
                  Read as: <Typeset text={readAs} />.
                </p>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** The verdict on a statement as a word and a shape that can be told apart without color. */
function Holds({ holds, otherwise }: { readonly holds: boolean; readonly otherwise: string }) {
  return (
    <span className="verdict" data-verdict={holds ? "exact" : "differs"}>
      <HoldsShape holds={holds} otherwise={otherwise} />
      {holds ? "holds" : otherwise}
    </span>
  );
}
