import { routing } from "./contract.ts";
import { groupSteps, needsGroups } from "./group-steps.ts";

export const localGlobalLocal = routing({
  id: "local-global-local",
  title: "local, global, local",
  article: "",
  summary: "To a switch of the same group with a link to the destination's group, over that link, then to the destination.",
  source: "Kim, Dally, Scott, Abts (ISCA 2008), §4",
  params: {},
  phrase: "{title} routing",
  examples: [{}],
  needs: needsGroups,
  canDeadlock: () => null,
  compile(_values, network) {
    const { terminals, firstOut } = network;
    const { groupOf, into, switchOf, mostWays, local, towards } = groupSteps(network);
    // Class 0 up to the global channel, class 1 behind it: no channel is waited for by one that comes after it.
    const classes = 2;
    return {
      classes,
      maxCandidates: mostWays,
      route(at, to, _, out) {
        if (at < terminals) {
          out[0] = firstOut[at] * classes;
          return 1;
        }
        const goal = switchOf[to];
        if (groupOf[at] === groupOf[goal]) {
          out[0] = at === goal ? into[to] * classes : local(at, goal) * classes + 1;
          return 1;
        }
        const count = towards(at, groupOf[goal], goal, out);
        for (let i = 0; i < count; i++) out[i] *= classes;
        return count;
      },
    };
  },
});
