/** Verdicts for a list of exhibits: those that need no run are computed one after another while the list is read. */
import { useEffect, useState } from "react";
import type { Exhibit } from "../../reproductions/contract.ts";
import { outcomeOf } from "../../reproductions/outcome.ts";
import { type Verdict, verdictOf } from "../../reproductions/verdict.ts";
import { Cancelled } from "../../worker/client.ts";
import { breathe, kept } from "./kept.ts";

/** The verdict of each exhibit that is computed already, or can be at once. */
export function useVerdicts(exhibits: readonly Exhibit[]): (exhibit: Exhibit) => Verdict | null {
  const [, setCount] = useState(0);
  useEffect(() => {
    let isLeft = false;
    const compute = async () => {
      for (const exhibit of exhibits) {
        if (kept.has(exhibit.id) || exhibit.runs.length > 0) continue;
        const outcome = await outcomeOf(exhibit, {
          run: () => Promise.reject(new Cancelled()),
          async breathe() {
            await breathe();
            if (isLeft) throw new Cancelled();
          },
        });
        kept.set(exhibit.id, outcome);
        setCount((count) => count + 1);
      }
    };
    // The only thing that ends this early is leaving the page.
    void compute().catch(() => undefined);
    return () => {
      isLeft = true;
    };
  }, [exhibits]);
  return (exhibit) => {
    const outcome = kept.get(exhibit.id);
    return outcome === undefined ? null : verdictOf(exhibit, outcome);
  };
}
