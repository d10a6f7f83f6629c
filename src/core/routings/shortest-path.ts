import { withoutUndefined } from "../base/defined.ts";
import { refuse } from "../base/errors.ts";
import { choice } from "../base/params.ts";
import { isTree } from "../network/network.ts";
import type { CompiledRouting } from "../plan/routing.ts";
import { defineRouting } from "./contract.ts";
import { anyOutput, byFlow, hashedRouting, hashedSource, isHashed, sprayed } from "./hashed.ts";
import { lazyShortestPaths } from "./lazy-modules.ts";

export const shortestPath = defineRouting({
  id: "shortest-path",
  title: "shortest path",
  article: "",
  summary: "Packets take shortest paths computed for this network, also around failed links and switches.",
  source: `Classes by hops: Günther (IEEE Trans. Communications 29, 1981); Dally, Towles (2004), §14.2; ${hashedSource}`,
  params: {
    ways: choice({
      title: "Paths",
      help: "Which of the shortest paths a packet may take.",
      default: "all",
      choices: [
        anyOutput,
        {
          id: "one",
          title: "one for each destination",
          help: "One path for each destination: at each node, destinations are distributed over the possible links by their number.",
        },
        byFlow,
        sprayed,
      ],
    }),
    classes: choice({
      title: "Channel classes",
      help: "Virtual-channel classes by hops prevent deadlock.",
      default: "by-hops",
      choices: [
        {
          id: "by-hops",
          title: "by hops",
          help: "The class is the number of channels crossed so far; the number of classes is that of the longest path.",
        },
        { id: "none", title: "one", help: "Packets can wait for each other in a cycle and deadlock. For teaching." },
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
  reasonUnsupported: () => null,
  reasonForDeadlock({ classes }, { axes, regular }) {
    if (classes === "by-hops") return null;
    // In a complete tree, shortest paths go up and then down.
    if (regular && isTree(axes)) return null;
    return "With one virtual-channel class, packets on shortest paths may wait for each other in a cycle: this network may deadlock.";
  },
  lazyModule: lazyShortestPaths,
  /**
   * Compiles shortest-path routing from a table of all paths: a packet may take every channel that leads closer, or one of them, chosen by
   * its destination or a hash. Against deadlock, the virtual-channel class is the number of channels crossed so far; with one class,
   * packets may deadlock.
   * @param seed Seed of the hashes.
   */
  compile({ ways, classes: classChoice }, network, seed = 0) {
    const { vcClassesByHops, maxVcClasses, shortestPaths } = lazyShortestPaths.code;
    const { head } = network;
    const { maxCandidates, longestPath, exemptHops, canReach, nextChannels } = shortestPaths(network);
    const classes = classChoice === "none" ? 1 : vcClassesByHops(longestPath, exemptHops);
    if (classes > maxVcClasses) {
      refuse(
        "routing",
        `the longest path crosses ${longestPath} channels and needs ${classes} classes of virtual channels; at most ${maxVcClasses} are simulated.`,
        "Use up*/down* routing, which needs one class.",
        "up-down",
      );
    }
    const shortestChannels = new Int32Array(maxCandidates);
    const isSinglePath = ways === "one";
    const unhashed: CompiledRouting = {
      vcClasses: classes,
      maxCandidates: isSinglePath ? 1 : maxCandidates,
      route(node, destination, state, candidates) {
        let count = nextChannels(node, destination, isSinglePath ? shortestChannels : candidates);
        if (isSinglePath && count > 0) {
          candidates[0] = shortestChannels[destination % count];
          count = 1;
        }
        if (classes === 1) return count;
        // The state is the number of channels crossed; the first `exemptHops` need no class.
        const vcClass = state - exemptHops;
        if (vcClass <= 0) for (let i = 0; i < count; i++) candidates[i] *= classes;
        else for (let i = 0; i < count; i++) candidates[i] = candidates[i] * classes + (head[candidates[i]] === destination ? 0 : vcClass);
        return count;
      },
      ...(classes === 1 ? {} : { nextState: (_at: number, _to: number, state: number) => state + 1 }),
      ...withoutUndefined({ canReach }),
    };
    return isHashed(ways) ? hashedRouting(ways, seed, unhashed) : unhashed;
  },
});
