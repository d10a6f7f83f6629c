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

/** Maximum number of listed flows; the rest is summarized. */
const maxListedFlows = 4;

/** Minimum share of the packets for a flow to be listed. */
const minShare = 0.05;

export function ChannelFlows({ why: explanation }: { readonly why: Explanation }) {
  const { store, view } = usePage();
  const units = useUnits();
  const network = usePageRuns(({ runs }) => runs.all[view.subject()]?.frame?.opened.network ?? null);
  const { flows, packets, waiting, from, to, chain } = explanation;
  const span = units.sayStretch(from, to, to);
  const blockingChain = chain.length > 0 && <BlockingChain key={`${explanation.channel} ${from} ${to}`} why={explanation} />;
  if (packets === 0) {
    return (
      <div className="why">
        <p className="muted">No packet crosses this channel {span}.</p>
        {blockingChain}
      </div>
    );
  }
  const listed = flows.slice(0, maxListedFlows).filter((flow) => flow.packets / packets >= minShare);
  const rest = packets - listed.reduce((sum, flow) => sum + flow.packets, 0);
  const countEnds = (of: "source" | "destination") => new Set(flows.map((flow) => flow[of])).size;
  const total = `${countOf(flows.length, "flow crosses", "flows cross")} this channel ${span}`;
  return (
    <div className="why">
      <p>
        {listed.length > 0
          ? `${total}.`
          : `${total}: from ${countOf(countEnds("source"), "terminal", "terminals")} to ${countOf(countEnds("destination"), "terminal", "terminals")}, each with at most ${Math.ceil((100 * flows[0].packets) / packets)}\u00a0% of the packets.`}
      </p>
      <ul>
        {listed.map(({ source, destination, packets: flowPackets }) => (
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
        {listed.length > 0 && rest > 0 && (
          <li>
            <ShareBar name={countOf(flows.length - listed.length, "other", "others")} of={rest / packets} />
          </li>
        )}
      </ul>
      <p className="muted">
        {waiting.length > 0 &&
          `${countOf(waiting.length, "packet waits", "packets wait")} for this channel at the head of a queue at ${units.sayMoment(to, to)}; the packet from ${terminalNames(network)(waiting[0].source)} has waited ${units.sayTime(to - waiting[0].since)}.`}
      </p>
      {blockingChain}
    </div>
  );
}
