import { flag, integer, list } from "../../base/params.ts";
import { ceilRoot } from "../../base/integers.ts";
import { buildGrid } from "../../network/grid-shapes.ts";
import { smallestGrid } from "../balance.ts";
import { defineTopology } from "../contract.ts";
import { gridFacts, hasSameDimensions, terminalLinksParam, terminalsPerSwitchParam } from "./grid-facts.ts";

/** Whether each dimension wraps around; true where the document does not specify it. */
const wrapsOf = (sizes: readonly number[], wrap: readonly boolean[]) => sizes.map((_, d) => wrap[d] ?? true);

export const torus = defineTopology({
  id: "torus",
  title: "torus",
  article: "a",
  group: "Grids",
  summary: "A grid of switches whose rows are closed into rings by wrap-around links. Any dimension can be left open.",
  source: "Dally, Towles (2004), §5; Sabharwal et al. (torus transpose), §1",
  params: {
    sizes: list(integer({ title: "Size", help: "Switches along a dimension.", min: 1, max: 1024, default: 8 }), {
      title: "Sizes",
      help: "Switches along each dimension, X first.",
      minLength: 1,
      maxLength: 6,
      separator: " × ",
      default: [8, 8],
    }),
    wrap: list(flag({ title: "Wraps", word: "on|off", help: "Whether the dimension closes into a ring.", default: true }), {
      title: "Wrap-around",
      help: "Whether each dimension closes into a ring. An empty list closes all dimensions. A dimension of two switches has no second link.",
      minLength: 0,
      maxLength: 6,
      separator: ", ",
      default: [],
    }),
    terminalsPerSwitch: terminalsPerSwitchParam,
    terminalLinks: terminalLinksParam,
  },
  phrase: "{title} of {sizes} switches",
  examples: [
    { sizes: [4, 4] },
    { sizes: [5] },
    { sizes: [8, 8] },
    { sizes: [4, 3, 2] },
    { sizes: [4, 4], wrap: [true, false] },
    { sizes: [3, 3], terminalsPerSwitch: 2, terminalLinks: 2 },
  ],
  check: ({ sizes, wrap }) =>
    wrap.length === 0 || wrap.length === sizes.length
      ? []
      : [
          {
            path: "wrap",
            message: `lists ${wrap.length} dimensions, but the network has ${sizes.length}.`,
            remedy: "List every dimension, or none to close all of them.",
            nearest: wrapsOf(sizes, wrap),
          },
        ],
  // A torus with only rings of 4 is a hypercube, and a dimension of 2 is not a ring.
  *designsOfSize({ terminals, maxTerminals, ports }) {
    for (let n = 2; n <= 6; n++) {
      let last = 0;
      for (const wantedPerSwitch of [1, 2, 3, 4, 6, 8, 12, 16, 24, 32]) {
        const switches = Math.ceil(terminals / wantedPerSwitch);
        const sizes = smallestGrid(switches, n, ceilRoot(switches, n));
        const gridSwitches = sizes.reduce((product, size) => product * size, 1);
        const terminalsPerSwitch = Math.ceil(terminals / gridSwitches);
        if (terminalsPerSwitch === last || sizes[n - 1] < 3 || sizes[0] > 1024 || sizes.every((size) => size === 4)) continue;
        last = terminalsPerSwitch;
        if (gridSwitches * terminalsPerSwitch <= maxTerminals && 2 * n + terminalsPerSwitch <= ports) {
          yield { sizes, wrap: [], terminalsPerSwitch, terminalLinks: 1 };
        }
      }
    }
  },
  hasSameForm: ({ sizes }, to) => hasSameDimensions(sizes, to.sizes),
  expectedFacts: ({ sizes, wrap, terminalsPerSwitch, terminalLinks }) =>
    gridFacts({ sizes, wraps: wrapsOf(sizes, wrap), terminalsPerSwitch, terminalLinks }),
  build: ({ sizes, wrap, terminalsPerSwitch, terminalLinks }) =>
    buildGrid({ sizes, wraps: wrapsOf(sizes, wrap), terminalsPerSwitch, terminalLinks }),
});
