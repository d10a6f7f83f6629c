import { integer } from "../base/params.ts";
import { shuffled, streamKey } from "../base/random.ts";
import { mapping } from "./contract.ts";
import { first, fromFirst } from "./first.ts";
import { hostsOf } from "./hosts.ts";
import { sortedBy } from "./sorted.ts";

export const scattered = mapping({
  id: "scattered",
  title: "scattered",
  article: "",
  summary: "Whole hosts in a random order with a seed of its own, as a busy machine leaves them. Without hosts: boards, or switches.",
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
    first,
  },
  phrase: "{title} mapping ({seed})",
  examples: [{}, { seed: 7, first: 2 }],
  readsCoordinates: true,
  ...fromFirst,
  compile({ seed, first }, ranks, ground) {
    const { count, hostOf, railOf } = hostsOf(ground);
    const order = shuffled(count, streamKey(seed, "mapping"));
    const turnOf = new Int32Array(count);
    order.forEach((host, turn) => (turnOf[host] = turn));
    return sortedBy(
      hostOf.map((host) => turnOf[host]),
      railOf,
    ).slice(first, first + ranks);
  },
});
