/** The weights of the document's mix, as its own sliders: every change is an edit, and runs nothing. */
import { useMemo } from "react";
import { copyConclusion } from "../bar/sharing.ts";
import { beginGesture, edited, endGesture, propose, useWorkbench, workbench } from "../store.ts";
import { useIsLocked } from "../useLock.ts";
import { isMix, mixAxes, withMixWeights } from "./of-document.ts";
import { presetsOf } from "./presets.ts";
import { WeightSliders } from "./Weights.tsx";

const place = ["sweep", "weights"];

export function MixWeights() {
  const document = useWorkbench(edited);
  const isHeld = useIsLocked(["sweep"]);
  const mix = useMemo(() => (isMix(document) ? { ...mixAxes(document), presets: presetsOf(document) } : null), [document]);
  if (mix === null) return null;
  return (
    <>
      <WeightSliders
        {...mix}
        isHeld={isHeld}
        onChange={(weights) => propose(workbench, withMixWeights(edited(workbench.getState()), weights))}
        onBegin={() => beginGesture(workbench, place)}
        onEnd={() => endGesture(workbench)}
      />
      <p className="weights-out">
        <button type="button" className="quiet" onClick={() => void copyConclusion()}>
          Copy this conclusion
        </button>
      </p>
    </>
  );
}
