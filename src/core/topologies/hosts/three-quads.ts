import { integer } from "../../base/params.ts";
import { NetworkBuilder } from "../../network/builder.ts";
import type { Axis } from "../../network/network.ts";
import { linkParts } from "../../network/bill-of-materials.ts";
import { axisName } from "../../network/grid-shapes.ts";
import { defineTopology } from "../contract.ts";

const axesOf = (m: number): readonly Axis[] => [0, 1, 2].map((d) => ({ name: axisName(d), kind: "shared", size: m }));

/**
 * Terminals have coordinates (x, y, z), x running fastest. Switch i of family X has the m² terminals with x = i, and likewise for Y and Z
 * (§2.2, Fig. 1). A terminal's ports are X, Y, Z; a switch's ports are in the order of its terminals.
 */
export const threeQuads = defineTopology({
  id: "three-quads",
  title: "Three Quads",
  article: "",
  group: "Hosts that forward",
  summary:
    "Terminals in a cube, each attached to three switches: one for each plane through it. Terminals that share no plane reach each other through a third terminal.",
  source: "Three Quads (matrix transpose), §2.2, Fig. 1",
  params: {
    m: integer({
      title: "Side",
      symbol: "m",
      help: "Terminals along an edge of the cube; a switch has a port for each of the m² terminals of its plane.",
      min: 2,
      max: 32,
      default: 4,
    }),
  },
  phrase: "{title} with {m}",
  examples: [{ m: 2 }, { m: 4 }, { m: 3 }, { m: 8 }, { m: 16 }],
  check: () => [],
  /**
   * Counts and distances in closed form. The m³ terminals form a cube, and each is linked to three switches: those of the planes in which
   * it lies.
   */
  expectedFacts({ m }) {
    const terminals = m ** 3;
    // (m − 1)³ terminals differ in all three coordinates; a relay makes their distance 4 channels. All others are 2 channels away.
    return {
      terminals,
      switches: 3 * m,
      links: 3 * terminals,
      parts: {
        switches: [{ level: -1, ports: m * m, count: 3 * m }],
        links: linkParts([0, 1, 2].map((d) => ({ name: axisName(d), isTerminal: false, count: terminals }))),
        terminals,
      },
      diameter: 4,
      meanDistance: 2 + (2 * (m - 1) ** 3) / (terminals - 1),
      axes: axesOf(m),
      regular: true,
      forwards: true,
    };
  },
  /**
   * Builds a cube of m³ terminals. Switch i of dimension d serves the m² terminals whose coordinate d is i, so each terminal has three
   * links.
   */
  build({ m }) {
    const terminals = m ** 3;
    const net = new NetworkBuilder(terminals, 3 * m, 3 * terminals, axesOf(m), true);
    const linkClassOfAxis = [0, 1, 2].map((d) => net.linkClass(axisName(d)));
    for (let d = 0; d < 3; d++) {
      for (let i = 0; i < m; i++) {
        net.setCoordinate(terminals + d * m + i, d, i);
        net.setPorts(d * m + i, m * m);
      }
    }
    for (let t = 0; t < terminals; t++) {
      for (let d = 0, rest = t; d < 3; d++, rest = Math.floor(rest / m)) {
        net.setCoordinate(t, d, rest % m);
        net.connect(t, terminals + d * m + (rest % m), linkClassOfAxis[d]);
      }
    }
    return net.finish();
  },
});
