import { integer } from "../base/params.ts";
import { routing } from "./contract.ts";
import { dateline, halfWay } from "./ring-params.ts";
import { needsWaysRound, waysRound } from "./late-ways.ts";

export const ugal = routing({
  id: "ugal",
  title: "UGAL",
  article: "",
  summary:
    "Each packet takes a minimal path, or, where queues make that slower, a path through a random switch or group. With tables it also works around faults and on any graph.",
  source: "Singh (PhD thesis, Stanford, 2005); UGAL-L: Kim, Dally, Scott, Abts (ISCA 2008), §4",
  params: {
    threshold: integer({
      title: "Threshold",
      help: "A packet takes the minimal path while its queue × hops are at most those of the detour plus this threshold, in phits × hops.",
      min: 0,
      max: 100_000,
      unit: "phits × hops",
      default: 0,
    }),
    halfWay,
    dateline,
  },
  phrase: "{title} routing",
  examples: [{}, { threshold: 64 }, { halfWay: "random", dateline: "on-entry" }],
  needs: needsWaysRound,
  canDeadlock: () => null,
  late: waysRound,
  compile({ threshold, halfWay, dateline }, network) {
    const ways = waysRound.code.wayRound(network, { halfWay, hasClassOnEntry: dateline === "on-entry" });
    const { classes, maxCandidates, route, next, isRound, directly, goal } = ways;
    const { head } = network;
    const out = new Int32Array(maxCandidates);
    return {
      ...ways,
      adapt(at, to, state, phits) {
        if (!isRound(state)) return state;
        const without = directly(at, to, state);
        const direct = fewestPhits(at, to, without, phits) * hops(at, to, without);
        return direct <= fewestPhits(at, to, state, phits) * hops(at, to, state) + threshold ? without : state;
      },
    };

    /** Phits that stand behind the emptiest first channel of a way. */
    function fewestPhits(at: number, to: number, state: number, phits: (channel: number) => number): number {
      const count = route(at, to, state, out);
      let fewest = Infinity;
      for (let i = 0; i < count; i++) fewest = Math.min(fewest, phits(Math.floor(out[i] / classes)));
      return fewest;
    }

    /** Channels between switches on a way from switch `at`, counted along its first candidates. */
    function hops(at: number, to: number, state: number): number {
      const end = goal(to);
      let count = 0;
      let phase = state;
      // A way round may pass the destination's switch; it ends there only when it has been elsewhere.
      for (let n = at; n !== end || isRound(phase); count++) {
        route(n, to, phase, out);
        phase = next(n, to, phase, out[0]);
        n = head[Math.floor(out[0] / classes)];
      }
      return count;
    }
  },
});
