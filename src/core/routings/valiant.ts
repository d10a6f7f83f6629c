import { defineRouting } from "./contract.ts";
import { checkIntermediate, intermediateParam } from "./non-minimal/params.ts";
import { reasonNonMinimalUnsupported, lazyNonMinimalRouting } from "./lazy-modules.ts";
import { dateline, halfWay } from "./ring-params.ts";

export const valiant = defineRouting({
  id: "valiant",
  title: "Valiant",
  article: "",
  summary:
    "Each packet goes first to a random switch, then to the destination, so that any traffic becomes two phases of uniform traffic. In a dragonfly or Megafly, it goes through a random group. With path tables, it also works around faults and on any graph.",
  source: "Valiant, Brebner (STOC 1981); for groups: Kim, Dally, Scott, Abts (ISCA 2008)",
  params: { over: intermediateParam, halfWay, dateline },
  phrase: "{title} routing",
  examples: [{}, { halfWay: "random", dateline: "on-entry" }, { over: "switch" }, { over: "group" }],
  reasonUnsupported: reasonNonMinimalUnsupported,
  check: ({ over }, shape) => checkIntermediate(over, shape),
  reasonForDeadlock: () => null,
  lazyModule: lazyNonMinimalRouting,
  compile: ({ over, halfWay, dateline }, network) =>
    lazyNonMinimalRouting.code.nonMinimalRouting(network, over, { halfWay, hasClassOnEntry: dateline === "on-entry" }),
});
