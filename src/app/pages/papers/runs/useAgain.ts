/** The recorded runs of an exhibit that a reader may run again; kept for the whole visit. */
import { useEffect } from "react";
import type { Recorded } from "../../../../core/results/published.ts";
import type { Again } from "../../../../reproductions/contract.ts";
import { type Cell, cellsOf } from "../../../../core/scenario/document.ts";
import { readDocument } from "../../../../core/scenario/read-document.ts";
import type { Workers } from "../../../../worker/client.ts";
import type { Visit } from "../../../create-page.ts";
import { usePage } from "../../../hooks.ts";
import { AgainRuns } from "../../../runs/again.ts";

/** A recording whose runs with the first seed can be run again. */
export interface Repeatable {
  readonly recorded: Recorded;
  readonly cells: readonly Cell[];
  readonly runs: AgainRuns;
}

/** The runs of recorded results, paused when the page that shows them is left. */
export function useAgain(again: Again, recorded: Recorded): Repeatable {
  const { papers, workers } = usePage();
  const repeatable = papers.again.get(again) ?? repeat(recorded, workers, papers);
  papers.again.set(again, repeatable);
  useEffect(() => {
    void repeatable.runs.lookUp();
    // The computer is needed elsewhere once the page is left, and what is in stays.
    return () => repeatable.runs.pause();
  }, [repeatable]);
  return repeatable;
}

function repeat(recorded: Recorded, workers: Workers, { pace }: Visit): Repeatable {
  const cells = cellsOf({ ...readDocument(recorded.document), seeds: 1 });
  return {
    recorded,
    cells,
    runs: new AgainRuns(
      cells.map(({ scenario }) => scenario),
      workers,
      pace,
    ),
  };
}
