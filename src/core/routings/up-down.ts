import { defined } from "../base/defined.ts";
import { choice } from "../base/params.ts";
import type { CompiledRouting } from "../plan/routing.ts";
import { routing } from "./contract.ts";
import { anyOutput, byFlow, hashedOf, hashedSource, isHashed, sprayed } from "./hashed.ts";
import { waysUpAndDown } from "./late-ways.ts";

export const upDown = routing({
  id: "up-down",
  title: "up*/down*",
  article: "",
  summary: "Every link gets an upper end, the one nearer to a root. A packet takes the shortest path that goes up first, then only down.",
  source: `Schroeder et al. (Autonet; IEEE J. Selected Areas in Communications 9, 1991), §6; ${hashedSource}`,
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
    ways: choice({
      title: "Ways",
      help: "Which of the shortest of these paths a packet may take.",
      default: "all",
      choices: [anyOutput, byFlow, sprayed],
    }),
  },
  phrase: "{title} routing",
  examples: [{}, { root: "first" }, { ways: "by-flow" }, { ways: "sprayed" }],
  needs: () => null,
  canDeadlock: () => null,
  late: waysUpAndDown,
  compile({ root, ways: chosen }, network, seed = 0) {
    const { longest, reaches, next, ways } = waysUpAndDown.code.upDownWays(network, root);
    const even: CompiledRouting = {
      classes: 1,
      maxCandidates: longest,
      route: ways,
      next: (_at, _to, state, id) => next(state, id),
      ...defined({ reaches }),
    };
    return isHashed(chosen) ? hashedOf(chosen, seed, even) : even;
  },
});
