/** What a routing along dimensions leaves open about rings: which way where both are as long, and which class at the dateline. */
import { choice } from "../base/params.ts";

export const halfWay = choice({
  title: "Half-way ties",
  help: "Which way round a ring a packet goes when both are equally long.",
  default: "parity",
  choices: [
    {
      id: "parity",
      title: "by position",
      help: "Up from even positions, down from odd ones: both ways carry the same under uniform traffic, not under transpose.",
    },
    { id: "random", title: "at random", help: "Each packet draws: both ways carry the same, whatever the traffic." },
    { id: "up", title: "always up", help: "Where positions count up; channels down carry less." },
  ],
});

/** Two classes, of which a packet has one all the way round. */
export const onEntry = {
  id: "on-entry",
  title: "two, chosen on entering a ring",
  help: "Class 0 all the way for a packet that will pass the end of the ring, class 1 for any other: neither way can close a circle.",
} as const;

/** For routings that have two classes in any case. */
export const dateline = choice({
  title: "Dateline",
  help: "When a packet chooses between the two classes of a ring.",
  default: "where-passed",
  choices: [
    { id: "where-passed", title: "two, with a dateline", help: "Class 0 until the end of the ring is passed, class 1 then." },
    onEntry,
  ],
});
