import { uniformBelow } from "../base/random.ts";
import { definePattern } from "./contract.ts";

export const uniformPattern = definePattern({
  id: "uniform",
  title: "uniform",
  article: "",
  summary: "Each packet goes to a random other terminal; all are equally likely.",
  source: "Petrini et al. (QsNET), §4.3; Dally, Towles (2004), §3.2",
  params: {},
  phrase: "{title}",
  examples: [{}],
  isPermutation: false,
  reasonUnsupported: (terminals) => (terminals > 1 ? null : "needs at least two terminals"),
  check: () => [],
  compile: (_, terminals) => (source, draw) => {
    const other = uniformBelow(draw, terminals - 1);
    return other >= source ? other + 1 : other;
  },
  share: (_, terminals) => (source, destination) => (source === destination ? 0 : 1 / (terminals - 1)),
});
