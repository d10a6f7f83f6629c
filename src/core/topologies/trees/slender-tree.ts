import { ceilRoot } from "../../base/integers.ts";
import { integer } from "../../base/params.ts";
import { buildTree, slenderTreeShape } from "../../network/tree-shapes.ts";
import { defineTopology } from "../contract.ts";
import { treeFacts } from "./tree-facts.ts";

export const slenderTree = defineTopology({
  id: "slender-tree",
  title: "slender tree",
  article: "a",
  group: "Trees",
  summary:
    "A tree in which all k′ upward links of a switch lead to switches with the same descendants, so packets also have a choice of paths on the way down.",
  source: "Navaridas et al. (EHU-KAT-IK-06-07), §2.3",
  params: {
    k: integer({ title: "Links down", symbol: "k", help: "Downward links of a switch.", min: 2, max: 32, default: 4 }),
    kUp: integer({
      title: "Links up",
      symbol: "k′",
      help: "Upward links of a switch; less than k, and a divisor of k.",
      min: 1,
      max: 16,
      default: 2,
    }),
    n: integer({
      title: "Levels",
      symbol: "n",
      word: "# levels|# level",
      help: "Levels of switches, at least two, because a single level would not be connected.",
      min: 2,
      max: 12,
      default: 4,
    }),
  },
  phrase: "{title} with {k} down, {kUp} up and {n}",
  examples: [
    { k: 4, kUp: 2, n: 4 },
    { k: 4, kUp: 2, n: 2 },
    { k: 4, kUp: 1, n: 3 },
    { k: 6, kUp: 2, n: 3 },
    { k: 8, kUp: 2, n: 5 },
    { k: 9, kUp: 3, n: 6 },
  ],
  check: ({ k, kUp }) => {
    if (kUp < k && k % kUp === 0) return [];
    let nearest = Math.min(kUp, k - 1);
    while (k % nearest !== 0) nearest--;
    return [
      {
        path: "kUp",
        message: `${kUp} upward links do not fit ${k} downward links; k′ must be less than k and divide it.`,
        remedy: `Use ${nearest}.`,
        nearest,
      },
    ];
  },
  // k′² (k/k′)ⁿ terminals. With one uplink or with two levels it would be a thin tree.
  *designsOfSize({ terminals, maxTerminals, ports }) {
    for (const ratio of [2, 3, 4]) {
      for (let n = 3; n <= 12 && 4 * ratio ** n <= maxTerminals; n++) {
        const kUp = Math.max(2, ceilRoot(Math.ceil(terminals / ratio ** n), 2));
        const k = ratio * kUp;
        if (kUp <= 16 && k <= 32 && kUp ** 2 * ratio ** n <= maxTerminals && k + kUp <= ports) yield { k, kUp, n };
      }
    }
  },
  expectedFacts: ({ k, kUp, n }) => treeFacts(slenderTreeShape(k, kUp, n)),
  build: ({ k, kUp, n }) => buildTree(slenderTreeShape(k, kUp, n)),
});
