/** What a routing along dimensions leaves open about rings: which way where both are as long, and which class at the dateline. */
import { choice } from "../base/params.ts";

export const halfWay = choice({
  title: "Half-way ties",
  help: "Which way a packet goes whose destination is exactly half-way round a ring of even size.",
  default: "parity",
  choices: [
    {
      id: "parity",
      title: "by position",
      help: "Up from even positions, down from odd ones. Uniform traffic loads both directions alike; of transpose traffic all such packets of a row go the same way.",
    },
    {
      id: "random",
      title: "at random",
      help: "Each packet draws its way. Both directions carry the same in the mean, whatever the traffic.",
    },
    {
      id: "up",
      title: "always up",
      help: "The way on which positions count up, as simple as can be. Channels up then carry more than those down.",
    },
  ],
});

/** The class of a packet in a ring, for routings that always have two. */
export const dateline = choice({
  title: "Dateline",
  help: "When a packet changes its class in a ring; either way no circle of waits can close.",
  default: "where-passed",
  choices: [
    {
      id: "where-passed",
      title: "class changes where it is passed",
      help: "Class 0 until the packet has passed the end of the ring, class 1 from then on, and where it never passes it.",
    },
    {
      id: "on-entry",
      title: "class chosen on entering the ring",
      help: "Class 0 all the way for a packet that will pass the end of the ring, class 1 for any other (Scott, Thorson: Cray T3D, 1994).",
    },
  ],
});
