import { integer } from "../../base/params.ts";
import { buildTree, singleSwitchShape } from "../../network/tree-shapes.ts";
import { defineTopology } from "../contract.ts";
import { treeFacts } from "../trees/tree-facts.ts";

export const singleSwitch = defineTopology({
  id: "single-switch",
  title: "single switch",
  article: "a",
  group: "One switch",
  summary: "One crossbar that connects all terminals: the reference for every other network.",
  source: "Dally, Towles (2004), §6",
  params: {
    terminals: integer({
      title: "Terminals",
      word: "# terminals",
      help: "Number of terminals, each on its own port of the switch.",
      min: 2,
      max: 1024,
      default: 64,
    }),
  },
  phrase: "{title} with {terminals}",
  examples: [{ terminals: 8 }, { terminals: 2 }, { terminals: 64 }, { terminals: 1024 }],
  check: () => [],
  *designsOfSize({ terminals, ports }) {
    if (terminals <= Math.min(1024, ports)) yield { terminals };
  },
  expectedFacts: ({ terminals }) => treeFacts(singleSwitchShape(terminals)),
  build: ({ terminals }) => buildTree(singleSwitchShape(terminals)),
});
