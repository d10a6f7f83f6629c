/** The notes in the margin: what the verdicts mean, how the numbers are obtained, and remarks on the source, each labeled with its kind. */
import "./notes.css";
import { isJudged } from "../../../../reproductions/coverage.ts";
import type { Exhibit, Provenance } from "../../../../reproductions/contract.ts";
import { percent, verdictIds, verdictWords } from "../../../../reproductions/verdict.ts";
import { singleColumnQuery, useMediaQuery } from "../../../ui/useMediaQuery.ts";
import { VerdictChip } from "../VerdictChip.tsx";
import { Typeset } from "../Typeset.tsx";

/**
 * The notes beside an exhibit: what the verdicts mean and the tolerance, where our numbers come from, and further remarks. They are folded
 * on a narrow screen.
 */
export function ExhibitNotes({ exhibit }: { readonly exhibit: Exhibit }) {
  const { rows, series, tolerance, notes } = exhibit;
  // The provenances of the numbers, without duplicates. A provenance says whether a number is exact, or depends on fitted, chosen or
  // assumed constants.
  const provenances = [...new Map(rows.map(({ provenance }) => [JSON.stringify(provenance), provenance])).values()];
  const hasPublished = rows.some(isJudged);
  const { relative } = tolerance;
  const isNarrow = useMediaQuery(singleColumnQuery);
  const hasNames = series[0].isName === true;
  return (
    <aside className="paper-notes" aria-label="Notes">
      <details open={!isNarrow}>
        <summary>Verdicts, and where the numbers come from</summary>
        {hasPublished && (
          <section>
            <h2>Verdicts</h2>
            {verdictIds
              .filter((id) => (id !== "within" || relative > 0) && (id !== "order" || !hasNames))
              .map((id) => (
                <p key={id}>
                  <VerdictChip id={id} /> {id === "within" ? `here ${percent(relative)}, the shaded band.` : verdictWords[id].meaning}
                </p>
              ))}
            <p>
              {!hasNames && "Ring: published. Dot: ours. "}
              <Typeset text={tolerance.why} />
            </p>
          </section>
        )}
        <section>
          <h2>
            Where the numbers come from <span>{[...new Set(provenances.map(({ is }) => is))].join(", ")}</span>
          </h2>
          {provenances.map((provenance) => (
            <p key={JSON.stringify(provenance)}>
              <Typeset text={explainProvenance(provenance)} />
            </p>
          ))}
          {[...new Set(rows.map(({ formula }) => formula))].slice(0, 4).map((formula) => (
            <p key={formula} className="paper-formula">
              <Typeset text={formula} />
            </p>
          ))}
        </section>
        {notes.map(({ title, kind, text }) => (
          <section key={title}>
            <h2>
              {title} <span>{kind}</span>
            </h2>
            <p>
              <Typeset text={text} />
            </p>
          </section>
        ))}
      </details>
    </aside>
  );
}

/** Explains the provenance of numbers. */
function explainProvenance(word: Provenance): string {
  switch (word.is) {
    case "exact":
      return "Exact: from a closed form, or counted on the network itself, without random numbers and without assumptions.";
    case "reference":
      return "Reference: the unit of its column, equal by construction and not counted as compared.";
    case "predicted":
      return "Predicted: no parameter was fitted to these numbers.";
    case "fitted":
      return `Fitted: ${word.constant}, on ${word.cell}.`;
    case "chosen":
      return `Chosen: ${word.what}`;
    case "assumed":
      return `Our assumption, on which these numbers depend: ${word.on}.`;
  }
}
