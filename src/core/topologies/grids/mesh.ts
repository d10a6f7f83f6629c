import { integer, list } from "../../base/params.ts";
import { buildGrid } from "../../network/grid-shapes.ts";
import { defineTopology } from "../contract.ts";
import { gridFacts, hasSameDimensions, terminalLinksParam, terminalsPerSwitchParam } from "./grid-facts.ts";

const noWraps = (sizes: readonly number[]) => sizes.map(() => false);

export const mesh = defineTopology({
  id: "mesh",
  title: "mesh",
  article: "a",
  group: "Grids",
  summary: "A grid of switches without wrap-around links: a torus with every ring cut open.",
  source: "Dally, Towles (2004), §5",
  params: {
    sizes: list(integer({ title: "Size", help: "Switches along a dimension.", min: 1, max: 1024, default: 8 }), {
      title: "Sizes",
      help: "Switches along each dimension, X first.",
      minLength: 1,
      maxLength: 6,
      separator: " × ",
      default: [8, 8],
    }),
    terminalsPerSwitch: terminalsPerSwitchParam,
    terminalLinks: terminalLinksParam,
  },
  phrase: "{title} of {sizes} switches",
  examples: [
    { sizes: [4, 4] },
    { sizes: [7] },
    { sizes: [3, 4, 2] },
    { sizes: [3, 3], terminalsPerSwitch: 2 },
    { sizes: [2, 3], terminalLinks: 3 },
  ],
  check: () => [],
  hasSameForm: ({ sizes }, to) => hasSameDimensions(sizes, to.sizes),
  expectedFacts: ({ sizes, terminalsPerSwitch, terminalLinks }) =>
    gridFacts({ sizes, wraps: noWraps(sizes), terminalsPerSwitch, terminalLinks }),
  build: ({ sizes, terminalsPerSwitch, terminalLinks }) => buildGrid({ sizes, wraps: noWraps(sizes), terminalsPerSwitch, terminalLinks }),
});
