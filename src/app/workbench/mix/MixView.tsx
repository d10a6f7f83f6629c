/** A view of any mix outside the workbench, with its summary, table and files. */
import { useEffect, useRef, useState } from "react";
import type { View, ViewData } from "../../../views/contract.ts";
import { views } from "../../../views/index.ts";
import { fetchView } from "../../../views/later.ts";
import type { MixTable } from "../../../core/measures/mix.ts";
import { ViewFrame, type ViewFrameProps } from "../../view-frame/ViewFrame.tsx";
import { still } from "../../../views/still.ts";
import { inCycles } from "../../../words/units.ts";
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

export function MixView({ id, mix, choices, onChoose, controls }: MixViewProps) {
  const { frameLoop, viewports } = usePage();
  const [view, setView] = useState<View | null>(null);
  const [own, setOwn] = useState<ViewData["choices"]>({});
  const latest = useRef<ViewData>(dataOf(mix, choices ?? own, viewports));
  // The drawing reads the latest data, whichever render comes first.
  useEffect(() => {
    latest.current = dataOf(mix, choices ?? own, viewports);
    frameLoop.markDirty();
  }, [frameLoop, viewports, mix, choices, own]);
  useEffect(() => {
    const listed = views.find((each) => each.id === id);
    if (listed !== undefined) void fetchView(listed).then(setView);
  }, [id]);
  if (view === null) return null;
  const choose = onChoose ?? ((option: string, choice: string) => setOwn((before) => ({ ...before, [option]: choice })));
  return (
    <ViewFrame
      view={view}
      frameLoop={frameLoop}
      read={() => latest.current}
      act={still}
      onChoose={choose}
      controls={controls}
      playing={false}
    />
  );
}

const nothing: Omit<ViewData, "mix" | "choices" | "variants" | "viewports"> = {
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
  places: 0,
  window: null,
  results: null,
  analysis: null,
  curve: { points: [], expected: 0 },
  load: null,
  selected: { is: "nothing" },
  highlight: { channels: new Set(), switches: new Set(), terminals: new Set() },
  waits: null,
  selectedChannel: -1,
  baseline: 0,
  pair: [0, 1],
  span: null,
  units: inCycles,
  layouts: null,
  reach: [],
  sweep: null,
};

/** View data with a mix and nothing else. */
function dataOf(mix: MixTable, choices: ViewData["choices"], viewports: ViewData["viewports"]): ViewData {
  const variants = mix.networks.map((network) => ({ ...nothing, ...network }));
  return { ...nothing, baseline: mix.baseline, variants, choices, mix, viewports };
}
