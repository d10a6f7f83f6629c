/** The question which channel fills first. The student answers by selecting a channel in the network. */
import { useEffect, useMemo } from "react";
import { networkOfFront } from "../network-in-front.ts";
import type { FirstFull } from "../../../../lessons/questions/channel.ts";
import { nameOfChannel } from "../../../../core/network/network.ts";
import { countOf } from "../../../../words/numbers.ts";
import { guess } from "../../../lesson/attend.ts";
import { RunButton } from "./RunButton.tsx";
import { useAttending, useTruth } from "../useAttending.ts";
import { useComputed, usePage, useWorkbench } from "../../../hooks.ts";

/** While the runs are covered, the selected channel is the draft of the answer. */
export function ChannelAsk() {
  const { store } = usePage();
  const attending = useAttending();
  const truth = useTruth() as FirstFull | null;
  const network = useComputed(networkOfFront);
  const selected = useWorkbench((state) => state.session.selected);
  const { isCovered, guess: own } = attending;
  const tapped = selected.is === "channel" ? selected.channel : null;
  useEffect(() => {
    if (!isCovered || network === null) return;
    if (tapped !== null) guess(store, { number: tapped, back: network.reverse[tapped] });
  }, [isCovered, network, tapped, store]);
  // Highlight the true channels next to the selected one.
  const channels = isCovered ? undefined : truth?.channels;
  useEffect(() => {
    if (channels === undefined) return;
    const lit = { channels: new Set(channels), switches: new Set<number>(), terminals: new Set<number>() };
    store.setState({ session: { hover: lit } });
    return () => store.setState({ session: { hover: null } });
  }, [channels, store]);
  const said = isCovered ? own : (attending.said[attending.at] ?? null);
  // A speaker need not answer, so the page does not say "Nothing".
  const isSpeaker = attending.part === "speaker";
  const name = useMemo(
    () => (network !== null && said !== null && "number" in said ? nameOfChannel(network, said.number) : null),
    [network, said],
  );
  return (
    <>
      <h2>{isCovered ? "What do you expect?" : isSpeaker ? "The answer" : "What you said"}</h2>
      <p hidden={isSpeaker && !isCovered}>
        {name ??
          (isCovered ? "Tap a link in the network. With the keyboard: Enter begins there, and Shift with an arrow walks on." : "Nothing.")}
      </p>
      {!isCovered && truth !== null && (
        <p className="muted">
          {countOf(truth.channels.length, "channel fills first. It is lit.", "channels fill first. They are lit.")} A link is two channels,
          one each way.
        </p>
      )}
      {isCovered && <RunButton missing="Tap a link first." />}
    </>
  );
}
