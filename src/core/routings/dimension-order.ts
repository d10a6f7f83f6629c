import { choice } from "../base/params.ts";
import { routing } from "./contract.ts";
import { gridSteps, needsGrid } from "./grid-steps.ts";

export const dimensionOrder = routing({
  id: "dimension-order",
  title: "dimension order",
  article: "",
  summary: "All of X, then all of Y, and so on; the shorter way round a ring.",
  source: "Dally, Seitz (IEEE Trans. Computers C-36, 1987); bubbles: Carrión, Beivide, Gregorio, Vallejo (HiPC 1997)",
  params: {
    channelClasses: choice({
      title: "Channel classes",
      help: "Two classes of virtual channels, or a place kept free, break the circle of waits in a ring.",
      default: "dateline",
      choices: [
        {
          id: "dateline",
          title: "two, with a dateline",
          help: "A packet that has still to pass the end of the ring uses class 0, any other class 1: no circle of waits can close.",
        },
        {
          id: "bubble",
          title: "one, with bubbles",
          help: "A packet enters a ring only where two places are free: one place always stays free, and the ring keeps turning.",
        },
        {
          id: "none",
          title: "one without a dateline",
          help: "Packets can wait for each other all round a ring: a deadlock, kept for teaching.",
        },
      ],
    }),
  },
  phrase: "{title} routing",
  examples: [{}, { channelClasses: "bubble" }, { channelClasses: "none" }],
  needs: needsGrid,
  canDeadlock({ channelClasses }, { axes }) {
    const rings = axes.filter((axis) => axis.kind === "ring" && axis.size > 4).map((axis) => axis.name);
    if (channelClasses !== "none" || rings.length === 0) return null;
    return `Without a dateline, packets can wait for each other all round a ring of ${rings.join(" and ")}: this network can deadlock.`;
  },
  compile({ channelClasses }, network) {
    const { terminals } = network;
    const { hasRings, mostLinks, enter, leave, step, rings } = gridSteps(network);
    const classes = channelClasses === "dateline" && hasRings ? 2 : 1;
    return {
      classes,
      maxCandidates: mostLinks,
      route(at, to, _, out) {
        if (at < terminals) return leave(at, classes, 1, out);
        const way = step(at, to);
        if (way < 0) return enter(to, classes, out);
        out[0] = classes === 2 ? way : way >> 1;
        return 1;
      },
      ...(channelClasses === "bubble" && hasRings ? { rings: rings() } : {}),
    };
  },
});
