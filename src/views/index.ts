import { multiplesEmptyMessage, differenceEmptyMessage, mirrorEmptyMessage } from "./comparison/empty-messages.ts";
import type { View } from "./contract.ts";
import { drawingEmptyMessage } from "./drawing/empty-message.ts";
import { dimensionsEmptyMessage } from "./dimensions/empty-message.ts";
import { lazyView } from "./lazy-view.ts";
import { emptyMatrixMessage } from "./matrix/empty-message.ts";
import { loadCurve } from "./curve/load-curve.ts";
import { stageView } from "./stage/stage.ts";
import { mixEmptyMessage } from "./mix/empty-message.ts";
import { timeStrip } from "./strip/time-strip.ts";

/** All views, in the order of the page. Views that few people open are loaded when they are opened. */
export const views: readonly View[] = [
  stageView,
  lazyView(
    { id: "multiples", title: "All networks on one scale", short: "Side by side", region: "stage", emptyMessage: multiplesEmptyMessage },
    () => import("./comparison/multiples.ts").then((file) => file.smallMultiples),
  ),
  lazyView(
    { id: "mirror", title: "Two networks face to face", short: "Face to face", region: "stage", emptyMessage: mirrorEmptyMessage },
    () => import("./comparison/mirror.ts").then((file) => file.mirror),
  ),
  lazyView(
    { id: "difference", title: "Difference of channel loads", short: "Difference", region: "stage", emptyMessage: differenceEmptyMessage },
    () => import("./comparison/difference.ts").then((file) => file.difference),
  ),
  lazyView({ id: "drawing", title: "Drawing", region: "stage", emptyMessage: drawingEmptyMessage }, () =>
    import("./drawing/drawing.ts").then((file) => file.drawingView),
  ),
  lazyView(
    { id: "sweep", title: "Sweep", isOpenByDefault: ({ sweep, mix }) => sweep !== null && (mix === null || mix.networks.length < 2) },
    () => import("./sweep/sweep.ts").then((file) => file.sweepView),
  ),
  lazyView({ id: "ledger", title: "Comparison", isOpenByDefault: ({ variants, mix }) => variants.length > 1 && mix === null }, () =>
    import("./comparison/ledger.ts").then((file) => file.ledger),
  ),
  lazyView(
    {
      id: "performance-per-cost",
      title: "Performance per cost",
      isOpenByDefault: ({ mix }) => mix !== null && mix.networks.length > 1,
    },
    () => import("./mix/performance-per-cost.ts").then((file) => file.performancePerCost),
  ),
  lazyView(
    {
      id: "relative-times",
      title: "Relative times",
      isOpenByDefault: ({ mix }) => mix !== null && mix.networks.length > 1,
      emptyMessage: mixEmptyMessage,
    },
    () => import("./mix/relative-times.ts").then((file) => file.relativeTimesView),
  ),
  loadCurve,
  lazyView({ id: "congestion-matrix", title: "Congestion matrix", emptyMessage: emptyMatrixMessage }, () =>
    import("./matrix/congestion-matrix.ts").then((file) => file.congestionMatrix),
  ),
  lazyView({ id: "channel-load", title: "Channel loads" }, () => import("./channel-load.ts").then((file) => file.channelLoad)),
  lazyView({ id: "dimensions", title: "Load by dimension", emptyMessage: dimensionsEmptyMessage }, () =>
    import("./dimensions/dimensions.ts").then((file) => file.loadsByDimension),
  ),
  lazyView({ id: "traffic-matrix", title: "Who sends to whom" }, () =>
    import("./traffic-matrix.ts").then((file) => file.trafficMatrixView),
  ),
  lazyView({ id: "latency", title: "Latency distribution" }, () => import("./latency.ts").then((file) => file.latency)),
  lazyView({ id: "terminals", title: "Terminals" }, () => import("./terminals.ts").then((file) => file.terminalBars)),
  lazyView(
    { id: "breakdown", title: "Where the time goes", isOpenByDefault: ({ analysis }) => (analysis?.program?.phases.length ?? 0) > 1 },
    () => import("./breakdown/breakdown.ts").then((file) => file.breakdownView),
  ),
  lazyView({ id: "blocks", title: "Matrix of blocks", isOpenByDefault: ({ analysis }) => analysis?.program?.blocks !== undefined }, () =>
    import("./blocks/blocks.ts").then((file) => file.blocksView),
  ),
  lazyView({ id: "ranks", title: "Ranks over time", isOpenByDefault: ({ results }) => (results?.timeline?.tasks.length ?? 0) > 0 }, () =>
    import("./ranks/ranks.ts").then((file) => file.ranksView),
  ),
  lazyView({ id: "program", title: "Rank program", isOpenByDefault: ({ analysis }) => analysis?.program !== undefined }, () =>
    import("./program/program.ts").then((file) => file.programView),
  ),
  lazyView({ id: "gantt", title: "Messages over time", isOpenByDefault: ({ results }) => (results?.messages.length ?? 0) > 0 }, () =>
    import("./gantt.ts").then((file) => file.gantt),
  ),
  lazyView({ id: "cost", title: "Cost" }, () => import("./cost/cost.ts").then((file) => file.costView)),
  timeStrip,
];
