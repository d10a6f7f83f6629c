import { integer, number } from "../../base/params.ts";
import { buildRails, type RailShape, completeFabric } from "../../network/rail-shapes.ts";
import { buildTree, closShape, leafDownPorts } from "../../network/tree-shapes.ts";
import { defineTopology } from "../contract.ts";
import { oddPortsIssue, railFacts } from "../hosts/rail-facts.ts";
import { closTerminals, commonOversubscriptions } from "./oversubscriptions.ts";
import { treeFacts } from "./tree-facts.ts";

interface Values {
  readonly ports: number;
  readonly levels: number;
  readonly oversubscription: number;
  readonly planes: number;
}

const shapeOf = ({ ports, levels, oversubscription }: Values) => closShape(ports, levels, oversubscription);

/** Accelerator p of every host is a terminal of plane p, at the same position. */
function railShapeOf(values: Values): RailShape {
  const fabric = completeFabric(shapeOf(values), values.ports);
  return { hosts: fabric.heights[0].count, accelerators: values.planes, inner: "switch", fabric, isSharedTree: false, name: "plane" };
}

/** Numbers of planes in real machines: a power of two of accelerators per host. */
const commonPlaneCounts = [1, 2, 4, 8] as const;

const portRange = { min: 2, max: 512 } as const;

export const clos = defineTopology({
  id: "clos",
  title: "Clos network",
  article: "a",
  group: "Trees",
  summary: "Leaves and spines, all of the same kind of switch, in the number that its ports allow.",
  source: "Clos (Bell Syst. Tech. J. 32, 1953); Al-Fares, Loukissas, Vahdat (SIGCOMM 2008), §3",
  params: {
    ports: integer({
      title: "Ports",
      symbol: "k",
      word: "#-port switches",
      help: "Ports of every switch, an even number.",
      ...portRange,
      default: 8,
    }),
    levels: integer({
      title: "Levels",
      word: "# levels",
      help: "Leaves and spines, or also core switches above them.",
      min: 2,
      max: 3,
      default: 2,
    }),
    oversubscription: number({
      title: "Oversubscription",
      word: "#:1 oversubscribed|#:1 subscribed",
      help: "Downward links of a leaf for each upward link, at most.",
      min: 1,
      max: 64,
      step: 1,
      default: 1,
    }),
    planes: integer({
      title: "Planes",
      word: "# planes|# plane",
      help: "Identical networks in parallel. Each host has an accelerator in each of them; a switch inside the host connects these accelerators.",
      min: 1,
      max: 64,
      default: 1,
    }),
  },
  phrase: "{title} of {ports} in {levels} and {planes}, {oversubscription}",
  examples: [
    { ports: 6 },
    { ports: 4, levels: 3 },
    { ports: 8, oversubscription: 3 },
    { ports: 8, levels: 3, oversubscription: 3 },
    { ports: 10, oversubscription: 1.5 },
    { ports: 6, levels: 3, oversubscription: 2 },
    { ports: 8, oversubscription: 64 },
    { ports: 2 },
    { ports: 64 },
    { ports: 16, levels: 3 },
    { ports: 4, planes: 2 },
    { ports: 4, levels: 3, planes: 3 },
    { ports: 6, oversubscription: 2, planes: 2 },
    { ports: 64, planes: 8 },
  ],
  check: ({ ports }) => (ports % 2 === 0 ? [] : [oddPortsIssue(ports)]),
  /**
   * The sensible folded Clos networks of a given size: two or three levels, several oversubscriptions and numbers of parallel planes, each
   * with the fewest ports k per switch that suffice.
   * @param maxTerminals Largest number of terminals that still counts as the same size.
   * @param ports Largest number of ports of a switch.
   */
  *designsOfSize({ terminals, maxTerminals, ports }) {
    const maxPorts = Math.min(ports, portRange.max);
    for (const planes of commonPlaneCounts) {
      for (const levels of [2, 3]) {
        let lastLeaf = "";
        for (const oversubscription of commonOversubscriptions) {
          const terminalsWith = (k: number) => planes * closTerminals(k, levels, oversubscription);
          let k = Math.max(4, 2 * Math.floor((terminals / planes) ** (1 / levels) / 2));
          while (k <= maxPorts && terminalsWith(k) < terminals) k += 2;
          // A leaf with few ports has one uplink, however high the oversubscription is.
          const downPorts = leafDownPorts(k, oversubscription);
          const leaf = `${downPorts} of ${k}`;
          // The design states the oversubscription that its ports really have, not the requested one: 20 ports down and 6 up are not 4:1.
          const ratio = Math.ceil((100 * downPorts) / (k - downPorts) - 1e-9) / 100;
          // Two oversubscriptions may give the same leaf, and so the same design.
          if (k <= maxPorts && terminalsWith(k) <= maxTerminals && leaf !== lastLeaf)
            yield { ports: k, levels, oversubscription: ratio, planes };
          lastLeaf = leaf;
        }
      }
    }
  },
  expectedFacts: (values) => (values.planes === 1 ? treeFacts(shapeOf(values)) : railFacts(railShapeOf(values))),
  build: (values) => (values.planes === 1 ? buildTree(shapeOf(values)) : buildRails(railShapeOf(values))),
  next(name, { ports }, isUp) {
    if (name !== "ports") return null;
    const half = (ports as number) / 2;
    return Math.min(portRange.max, Math.max(portRange.min, 2 * (isUp ? Math.floor(half) + 1 : Math.ceil(half) - 1)));
  },
});
