import { withoutUndefined } from "../base/defined.ts";
import { choice } from "../base/params.ts";
import type { CompiledRouting } from "../plan/routing.ts";
import { defineRouting } from "./contract.ts";
import { anyOutput, byFlow, hashedRouting, hashedSource, isHashed, sprayed } from "./hashed.ts";
import { lazyUpDownPaths } from "./lazy-modules.ts";

export const upDown = defineRouting({
  id: "up-down",
  title: "up*/down*",
  article: "",
  summary:
    "The upper end of every link is the end nearer to a root switch. Of the paths that go up first and then only down, a packet takes a shortest one.",
  source: `Schroeder et al. (Autonet; IEEE J. Selected Areas in Communications 9, 1991), §6; ${hashedSource}`,
  params: {
    root: choice({
      title: "Root",
      help: "The root switch, which determines the upper end of every link.",
      default: "centre",
      choices: [
        { id: "centre", title: "the centre", help: "The switch with the smallest distance to its farthest node; among equals, the first." },
        { id: "first", title: "the first switch", help: "The switch with the lowest number." },
      ],
    }),
    ways: choice({
      title: "Paths",
      help: "Which of the shortest of these paths a packet may take.",
      default: "all",
      choices: [anyOutput, byFlow, sprayed],
    }),
  },
  phrase: "{title} routing",
  examples: [{}, { root: "first" }, { ways: "by-flow" }, { ways: "sprayed" }],
  reasonUnsupported: () => null,
  reasonForDeadlock: () => null,
  lazyModule: lazyUpDownPaths,
  compile({ root, ways: pathChoice }, network, seed = 0) {
    const { maxCandidates, canReach, stateAfterChannel, nextChannels } = lazyUpDownPaths.code.upDownPaths(network, root);
    const unhashed: CompiledRouting = {
      vcClasses: 1,
      maxCandidates,
      route: nextChannels,
      nextState: (_at, _to, state, id) => stateAfterChannel(state, id),
      ...withoutUndefined({ canReach }),
    };
    return isHashed(pathChoice) ? hashedRouting(pathChoice, seed, unhashed) : unhashed;
  },
});
