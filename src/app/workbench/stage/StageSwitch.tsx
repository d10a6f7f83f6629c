/** Chooses the content of the stage: a single network, two networks facing each other, or their difference. */
import type { View } from "../../../views/contract.ts";
import { letterOf } from "../../../core/scenario/document.ts";
import { namesOf } from "../../../words/networks.ts";
import { namedVariants } from "../../../words/variants.ts";
import { alone, isOfSweep, lacking, pictures, sweepPicture, useOnStage } from "./on-stage.ts";
import { PairChoice } from "./PairChoice.tsx";
import { ToggleButton, ToggleGroup } from "../../ui/ToggleButton.tsx";
import { useComputed, usePage, useWorkbench } from "../../hooks.ts";

/** Ids of the views of a pair of networks. */
const picturesOfTwo = new Set(["mirror", "difference"]);

export function StageSwitch() {
  const { store } = usePage();
  const document = useWorkbench((state) => state.document.current);
  const front = useWorkbench((state) => state.session.activeNetwork);
  const shown = useOnStage();
  const sweep = useComputed(sweepPicture);
  const names = document.beside.length === 0 ? [] : namesOf(document);
  const { point } = namedVariants(document);
  return (
    <>
      <ToggleGroup className="stage-switch" label="On the stage">
        {sweep !== null && (
          <ToggleButton isPressed={shown === sweep} onClick={() => store.setState({ view: { onStage: sweep } })}>
            {sweep === "sweep" ? "Curve" : "Per cost"}
          </ToggleButton>
        )}
        {names.length === 0 && (
          <ToggleButton isPressed={shown === alone} onClick={() => store.setState({ view: { onStage: alone } })}>
            This run
          </ToggleButton>
        )}
        {names.map((name, i) => (
          <ToggleButton
            key={letterOf(i)}
            isPressed={shown === alone && front === i}
            aria-description={name}
            onClick={() => store.setState({ view: { onStage: alone }, session: { activeNetwork: i } })}
          >
            {letterOf(i)}
          </ToggleButton>
        ))}
        {names.length > 0 &&
          pictures().map((picture) => picture.id !== alone && <PictureButton key={picture.id} picture={picture} shown={shown} />)}
        {names.length > 2 && picturesOfTwo.has(shown) && <PairChoice names={names} />}
      </ToggleGroup>
      {!isOfSweep(shown) && point !== "" && <p className="staged">On the stage: {point}</p>}
    </>
  );
}

/** Button of a view of several networks; while the view is unavailable it gives the reason. */
function PictureButton({ picture: { id, short, title }, shown }: { readonly picture: View; readonly shown: string }) {
  const { store } = usePage();
  const reason = useComputed((page) => lacking(page, id));
  return (
    <ToggleButton
      isPressed={shown === id}
      aria-description={title}
      disabledReason={reason}
      onClick={() => store.setState({ view: { onStage: id } })}
    >
      {short ?? title}
    </ToggleButton>
  );
}
