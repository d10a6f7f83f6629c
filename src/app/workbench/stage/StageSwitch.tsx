/** Chooses the content of the stage: a single network, two networks facing each other, or their difference. */
import type { View } from "../../../views/contract.ts";
import { letterOf } from "../../../core/scenario/document.ts";
import { networkNamesOf } from "../../../words/networks.ts";
import { namedVariants } from "../../../words/variants.ts";
import { singleNetworkView, isSweepView, emptyMessageOf, stageViews, sweepViewId, useOnStage } from "./on-stage.ts";
import { PairChoice } from "./PairChoice.tsx";
import { ToggleButton, ToggleGroup } from "../../ui/ToggleButton.tsx";
import { usePageRuns, usePage, useWorkbench } from "../../hooks.ts";

/** Ids of the views of a pair of networks. */
const pairViews = new Set(["mirror", "difference"]);

/**
 * Buttons that choose the view on the stage, the large area of the workbench: the curve of a sweep, one of the compared networks (A, B, …),
 * or a view that compares them. For a sweep a note says which of its points is on the stage.
 */
export function StageSwitch() {
  const { store } = usePage();
  const document = useWorkbench((state) => state.document.current);
  const activeNetwork = useWorkbench((state) => state.session.activeNetwork);
  const shownView = useOnStage();
  const sweepView = usePageRuns(sweepViewId);
  const names = document.beside.length === 0 ? [] : networkNamesOf(document);
  const { point: sweepPoint } = namedVariants(document);
  return (
    <>
      <ToggleGroup className="stage-switch" label="On the stage">
        {sweepView !== null && (
          <ToggleButton isPressed={shownView === sweepView} onClick={() => store.setState({ view: { stageView: sweepView } })}>
            {sweepView === "sweep" ? "Curve" : "Per cost"}
          </ToggleButton>
        )}
        {names.length === 0 && (
          <ToggleButton
            isPressed={shownView === singleNetworkView}
            onClick={() => store.setState({ view: { stageView: singleNetworkView } })}
          >
            This run
          </ToggleButton>
        )}
        {names.map((name, i) => (
          <ToggleButton
            key={letterOf(i)}
            isPressed={shownView === singleNetworkView && activeNetwork === i}
            title={`Network ${letterOf(i)} alone: ${name}`}
            onClick={() => store.setState({ view: { stageView: singleNetworkView }, session: { activeNetwork: i } })}
          >
            {letterOf(i)}
          </ToggleButton>
        ))}
        {names.length > 0 &&
          stageViews().map(
            (picture) => picture.id !== singleNetworkView && <StageViewButton key={picture.id} picture={picture} shown={shownView} />,
          )}
        {names.length > 2 && pairViews.has(shownView) && <PairChoice names={names} />}
      </ToggleGroup>
      {!isSweepView(shownView) && sweepPoint !== "" && <p className="staged">On the stage: {sweepPoint}</p>}
    </>
  );
}

/** Button of a view of several networks; while the view is unavailable it gives the reason. */
function StageViewButton({ picture: { id, short, title }, shown }: { readonly picture: View; readonly shown: string }) {
  const { store } = usePage();
  const reason = usePageRuns((page) => emptyMessageOf(page, id));
  return (
    <ToggleButton
      isPressed={shown === id}
      title={title}
      disabledReason={reason}
      onClick={() => store.setState({ view: { stageView: id } })}
    >
      {short ?? title}
    </ToggleButton>
  );
}
