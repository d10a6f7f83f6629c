import { refuse } from "../base/errors.ts";
import { choice } from "../base/params.ts";
import { routing } from "./contract.ts";
import { shortest } from "./late-ways.ts";

export const shortestPath = routing({
  id: "shortest-path",
  title: "shortest path",
  article: "",
  summary: "Along shortest ways, computed for this very network, also around missing links and switches.",
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
  late: shortest,
  compile({ ways, classes: classing }, network) {
    const { classesByHops, mostClasses, shortestWays } = shortest.code;
    const { head } = network;
    const { longest, hops, exempt, reaches, ways: closer } = shortestWays(network);
    const classes = classing === "none" ? 1 : classesByHops(hops, exempt);
    if (classes > mostClasses) {
      refuse(
        "routing",
        `the longest way crosses ${hops} channels and would need ${classes} classes of virtual channels; at most ${mostClasses} are counted.`,
        "Use up*/down* routing, which needs one.",
        "up-down",
      );
    }
    const classOf = (c: number, to: number, crossed: number) =>
      classes === 1 || head[c] === to || crossed < exempt ? 0 : crossed - exempt;
    const all = new Int32Array(longest);
    const isFixed = ways === "one";
    return {
      classes,
      maxCandidates: isFixed ? 1 : longest,
      route(at, to, state, out) {
        const count = closer(at, to, all);
        const first = isFixed && count > 1 ? to % count : 0;
        const end = isFixed ? Math.min(count, first + 1) : count;
        for (let i = first; i < end; i++) out[i - first] = all[i] * classes + classOf(all[i], to, state);
        return end - first;
      },
      ...(classes === 1 ? {} : { next: (_at: number, _to: number, state: number) => state + 1 }),
      ...(reaches === undefined ? {} : { reaches }),
    };
  },
});
