import { needsAll, needsOneShape, needsTwo } from "./comparison/needs.ts";
import type { View } from "./contract.ts";
import { needsDraft } from "./drawing/needs.ts";
import { needsDimensions } from "./dimensions/needs.ts";
import { later } from "./later.ts";
import { needsFrame } from "./matrix/needs.ts";
import { loadCurve } from "./curve/load-curve.ts";
import { stage } from "./stage/stage.ts";
import { needsMix } from "./mix/needs.ts";
import { timeStrip } from "./strip/time-strip.ts";

/** All views, in the order of the page. Views that few people open are loaded when they are opened. */
export const views: readonly View[] = [
  stage,
  later({ id: "multiples", title: "All networks on one scale", short: "All", place: "stage", needs: needsAll }, () =>
    import("./comparison/multiples.ts").then((file) => file.multiples),
  ),
  later({ id: "mirror", title: "Two networks about their terminals", short: "Both", place: "stage", needs: needsTwo }, () =>
    import("./comparison/mirror.ts").then((file) => file.mirror),
  ),
  later({ id: "difference", title: "Before and after", short: "Difference", place: "stage", needs: needsOneShape }, () =>
    import("./comparison/difference.ts").then((file) => file.difference),
  ),
  later({ id: "drawing", title: "Drawing", place: "stage", needs: needsDraft }, () =>
    import("./drawing/drawing.ts").then((file) => file.drawing),
  ),
  later({ id: "sweep", title: "Sweep", isUsual: ({ sweep, mix }) => sweep !== null && (mix === null || mix.networks.length < 2) }, () =>
    import("./sweep/sweep.ts").then((file) => file.sweep),
  ),
  later({ id: "ledger", title: "Comparison", isUsual: ({ variants, mix }) => variants.length > 1 && mix === null }, () =>
    import("./comparison/ledger.ts").then((file) => file.ledger),
  ),
  later(
    {
      id: "performance-per-cost",
      title: "Performance per cost",
      isUsual: ({ mix }) => mix !== null && mix.networks.length > 1,
    },
    () => import("./mix/performance-per-cost.ts").then((file) => file.performancePerCost),
  ),
  later(
    { id: "relative-times", title: "Relative times", isUsual: ({ mix }) => mix !== null && mix.networks.length > 1, needs: needsMix },
    () => import("./mix/relative-times.ts").then((file) => file.relativeTimes),
  ),
  loadCurve,
  later({ id: "congestion-matrix", title: "Congestion matrix", needs: needsFrame }, () =>
    import("./matrix/congestion-matrix.ts").then((file) => file.congestionMatrix),
  ),
  later({ id: "channel-load", title: "Load of the channels" }, () => import("./channel-load.ts").then((file) => file.channelLoad)),
  later({ id: "dimensions", title: "Load by dimension", needs: needsDimensions }, () =>
    import("./dimensions/dimensions.ts").then((file) => file.loadsByDimension),
  ),
  later({ id: "traffic-matrix", title: "Who sends to whom" }, () => import("./traffic-matrix.ts").then((file) => file.trafficMatrix)),
  later({ id: "latency", title: "Latency distribution" }, () => import("./latency.ts").then((file) => file.latency)),
  later({ id: "terminals", title: "Terminals" }, () => import("./terminals.ts").then((file) => file.terminalBars)),
  later({ id: "breakdown", title: "Where the time goes", isUsual: ({ analysis }) => (analysis?.program?.phases.length ?? 0) > 1 }, () =>
    import("./breakdown/breakdown.ts").then((file) => file.breakdown),
  ),
  later({ id: "blocks", title: "Matrix of blocks", isUsual: ({ analysis }) => analysis?.program?.blocks !== undefined }, () =>
    import("./blocks/blocks.ts").then((file) => file.blocks),
  ),
  later({ id: "ranks", title: "Ranks over time", isUsual: ({ results }) => (results?.timeline?.tasks.length ?? 0) > 0 }, () =>
    import("./ranks/ranks.ts").then((file) => file.ranks),
  ),
  later({ id: "program", title: "Rank program", isUsual: ({ analysis }) => analysis?.program !== undefined }, () =>
    import("./program/program.ts").then((file) => file.program),
  ),
  later({ id: "gantt", title: "Messages over time", isUsual: ({ results }) => (results?.messages.length ?? 0) > 0 }, () =>
    import("./gantt.ts").then((file) => file.gantt),
  ),
  later({ id: "cost", title: "Cost" }, () => import("./cost/cost.ts").then((file) => file.cost)),
  timeStrip,
];
