/** Rate and length of the shown channel's link, and whether the buffers behind it cover its round trip. */
import { waitsBehind } from "../../../core/analysis/round-trips.ts";
import { delayOf, rateOf } from "../../../core/plan/links.ts";
import { stagedVariant } from "../../../words/variants.ts";
import { useComputed, useWorkbench } from "../../hooks.ts";
import type { Opened } from "../../../worker/protocol.ts";
import { Told } from "../../glossary/Told.tsx";
import { RoundTripLine } from "./RoundTripLine.tsx";
import { sayLink } from "./words.ts";

/** Whether no link of the same class holds more phits in flight. The round trip of the class is reported for that link. */
function isLongest({ network: { linkClass }, links }: Opened, channel: number): boolean {
  const underWay = (c: number) => rateOf(links, c) * (1 + delayOf(links, c));
  const most = underWay(channel);
  return links === undefined || linkClass.every((own, c) => own !== linkClass[channel] || underWay(c) <= most);
}

export function LinkLine() {
  const document = useWorkbench(({ document: { current: scenario } }) => scenario);
  const of = useComputed(({ view }) => view.subject());
  const channel = useComputed(({ view }) => view.shownChannel());
  const opened = useComputed(({ runs }) => runs.all[of]?.frame?.opened);
  const scenario = stagedVariant(document, of);
  if (opened === undefined || channel < 0 || channel >= opened.network.head.length) return null;
  const { network, links } = opened;
  return (
    <>
      {links !== undefined && (
        <p className="muted link-line">
          <Told text={sayLink({ network, links, scenario }, channel)} />
        </p>
      )}
      {waitsBehind(network, channel) && isLongest(opened, channel) && (
        <RoundTripLine of={of} linkClass={network.linkClasses[network.linkClass[channel]]} />
      )}
    </>
  );
}
