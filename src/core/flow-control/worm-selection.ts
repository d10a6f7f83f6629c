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
      title: "one drawn",
      help: "A channel drawn at random when the header arrives, and the emptiest of its virtual channels that are free now; it waits for that channel.",
    },
    {
      id: "two-drawn",
      title: "the emptier of two drawn",
      help: "Two channels drawn at random when the header arrives, and of them the one with fewer flits behind it; it waits for that one, as with one drawn (Mitzenmacher, 2001).",
    },
  ],
});
