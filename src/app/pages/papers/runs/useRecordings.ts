/** Loads the recorded results of an exhibit. A recording has null if there are none for this version of the engine. */
import { useEffect, useState } from "react";
import type { Recorded } from "../../../../core/results/published.ts";
import { readDocument } from "../../../../core/scenario/read-document.ts";
import type { Exhibit, Recording } from "../../../../reproductions/contract.ts";
import { usePage } from "../../../hooks.ts";

export interface Kept {
  readonly recording: Recording;
  readonly recorded: Recorded | null;
  /** Whether the server answered. If not, the next visit tries again. */
  readonly isAnswered: boolean;
}

const nothing: readonly Kept[] = [];

/** The recordings with their results; null while they are loaded. */
export function useRecordings({ recordings }: Exhibit): readonly Kept[] | null {
  const { publishedResults } = usePage();
  const [kept, setKept] = useState<readonly Kept[] | null>(recordings === undefined ? nothing : null);
  useEffect(() => {
    if (recordings === undefined) return undefined;
    let isLeft = false;
    const found = recordings.map((recording) =>
      publishedResults(readDocument(recording.document)).then(
        (recorded) => ({ recording, recorded, isAnswered: true }),
        () => ({ recording, recorded: null, isAnswered: false }),
      ),
    );
    void Promise.all(found).then((all) => {
      if (!isLeft) setKept(all);
    });
    return () => {
      isLeft = true;
    };
  }, [recordings, publishedResults]);
  return kept;
}
