/** What the papers of the second part print, and what they are known for where we could not read them. */
import { printedAs } from "../numbers.ts";

/** Sentences that are checked: by the exhibit that does, where they stand, and their ids. */
export const says = {
  "DeepSeek-V3": {
    "Section 5.1": {
      supports: "theoretically supports up to 16,384 GPUs while retaining the cost and latency advantages of a two-layer network",
    },
    "Section 5.1.1": {
      "over-10k": "the multi-plane network enables over 10k endpoints using a two-layer fat-tree (FT2) topology",
    },
  },
  Jellyfish: {
    "As it is known": {
      "nearly-all": "Nearly all pairs of servers are fewer than six links apart in Jellyfish, and few in a fat tree of the same switches",
      shorter: "Servers are nearer to each other in Jellyfish than in the fat tree",
    },
  },
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

/** Table 3 of DeepSeek-V3, as printed. */
export const table3 = {
  FT2: { endpoints: "2,048", switches: "96", links: "2,048" },
  MPFT: { endpoints: "16,384", switches: "768", links: "16,384" },
  FT3: { endpoints: "65,536", switches: "5,120", links: "131,072" },
  SF: { endpoints: "32,928", switches: "1,568", links: "32,928" },
  DF: { endpoints: "261,632", switches: "16,352", links: "384,272" },
} as const;
