import { ceilRoot } from "../../base/integers.ts";
import { integer } from "../../base/params.ts";
import { buildTree, thinTreeShape } from "../../network/tree-shapes.ts";
import { defineTopology } from "../contract.ts";
import { treeFacts } from "./tree-facts.ts";

/** Whether some level is narrower than the level below. */
const isThin = ({ k, kUp, n }: { readonly k: number; readonly kUp: number; readonly n: number }) => kUp < k && n > 1;

export const thinTree = defineTopology({
  id: "thin-tree",
  title: "thin tree",
  article: "a",
  group: "Trees",
  summary: "A k-ary n-tree with fewer upward links: k down, k′ up, so that every level has less bandwidth than the level below.",
  source: "Navaridas et al. (EHU-KAT-IK-06-07), §2.2",
  params: {
    k: integer({ title: "Links down", symbol: "k", help: "Downward links of a switch.", min: 2, max: 32, default: 4 }),
    kUp: integer({
      title: "Links up",
      symbol: "k′",
      help: "Upward links of a switch; k : k′ is the oversubscription.",
      min: 1,
      max: 32,
      default: 2,
    }),
    n: integer({ title: "Levels", symbol: "n", word: "# levels|# level", help: "Levels of switches.", min: 1, max: 8, default: 3 }),
  },
  phrase: "{title} with {k} down, {kUp} up and {n}",
  examples: [
    { k: 3, kUp: 2, n: 3 },
    { k: 4, kUp: 2, n: 3 },
    { k: 4, kUp: 1, n: 2 },
    { k: 8, kUp: 4, n: 4 },
    { k: 9, kUp: 3, n: 4 },
  ],
  check: ({ k, kUp }) =>
    kUp <= k
      ? []
      : [
          {
            path: "kUp",
            message: `${kUp} upward links are too many: a thin tree has at most as many as its ${k} downward links.`,
            remedy: `Use ${k}, the full fat tree.`,
            nearest: k,
          },
        ],
  // All numbers of uplinks are proposed. The lists stay short, because a switch has at most 32 uplinks.
  *designsOfSize({ terminals, maxTerminals, ports }) {
    for (let n = 2; n <= 8; n++) {
      const k = ceilRoot(terminals, n);
      if (k < 2 || k > 32 || k ** n > maxTerminals) continue;
      for (let kUp = 1; kUp < k && k + kUp <= ports; kUp++) yield { k, kUp, n };
    }
  },
  hasSameForm: (values, to) => isThin(values) === isThin(to),
  expectedFacts: ({ k, kUp, n }) => treeFacts(thinTreeShape(k, kUp, n)),
  build: ({ k, kUp, n }) => buildTree(thinTreeShape(k, kUp, n)),
});
