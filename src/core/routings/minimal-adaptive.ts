import { choice, integer } from "../base/params.ts";
import { defineRouting } from "./contract.ts";
import { lazyGridSteps } from "./lazy-modules.ts";
import { reasonGridUnsupported, ringIssues } from "./grid-requirements.ts";
import { halfWay, onEntry } from "./ring-params.ts";

export const minimalAdaptive = defineRouting({
  id: "minimal-adaptive",
  title: "minimal adaptive",
  article: "",
  summary:
    "A packet takes any channel that leads closer to the destination, on adaptive classes; if all of these are occupied, it takes an escape channel in dimension order.",
  source: "Duato (IEEE Trans. Parallel Distrib. Syst. 4, 1993; 7, 1996); bubble escape: Puente et al. (ICPP 1999)",
  params: {
    adaptiveClasses: integer({
      title: "Adaptive classes",
      word: "# adaptive classes|# adaptive class",
      help: "Classes of virtual channels on which a packet may take any productive direction.",
      min: 1,
      max: 8,
      default: 1,
    }),
    escape: choice({
      title: "Escape",
      help: "The classes of escape channels. They are routed in dimension order, and a packet can always use them.",
      default: "dateline",
      choices: [
        {
          id: "dateline",
          title: "two classes with a dateline",
          help: "Class 0 before the dateline of a ring, class 1 after it; one class without rings. On boards, one more for each switch passed.",
        },
        onEntry,
        {
          id: "bubble",
          title: "one class with bubbles",
          help: "A packet enters an escape ring only if the next queue has room for two packets. One buffer stays free, so the packets in the ring can move.",
        },
        {
          id: "none",
          title: "none",
          help: "Packets can wait for each other in a cycle and deadlock. For teaching.",
        },
      ],
    }),
    halfWay,
  },
  phrase: "{title} routing",
  examples: [{}, { adaptiveClasses: 2, escape: "bubble" }, { escape: "none" }, { escape: "on-entry", halfWay: "random" }],
  reasonUnsupported: reasonGridUnsupported,
  check: ({ escape }, shape) => (escape === "dateline" ? [] : ringIssues("escape", shape)),
  lazyModule: lazyGridSteps,
  reasonForDeadlock({ escape }, { axes }) {
    if (escape !== "none") return null;
    const wideAxes = axes.filter((axis) => axis.size > 1);
    if (wideAxes.length > 1) {
      return "Without an escape class, packets that turn from one dimension to another can wait for each other: this network can deadlock.";
    }
    return wideAxes.some((axis) => axis.kind === "ring" && axis.size > 3)
      ? "Without an escape class, packets can wait for each other all around a ring: this network can deadlock."
      : null;
  },
  compile({ adaptiveClasses, escape, halfWay }, network) {
    const { firstOut, head } = network;
    const hasClassOnEntry = escape === "on-entry";
    const steps = lazyGridSteps.code.gridSteps(network, { halfWay, hasClassOnEntry, isAdaptive: true });
    const {
      firstPosition,
      vcClasses: classesOfSteps,
      maxLinksPerTerminal,
      maxProductive,
      channelsIntoTerminal,
      channelsFromTerminal,
      dimensionOrderStep,
      productiveChannels,
      ringsOfChannels,
      initialState,
      equalDraws,
      stateAfterChannel,
    } = steps;
    const escapeClasses = escape === "none" ? 0 : escape === "bubble" ? 1 : classesOfSteps;
    const vcClasses = adaptiveClasses + escapeClasses;
    const isEscape = new Uint8Array(head.length * vcClasses);
    if (escape !== "none") {
      for (let id = 0; id < isEscape.length; id++) {
        if (id % vcClasses >= adaptiveClasses || head[Math.floor(id / vcClasses)] < firstPosition) isEscape[id] = 1;
      }
      // A packet may leave its terminal on any class: only packets of the same terminal ever wait behind these channels.
      isEscape.fill(1, 0, firstOut[firstPosition] * vcClasses);
    }
    const ringOf = escape === "bubble" && classesOfSteps > 1 ? ringsOfChannels() : undefined;
    return {
      vcClasses,
      maxCandidates: Math.max(vcClasses * maxLinksPerTerminal, maxProductive * adaptiveClasses + (escape === "none" ? 0 : 1)),
      route(node, to, state, out) {
        if (node < firstPosition) return channelsFromTerminal(node, vcClasses, vcClasses, out);
        const productiveCount = productiveChannels(node, to, out);
        if (productiveCount === 0) return channelsIntoTerminal(to, vcClasses, out);
        const count = productiveCount * adaptiveClasses;
        // Backwards, so that no channel is overwritten before it is read.
        for (let index = productiveCount - 1, i = count - 1; index >= 0; index--) {
          const first = out[index] * vcClasses;
          for (let k = adaptiveClasses - 1; k >= 0; k--) out[i--] = first + k;
        }
        if (escape === "none") return count;
        const escapeStep = dimensionOrderStep(node, to, state);
        out[count] =
          ((escapeStep / classesOfSteps) | 0) * vcClasses + adaptiveClasses + (escapeClasses > 1 ? escapeStep % classesOfSteps : 0);
        return count + 1;
      },
      ...(initialState === undefined || escape === "none" ? {} : { initialState, equalDraws }),
      ...(stateAfterChannel === undefined
        ? {}
        : {
            nextState: (node, to, state, id) =>
              node < firstPosition ? state : stateAfterChannel(node, to, state, Math.floor(id / vcClasses)),
          }),
      ...(escape === "none" ? {} : { isEscape }),
      ...(ringOf === undefined
        ? {}
        : {
            rings: Int32Array.from({ length: head.length * vcClasses }, (_, id) =>
              id % vcClasses === adaptiveClasses ? ringOf[Math.floor(id / vcClasses)] : -1,
            ),
          }),
    };
  },
});
