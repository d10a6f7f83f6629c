import { integer } from "../base/params.ts";
import { routing } from "./contract.ts";
import { needsWaysRound, wayRound } from "./way-round.ts";

export const ugal = routing({
  id: "ugal",
  title: "UGAL",
  article: "",
  summary: "Each packet goes directly or, where queues tell that this takes longer, round over a random switch or group.",
  source: "Singh (PhD thesis, Stanford, 2005); UGAL-L: Kim, Dally, Scott, Abts (ISCA 2008), §4",
  params: {
    threshold: integer({
      title: "Threshold",
      help: "A packet goes directly while phits × hops of the direct way are at most those of the way round plus this, phits × hops.",
      min: 0,
      max: 100_000,
      unit: "phits × hops",
      default: 0,
    }),
  },
  phrase: "{title} routing",
  examples: [{}, { threshold: 64 }],
  needs: needsWaysRound,
  canDeadlock: () => null,
  compile({ threshold }, network) {
    const ways = wayRound(network);
    const { classes, maxCandidates, route, next } = ways;
    const { firstOut, head } = network;
    const out = new Int32Array(maxCandidates);
    return {
      ...ways,
      adapt(at, to, state, phits) {
        if (state === 0) return 0;
        const direct = fewestPhits(at, to, 0, phits) * hops(at, to, 0);
        return direct <= fewestPhits(at, to, state, phits) * hops(at, to, state) + threshold ? 0 : state;
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
      const goal = head[firstOut[to]];
      let count = 0;
      let phase = state;
      // A way round may pass the destination's switch; only in state 0 does it end there.
      for (let n = at; n !== goal || phase !== 0; count++) {
        route(n, to, phase, out);
        phase = next(n, to, phase, out[0]);
        n = head[Math.floor(out[0] / classes)];
      }
      return count;
    }
  },
});
