/** Rate and length of the shown channel's link, and whether the buffers behind it cover its round trip. */
import { hasQueueBehind } from "../../../core/analysis/round-trips.ts";
import { delayOf, rateOf } from "../../../core/plan/links.ts";
import { stagedVariant } from "../../../words/variants.ts";
import { usePageRuns, useWorkbench } from "../../hooks.ts";
import type { OpenedRun } from "../../../worker/protocol.ts";
import { GlossaryText } from "../../glossary/GlossaryText.tsx";
import { RoundTripLine } from "./RoundTripLine.tsx";
import { sayLink } from "./say-link.ts";

/** Whether no link of the same class has more phits in flight. Only for such links the round trip of the class is reported. */
function isMaxInFlight({ network: { linkClass }, links }: OpenedRun, channel: number): boolean {
  const inFlight = (c: number) => rateOf(links, c) * (1 + delayOf(links, c));
  const ownInFlight = inFlight(channel);
  return links === undefined || linkClass.every((linkClassOf, c) => linkClassOf !== linkClass[channel] || inFlight(c) <= ownInFlight);
}

/**
 * Rate and length of the selected channel's link in a sentence, and a warning if the buffer behind the channel is too short for the link's
 * round trip. Of the links of a class, only those with the most phits in flight get the warning.
 */
export function LinkLine() {
  const document = useWorkbench(({ document: { current: scenario } }) => scenario);
  const variantIndex = usePageRuns(({ view }) => view.subject());
  const channel = usePageRuns(({ view }) => view.cardChannel());
  const opened = usePageRuns(({ runs }) => runs.all[variantIndex]?.frame?.opened);
  const scenario = stagedVariant(document, variantIndex);
  if (opened === undefined || channel < 0 || channel >= opened.network.head.length) return null;
  const { network, links } = opened;
  return (
    <>
      {links !== undefined && (
        <p className="muted link-line">
          <GlossaryText text={sayLink({ network, links, scenario }, channel)} />
        </p>
      )}
      {hasQueueBehind(network, channel) && isMaxInFlight(opened, channel) && (
        <RoundTripLine variantIndex={variantIndex} linkClass={network.linkClasses[network.linkClass[channel]]} />
      )}
    </>
  );
}
