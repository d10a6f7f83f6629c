import { choice, integer } from "../base/params.ts";
import { routing } from "./contract.ts";
import { grid } from "./late-ways.ts";
import { needsGrid, needsRings } from "./needs-grid.ts";
import { halfWay, onEntry } from "./ring-params.ts";

export const minimalAdaptive = routing({
  id: "minimal-adaptive",
  title: "minimal adaptive",
  article: "",
  summary:
    "Any channel that leads closer to the destination, on adaptive classes; where all of them are taken, an escape class in dimension order.",
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
      help: "The classes that a packet can always fall back on, routed in dimension order.",
      default: "dateline",
      choices: [
        {
          id: "dateline",
          title: "two classes with a dateline",
          help: "Class 0 up to the dateline of a ring, class 1 after it; one class where there is no ring. On boards, one more for each switch passed.",
        },
        onEntry,
        {
          id: "bubble",
          title: "one class with bubbles",
          help: "A packet enters an escape ring only where two places are free, so the ring keeps moving.",
        },
        {
          id: "none",
          title: "none",
          help: "Packets can wait for each other in a circle and deadlock. Kept for teaching.",
        },
      ],
    }),
    halfWay,
  },
  phrase: "{title} routing",
  examples: [{}, { adaptiveClasses: 2, escape: "bubble" }, { escape: "none" }, { escape: "on-entry", halfWay: "random" }],
  needs: needsGrid,
  check: ({ escape }, shape) => (escape === "dateline" ? [] : needsRings("escape", shape)),
  late: grid,
  canDeadlock({ escape }, { axes }) {
    if (escape !== "none") return null;
    const wide = axes.filter((axis) => axis.size > 1);
    if (wide.length > 1) {
      return "Without an escape class, packets that turn from one dimension to another can wait for each other: this network can deadlock.";
    }
    return wide.some((axis) => axis.kind === "ring" && axis.size > 3)
      ? "Without an escape class, packets can wait for each other all around a ring: this network can deadlock."
      : null;
  },
  compile({ adaptiveClasses, escape, halfWay }, network) {
    const { firstOut, head } = network;
    const hasClassOnEntry = escape === "on-entry";
    const steps = grid.code.gridSteps(network, { halfWay, hasClassOnEntry, isAdaptive: true });
    const { outside, classes: most, mostLinks, mostProductive, enter, leave, step, productive, rings, begin, draws, turn } = steps;
    const ofEscapes = escape === "none" ? 0 : escape === "bubble" ? 1 : most;
    const classes = adaptiveClasses + ofEscapes;
    const escapes = new Uint8Array(head.length * classes);
    if (escape !== "none") {
      for (let id = 0; id < escapes.length; id++) {
        if (id % classes >= adaptiveClasses || head[Math.floor(id / classes)] < outside) escapes[id] = 1;
      }
      // A packet may leave its terminal on any class: only packets of the same terminal ever wait behind these channels.
      escapes.fill(1, 0, firstOut[outside] * classes);
    }
    const ring = escape === "bubble" && most > 1 ? rings() : undefined;
    return {
      classes,
      maxCandidates: Math.max(classes * mostLinks, mostProductive * adaptiveClasses + (escape === "none" ? 0 : 1)),
      route(at, to, state, out) {
        if (at < outside) return leave(at, classes, classes, out);
        const ways = productive(at, to, out);
        if (ways === 0) return enter(to, classes, out);
        const count = ways * adaptiveClasses;
        // Backwards, so that no channel is overwritten before it is read.
        for (let way = ways - 1, i = count - 1; way >= 0; way--) {
          const first = out[way] * classes;
          for (let k = adaptiveClasses - 1; k >= 0; k--) out[i--] = first + k;
        }
        if (escape === "none") return count;
        const fallback = step(at, to, state);
        out[count] = ((fallback / most) | 0) * classes + adaptiveClasses + (ofEscapes > 1 ? fallback % most : 0);
        return count + 1;
      },
      ...(begin === undefined || escape === "none" ? {} : { begin, draws }),
      ...(turn === undefined
        ? {}
        : { next: (at, to, state, id) => (at < outside ? state : turn(at, to, state, Math.floor(id / classes))) }),
      ...(escape === "none" ? {} : { escape: escapes }),
      ...(ring === undefined
        ? {}
        : {
            rings: Int32Array.from({ length: head.length * classes }, (_, id) =>
              id % classes === adaptiveClasses ? ring[Math.floor(id / classes)] : -1,
            ),
          }),
    };
  },
});
