/** A single switch with its terminals. */
import { treeAxes } from "../../core/network/tree-shapes.ts";
import type { TopologyFamily } from "./contract.ts";

/** Minimum and maximum number of terminals of this program's topology. */
const [minTerminals, maxTerminals] = [2, 1024];

export const singleSwitchFamily: TopologyFamily = {
  id: "single-switch",
  find({ switchCount, terminalCounts }) {
    if (switchCount !== 1 || terminalCounts[0] === 0) return null;
    const terminals = terminalCounts[0];
    const isSupported = terminals >= minTerminals && terminals <= maxTerminals;
    return {
      ideal: {
        topology: isSupported ? { kind: "single-switch", values: { terminals } } : null,
        title: "single switch",
        sentences: [`All ${terminals} terminals are attached to it.`],
        axes: treeAxes([1]),
        coordinates: Int32Array.of(0, 0),
        links: [],
        terminalCounts: Int32Array.of(terminals),
      },
      slotOf: Int32Array.of(0),
    };
  },
};
