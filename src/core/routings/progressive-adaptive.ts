import { defineRouting } from "./contract.ts";
import { decisionParams } from "./non-minimal/params.ts";
import { reasonGroupsUnsupported } from "./group-steps.ts";
import { lazyNonMinimalRouting } from "./lazy-modules.ts";

export const progressiveAdaptive = defineRouting({
  id: "progressive-adaptive",
  title: "progressive adaptive",
  article: "",
  summary:
    "Like UGAL, but a packet on a minimal path decides again at each switch of its first group, so that it can still avoid a queue that was not visible at the source.",
  source: "PAR: Jiang, Kim, Dally (ISCA 2009)",
  params: decisionParams,
  phrase: "{title} routing",
  examples: [{}, { threshold: 64 }, { queues: "global", candidates: 4 }, { multiplier: 2, candidates: 2 }],
  reasonUnsupported: reasonGroupsUnsupported,
  alternativeId: "ugal",
  reasonForDeadlock: () => null,
  lazyModule: lazyNonMinimalRouting,
  compile: (rule, network) => lazyNonMinimalRouting.code.progressiveNonMinimalRouting(network, rule),
});
