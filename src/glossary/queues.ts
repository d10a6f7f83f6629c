/** Terms for queues, waiting and deadlock. */
import { arbitrationPicture, ringPicture, queuePicture, roundTripPicture } from "./pictures.ts";
import { chapter, type Term } from "./term.ts";

const duato = "J. Duato, A New Theory of Deadlock-Free Adaptive Routing in Wormhole Networks, IEEE TPDS 4(12), 1993";

const mckeown = "N. McKeown, The iSLIP Scheduling Algorithm for Input-Queued Switches, IEEE/ACM Transactions on Networking 7(2), 1999";

export const queueTerms: readonly Term[] = [
  {
    title: "queue",
    forms: ["queues", "buffer", "buffers"],
    says: ["A queue holds packets that wait for their next channel.", "When it is full, it accepts no more packets."],
    draw: queuePicture([6], "packets wait for the next channel"),
    source: chapter(12),
  },
  {
    title: "credit",
    forms: ["credits"],
    says: [
      "A credit represents one free place in the next queue.",
      "A switch spends a credit when it sends, and gets it back when the place is free again.",
    ],
    draw: queuePicture([4], "a free place is a credit"),
    source: chapter(13),
  },
  {
    title: "round trip",
    forms: ["round trips"],
    says: [
      "The credit round trip is the time from sending data until the sender knows that its place in the buffer is free again: transfer, stay in the buffer, and return of the credit.",
      "A buffer that holds less data than is sent in one round trip leaves the link idle, although packets wait for it.",
    ],
    draw: roundTripPicture(3, "three places are not enough"),
    source: chapter(13),
  },
  {
    title: "virtual channel",
    forms: ["virtual channels"],
    says: [
      "The virtual channels of a channel are separate queues that share its bandwidth.",
      "A packet that waits in one virtual channel does not block a packet in another.",
    ],
    draw: queuePicture([5, 3], "two queues, one channel"),
    source: chapter(13),
  },
  {
    title: "channel class",
    forms: ["channel classes"],
    says: [
      "A channel class is a set of virtual channels that packets use on one part of their path.",
      "Packets change only to a higher class, so their waits cannot form a cycle.",
    ],
    draw: queuePicture([4, 4], "first class 0, then class 1"),
    source: chapter(14),
  },
  {
    title: "dateline",
    forms: ["datelines"],
    says: [
      "A dateline is a place on a ring where packets change to another virtual channel.",
      "So waits cannot form a cycle around the ring, and no deadlock can occur.",
    ],
    draw: ringPicture("cut", "changes its queue at the dateline"),
    source: chapter(14),
  },
  {
    title: "escape channel",
    forms: ["escape channels"],
    says: [
      "An escape channel is a virtual channel on which packets can never wait in a cycle.",
      "A packet that is blocked on another virtual channel can always continue on the escape channel.",
    ],
    draw: queuePicture([6, 2], "above blocked, below free"),
    source: duato,
  },
  {
    title: "head-of-line blocking",
    forms: ["head of line", "head of the line", "head-of-line", "HOL blocking"],
    says: [
      "The packet at the head of a queue is blocked, and all packets behind it wait, too.",
      "This happens even if the channels that those packets need are free.",
    ],
    draw: queuePicture([5], "the head blocks all behind it", true),
    source: chapter(13),
  },
  {
    title: "virtual output queue",
    forms: ["virtual output queues", "VOQ", "VOQs"],
    says: [
      "A switch with virtual output queues has, at each input, one queue for every output.",
      "A blocked packet then stops only packets to the same output, so there is no head-of-line blocking between outputs.",
    ],
    draw: queuePicture([5, 3], "above blocked, below moving", 0),
    source: mckeown,
  },
  {
    title: "backpressure",
    forms: ["back pressure"],
    says: [
      "A full queue stops the upstream switch, whose queues then fill as well.",
      "So congestion spreads backwards, towards the sources.",
    ],
    draw: queuePicture([6, 6], "full here, then full upstream", true),
    source: chapter(13),
  },
  {
    title: "deadlock",
    forms: ["deadlocks", "deadlocked"],
    says: [
      "In a deadlock packets wait for each other in a cycle, so none of them can ever move.",
      "Restrictions on paths or on the use of queues prevent it.",
    ],
    draw: ringPicture("stuck", "each waits for the next"),
    source: chapter(14),
  },
  {
    title: "cycle of waits",
    forms: ["cycles of waits", "wait in a cycle", "waits form a cycle", "wait for each other in a cycle"],
    says: [
      "In a cycle of waits, each packet waits for a buffer that the next packet holds, and the last one waits for the first.",
      "No packet in it can move again: it is the cause of a deadlock.",
    ],
    draw: ringPicture("stuck", "each waits for the next"),
    source: chapter(14),
  },
  {
    title: "arbitration",
    forms: ["arbiter", "arbiters"],
    says: [
      "Arbitration decides which of several packets that request the same channel goes first.",
      "A fair arbiter lets no packet wait for ever.",
    ],
    draw: arbitrationPicture("one at a time"),
    source: chapter(18),
  },
];
