import { integer } from "../base/params.ts";
import { shuffled, streamKey } from "../base/random.ts";
import { defineMapping } from "./contract.ts";
import { firstPositionParam, fromFirstPosition } from "./first-position.ts";
import { hostsOf } from "./hosts.ts";
import { terminalsSortedBy } from "./sorted.ts";

export const scattered = defineMapping({
  id: "scattered",
  title: "scattered",
  article: "",
  summary: "Whole hosts in random order, like the hosts that are free on a busy machine. In networks without hosts: boards, or switches.",
  source: "Jokanovic et al. (IEEE Int. Parallel and Distributed Processing Symp., 2015)",
  params: {
    seed: integer({
      title: "Seed of the hosts",
      word: "seed #",
      help: "Seed of the order of hosts. The scenario's seed does not change it.",
      min: 0,
      max: 4_294_967_295,
      default: 1,
    }),
    first: firstPositionParam,
  },
  phrase: "{title} mapping ({seed})",
  examples: [{}, { seed: 7, first: 2 }],
  readsCoordinates: true,
  ...fromFirstPosition,
  compile({ seed, first }, ranks, network) {
    const { count, hostOf, railOf } = hostsOf(network);
    const order = shuffled(count, streamKey(seed, "mapping"));
    const positionOfHost = new Int32Array(count);
    order.forEach((host, position) => (positionOfHost[host] = position));
    return terminalsSortedBy(
      hostOf.map((host) => positionOfHost[host]),
      railOf,
    ).slice(first, first + ranks);
  },
});
