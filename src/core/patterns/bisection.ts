import { uniformBelow } from "../base/random.ts";
import { definePattern } from "./contract.ts";

export const bisectionPattern = definePattern({
  id: "bisection",
  title: "bisection",
  article: "",
  summary:
    "Each packet goes to a random terminal of the other half: all traffic crosses the bisection, twice as much as with uniform traffic.",
  source: "Dally, Towles (2004), §3.1 and §3.3",
  params: {},
  phrase: "{title}",
  examples: [{}],
  isPermutation: false,
  reasonUnsupported: (terminals) =>
    terminals % 2 === 0 ? null : `needs an even number of terminals for two equal halves; this network has ${terminals}`,
  check: () => [],
  compile(_, terminals) {
    const half = terminals / 2;
    return (source, draw) => uniformBelow(draw, half) + (source < half ? half : 0);
  },
  share: (_, terminals) => (source, destination) => (source < terminals / 2 === destination < terminals / 2 ? 0 : 2 / terminals),
});
