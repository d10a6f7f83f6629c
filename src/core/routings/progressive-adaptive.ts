import { routing } from "./contract.ts";
import { rule } from "./detours/params.ts";
import { needsGroups } from "./group-steps.ts";
import { waysRound } from "./late-ways.ts";

export const progressiveAdaptive = routing({
  id: "progressive-adaptive",
  title: "progressive adaptive",
  article: "",
  summary:
    "As UGAL, but a packet on a minimal path decides again at each switch of its first group, so a queue it could not see from the source still turns it round.",
  source: "PAR: Jiang, Kim, Dally (ISCA 2009)",
  params: rule,
  phrase: "{title} routing",
  examples: [{}, { threshold: 64 }, { queues: "global", candidates: 4 }, { multiplier: 2, candidates: 2 }],
  needs: needsGroups,
  elsewhere: "ugal",
  canDeadlock: () => null,
  late: waysRound,
  compile: (rule, network) => waysRound.code.progressiveRound(network, rule),
});
