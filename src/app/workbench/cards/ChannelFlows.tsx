/**
 * The flows that cross a channel and the packets that wait for it at the end; each can be selected. Loaded with the first selected channel.
 */
import type { Explanation } from "../../../core/searches/explanation.ts";
import { countOf } from "../../../words/numbers.ts";
import { lazyComponent } from "../../ui/lazy.ts";
import { selectElement } from "../../selection/select-element.ts";
import { nameOfFlow, terminalNames } from "../../../views/readings/terminal-names.ts";
import { usePageRuns, usePage, useUnits } from "../../hooks.ts";
import { Button } from "../../ui/Button.tsx";
import { ShareBar } from "./ShareBar.tsx";

const BlockingChain = lazyComponent(() => import("./BlockingChain.tsx").then((file) => file.BlockingChain)).Component;

/** Maximum number of listed flows; further flows are summarized. */
const maxListedFlows = 4;

/** Minimum share of the packets for a flow to be listed. */
const minShare = 0.05;

/**
 * Says whose packets cross the selected channel: the flows (pairs of a source and a destination terminal) with the most packets, each with
 * its share, the number of packets that wait for the channel, and the chain of packets that block each other. `why` is the recorded
 * explanation of the channel; its counts cover the cycles `from` … `to` − 1.
 */
export function ChannelFlows({ why: explanation }: { readonly why: Explanation }) {
  const { store, view } = usePage();
  const units = useUnits();
  const network = usePageRuns(({ runs }) => runs.all[view.subject()]?.frame?.opened.network ?? null);
  const { flows, packets, waiting, from: startCycle, to: endCycle, chain } = explanation;
  const span = units.sayStretch(startCycle, endCycle, endCycle);
  const blockingChain = chain.length > 0 && <BlockingChain key={`${explanation.channel} ${startCycle} ${endCycle}`} why={explanation} />;
  if (packets === 0) {
    return (
      <div className="why">
        <p className="muted">No packet crosses this channel {span}.</p>
        {blockingChain}
      </div>
    );
  }
  const listedFlows = flows.slice(0, maxListedFlows).filter((flow) => flow.packets / packets >= minShare);
  const restPackets = packets - listedFlows.reduce((sum, flow) => sum + flow.packets, 0);
  const countEnds = (end: "source" | "destination") => new Set(flows.map((flow) => flow[end])).size;
  // If every flow is small, the numbers of sources and destinations are given instead of a list.
  const total = `${countOf(flows.length, "flow crosses", "flows cross")} this channel ${span}`;
  return (
    <div className="why">
      <p>
        {listedFlows.length > 0
          ? `${total}.`
          : `${total}: from ${countOf(countEnds("source"), "terminal", "terminals")} to ${countOf(countEnds("destination"), "terminal", "terminals")}, each with at most ${Math.ceil((100 * flows[0].packets) / packets)}\u00a0% of the packets.`}
      </p>
      <ul>
        {listedFlows.map(({ source, destination, packets: flowPackets }) => (
          <li key={`${source} ${destination}`}>
            <ShareBar
              name={
                <Button
                  variant="underlined"
                  aria-label={`${source} → ${destination}, ${terminalNames(network)(source)} to ${terminalNames(network)(destination)}`}
                  onClick={() => selectElement(store, { is: "flow", source, destination }, view.subject())}
                >
                  {nameOfFlow(network, source, destination)}
                </Button>
              }
              of={flowPackets / packets}
            />
          </li>
        ))}
        {listedFlows.length > 0 && restPackets > 0 && (
          <li>
            <ShareBar name={countOf(flows.length - listedFlows.length, "other flow", "other flows")} of={restPackets / packets} />
          </li>
        )}
      </ul>
      <p className="muted">
        {waiting.length > 0 &&
          `${countOf(waiting.length, "packet waits", "packets wait")} for this channel at the head of a queue at ${units.sayMoment(endCycle, endCycle)}; the packet from ${terminalNames(network)(waiting[0].source)} has waited ${units.sayTime(endCycle - waiting[0].since)}.`}
      </p>
      {blockingChain}
    </div>
  );
}
