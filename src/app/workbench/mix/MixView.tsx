/** A view of any mix outside the workbench, with its summary, table and files. */
import { useEffect, useRef, useState } from "react";
import type { View, ViewData } from "../../../views/contract.ts";
import { views } from "../../../views/index.ts";
import { loadView } from "../../../views/lazy-view.ts";
import type { MixTable } from "../../../core/measures/mix.ts";
import { ViewFrame, type ViewFrameProps } from "../../view-frame/ViewFrame.tsx";
import { noActions } from "../../../views/no-actions.ts";
import { unitsOfResults } from "../../../words/units.ts";
import { usePage } from "../../hooks.ts";

export interface MixViewProps {
  /** Id of a view of mixes. */
  readonly id: "performance-per-cost" | "relative-times";
  readonly mix: MixTable;
  readonly choices?: ViewData["choices"];
  readonly onChoose?: (option: string, choice: string) => void;
  /** Controls above and below the drawing. */
  readonly controls?: ViewFrameProps["controls"];
}

/**
 * A view (diagram) of a mix: the performance of several networks, averaged over programs and message sizes with weights. The choices for
 * the view's options come from the parent, or are kept here if the parent gives none.
 */
export function MixView({ id, mix, choices, onChoose, controls }: MixViewProps) {
  const { frameLoop, viewports } = usePage();
  const [view, setView] = useState<View | null>(null);
  const [ownChoices, setOwnChoices] = useState<ViewData["choices"]>({});
  const latestData = useRef<ViewData>(mixViewData(mix, choices ?? ownChoices, viewports));
  // The drawing reads the latest data, whichever render comes first.
  useEffect(() => {
    latestData.current = mixViewData(mix, choices ?? ownChoices, viewports);
    frameLoop.markDirty();
  }, [frameLoop, viewports, mix, choices, ownChoices]);
  useEffect(() => {
    const listedView = views.find((each) => each.id === id);
    if (listedView !== undefined) void loadView(listedView).then(setView);
  }, [id]);
  if (view === null) return null;
  const choose = onChoose ?? ((option: string, choice: string) => setOwnChoices((previous) => ({ ...previous, [option]: choice })));
  return (
    <ViewFrame
      view={view}
      frameLoop={frameLoop}
      readData={() => latestData.current}
      actions={noActions}
      onChooseOption={choose}
      controls={controls}
      isPlaying={false}
    />
  );
}

const emptyData: Omit<ViewData, "mix" | "choices" | "variants" | "viewports"> = {
  index: 0,
  letter: "",
  title: "",
  network: null,
  facts: null,
  bill: null,
  usedBill: null,
  frame: null,
  cycle: 1,
  packetPhits: 1,
  queueCapacity: 0,
  window: null,
  results: null,
  analysis: null,
  curve: { points: [], expectedPoints: 0 },
  load: null,
  selected: { is: "nothing" },
  highlight: { channels: new Set(), switches: new Set(), terminals: new Set() },
  waits: null,
  selectedChannel: -1,
  baseline: 0,
  pair: [0, 1],
  span: null,
  units: unitsOfResults,
  layouts: null,
  sharedMaxima: [],
  sweep: null,
};

/** View data with a mix and nothing else. */
function mixViewData(mix: MixTable, choices: ViewData["choices"], viewports: ViewData["viewports"]): ViewData {
  const variants = mix.networks.map((network) => ({ ...emptyData, ...network }));
  return { ...emptyData, baseline: mix.baseline, variants, choices, mix, viewports };
}
