/** Closed-form facts of tori and meshes. */
import { integer } from "../../base/params.ts";
import { linkParts, type SwitchPart, terminalLinkPart as linksOfTerminals } from "../../network/bill-of-materials.ts";
import { axisName, gridAxes, gridPorts, type GridShape, isRingDimension } from "../../network/grid-shapes.ts";
import type { TopologyFacts } from "../contract.ts";

/**
 * Counts, distances and narrow cuts of a mesh or torus in closed form. Distances add up over the dimensions. Over all ordered pairs of
 * positions, including equal ones, a ring of N has a sum of N ⌊N²/4⌋ and a line of N a sum of N (N² − 1) / 3. The terminal links add two
 * channels.
 */
export function gridFacts(shape: GridShape): TopologyFacts {
  const { sizes, wraps, terminalsPerSwitch, terminalLinks = 1 } = shape;
  const switches = sizes.reduce((product, size) => product * size, 1);
  const terminals = switches * terminalsPerSwitch;
  const linksOfDimension = sizes.map((size, d) => (switches / size) * (isRingDimension(size, wraps[d]) ? size : size - 1));
  let diameter = 2;
  let meanOverSwitches = 0;
  sizes.forEach((size, d) => {
    const ring = isRingDimension(size, wraps[d]);
    diameter += ring ? Math.floor(size / 2) : size - 1;
    meanOverSwitches += ring ? Math.floor((size * size) / 4) / size : (size * size - 1) / (3 * size);
  });
  return {
    terminals,
    switches,
    links: linksOfDimension.reduce((sum, count) => sum + count, terminals * terminalLinks),
    parts: {
      switches: switchParts(shape),
      links: linkParts([
        linksOfTerminals(terminals * terminalLinks),
        ...linksOfDimension.flatMap((count, d) => (sizes[d] > 1 ? [{ name: axisName(d), isTerminal: false, count }] : [])),
      ]),
      terminals,
    },
    diameter: terminals > 1 ? diameter : 0,
    meanDistance: terminals > 1 ? 2 + (meanOverSwitches * terminals) / (terminals - 1) : 0,
    // Cuts: around one switch, and through the middle of each dimension. Only the halves of the last dimension have consecutive terminals.
    cuts: [
      {
        terminals: terminalsPerSwitch,
        channels: sizes.reduce((sum, size) => sum + Math.min(2, size - 1), 0),
        channelsToOtherPart: 1,
        hasConsecutiveTerminals: true,
      },
      ...sizes.flatMap((size, d) =>
        size === 1
          ? []
          : {
              terminals: Math.floor(size / 2) * (terminals / size),
              channels: (switches / size) * (isRingDimension(size, wraps[d]) ? 2 : 1),
              hasConsecutiveTerminals: sizes.slice(d + 1).every((later) => later === 1),
            },
      ),
    ],
    axes: gridAxes(sizes, wraps),
    regular: true,
    forwards: false,
  };
}

/** Switches grouped by spare ports: at each end of a line, one port is unplugged. */
function switchParts(shape: GridShape): readonly SwitchPart[] {
  let counts = [1];
  shape.sizes.forEach((size, d) => {
    const endsOfLine = size > 2 && !isRingDimension(size, shape.wraps[d]) ? 2 : 0;
    counts = [...counts, 0].map((count, spare) => count * (size - endsOfLine) + (counts[spare - 1] ?? 0) * endsOfLine);
  });
  const ports = gridPorts(shape);
  return counts
    .map((count, spare): SwitchPart => ({ level: -1, ports, ...(spare > 0 ? { spare } : {}), count }))
    .filter(({ count }) => count > 0);
}

/** Terminals per switch. */
export const terminalsPerSwitchParam = integer({
  title: "Terminals per switch",
  word: "# terminals per switch|# terminal per switch",
  help: "Terminals attached to each switch.",
  min: 1,
  max: 32,
  default: 1,
});

/** Number of links of a terminal to its switch. Several links model nodes that inject several packets in parallel. */
export const terminalLinksParam = integer({
  title: "Links per terminal",
  word: "# links per terminal|# link per terminal",
  help: "Parallel links between each terminal and its switch; a packet takes any of them.",
  min: 1,
  max: 8,
  default: 1,
});

/** Whether the same dimensions have more than one switch in both grids. */
export function hasSameDimensions(sizes: readonly number[], to: readonly number[]): boolean {
  return sizes.every((size, d) => size > 1 === to[d] > 1);
}
