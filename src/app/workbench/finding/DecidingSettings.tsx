/** The settings that decide the result but are not in the sentence, as words that edit them. */
import { decidingSegments } from "../../../findings/cause/deciding-settings.ts";
import type { Cause } from "../../../findings/cause/cause.ts";
import { documentSentence } from "../../../words/sentence.ts";
import { useActiveRuns, usePage, useWorkbench } from "../../hooks.ts";
import { SentenceWords } from "../sentence/Sentence.tsx";

/** `Decided by dimension order routing and 1 virtual channel.`, for a document with one run; nothing if the sentence shows all of it. */
export function DecidingSettings({ cause }: { readonly cause: Cause }) {
  const { networks } = usePage();
  const document = useWorkbench((state) => state.document.current);
  const answer = useActiveRuns((state) => state.answer);
  const analysis = useActiveRuns((state) => (state.isCurveStale ? null : state.analysis));
  if (answer === null || document.beside.length + document.sweep.length > 0) return null;
  const network = networks.networkOf(document.topology);
  const segments = decidingSegments(cause, { ...answer, analysis, network }, documentSentence(document));
  return (
    segments.length > 0 && (
      <span className="deciding">
        <SentenceWords segments={segments} />
      </span>
    )
  );
}
