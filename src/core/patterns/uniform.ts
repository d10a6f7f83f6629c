import { below } from "../base/random.ts";
import { pattern } from "./contract.ts";

export const uniform = pattern({
  id: "uniform",
  title: "uniform",
  article: "",
  summary: "Each packet goes to any other terminal with the same probability.",
  source: "Petrini et al. (QsNET), §4.3; Dally, Towles (2004), §3.2",
  params: {},
  phrase: "{title}",
  examples: [{}],
  permutation: false,
  needs: (terminals) => (terminals > 1 ? null : "needs at least two terminals"),
  check: () => [],
  compile: (_, terminals) => (source, draw) => {
    const other = below(draw, terminals - 1);
    return other >= source ? other + 1 : other;
  },
  share: (_, terminals) => (source, destination) => (source === destination ? 0 : 1 / (terminals - 1)),
});
