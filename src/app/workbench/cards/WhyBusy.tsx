/**
 * The flows that cross a channel and the packets that wait for it at the end; each can be selected. Loaded with the first selected channel.
 */
import type { Explanation } from "../../../core/searches/explanation.ts";
import { countOf } from "../../../words/numbers.ts";
import { lazy } from "../../ui/lazy.ts";
import { pick } from "../../selection/pick.ts";
import { nameOfFlow, terminalNames } from "../../../views/readings/terminal-names.ts";
import { useComputed, usePage, useUnits } from "../../hooks.ts";
import { Button } from "../../ui/Button.tsx";
import { Share } from "./Share.tsx";

const WhoBlocks = lazy(() => import("./WhoBlocks.tsx").then((file) => file.WhoBlocks)).Component;

/** Maximum number of listed flows; the rest is summarized. */
const mostListed = 4;

/** Minimum share of the packets for a flow to be listed. */
const leastShare = 0.05;

export function WhyBusy({ why }: { readonly why: Explanation }) {
  const { store, view } = usePage();
  const units = useUnits();
  const network = useComputed(({ runs }) => runs.all[view.subject()]?.frame?.opened.network ?? null);
  const { flows, packets, waiting, from, to, chain } = why;
  const span = units.sayStretch(from, to, to);
  const blocks = chain.length > 0 && <WhoBlocks key={`${why.channel} ${from} ${to}`} why={why} />;
  if (packets === 0) {
    return (
      <div className="why">
        <p className="muted">No packet crosses it {span}.</p>
        {blocks}
      </div>
    );
  }
  const named = flows.slice(0, mostListed).filter((flow) => flow.packets / packets >= leastShare);
  const rest = packets - named.reduce((sum, flow) => sum + flow.packets, 0);
  const ends = (of: "source" | "destination") => new Set(flows.map((flow) => flow[of])).size;
  const total = `${countOf(flows.length, "flow crosses", "flows cross")} it ${span}`;
  return (
    <div className="why">
      <p>
        {named.length > 0
          ? `${total}.`
          : `${total}: from ${countOf(ends("source"), "terminal", "terminals")} to ${countOf(ends("destination"), "terminal", "terminals")}, none with more than ${Math.ceil((100 * flows[0].packets) / packets)}\u00a0%.`}
      </p>
      <ul>
        {named.map(({ source, destination, packets: own }) => (
          <li key={`${source} ${destination}`}>
            <Share
              name={
                <Button
                  variant="underlined"
                  aria-label={`${source} → ${destination}, ${terminalNames(network)(source)} to ${terminalNames(network)(destination)}`}
                  onClick={() => pick(store, { is: "flow", source, destination }, view.subject())}
                >
                  {nameOfFlow(network, source, destination)}
                </Button>
              }
              of={own / packets}
            />
          </li>
        ))}
        {named.length > 0 && rest > 0 && (
          <li>
            <Share name={countOf(flows.length - named.length, "other", "others")} of={rest / packets} />
          </li>
        )}
      </ul>
      <p className="muted">
        {waiting.length > 0 &&
          `${countOf(waiting.length, "packet is", "packets are")} first in line for it at ${units.sayMoment(to, to)}; the one from ${terminalNames(network)(waiting[0].source)} has waited ${units.sayTime(to - waiting[0].since)} there.`}
      </p>
      {blocks}
    </div>
  );
}
