/**
 * The chain of packets that block each other, from the packet that holds a channel to a packet that moves. Loaded with the first packet
 * that holds several channels.
 */
import { useMemo, useState } from "react";
import type { Explanation } from "../../../core/searches/explanation.ts";
import { nameOfChannel, type Network } from "../../../core/network/network.ts";
import type { Worm } from "../../../core/simulation/contract.ts";
import { countOf } from "../../../words/numbers.ts";
import type { Highlight } from "../../../views/contract.ts";
import { nothingHighlighted } from "../../selection/highlight.ts";
import { selectElement } from "../../selection/select-element.ts";
import { useHoverHighlight } from "../../selection/useHoverHighlight.ts";
import { Button } from "../../ui/Button.tsx";
import { usePage, useUnits, useWorkbench } from "../../hooks.ts";

/** Maximum number of listed packets; a longer chain is summarized. */
const maxListed = 6;

/**
 * Lists the packets that block each other: each holds channels and waits for a channel that the next packet of the list holds. `why` is the
 * explanation of a channel, a second run of the scenario that records who waits for whom; `endCycle` is the cycle at its end, and `chain`
 * are the packets that block each other at that cycle. Hovering or pressing a packet highlights it on the drawn network.
 */
export function BlockingChain({ why: { chain, to: endCycle, channel } }: { readonly why: Explanation }) {
  const { runs, view } = usePage();
  const { sayMoment } = useUnits();
  const network = runs.all[view.subject()].frame?.opened.network ?? null;
  const isChannelSelected = useWorkbench(({ session: { selected } }) => selected.is === "channel");
  // The pressed packet stays highlighted; at first it is the packet on the selected channel.
  const [pressed, setPressed] = useState(0);
  const pressedHighlight = useMemo(
    () => (network !== null && isChannelSelected && chain[pressed] !== undefined ? wormHighlight(chain[pressed], channel, network) : null),
    [network, isChannelSelected, chain, pressed, channel],
  );
  const hoverProps = useHoverHighlight(pressedHighlight);
  if (network === null) return null;
  // If the last packet occurs earlier in the chain, the packets wait in a cycle.
  const lastPacket = chain[chain.length - 1];
  const cycleStart = chain.findIndex((packet) => isSameWorm(packet, lastPacket));
  const isCycle = cycleStart < chain.length - 1;
  const packets = isCycle ? chain.slice(0, -1) : chain;
  return (
    <div className="who-blocks">
      <p>Blocking chain at {sayMoment(endCycle, endCycle)}:</p>
      <ol>
        {packets.slice(0, maxListed).map((packet, i) => (
          <li key={i}>
            <Button
              variant="underlined"
              aria-pressed={isChannelSelected && i === pressed}
              {...hoverProps(() => wormHighlight(packet, channel, network))}
              onClick={() => setPressed(i === pressed ? -1 : i)}
            >
              {packet.source} → {packet.destination}
            </Button>{" "}
            holds {countOf(packet.channels.length, "channel", "channels")}{" "}
            {packet.waitsFor.length === 0 ? (
              "and can advance."
            ) : (
              <>
                and waits for <AwaitedChannel worm={packet} network={network} />.
              </>
            )}
          </li>
        ))}
      </ol>
      {packets.length > maxListed && (
        <p className="muted">
          {countOf(packets.length - maxListed, "more packet follows", "more packets follow")}, up to {sayChainEnd(packets, isCycle)}
        </p>
      )}
      {packets.length <= maxListed && isCycle && (
        <p className="muted">
          {lastPacket.source} → {lastPacket.destination} holds it: these packets wait in a cycle.
        </p>
      )}
    </div>
  );
}

/**
 * The channel that a packet waits for, as a button. If the packet waits for one of several channels, the button shows the first, after the
 * number of channels.
 */
function AwaitedChannel({ worm: { waitsFor }, network }: { readonly worm: Worm; readonly network: Network }) {
  const { store, view } = usePage();
  const [channel] = waitsFor;
  return (
    <>
      {waitsFor.length > 1 && `one of ${waitsFor.length} channels, `}
      <Button variant="underlined" onClick={() => selectElement(store, { is: "channel", channel }, view.subject())}>
        {nameOfChannel(network, channel)}
      </Button>
    </>
  );
}

function sayChainEnd(chain: readonly Worm[], isCycle: boolean): string {
  const { source, destination, waitsFor } = chain[chain.length - 1];
  return isCycle
    ? "a packet that is listed above: these packets wait in a cycle."
    : `${source} → ${destination}${waitsFor.length === 0 ? ", which can advance." : "."}`;
}

function isSameWorm(a: Worm, b: Worm): boolean {
  return a.source === b.source && a.destination === b.destination && a.channels.join() === b.channels.join();
}

/** Highlights a packet: the channels that it holds, the given channel, and its source and destination. */
function wormHighlight({ source, destination, channels }: Worm, channel: number, { terminals, tail, head }: Network): Highlight {
  const all = new Set([...channels, channel]);
  const switches = channels.flatMap((c) => [tail[c], head[c]]).filter((n) => n >= terminals);
  return { ...nothingHighlighted, channels: all, switches: new Set(switches), terminals: new Set([source, destination]) };
}
