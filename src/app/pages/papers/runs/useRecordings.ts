/** Loads the recorded results of an exhibit. A recording has null if there are no results for this version of the engine. */
import { useEffect, useState } from "react";
import type { PublishedFile } from "../../../../core/results/published.ts";
import { parseDocument } from "../../../../core/scenario/read-document.ts";
import type { Exhibit, Recording } from "../../../../reproductions/contract.ts";
import { usePage } from "../../../hooks.ts";

export interface RecordingState {
  readonly recording: Recording;
  readonly recorded: PublishedFile | null;
  /** Whether the server answered. If not, the next visit tries again. */
  readonly hasServerAnswered: boolean;
}

const noRecordings: readonly RecordingState[] = [];

/**
 * Loads the recordings of an exhibit: results of its runs that were computed in advance. Null while they are loaded. A recording without
 * results is missing on the server if `hasServerAnswered`; otherwise it could not be fetched.
 */
export function useRecordings({ recordings }: Exhibit): readonly RecordingState[] | null {
  const { publishedResults } = usePage();
  const [states, setStates] = useState<readonly RecordingState[] | null>(recordings === undefined ? noRecordings : null);
  useEffect(() => {
    if (recordings === undefined) return undefined;
    let isCancelled = false;
    const requests = recordings.map((recording) =>
      publishedResults(parseDocument(recording.document)).then(
        (recorded) => ({ recording, recorded, hasServerAnswered: true }),
        () => ({ recording, recorded: null, hasServerAnswered: false }),
      ),
    );
    void Promise.all(requests).then((loaded) => {
      if (!isCancelled) setStates(loaded);
    });
    return () => {
      isCancelled = true;
    };
  }, [recordings, publishedResults]);
  return states;
}
