import { routing } from "./contract.ts";
import { checkCandidates, checkOver, over, rule } from "./detours/params.ts";
import { needsWaysRound, waysRound } from "./late-ways.ts";
import { dateline, halfWay } from "./ring-params.ts";

export const ugal = routing({
  id: "ugal",
  title: "UGAL",
  article: "",
  summary:
    "Each packet takes a minimal path, or, where queues make that slower, a path through a random switch or group. With tables it also works around faults and on any graph.",
  source:
    "Singh (PhD thesis, Stanford, 2005); UGAL-L: Kim, Dally, Scott, Abts (ISCA 2008); UGAL-G and candidates: Besta, Hoefler (SC 2014)",
  params: { ...rule, over, halfWay, dateline },
  phrase: "{title} routing",
  examples: [
    {},
    { threshold: 64 },
    { halfWay: "random", dateline: "on-entry" },
    { queues: "global", candidates: 4, over: "switch" },
    { multiplier: 0.5, candidates: 3, over: "group" },
  ],
  needs: needsWaysRound,
  check: ({ over, candidates }, shape) => [...checkOver(over, shape), ...checkCandidates(candidates, shape)],
  canDeadlock: () => null,
  late: waysRound,
  compile: ({ over, halfWay, dateline, ...rule }, network) =>
    waysRound.code.adaptiveRound(network, over, { halfWay, hasClassOnEntry: dateline === "on-entry" }, rule),
});
