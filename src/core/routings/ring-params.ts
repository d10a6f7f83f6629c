/** Parameters for rings: the direction if both are equally long, and the class at the dateline. */
import { choice } from "../base/params.ts";

export const halfWay = choice({
  title: "Half-way ties",
  help: "Which direction a packet takes around a ring when both are equally long.",
  default: "parity",
  choices: [
    {
      id: "parity",
      title: "by position",
      help: "Up from even positions, down from odd ones; on boards, by both ends. Both directions carry the same under uniform traffic, but not under transpose.",
    },
    { id: "random", title: "at random", help: "Each packet draws one. Both directions carry the same under any traffic." },
    { id: "up", title: "always up", help: "The direction in which positions count up; the other carries less." },
  ],
});

/** Two classes. A packet keeps its class around the whole ring. */
export const onEntry = {
  id: "on-entry",
  title: "two, chosen on entering a ring",
  help: "Class 0 all the way for a packet that will cross the dateline, class 1 for any other: in neither class can a cycle close.",
} as const;

/** For routings that always have two classes. */
export const dateline = choice({
  title: "Dateline",
  help: "When a packet chooses between the two classes of a ring.",
  default: "where-passed",
  choices: [{ id: "where-passed", title: "two, with a dateline", help: "Class 0 up to the dateline, class 1 after it." }, onEntry],
});
