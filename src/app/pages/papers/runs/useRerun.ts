/** Keeps the repeated runs of recorded results for as long as the page is open. */
import { useEffect } from "react";
import type { PublishedFile } from "../../../../core/results/published.ts";
import type { RerunOption } from "../../../../reproductions/contract.ts";
import { type Cell, cellsOf } from "../../../../core/scenario/document.ts";
import { parseDocument } from "../../../../core/scenario/read-document.ts";
import type { Workers } from "../../../../worker/client.ts";
import type { PapersState } from "../../../create-page.ts";
import { usePage } from "../../../hooks.ts";
import { RepeatedRuns } from "../../../runs/repeated-runs.ts";

/** A recording whose runs with the first seed can be repeated. */
export interface RepeatableRecording {
  readonly recorded: PublishedFile;
  readonly cells: readonly Cell[];
  readonly runs: RepeatedRuns;
}

/** The repeated runs of a recording. The runs pause when the reader leaves the page that shows them. */
export function useRerun(rerunOption: RerunOption, recorded: PublishedFile): RepeatableRecording {
  const { papers, workers } = usePage();
  const repeatable = papers.reruns.get(rerunOption) ?? createRepeatable(recorded, workers, papers);
  papers.reruns.set(rerunOption, repeatable);
  useEffect(() => {
    void repeatable.runs.readStore();
    // Free the CPU for other pages. Finished runs are kept.
    return () => repeatable.runs.pause();
  }, [repeatable]);
  return repeatable;
}

/** Prepares the runs of a recording, with the first seed only. */
function createRepeatable(recorded: PublishedFile, workers: Workers, { simulationRate }: PapersState): RepeatableRecording {
  const cells = cellsOf({ ...parseDocument(recorded.document), seeds: 1 });
  return {
    recorded,
    cells,
    runs: new RepeatedRuns(
      cells.map(({ scenario }) => scenario),
      workers,
      simulationRate,
    ),
  };
}
