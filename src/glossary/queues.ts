/** Terms for queues, waiting and deadlock. */
import { arbitrationPicture, ringPicture, queuePicture, roundTripPicture } from "./pictures.ts";
import { chapter, type Term } from "./term.ts";

const duato = "J. Duato, A New Theory of Deadlock-Free Adaptive Routing in Wormhole Networks, IEEE TPDS 4(12), 1993";

const mckeown = "N. McKeown, The iSLIP Scheduling Algorithm for Input-Queued Switches, IEEE/ACM Transactions on Networking 7(2), 1999";

export const queueTerms: readonly Term[] = [
  {
    title: "queue",
    forms: ["queues", "buffer", "buffers"],
    says: ["A queue holds packets that wait for their next channel.", "When it is full, nothing more may be sent to it."],
    draw: queuePicture([6], "waits for its turn"),
    source: chapter(12),
  },
  {
    title: "credit",
    forms: ["credits"],
    says: [
      "A credit says that there is a free place in the next queue.",
      "A switch spends one when it sends and gets it back when the place is free again.",
    ],
    draw: queuePicture([4], "a free place is a credit"),
    source: chapter(13),
  },
  {
    title: "round trip",
    forms: ["round trips"],
    says: [
      "From when something is sent until its place is known to be free again, a round trip passes: the way there, the stay, and the way back of the credit.",
      "A buffer that holds less than is sent meanwhile leaves the link idle, though packets wait for it.",
    ],
    draw: roundTripPicture(3, "three places are not enough"),
    source: chapter(13),
  },
  {
    title: "virtual channel",
    forms: ["virtual channels"],
    says: [
      "Virtual channels are several queues that take turns on the same wires.",
      "A packet that waits in one does not stop a packet in another.",
    ],
    draw: queuePicture([5, 3], "two queues, one channel"),
    source: chapter(13),
  },
  {
    title: "channel class",
    forms: ["channel classes"],
    says: [
      "A channel class is a set of virtual channels that packets use at one stage of their way.",
      "Packets only change to a higher class, so no circle of waiting can close.",
    ],
    draw: queuePicture([4, 4], "first class 0, then class 1"),
    source: chapter(14),
  },
  {
    title: "dateline",
    forms: ["datelines"],
    says: [
      "A dateline is a place on a ring where packets change to another virtual channel.",
      "So no circle of waiting packets can close around the ring.",
    ],
    draw: ringPicture("cut", "changes its queue at the dateline"),
    source: chapter(14),
  },
  {
    title: "escape channel",
    forms: ["escape channels"],
    says: [
      "An escape channel is a virtual channel on which packets can never wait in a circle.",
      "Whoever is stuck elsewhere can always leave by it.",
    ],
    draw: queuePicture([6, 2], "above stuck, below free"),
    source: duato,
  },
  {
    title: "head-of-line blocking",
    forms: ["head of line", "head of the line", "head-of-line"],
    says: [
      "The first packet of a queue waits, and all behind it wait too.",
      "This happens even if the channels that the others need are free.",
    ],
    draw: queuePicture([5], "the first one stops all", true),
    source: chapter(13),
  },
  {
    title: "virtual output queue",
    forms: ["virtual output queues", "VOQ", "VOQs"],
    says: [
      "A switch with virtual output queues has, at each input, a queue for every output.",
      "A first packet that has to wait then stops only those that want the same output.",
    ],
    draw: queuePicture([5, 3], "above waits, below goes on", 0),
    source: mckeown,
  },
  {
    title: "backpressure",
    forms: ["back pressure"],
    says: ["A full queue stops the switch before it, whose queues then fill as well.", "So a jam grows backwards, towards those who send."],
    draw: queuePicture([6, 6], "full here, then full before", true),
    source: chapter(13),
  },
  {
    title: "deadlock",
    forms: ["deadlocks", "deadlocked"],
    says: ["Packets wait for each other in a circle, so none of them can ever move.", "Rules on queues or ways must rule that out."],
    draw: ringPicture("stuck", "each waits for the next"),
    source: chapter(14),
  },
  {
    title: "arbitration",
    forms: ["arbiter", "arbiters"],
    says: ["When several packets want the same channel, arbitration decides who goes first.", "A fair one lets nobody wait for ever."],
    draw: arbitrationPicture("one at a time"),
    source: chapter(18),
  },
];
