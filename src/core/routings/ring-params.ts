/** Parameters for rings: the direction if both are equally long, and the class at the dateline. */
import { choice } from "../base/params.ts";

export const halfWay = choice({
  title: "Half-way ties",
  help: "Which direction a packet takes around a ring when both directions are equally long.",
  default: "parity",
  choices: [
    {
      id: "parity",
      title: "by position",
      help: "Up from even positions, down from odd positions; on boards, depending on both ends. The load of both directions is equal under uniform traffic, but not under transpose.",
    },
    {
      id: "random",
      title: "at random",
      help: "Each packet takes a random direction. The load of both directions is equal under any traffic.",
    },
    { id: "up", title: "always up", help: "The direction of increasing positions; the other direction has less load." },
  ],
});

/** Two classes. A packet keeps its class around the whole ring. */
export const onEntry = {
  id: "on-entry",
  title: "two chosen at entry",
  help: "Class 0 around the whole ring for a packet that crosses the dateline, class 1 for every other packet: no cycle can close in either class.",
} as const;

/** For routings that always have two classes. */
export const dateline = choice({
  title: "Dateline",
  help: "When a packet chooses between the two virtual-channel classes of a ring.",
  default: "where-passed",
  choices: [{ id: "where-passed", title: "two with a dateline", help: "Class 0 before the dateline, class 1 after it." }, onEntry],
});
