/** A single switch with its terminals. */
import { treeAxes } from "../../core/network/tree-shapes.ts";
import type { Family } from "./contract.ts";

/** Minimum and maximum number of terminals of this program's topology. */
const [least, most] = [2, 1024];

export const singleSwitch: Family = {
  id: "single-switch",
  find({ switches, hosts }) {
    if (switches !== 1 || hosts[0] === 0) return null;
    const terminals = hosts[0];
    const fits = terminals >= least && terminals <= most;
    return {
      whole: {
        topology: fits ? { kind: "single-switch", values: { terminals } } : null,
        title: "single switch",
        said: [`All ${terminals} terminals hang on it.`],
        axes: treeAxes([1]),
        at: Int32Array.of(0, 0),
        links: [],
        hosts: Int32Array.of(terminals),
      },
      place: Int32Array.of(0),
    };
  },
};
