/** Sliders and presets for the weights of the document's mix. Every change is an edit of the document, but starts no runs. */
import { useMemo } from "react";
import { copyConclusion } from "../markdown.ts";
import { beginGesture, endGesture } from "../../document/history.ts";
import { editedDocument } from "../../state/document-state.ts";
import { propose } from "../../document/edits.ts";
import { isMix, mixAxes, withDocumentWeights } from "../../../findings/mix-table.ts";
import { useWorkbench, useIsLocked, usePage } from "../../hooks.ts";
import { presetsOf } from "./presets.ts";
import type { MixTableWeights } from "../../../core/measures/mix.ts";
import { Button } from "../../ui/Button.tsx";
import { WeightPresets, WeightSliders } from "./WeightControls.tsx";

const weightsPath = ["sweep", "weights"];

/** Weights and presets of the mix; null if the document is not a mix. */
function useDocumentMix() {
  const { store } = usePage();
  const document = useWorkbench(editedDocument);
  const isLocked = useIsLocked(["sweep"]);
  const mix = useMemo(() => (isMix(document) ? { ...mixAxes(document), presets: presetsOf(document) } : null), [document]);
  return mix === null
    ? null
    : {
        ...mix,
        isLocked,
        onChange: (weights: MixTableWeights) => propose(store, withDocumentWeights(editedDocument(store.getState()), weights)),
      };
}

/** Presets of the weights. */
export function DocumentMixPresets() {
  const mix = useDocumentMix();
  return mix === null ? null : <WeightPresets {...mix} />;
}

export function DocumentMixWeights() {
  const page = usePage();
  const { store } = page;
  const mix = useDocumentMix();
  if (mix === null) return null;
  return (
    <>
      <WeightSliders {...mix} onBegin={() => beginGesture(store, weightsPath)} onEnd={() => endGesture(store)} />
      <p className="weights-out wrap">
        <Button variant="quiet" onClick={() => void copyConclusion(page)}>
          Copy this conclusion
        </Button>
      </p>
    </>
  );
}
