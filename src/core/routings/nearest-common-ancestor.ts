import { axisOf, coordinate, nameOfNode, type Network } from "../network/network.ts";
import { routing } from "./contract.ts";

export const nearestCommonAncestor = routing({
  id: "nearest-common-ancestor",
  title: "nearest common ancestor",
  article: "",
  summary: "Up by any link until a switch lies above the destination, then down by any link that leads there.",
  source: "Petrini et al. (QsNET), §2.2; Navaridas et al. (EHU-KAT-IK-06-07), §3.1",
  params: {},
  phrase: "{title} routing",
  examples: [{}],
  needs: ({ axes }) => (axes.some((axis) => axis.kind === "level") ? null : "needs switches in levels; this network has none"),
  canDeadlock: () => null,
  compile(_values, network) {
    const { below, childSpan, childPorts } = descent(network);
    const { firstOut, head } = network;
    const levelOf = levels(network);
    const firstUp = new Int32Array(firstOut.length - 1);
    for (let n = 0; n < firstUp.length; n++) {
      let c = firstOut[n];
      while (c < firstOut[n + 1] && levelOf(head[c]) < levelOf(n)) c++;
      firstUp[n] = c;
    }
    let maxCandidates = 1;
    for (let n = 0; n < firstUp.length; n++) {
      maxCandidates = Math.max(maxCandidates, firstOut[n + 1] - firstUp[n], n < network.terminals ? 1 : childPorts[n]);
    }
    return {
      classes: 1,
      maxCandidates,
      route(at, to, _, out) {
        const offset = to - below[2 * at];
        let c: number;
        let end: number;
        if (offset >= 0 && offset < below[2 * at + 1] && at >= network.terminals) {
          c = firstOut[at] + Math.floor(offset / childSpan[at]) * childPorts[at];
          end = c + childPorts[at];
        } else {
          c = firstUp[at];
          end = firstOut[at + 1];
        }
        let count = 0;
        while (c < end) out[count++] = c++;
        return count;
      },
    };
  },
});

/**
 * What lies below each node: [2N] first terminal and number of terminals; and how a switch's down ports divide it:
 * `childPorts` ports in a row for each stretch of `childSpan` terminals. Trees with other shapes are refused.
 */
function descent(network: Network) {
  const { terminals, switches, firstOut, head } = network;
  const levelOf = levels(network);
  const nodes = terminals + switches;
  const below = new Int32Array(2 * nodes);
  const childSpan = new Int32Array(nodes).fill(1);
  const childPorts = new Int32Array(nodes).fill(1);
  for (let t = 0; t < terminals; t++) {
    below[2 * t] = t;
    below[2 * t + 1] = 1;
  }
  const order = Array.from({ length: switches }, (_, s) => terminals + s).sort((a, b) => levelOf(a) - levelOf(b));
  for (const n of order) {
    const children: number[] = [];
    for (let c = firstOut[n]; c < firstOut[n + 1] && levelOf(head[c]) < levelOf(n); c++) children.push(head[c]);
    const first = below[2 * children[0]];
    const span = below[2 * children[0] + 1];
    const ports = children.filter((child) => below[2 * child] === first).length;
    const regular = children.every(
      (child, p) => below[2 * child] === first + Math.floor(p / ports) * span && below[2 * child + 1] === span,
    );
    if (!regular || children.length % ports !== 0) {
      throw new Error(`the terminals below ${nameOfNode(network, n)} are not divided evenly among its ports`);
    }
    below[2 * n] = first;
    below[2 * n + 1] = (children.length / ports) * span;
    childSpan[n] = span;
    childPorts[n] = ports;
  }
  return { below, childSpan, childPorts };
}

/** Level of a node; terminals are one below the leaves. */
function levels(network: Network): (n: number) => number {
  const level = axisOf(network, "level");
  return (n) => coordinate(network, n, level);
}
