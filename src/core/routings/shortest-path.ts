import { defined } from "../base/defined.ts";
import { refuse } from "../base/errors.ts";
import { choice } from "../base/params.ts";
import { isTree } from "../network/network.ts";
import type { CompiledRouting } from "../plan/routing.ts";
import { routing } from "./contract.ts";
import { anyOutput, byFlow, hashedOf, hashedSource, isHashed, sprayed } from "./hashed.ts";
import { shortest } from "./late-ways.ts";

export const shortestPath = routing({
  id: "shortest-path",
  title: "shortest path",
  article: "",
  summary: "Along shortest paths computed for this network, also around failed links and switches.",
  source: `Classes by hops: Günther (IEEE Trans. Communications 29, 1981); Dally, Towles (2004), §14.2; ${hashedSource}`,
  params: {
    ways: choice({
      title: "Ways",
      help: "Which of the shortest paths a packet may take.",
      default: "all",
      choices: [
        anyOutput,
        { id: "one", title: "one for each destination", help: "At each node, destinations are spread over the choices by their number." },
        byFlow,
        sprayed,
      ],
    }),
    classes: choice({
      title: "Channel classes",
      help: "Virtual channel classes by hops prevent deadlock.",
      default: "by-hops",
      choices: [
        {
          id: "by-hops",
          title: "by hops",
          help: "The class is the number of channels crossed so far, so there are as many classes as the longest path needs.",
        },
        { id: "none", title: "one", help: "Packets can wait for each other in a circle and deadlock. Kept for teaching." },
      ],
    }),
  },
  phrase: "{title} routing",
  examples: [
    {},
    { ways: "one" },
    { classes: "none" },
    { ways: "one", classes: "none" },
    { ways: "by-flow" },
    { ways: "sprayed", classes: "none" },
  ],
  needs: () => null,
  canDeadlock({ classes }, { axes, regular }) {
    if (classes === "by-hops") return null;
    // In a complete tree, shortest paths go up and then down.
    if (regular && isTree(axes)) return null;
    return "With one class, packets on shortest paths may come to wait for each other in a circle: this network may deadlock.";
  },
  late: shortest,
  compile({ ways, classes: classing }, network, seed = 0) {
    const { classesByHops, mostClasses, shortestWays } = shortest.code;
    const { head } = network;
    const { longest, hops, exempt, reaches, ways: closer } = shortestWays(network);
    const classes = classing === "none" ? 1 : classesByHops(hops, exempt);
    if (classes > mostClasses) {
      refuse(
        "routing",
        `the longest path crosses ${hops} channels and needs ${classes} classes of virtual channels; at most ${mostClasses} are simulated.`,
        "Use up*/down* routing, which needs one.",
        "up-down",
      );
    }
    const all = new Int32Array(longest);
    const isFixed = ways === "one";
    const even: CompiledRouting = {
      classes,
      maxCandidates: isFixed ? 1 : longest,
      route(at, to, state, out) {
        let count = closer(at, to, isFixed ? all : out);
        if (isFixed && count > 0) {
          out[0] = all[to % count];
          count = 1;
        }
        if (classes === 1) return count;
        const k = state - exempt;
        if (k <= 0) for (let i = 0; i < count; i++) out[i] *= classes;
        else for (let i = 0; i < count; i++) out[i] = out[i] * classes + (head[out[i]] === to ? 0 : k);
        return count;
      },
      ...(classes === 1 ? {} : { next: (_at: number, _to: number, state: number) => state + 1 }),
      ...defined({ reaches }),
    };
    return isHashed(ways) ? hashedOf(ways, seed, even) : even;
  },
});
