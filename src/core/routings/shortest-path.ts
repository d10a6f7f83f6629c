import { refuse } from "../base/errors.ts";
import { choice } from "../base/params.ts";
import type { Network } from "../network/network.ts";
import { search } from "../network/search.ts";
import { routing } from "./contract.ts";
import { tableSize, type WaysOn, wayTable } from "./way-tables.ts";

/** Most classes that are counted by hops. */
const mostClasses = 16;

export const shortestPath = routing({
  id: "shortest-path",
  title: "shortest path",
  article: "",
  summary: "Along shortest ways, from tables worked out for this very network; around links and switches that are missing.",
  source: "Classes by hops: Günther (IEEE Trans. Communications 29, 1981); Dally, Towles (2004), §14.2",
  params: {
    ways: choice({
      title: "Ways",
      help: "Whether a packet may take all shortest ways or one fixed for its destination.",
      default: "all",
      choices: [
        { id: "all", title: "all", help: "Any channel that leads closer." },
        { id: "one", title: "one for each destination", help: "The choice at each node is dealt out over destinations by their number." },
      ],
    }),
    classes: choice({
      title: "Channel classes",
      help: "Classes of virtual channels by the channels crossed so far break every circle of waits.",
      default: "by-hops",
      choices: [
        {
          id: "by-hops",
          title: "by hops",
          help: "The class is the number of channels crossed so far: as many classes as the longest way needs.",
        },
        { id: "none", title: "one", help: "Packets may wait for each other in a circle: a deadlock, kept for teaching." },
      ],
    }),
  },
  phrase: "{title} routing",
  examples: [{}, { ways: "one" }, { classes: "none" }, { ways: "one", classes: "none" }],
  needs: () => null,
  canDeadlock({ classes }, { axes, regular }) {
    if (classes === "by-hops") return null;
    // In a complete tree, shortest ways go up and then down.
    if (regular && axes.some(({ kind }) => kind === "level")) return null;
    return "With one class, packets on shortest ways may come to wait for each other in a circle.";
  },
  compile({ ways, classes: classing }, network) {
    const { terminals, firstOut, head, reverse } = network;
    const distances = new Int32Array(firstOut.length - 1);
    const queue = new Int32Array(firstOut.length - 1);
    let longestWay = 0;
    const { gather, longest, lists, find, reaches } = wayTable(network, tableSize(network, 1), (target) => {
      search(network, target, distances, queue, network.forwards ? 0 : terminals);
      for (let t = 0; t < terminals; t++) if (distances[t] > longestWay) longestWay = distances[t];
      return closer(network, distances);
    });
    // The last channel of a way needs no class of its own, a packet is always consumed; nor does the first where no
    // other packet can arrive by it. `longestWay` ends where packets gather, which may be the channel before the last.
    const exempt = hasTerminalLinks(network) ? 0 : 1;
    const hops = longestWay + (gather.some((node, t) => node !== t) ? 1 : 0);
    const classes = classing === "none" ? 1 : Math.max(1, hops - 1 - exempt);
    if (classes > mostClasses) {
      refuse(
        "routing",
        `the longest way crosses ${hops} channels and would need ${classes} classes of virtual channels; at most ${mostClasses} are counted.`,
        "Use up*/down* routing, which needs one.",
        "up-down",
      );
    }
    const isFixed = ways === "one";
    return {
      classes,
      maxCandidates: isFixed ? 1 : longest,
      route(at, to, state, out) {
        if (at === gather[to]) {
          out[0] = reverse[firstOut[to]] * classes;
          return 1;
        }
        if (at < terminals && firstOut[at + 1] - firstOut[at] === 1) {
          out[0] = firstOut[at] * classes;
          return 1;
        }
        const start = find(at, to, 0);
        const count = lists[start];
        if (count === 0) return 0;
        const first = firstOut[at];
        const k = classes === 1 || head[first + lists[start + 1]] === to || state < exempt ? 0 : state - exempt;
        if (isFixed) {
          out[0] = (first + lists[start + 1 + (to % count)]) * classes + k;
          return 1;
        }
        for (let i = 0; i < count; i++) out[i] = (first + lists[start + 1 + i]) * classes + k;
        return count;
      },
      ...(classes === 1 ? {} : { next: (_at: number, _to: number, state: number) => state + 1 }),
      ...(reaches === undefined ? {} : { reaches }),
    };
  },
});

/** Whether a terminal hangs on another terminal: then a packet under way can arrive by the channel it began with. */
function hasTerminalLinks({ terminals, firstOut, head }: Network): boolean {
  for (let c = 0; c < firstOut[terminals]; c++) if (head[c] < terminals) return true;
  return false;
}

/** The channels that lead one closer. */
function closer(network: Network, distances: Int32Array): WaysOn {
  const { terminals, firstOut, head, forwards } = network;
  // A terminal that does not pass packets on is no way to anywhere, though it may lie near.
  const passable = forwards ? 0 : terminals;
  return (n, _phase, out) => {
    const wanted = distances[n] - 1;
    let count = 0;
    if (wanted < 0) return 0;
    for (let c = firstOut[n], end = firstOut[n + 1]; c < end; c++) {
      const next = head[c];
      if (distances[next] === wanted && (next >= passable || wanted === 0)) out[count++] = c;
    }
    return count;
  };
}
