import { integer } from "../../base/params.ts";
import { buildTree, slenderTreeShape } from "../../network/tree-shapes.ts";
import { topology } from "../contract.ts";
import { treeFacts } from "./tree-facts.ts";

export const slenderTree = topology({
  id: "slender-tree",
  title: "slender tree",
  article: "a",
  group: "Trees",
  summary: "A tree in which all k′ links up lead to switches with the same descendants, so packets also have a choice on the way down.",
  source: "Navaridas et al. (EHU-KAT-IK-06-07), §2.3",
  params: {
    k: integer({ title: "Links down", symbol: "k", help: "Links down from a switch.", min: 2, max: 32, default: 4 }),
    kUp: integer({
      title: "Links up",
      symbol: "k′",
      help: "Links up from a switch; less than k, and a divisor of it.",
      min: 1,
      max: 16,
      default: 2,
    }),
    n: integer({
      title: "Levels",
      symbol: "n",
      word: "# levels|# level",
      help: "Levels of switches; a single level would not be connected.",
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
        message: `${kUp} links up do not fit ${k} links down; k′ must be less than k and divide it.`,
        remedy: `Use ${nearest}.`,
        nearest,
      },
    ];
  },
  expect: ({ k, kUp, n }) => treeFacts(slenderTreeShape(k, kUp, n)),
  build: ({ k, kUp, n }) => buildTree(slenderTreeShape(k, kUp, n)),
});
