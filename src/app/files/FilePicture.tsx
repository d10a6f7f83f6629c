/** Drawings of a file's content: its network with the irregular parts highlighted, or the traffic between pairs. */
import { useEffect, useMemo, useState } from "react";
import type { Network } from "../../core/network/network.ts";
import type { Frame } from "../../core/simulation/frame.ts";
import type { Irregularity } from "../../formats/recognition/contract.ts";
import type { ViewData } from "../../views/contract.ts";
import { fabricView } from "../../views/fabric/fabric.ts";
import { type PairSums, pairSumsView } from "../../views/fabric/pair-sums.ts";
import { fetchLayouts } from "../../views/stage/layouts/layouts.ts";
import { ViewFrame } from "../view-frame/ViewFrame.tsx";
import { noActions } from "../../views/no-actions.ts";
import { usePage } from "../hooks.ts";
import type { Page } from "../create-page.ts";

export interface NetworkPictureProps {
  readonly network: Network;
  /** Title of the drawing; a default if absent. */
  readonly title?: string;
  readonly irregular: readonly Irregularity[];
  /** Number of the irregularity under the pointer, from 1; 0 for none. */
  readonly pointed: number;
  /** Traffic on the channels, and their rates and lengths; absent if unknown. */
  readonly frame?: Frame;
  readonly links?: ViewData["links"];
}

/**
 * The drawing of the network in a previewed file. If the file has counters of channels, they are shown as the load of a run (`frame`).
 * @param irregular irregularities that were recognized in the network
 * @param pointed index of the irregularity to emphasize
 */
export function NetworkPicture({ network, title, irregular, pointed, frame, links }: NetworkPictureProps) {
  const page = usePage();
  const view = useMemo(() => fabricView(irregular, title), [irregular, title]);
  const [layouts, setLayouts] = useState<ViewData["layouts"]>(null);
  useEffect(() => void fetchLayouts().then(setLayouts), []);
  // A new function whenever the data change, so that the effect below draws again.
  const readData = useMemo(
    () => () => ({ ...dataWithoutRun(page, network), frame: frame ?? null, links, layouts, choices: { pointed: String(pointed) } }),
    [page, network, frame, links, layouts, pointed],
  );
  const { markDirty } = page.frameLoop;
  useEffect(markDirty, [markDirty, readData]);
  return layouts !== null ? (
    <ViewFrame
      view={view}
      frameLoop={page.frameLoop}
      readData={readData}
      actions={noActions}
      onChooseOption={() => undefined}
      hasChrome={false}
      isPlaying={false}
    />
  ) : null;
}

/** The traffic of a file, summed over blocks of sources and destinations. */
export function PairsPicture(pairs: PairSums) {
  const page = usePage();
  const view = useMemo(() => pairSumsView(pairs), [pairs]);
  return (
    <ViewFrame
      view={view}
      frameLoop={page.frameLoop}
      readData={() => dataWithoutRun(page, null)}
      actions={noActions}
      onChooseOption={() => undefined}
      hasChrome={false}
      isPlaying={false}
    />
  );
}

/**
 * The data that a view needs to draw a network for which there is no run: no results, nothing selected and nothing highlighted. The view
 * gets it as the only variant (network) of the page.
 */
function dataWithoutRun({ view }: Page, network: Network | null): ViewData {
  const data = {
    ...view.data(""),
    network,
    frame: null,
    links: undefined,
    switches: undefined,
    window: null,
    results: null,
    analysis: null,
    load: null,
    offeredLoads: null,
    jobOf: null,
    selected: { is: "nothing" } as const,
    selectedChannel: -1,
    waits: null,
    span: null,
    highlight: { channels: new Set<number>(), switches: new Set<number>(), terminals: new Set<number>() },
  };
  return { ...data, variants: [data], baseline: 0 };
}
