/** The question which channel fills first. The student answers by selecting a channel in the network. */
import { useEffect, useMemo } from "react";
import { activeNetworkOf } from "../active-network.ts";
import type { MostLoadedChannels } from "../../../../lessons/questions/channel.ts";
import { nameOfChannel } from "../../../../core/network/network.ts";
import { countOf } from "../../../../words/numbers.ts";
import { setDraftResponse } from "../../../lesson/lesson-actions.ts";
import { SubmitButton } from "./SubmitButton.tsx";
import { useLessonSession, useTruth } from "../useLessonSession.ts";
import { usePageRuns, usePage, useWorkbench } from "../../../hooks.ts";

/**
 * The form of a question whose answer is a channel. While results are hidden (`isCovered`), the channel that the student selects in the
 * network is the draft of the answer. Afterwards the form shows the response, and the page highlights the correct channels.
 */
export function ChannelQuestionForm() {
  const { store } = usePage();
  const session = useLessonSession();
  /** The correct channels; null until they are computed. */
  const truth = useTruth() as MostLoadedChannels | null;
  const network = usePageRuns(activeNetworkOf);
  const selected = useWorkbench((state) => state.session.selected);
  const { isCovered, guess: draftResponse } = session;
  const selectedChannel = selected.is === "channel" ? selected.channel : null;
  useEffect(() => {
    if (!isCovered || network === null) return;
    if (selectedChannel !== null) setDraftResponse(store, { number: selectedChannel, back: network.reverse[selectedChannel] });
  }, [isCovered, network, selectedChannel, store]);
  // Highlight the true channels next to the selected one.
  const trueChannels = isCovered ? undefined : truth?.channels;
  useEffect(() => {
    if (trueChannels === undefined) return;
    const highlight = { channels: new Set(trueChannels), switches: new Set<number>(), terminals: new Set<number>() };
    store.setState({ session: { hover: highlight } });
    return () => store.setState({ session: { hover: null } });
  }, [trueChannels, store]);
  const response = isCovered ? draftResponse : (session.said[session.stepIndex] ?? null);
  // A speaker (the lesson is presented to an audience) need not answer, so the page does not say "Nothing".
  const isSpeaker = session.role === "speaker";
  const channelName = useMemo(
    () => (network !== null && response !== null && "number" in response ? nameOfChannel(network, response.number) : null),
    [network, response],
  );
  return (
    <>
      <h2>{isCovered ? "What do you expect?" : isSpeaker ? "The answer" : "What you said"}</h2>
      <p hidden={isSpeaker && !isCovered}>
        {channelName ??
          (isCovered
            ? "Tap a link in the network. On the keyboard, Enter selects a link, and Shift with an arrow key moves to the next one."
            : "Nothing.")}
      </p>
      {!isCovered && truth !== null && (
        <p className="muted">
          {countOf(truth.channels.length, "channel is full first. It is highlighted.", "channels are full first. They are highlighted.")} A
          link has two channels, one in each direction.
        </p>
      )}
      {isCovered && <SubmitButton hint="Tap a link first." />}
    </>
  );
}
