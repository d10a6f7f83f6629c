import { routing } from "./contract.ts";
import { checkOver, over } from "./detours/params.ts";
import { needsWaysRound, waysRound } from "./late-ways.ts";
import { dateline, halfWay } from "./ring-params.ts";

export const valiant = routing({
  id: "valiant",
  title: "Valiant",
  article: "",
  summary:
    "First to a random switch, then to the destination, so any traffic becomes two rounds of uniform traffic. In a dragonfly or Megafly, through a random group. With tables it also works around faults and on any graph.",
  source: "Valiant, Brebner (STOC 1981); for groups: Kim, Dally, Scott, Abts (ISCA 2008)",
  params: { over, halfWay, dateline },
  phrase: "{title} routing",
  examples: [{}, { halfWay: "random", dateline: "on-entry" }, { over: "switch" }, { over: "group" }],
  needs: needsWaysRound,
  check: ({ over }, shape) => checkOver(over, shape),
  canDeadlock: () => null,
  late: waysRound,
  compile: ({ over, halfWay, dateline }, network) =>
    waysRound.code.wayRound(network, over, { halfWay, hasClassOnEntry: dateline === "on-entry" }),
});
