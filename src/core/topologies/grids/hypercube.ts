import { integer } from "../../base/params.ts";
import { buildGrid, type GridShape } from "../../network/grid-shapes.ts";
import { defineTopology } from "../contract.ts";
import { gridFacts, terminalsPerSwitchParam } from "./grid-facts.ts";

const shapeOf = (n: number, terminalsPerSwitch: number): GridShape => ({
  sizes: Array.from({ length: n }, () => 2),
  wraps: Array.from({ length: n }, () => false),
  terminalsPerSwitch,
});

export const hypercube = defineTopology({
  id: "hypercube",
  title: "hypercube",
  article: "a",
  group: "Grids",
  summary: "Two switches along each of n dimensions: a link connects two switches whose numbers differ in one bit.",
  source: "Seitz (CACM 28, 1985); Dally, Towles (2004), §5",
  params: {
    n: integer({
      title: "Dimensions",
      symbol: "n",
      word: "# dimensions|# dimension",
      help: "Dimensions, each of two switches.",
      min: 1,
      max: 16,
      default: 6,
    }),
    terminalsPerSwitch: terminalsPerSwitchParam,
  },
  phrase: "{title} of {n}",
  examples: [{ n: 3 }, { n: 1 }, { n: 6 }, { n: 4, terminalsPerSwitch: 3 }, { n: 9 }],
  check: () => [],
  // One dimension would be two switches and a link, which is the smallest HyperX.
  *designsOfSize({ terminals, maxTerminals, ports }) {
    for (let n = 2; n <= 16; n++) {
      const terminalsPerSwitch = Math.ceil(terminals / 2 ** n);
      if (terminalsPerSwitch <= 32 && 2 ** n * terminalsPerSwitch <= maxTerminals && n + terminalsPerSwitch <= ports) {
        yield { n, terminalsPerSwitch };
      }
    }
  },
  expectedFacts: ({ n, terminalsPerSwitch }) => gridFacts(shapeOf(n, terminalsPerSwitch)),
  build: ({ n, terminalsPerSwitch }) => buildGrid(shapeOf(n, terminalsPerSwitch)),
});
