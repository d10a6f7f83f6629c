import { integer, list } from "../../base/params.ts";
import { NetworkBuilder } from "../../network/builder.ts";
import type { Axis } from "../../network/network.ts";
import { linkParts, terminalLinkPart } from "../../network/bill-of-materials.ts";
import { axisName } from "../../network/grid-shapes.ts";
import { isNearBalance } from "../balance.ts";
import { defineTopology } from "../contract.ts";
import { hasSameDimensions, terminalsPerSwitchParam } from "../grids/grid-facts.ts";

const axesOf = (sizes: readonly number[]): readonly Axis[] => sizes.map((size, d) => ({ name: axisName(d), kind: "full", size }));
const product = (sizes: readonly number[]) => sizes.reduce((product, size) => product * size, 1);
const portsOf = (sizes: readonly number[], terminalsPerSwitch: number) => sizes.reduce((sum, size) => sum + size - 1, terminalsPerSwitch);

/** X runs fastest in the numbering of switches. Ports: the terminals, then for each dimension the other switches of the row, in order. */
export const hyperx = defineTopology({
  id: "hyperx",
  title: "HyperX",
  article: "a",
  group: "Low diameter",
  summary:
    "A grid in which the switches of every row are fully connected. With as many terminals per switch as switches in a row, it is a flattened butterfly.",
  source: "Ahn, Binkert, Davis, McLaren, Schreiber (SC 2009), §3; Kim, Dally, Abts (ISCA 2007)",
  params: {
    sizes: list(integer({ title: "Size", help: "Switches along a dimension, fully connected.", min: 1, max: 256, default: 4 }), {
      title: "Sizes",
      help: "Switches along each dimension, X first.",
      minLength: 1,
      maxLength: 6,
      separator: " × ",
      default: [4, 4],
    }),
    terminalsPerSwitch: { ...terminalsPerSwitchParam, max: 64, default: 4 },
  },
  phrase: "{title} of {sizes} switches",
  examples: [
    { sizes: [4, 4] },
    { sizes: [5], terminalsPerSwitch: 1 },
    { sizes: [3, 4, 2], terminalsPerSwitch: 2 },
    { sizes: [8, 8], terminalsPerSwitch: 8 },
    { sizes: [16, 16], terminalsPerSwitch: 16 },
  ],
  check: () => [],
  // A row of s switches serves s terminals per switch, in any number of dimensions. With no rows but rows of 3, the network would be a
  // torus.
  *designsOfSize({ terminals, maxTerminals, ports }) {
    for (let n = 1; n <= 3; n++) {
      for (let side = n === 1 ? 2 : 4; side <= 256 && portsOf(Array<number>(n).fill(side - 1), 1) < ports; side++) {
        for (let shorter = n - 1; shorter >= 0; shorter--) {
          const sizes = Array.from({ length: n }, (_, dimension) => (dimension < n - shorter ? side : side - 1));
          const p = Math.ceil(terminals / product(sizes));
          const fits = p <= 64 && p * product(sizes) <= maxTerminals && portsOf(sizes, p) <= ports;
          if (fits && isNearBalance(p, sizes[n - 1])) yield { sizes, terminalsPerSwitch: p };
        }
      }
    }
  },
  hasSameForm: ({ sizes }, to) => hasSameDimensions(sizes, to.sizes),
  /**
   * Counts, distances and narrow cuts of a HyperX in closed form: a grid of switches in which all switches that differ in one coordinate
   * only are linked.
   */
  expectedFacts({ sizes, terminalsPerSwitch }) {
    const switches = product(sizes);
    const terminals = switches * terminalsPerSwitch;
    // The distance is the number of differing coordinates. Over all pairs, including equal ones, a coordinate differs in (size − 1) / size.
    const meanOverSwitches = sizes.reduce((sum, size) => sum + (size - 1) / size, 0);
    return {
      terminals,
      switches,
      links: terminals + sizes.reduce((sum, size) => sum + (switches * (size - 1)) / 2, 0),
      parts: {
        switches: [{ level: -1, ports: portsOf(sizes, terminalsPerSwitch), count: switches }],
        links: linkParts([
          terminalLinkPart(terminals),
          ...sizes.flatMap((size, dimension) =>
            size > 1 ? [{ name: axisName(dimension), isTerminal: false, count: (switches * (size - 1)) / 2 }] : [],
          ),
        ]),
        terminals,
      },
      diameter: terminals > 1 ? 2 + sizes.filter((size) => size > 1).length : 0,
      meanDistance: terminals > 1 ? 2 + (meanOverSwitches * terminals) / (terminals - 1) : 0,
      cuts: [
        { terminals: terminalsPerSwitch, channels: portsOf(sizes, 0), channelsToOtherPart: 1, hasConsecutiveTerminals: true },
        // Cuts through the middle of each dimension, and around the switches with one coordinate of it.
        ...sizes.flatMap((size, dimension) => {
          const hasConsecutiveTerminals = sizes.slice(dimension + 1).every((later) => later === 1);
          const row = switches / size;
          const half = Math.floor(size / 2);
          return size === 1
            ? []
            : [
                { terminals: (terminals / size) * half, channels: row * half * (size - half), hasConsecutiveTerminals },
                { terminals: terminals / size, channels: row * (size - 1), channelsToOtherPart: row, hasConsecutiveTerminals },
              ];
        }),
      ],
      axes: axesOf(sizes),
      regular: true,
      forwards: false,
    };
  },
  /**
   * Builds a HyperX: a grid of switches of the given sizes, the first coordinate changing fastest, in which all switches that differ in one
   * coordinate only are linked.
   */
  build({ sizes, terminalsPerSwitch }) {
    const switches = product(sizes);
    const terminals = switches * terminalsPerSwitch;
    const links = sizes.reduce((sum, size) => sum + (switches * (size - 1)) / 2, terminals);
    const net = new NetworkBuilder(terminals, switches, links, axesOf(sizes));
    const ports = portsOf(sizes, terminalsPerSwitch);
    const terminalLink = net.linkClass("terminal");
    for (let switchIndex = 0; switchIndex < switches; switchIndex++) {
      const firstTerminal = switchIndex * terminalsPerSwitch;
      for (let i = 0; i < terminalsPerSwitch; i++) net.connect(firstTerminal + i, terminals + switchIndex, terminalLink);
      for (let dimension = 0, remainingIndex = switchIndex; dimension < sizes.length; dimension++) {
        const coordinate = remainingIndex % sizes[dimension];
        remainingIndex = Math.floor(remainingIndex / sizes[dimension]);
        net.setCoordinate(terminals + switchIndex, dimension, coordinate);
        for (let i = 0; i < terminalsPerSwitch; i++) net.setCoordinate(firstTerminal + i, dimension, coordinate);
      }
      net.setPorts(switchIndex, ports);
    }
    let stride = 1;
    sizes.forEach((size, dimension) => {
      const linkClass = size > 1 ? net.linkClass(axisName(dimension)) : 0;
      for (let switchIndex = 0; switchIndex < switches; switchIndex++) {
        for (let step = 1, coordinate = Math.floor(switchIndex / stride) % size; coordinate + step < size; step++) {
          net.connect(terminals + switchIndex, terminals + switchIndex + step * stride, linkClass);
        }
      }
      stride *= size;
    });
    return net.finish();
  },
});
