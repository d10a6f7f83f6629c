/** Keeps the repeated runs of recorded results for as long as the page is open. */
import { useEffect } from "react";
import type { Recorded } from "../../../../core/results/published.ts";
import type { Again } from "../../../../reproductions/contract.ts";
import { type Cell, cellsOf } from "../../../../core/scenario/document.ts";
import { readDocument } from "../../../../core/scenario/read-document.ts";
import type { Workers } from "../../../../worker/client.ts";
import type { Visit } from "../../../create-page.ts";
import { usePage } from "../../../hooks.ts";
import { AgainRuns } from "../../../runs/again.ts";

/** A recording whose runs with the first seed can be repeated. */
export interface Repeatable {
  readonly recorded: Recorded;
  readonly cells: readonly Cell[];
  readonly runs: AgainRuns;
}

/** The repeated runs of a recording. They pause when the reader leaves the page that shows them. */
export function useAgain(again: Again, recorded: Recorded): Repeatable {
  const { papers, workers } = usePage();
  const repeatable = papers.again.get(again) ?? repeat(recorded, workers, papers);
  papers.again.set(again, repeatable);
  useEffect(() => {
    void repeatable.runs.lookUp();
    // Free the CPU for other pages. Finished runs are kept.
    return () => repeatable.runs.pause();
  }, [repeatable]);
  return repeatable;
}

/** Prepares the runs of a recording, with the first seed only. */
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
