import { ceilRoot } from "../../base/integers.ts";
import { integer } from "../../base/params.ts";
import { buildTree, thinTreeShape } from "../../network/tree-shapes.ts";
import { defineTopology } from "../contract.ts";
import { treeFacts } from "./tree-facts.ts";

export const kAryNTree = defineTopology({
  id: "k-ary-n-tree",
  title: "fat tree",
  article: "a",
  group: "Trees",
  summary: "A k-ary n-tree: every switch has as many upward as downward links, so all levels have the same bandwidth.",
  source: "Petrini, Vanneschi (IPPS 1997); Navaridas et al. (EHU-KAT-IK-06-07), §2.1",
  params: {
    k: integer({
      title: "Links down",
      symbol: "k",
      help: "Downward links of a switch; it has the same number of upward links.",
      min: 2,
      max: 32,
      default: 4,
    }),
    n: integer({ title: "Levels", symbol: "n", word: "# levels|# level", help: "Levels of switches.", min: 1, max: 8, default: 3 }),
  },
  phrase: "{title} with {k} and {n}",
  examples: [
    { k: 2, n: 4 },
    { k: 2, n: 1 },
    { k: 4, n: 3 },
    { k: 8, n: 4 },
  ],
  check: () => [],
  // A single level would be a single switch.
  *designsOfSize({ terminals, maxTerminals, ports }) {
    for (let n = 2; n <= 8; n++) {
      const k = ceilRoot(terminals, n);
      if (k >= 2 && k <= 32 && k ** n <= maxTerminals && 2 * k <= ports) yield { k, n };
    }
  },
  expectedFacts: ({ k, n }) => treeFacts(thinTreeShape(k, k, n)),
  build: ({ k, n }) => buildTree(thinTreeShape(k, k, n)),
});
