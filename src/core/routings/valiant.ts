import { routing } from "./contract.ts";
import { dateline, halfWay } from "./ring-params.ts";
import { needsWaysRound, waysRound } from "./late-ways.ts";

export const valiant = routing({
  id: "valiant",
  title: "Valiant",
  article: "",
  summary:
    "First to a random switch, then to the destination, so any traffic becomes two rounds of uniform traffic. In a dragonfly, through a random group. With tables it also works around faults and on any graph.",
  source: "Valiant, Brebner (STOC 1981); for groups: Kim, Dally, Scott, Abts (ISCA 2008), §4",
  params: { halfWay, dateline },
  phrase: "{title} routing",
  examples: [{}, { halfWay: "random", dateline: "on-entry" }],
  needs: needsWaysRound,
  canDeadlock: () => null,
  late: waysRound,
  compile: ({ halfWay, dateline }, network) => waysRound.code.wayRound(network, { halfWay, hasClassOnEntry: dateline === "on-entry" }),
});
