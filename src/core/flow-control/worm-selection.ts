/** Selections of wormhole flow control. */
import { choice } from "../base/params.ts";
import { packetParams } from "./packet-params.ts";

/** The selections of whole packets, and two that draw channels. */
export const wormSelection = choice({
  ...packetParams.selection,
  choices: [
    ...packetParams.selection.choices,
    {
      id: "one-drawn",
      title: "a random channel",
      help: "One channel is chosen at random when the header arrives. The packet waits for this channel and takes its free virtual channel with the most credits.",
    },
    {
      id: "two-drawn",
      title: "the better of two channels",
      help: "Two channels are chosen at random when the header arrives; the packet waits for the one with fewer flits queued behind it (Mitzenmacher, 2001).",
    },
  ],
});
