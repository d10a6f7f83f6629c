/** Outcomes for a list of exhibits: those that need no run are computed one after another while the list is read. */
import { useEffect, useState } from "react";
import type { Exhibit, Outcome } from "../../../../reproductions/contract.ts";
import { isReckoned, outcomeOf } from "../../../../reproductions/outcome.ts";
import { standings } from "../../../../reproductions/standings.ts";
import { type Standing, standingOf } from "../../../../reproductions/verdict.ts";
import { Cancelled } from "../../../../worker/client.ts";
import { usePage } from "../../../hooks.ts";
import { breathe } from "./breathe.ts";

/** What came out of an exhibit; null until it is computed, and for what takes runs until its own page has run them. */
export type OutcomeOf = (exhibit: Exhibit) => Outcome | null;

/** How an exhibit came out: on this visit, or else when it was last recorded; null for a new one before it is computed. */
export function standingIn(exhibit: Exhibit, outcome: Outcome | null): Standing | null {
  return (outcome === null ? null : standingOf(exhibit, outcome)) ?? standings[exhibit.id] ?? null;
}

/** The outcome of each exhibit that is computed already, or can be at once. */
export function useOutcomes(exhibits: readonly Exhibit[]): OutcomeOf {
  const { outcomes } = usePage().papers;
  const [, setCount] = useState(0);
  useEffect(() => {
    let isLeft = false;
    const compute = async () => {
      for (const exhibit of exhibits) {
        if (outcomes.has(exhibit.id) || !isReckoned(exhibit)) continue;
        const outcome = await outcomeOf(exhibit, {
          run: () => Promise.reject(new Cancelled()),
          async breathe() {
            await breathe();
            if (isLeft) throw new Cancelled();
          },
        });
        outcomes.set(exhibit.id, outcome);
        setCount((count) => count + 1);
      }
    };
    // The only thing that ends this early is leaving the page.
    void compute().catch(() => undefined);
    return () => {
      isLeft = true;
    };
  }, [exhibits, outcomes]);
  return ({ id }) => outcomes.get(id) ?? null;
}
