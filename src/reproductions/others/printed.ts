/** What the papers of the second part print, and what they are known for where we could not read them. */
import { printedAs } from "../numbers.ts";

/** Sentences that are checked: by the exhibit that does, where they stand, and their ids. */
export const says = {
  Dragonfly: {
    Abstract: {
      "one-global": "each minimally routed packet traverses at most one global channel",
      balanced: "global adaptive routing that enable load-balanced routing in the dragonfly",
    },
  },
  "Flattened butterfly": {
    Abstract: {
      "non-minimal": "load-balancing adversarial traffic requires non-minimal globally-adaptive routing",
      "only-when": "using redundant hops only when they are needed",
    },
  },
} as const;

/** What both papers on detours are known for. */
export const known = {
  "As it is known": {
    worst: "In the worst case minimal routing carries what a single link carries, however many terminals share it",
    half: "Valiant’s routing carries about half of what terminals can send, whatever the traffic",
  },
} as const;

/** What Valiant’s routing carries, of what terminals can send. */
export const half = printedAs("½", 0.5, 2);
