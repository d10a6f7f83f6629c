import { defineRouting } from "./contract.ts";
import { checkCandidates, checkIntermediate, intermediateParam, decisionParams } from "./non-minimal/params.ts";
import { reasonNonMinimalUnsupported, lazyNonMinimalRouting } from "./lazy-modules.ts";
import { dateline, halfWay } from "./ring-params.ts";

export const ugal = defineRouting({
  id: "ugal",
  title: "UGAL",
  article: "",
  summary:
    "Each packet takes a minimal path or, if the queues make it slower, a non-minimal path through a random switch or group. With path tables, it also works around faults and on any graph.",
  source:
    "Singh (PhD thesis, Stanford, 2005); UGAL-L: Kim, Dally, Scott, Abts (ISCA 2008); UGAL-G and candidates: Besta, Hoefler (SC 2014)",
  params: { ...decisionParams, over: intermediateParam, halfWay, dateline },
  phrase: "{title} routing",
  examples: [
    {},
    { threshold: 64 },
    { halfWay: "random", dateline: "on-entry" },
    { queues: "global", candidates: 4, over: "switch" },
    { multiplier: 0.5, candidates: 3, over: "group" },
  ],
  reasonUnsupported: reasonNonMinimalUnsupported,
  check: ({ over, candidates }, shape) => [...checkIntermediate(over, shape), ...checkCandidates(candidates, shape)],
  reasonForDeadlock: () => null,
  lazyModule: lazyNonMinimalRouting,
  compile: ({ over, halfWay, dateline, ...rule }, network) =>
    lazyNonMinimalRouting.code.adaptiveNonMinimalRouting(network, over, { halfWay, hasClassOnEntry: dateline === "on-entry" }, rule),
});
