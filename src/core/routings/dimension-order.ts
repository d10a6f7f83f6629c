import { choice } from "../base/params.ts";
import { coordinate, type Network } from "../network/network.ts";
import { routing } from "./contract.ts";

export const dimensionOrder = routing({
  id: "dimension-order",
  title: "dimension order",
  article: "",
  summary: "All of X, then all of Y, and so on; the shorter way round a ring.",
  source: "Dally, Seitz (IEEE Trans. Computers C-36, 1987)",
  params: {
    channelClasses: choice({
      title: "Channel classes",
      help: "Two classes of virtual channels break the circle of waits in a ring.",
      default: "dateline",
      choices: [
        {
          id: "dateline",
          title: "two, with a dateline",
          help: "A packet that has still to pass the end of the ring uses class 0, any other class 1: no circle of waits can close.",
        },
        {
          id: "none",
          title: "one, without a dateline",
          help: "Packets can wait for each other all round a ring: a deadlock, kept for teaching.",
        },
      ],
    }),
  },
  phrase: "{title} routing",
  examples: [{}, { channelClasses: "none" }],
  needs: ({ axes }) =>
    axes.every((axis) => axis.kind === "line" || axis.kind === "ring")
      ? null
      : "needs a grid of switches with lines or rings; this network has levels",
  canDeadlock({ channelClasses }, { axes }) {
    const rings = axes.filter((axis) => axis.kind === "ring" && axis.size > 4).map((axis) => axis.name);
    if (channelClasses === "dateline" || rings.length === 0) return null;
    return `Without a dateline, packets can wait for each other all round a ring of ${rings.join(" and ")}: this network can deadlock.`;
  },
  compile({ channelClasses }, network) {
    const classes = channelClasses === "dateline" && network.axes.some((axis) => axis.kind === "ring") ? 2 : 1;
    const { terminals, axes, firstOut, head } = network;
    const dimensions = axes.length;
    const plus = ports(network, 1);
    const minus = ports(network, -1);
    const sizes = Int32Array.from(axes, (axis) => axis.size);
    const rings = Uint8Array.from(axes, (axis) => (axis.kind === "ring" ? 1 : 0));
    const { coordinates } = network;

    return {
      classes,
      maxCandidates: 1,
      route(at, to, _, out) {
        if (at < terminals) {
          out[0] = firstOut[at] * classes;
          return 1;
        }
        for (let d = 0; d < dimensions; d++) {
          const x = coordinates[at * dimensions + d];
          const goal = coordinates[to * dimensions + d];
          if (x === goal) continue;
          let up = goal > x;
          if (rings[d] === 1) {
            const ahead = up ? goal - x : goal - x + sizes[d];
            // Exactly half way round, even positions go up and odd ones down, so both directions carry the same.
            up = 2 * ahead === sizes[d] ? x % 2 === 0 : 2 * ahead < sizes[d];
          }
          const c = up ? plus[(at - terminals) * dimensions + d] : minus[(at - terminals) * dimensions + d];
          const hasToWrap = up ? goal < x : goal > x;
          out[0] = classes === 1 ? c : c * 2 + (hasToWrap ? 0 : 1);
          return 1;
        }
        let c = firstOut[at];
        while (head[c] !== to) c++;
        out[0] = c * classes;
        return 1;
      },
    };
  },
});

/** [S × dimensions] The channel that leaves each switch one step up (or down) each dimension, −1 where there is none. */
function ports(network: Network, step: 1 | -1): Int32Array {
  const { terminals, switches, axes, firstOut, head } = network;
  const channel = new Int32Array(switches * axes.length).fill(-1);
  for (let s = 0; s < switches; s++) {
    const n = terminals + s;
    for (let c = firstOut[n]; c < firstOut[n + 1]; c++) {
      if (head[c] < terminals) continue;
      axes.forEach((axis, d) => {
        const x = coordinate(network, n, d);
        const next = axis.kind === "ring" ? (x + step + axis.size) % axis.size : x + step;
        if (coordinate(network, head[c], d) === next && next !== x) {
          const others = axes.every((_, e) => e === d || coordinate(network, head[c], e) === coordinate(network, n, e));
          if (others) channel[s * axes.length + d] = c;
        }
      });
    }
  }
  return channel;
}
