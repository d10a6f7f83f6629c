import { routing } from "./contract.ts";
import { groupSteps, needsGroups } from "./group-steps.ts";

export const localGlobalLocal = routing({
  id: "local-global-local",
  title: "local, global, local",
  article: "",
  summary:
    "To a switch of the same group with a link to the destination's group, over that link, then to the destination. In a Megafly, from leaf to spine and back to a leaf.",
  source: "Kim, Dally, Scott, Abts (ISCA 2008), §4; from leaf to leaf: Flajslik, Borch, Parker (ISC 2018), §3",
  params: {},
  phrase: "{title} routing",
  examples: [{}],
  needs: needsGroups,
  canDeadlock: () => null,
  compile(_values, network) {
    const { terminals, firstOut } = network;
    const { isTiered, groupOf, into, switchOf, mostWays, within, towards } = groupSteps(network);
    // Class 0 up to the global channel and class 1 after it, so that no packet waits for a channel on an earlier part of its path. In
    // groups with tiers, up and down channels are distinct without VC classes.
    const classes = isTiered ? 1 : 2;
    const ofLast = classes - 1;
    return {
      classes,
      maxCandidates: mostWays,
      route(at, to, _, out) {
        if (at < terminals) {
          out[0] = firstOut[at] * classes;
          return 1;
        }
        const goal = switchOf[to];
        if (at === goal) {
          out[0] = into[to] * classes;
          return 1;
        }
        const isLast = groupOf[at] === groupOf[goal];
        const count = isLast ? within(at, goal, out) : towards(at, groupOf[goal], goal, out);
        for (let i = 0; i < count; i++) out[i] = out[i] * classes + (isLast ? ofLast : 0);
        return count;
      },
    };
  },
});
