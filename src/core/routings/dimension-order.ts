import { choice } from "../base/params.ts";
import { defineRouting } from "./contract.ts";
import { lazyGridSteps } from "./lazy-modules.ts";
import { reasonGridUnsupported, ringIssues } from "./grid-requirements.ts";
import { halfWay, onEntry } from "./ring-params.ts";

export const dimensionOrder = defineRouting({
  id: "dimension-order",
  title: "dimension order",
  article: "",
  summary: "A packet travels first along X, then along Y, and so on, around a ring in the shorter direction.",
  source:
    "Dally, Seitz (IEEE Trans. Computers C-36, 1987); bubbles: Carrión, Beivide, Gregorio, Vallejo (HiPC 1997); classes on entry: Scott, Thorson (PCRCW 1994)",
  params: {
    channelClasses: choice({
      title: "Channel classes",
      help: "How deadlock around a ring is prevented: by two classes of virtual channels, or by a bubble, a packet buffer that stays free.",
      default: "dateline",
      choices: [
        {
          id: "dateline",
          title: "two with a dateline",
          help: "A packet that still has to cross the dateline uses class 0, every other packet class 1, so no cycle of waiting packets can close.",
        },
        onEntry,
        {
          id: "bubble",
          title: "one with bubbles",
          help: "A packet enters a ring only if the next queue has room for two packets. One buffer in the ring always stays free, so the packets in it can move.",
        },
        {
          id: "none",
          title: "no dateline",
          help: "Packets can wait for each other all around a ring and deadlock. For teaching.",
        },
      ],
    }),
    halfWay,
  },
  phrase: "{title} routing",
  examples: [
    {},
    { channelClasses: "bubble" },
    { channelClasses: "none" },
    { channelClasses: "on-entry", halfWay: "random" },
    { halfWay: "up" },
  ],
  reasonUnsupported: reasonGridUnsupported,
  check: ({ channelClasses }, shape) =>
    channelClasses === "bubble" || channelClasses === "none" ? ringIssues("channelClasses", shape) : [],
  lazyModule: lazyGridSteps,
  reasonForDeadlock({ channelClasses, halfWay }, { axes }) {
    // With the parity rule, in a ring of four, the packets that go two channels split evenly between the directions, so no cycle closes.
    const longestSafeRing = halfWay === "parity" ? 4 : 3;
    const rings = axes.filter((axis) => axis.kind === "ring" && axis.size > longestSafeRing).map((axis) => axis.name);
    if (channelClasses !== "none" || rings.length === 0) return null;
    return `Without a dateline, packets can wait for each other all around a ring in dimension ${rings.join(" or ")}: this network can deadlock.`;
  },
  /**
   * Compiles dimension-order routing for a network: `route` writes the only candidate of a packet at each hop. Deadlocks on rings are
   * prevented by two classes of virtual channels, which change at a dateline or are chosen when a packet enters a ring; by the bubble rule,
   * for which the engine needs to know the rings; or not at all.
   */
  compile({ channelClasses, halfWay }, network) {
    const hasClassOnEntry = channelClasses === "on-entry";
    const steps = lazyGridSteps.code.gridSteps(network, { halfWay, hasClassOnEntry });
    const {
      firstPosition,
      vcClasses: classesOfSteps,
      maxLinksPerTerminal,
      channelsIntoTerminal,
      channelsFromTerminal,
      dimensionOrderStep,
      ringsOfChannels,
      initialState,
      equalDraws,
    } = steps;
    const vcClasses = channelClasses === "dateline" || hasClassOnEntry ? classesOfSteps : 1;
    return {
      vcClasses,
      maxCandidates: maxLinksPerTerminal,
      route(node, destination, state, candidates) {
        // Nodes below `firstPosition` are terminals that do not forward.
        if (node < firstPosition) return channelsFromTerminal(node, vcClasses, 1, candidates);
        const step = dimensionOrderStep(node, destination, state);
        if (step < 0) return channelsIntoTerminal(destination, vcClasses, candidates);
        // A step is channel × classesOfSteps + class.
        candidates[0] = vcClasses === classesOfSteps ? step : (step / classesOfSteps) | 0;
        return 1;
      },
      ...(initialState === undefined ? {} : { initialState, equalDraws }),
      ...(channelClasses === "dateline" && classesOfSteps > 1 ? { hasDatelines: true as const } : {}),
      ...(channelClasses === "bubble" && classesOfSteps > 1 ? { rings: ringsOfChannels() } : {}),
    };
  },
});
