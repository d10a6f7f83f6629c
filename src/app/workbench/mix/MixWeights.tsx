/** Sliders and presets for the weights of the document's mix. Every change is an edit of the document, but starts no runs. */
import { useMemo } from "react";
import { copyConclusion } from "../markdown.ts";
import { beginGesture, endGesture } from "../../document/history.ts";
import { edited } from "../../state/document-state.ts";
import { propose } from "../../document/edits.ts";
import { isMix, mixAxes, withMixWeights } from "../../../findings/mix-table.ts";
import { useWorkbench, useIsLocked, usePage } from "../../hooks.ts";
import { presetsOf } from "./presets.ts";
import type { Weights } from "../../../core/measures/mix.ts";
import { Button } from "../../ui/Button.tsx";
import { WeightPresets, WeightSliders } from "./Weights.tsx";

const place = ["sweep", "weights"];

/** Weights and presets of the mix; null if the document is not a mix. */
function useMix() {
  const { store } = usePage();
  const document = useWorkbench(edited);
  const isHeld = useIsLocked(["sweep"]);
  const mix = useMemo(() => (isMix(document) ? { ...mixAxes(document), presets: presetsOf(document) } : null), [document]);
  return mix === null
    ? null
    : { ...mix, isHeld, onChange: (weights: Weights) => propose(store, withMixWeights(edited(store.getState()), weights)) };
}

/** Presets of the weights. */
export function MixPresets() {
  const mix = useMix();
  return mix === null ? null : <WeightPresets {...mix} />;
}

export function MixWeights() {
  const page = usePage();
  const { store } = page;
  const mix = useMix();
  if (mix === null) return null;
  return (
    <>
      <WeightSliders {...mix} onBegin={() => beginGesture(store, place)} onEnd={() => endGesture(store)} />
      <p className="weights-out wrap">
        <Button variant="quiet" onClick={() => void copyConclusion(page)}>
          Copy this conclusion
        </Button>
      </p>
    </>
  );
}
