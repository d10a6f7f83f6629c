import { defineRouting } from "./contract.ts";
import { groupSteps, reasonGroupsUnsupported } from "./group-steps.ts";

export const localGlobalLocal = defineRouting({
  id: "local-global-local",
  title: "local, global, local",
  article: "",
  summary:
    "A packet goes to a switch of its group that has a link to the destination's group, over this link, then to the destination. In a Megafly, local hops lead from leaf to spine and from spine to leaf.",
  source: "Kim, Dally, Scott, Abts (ISCA 2008), §4; from leaf to leaf: Flajslik, Borch, Parker (ISC 2018), §3",
  params: {},
  phrase: "{title} routing",
  examples: [{}],
  reasonUnsupported: reasonGroupsUnsupported,
  reasonForDeadlock: () => null,
  /**
   * Compiles the minimal routing of a dragonfly or Megafly: within the source group to a switch with a channel to the destination's group
   * (global channel), over that channel, then to the destination's switch.
   */
  compile(_values, network) {
    const { terminals, firstOut } = network;
    const { isTiered, groupOf, ejectionChannel, switchOf, maxCandidates, channelsWithin, channelsTowards } = groupSteps(network);
    // Class 0 up to the global channel and class 1 after it, so that no packet waits for a channel on an earlier part of its path. In
    // groups with tiers, up and down channels are distinct without VC classes.
    const vcClasses = isTiered ? 1 : 2;
    const lastVcClass = vcClasses - 1;
    return {
      vcClasses,
      maxCandidates,
      route(node, destination, _, candidates) {
        if (node < terminals) {
          candidates[0] = firstOut[node] * vcClasses;
          return 1;
        }
        const destinationSwitch = switchOf[destination];
        if (node === destinationSwitch) {
          candidates[0] = ejectionChannel[destination] * vcClasses;
          return 1;
        }
        const isInDestinationGroup = groupOf[node] === groupOf[destinationSwitch];
        const count = isInDestinationGroup
          ? channelsWithin(node, destinationSwitch, candidates)
          : channelsTowards(node, groupOf[destinationSwitch], destinationSwitch, candidates);
        for (let i = 0; i < count; i++) candidates[i] = candidates[i] * vcClasses + (isInDestinationGroup ? lastVcClass : 0);
        return count;
      },
    };
  },
});
