/** Drawings of a file's content: its network with the irregular parts highlighted, or the traffic between pairs. */
import { useEffect, useMemo, useState } from "react";
import type { Network } from "../../core/network/network.ts";
import type { Frame } from "../../core/simulation/frame.ts";
import type { Irregularity } from "../../formats/recognition/contract.ts";
import type { ViewData } from "../../views/contract.ts";
import { fabricOf } from "../../views/fabric/fabric.ts";
import { type Pairs, pairsOf } from "../../views/fabric/pairs.ts";
import { fetchLayouts } from "../../views/stage/layouts/layouts.ts";
import { ViewFrame } from "../view-frame/ViewFrame.tsx";
import { still } from "../../views/still.ts";
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

/** The network of a file. */
export function NetworkPicture({ network, title, irregular, pointed, frame, links }: NetworkPictureProps) {
  const page = usePage();
  const view = useMemo(() => fabricOf(irregular, title), [irregular, title]);
  const [layouts, setLayouts] = useState<ViewData["layouts"]>(null);
  useEffect(() => void fetchLayouts().then(setLayouts), []);
  const read = useMemo(
    () => () => ({ ...bare(page, network), frame: frame ?? null, links, layouts, choices: { pointed: String(pointed) } }),
    [page, network, frame, links, layouts, pointed],
  );
  const { markDirty } = page.frameLoop;
  useEffect(markDirty, [markDirty, read]);
  return layouts !== null ? (
    <ViewFrame view={view} frameLoop={page.frameLoop} read={read} act={still} onChoose={() => undefined} chrome={false} playing={false} />
  ) : null;
}

/** The traffic of a file, summed over blocks of sources and destinations. */
export function PairsPicture(pairs: Pairs) {
  const page = usePage();
  const view = useMemo(() => pairsOf(pairs), [pairs]);
  return (
    <ViewFrame
      view={view}
      frameLoop={page.frameLoop}
      read={() => bare(page, null)}
      act={still}
      onChoose={() => undefined}
      chrome={false}
      playing={false}
    />
  );
}

/** View data of a network without a run. */
function bare({ view }: Page, network: Network | null): ViewData {
  const alone = {
    ...view.data(""),
    network,
    frame: null,
    links: undefined,
    switches: undefined,
    window: null,
    results: null,
    analysis: null,
    load: null,
    offered: null,
    jobOf: null,
    selected: { is: "nothing" } as const,
    selectedChannel: -1,
    waits: null,
    span: null,
    highlight: { channels: new Set<number>(), switches: new Set<number>(), terminals: new Set<number>() },
  };
  return { ...alone, variants: [alone], baseline: 0 };
}
