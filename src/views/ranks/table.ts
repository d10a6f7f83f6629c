/** Tables of rank activity: statistics of each kind and cause, for all ranks and for each; and a list of all intervals. */
import type { Span, TableData } from "../contract.ts";
import { idleCauses, idleCyclesWithin } from "./idle-causes.ts";
import { causeTitles } from "./styles.ts";
import { statisticsRowsOf, statisticsOf } from "./statistics.ts";
import { intervalKind, peerOf, rankOfInterval, rankCount, taskStepOf, taskNameOf, type RankTimeline } from "./rank-timeline.ts";

/**
 * The statistics of ranks within a span as a table of numbers, in cycles: for all ranks together and for each rank a row for each kind of
 * interval and for each cause of not computing. Causes have only a sum and a share.
 */
export function statisticsTable(rankTimeline: RankTimeline, span: Span): TableData {
  const { timeline } = rankTimeline;
  const totalTime = (rank: number) => (rank < 0 ? rankCount(timeline) : 1) * (span.to - span.from);
  const statisticsRows = statisticsRowsOf(rankTimeline);
  const rows = Array.from({ length: rankCount(timeline) + 1 }, (_, i) => i - 1).flatMap((rank) => {
    const name = rank < 0 ? "all" : rank;
    const statistics = statisticsOf(rankTimeline, span, rank);
    const cyclesByCause = idleCyclesWithin(rankTimeline, span, rank);
    return [
      ...statisticsRows.map(({ title, index }) => {
        const { count, sum, mean, min, max, p95, share } = statistics[index];
        return [name, title, count, sum, ...(count === 0 ? ["", "", "", ""] : [mean, min, p95, max]), 100 * share];
      }),
      ...idleCauses.map((cause, c) => [
        name,
        causeTitles[cause],
        "",
        cyclesByCause[c],
        "",
        "",
        "",
        "",
        (100 * cyclesByCause[c]) / totalTime(rank),
      ]),
    ];
  });
  return {
    columns: [
      { title: "Rank", unit: "" },
      { title: "Does, or is kept by", unit: "" },
      { title: "Count", unit: "" },
      { title: "Sum in sight", unit: "cycles" },
      { title: "Mean", unit: "cycles" },
      { title: "Min", unit: "cycles" },
      { title: "95 % at most", unit: "cycles" },
      { title: "Max", unit: "cycles" },
      { title: "Share", unit: "% of the time" },
    ],
    rows,
  };
}

/**
 * All intervals of the run as a table, including those without length: a row for each activity of a rank, such as computing or waiting,
 * from one cycle to another. Numbers that do not exist for an interval are negative in the data and empty here.
 */
export function intervalTable({ timeline }: RankTimeline): TableData {
  const { from, to, message } = timeline;
  const orEmpty = (number: number) => (number < 0 ? "" : number);
  return {
    columns: [
      { title: "Rank", unit: "" },
      { title: "Terminal", unit: "" },
      { title: "Does", unit: "" },
      { title: "From", unit: "cycle" },
      { title: "To", unit: "cycle" },
      { title: "Task", unit: "" },
      { title: "Step", unit: "" },
      { title: "Message", unit: "" },
      { title: "Partner", unit: "rank" },
    ],
    rows: Array.from(from, (_, intervalIndex) => {
      const rank = rankOfInterval(timeline, intervalIndex);
      return [
        rank,
        timeline.terminals[rank],
        intervalKind(timeline, intervalIndex),
        from[intervalIndex],
        to[intervalIndex],
        taskNameOf(timeline, intervalIndex),
        orEmpty(taskStepOf(timeline, intervalIndex)),
        orEmpty(message[intervalIndex]),
        orEmpty(peerOf(timeline, intervalIndex, rank)),
      ];
    }),
  };
}
