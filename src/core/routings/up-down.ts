import { choice } from "../base/params.ts";
import { routing } from "./contract.ts";
import { waysUpAndDown } from "./late-ways.ts";

export const upDown = routing({
  id: "up-down",
  title: "up*/down*",
  article: "",
  summary: "Every link gets an upper end, the one nearer to a root. A packet takes the shortest path that goes up first, then only down.",
  source: "Schroeder et al. (Autonet; IEEE J. Selected Areas in Communications 9, 1991), §6",
  params: {
    root: choice({
      title: "Root",
      help: "The switch from which links get their directions.",
      default: "centre",
      choices: [
        { id: "centre", title: "the centre", help: "The switch with the smallest distance to its farthest node; of several, the first." },
        { id: "first", title: "the first switch", help: "The switch with the lowest number." },
      ],
    }),
  },
  phrase: "{title} routing",
  examples: [{}, { root: "first" }],
  needs: () => null,
  canDeadlock: () => null,
  late: waysUpAndDown,
  compile({ root }, network) {
    const { longest, reaches, next, ways } = waysUpAndDown.code.upDownWays(network, root);
    return {
      classes: 1,
      maxCandidates: longest,
      route: ways,
      next: (_at, _to, state, id) => next(state, id),
      ...(reaches === undefined ? {} : { reaches }),
    };
  },
});
