/** Tables of rank activity: statistics of each kind and cause, for all ranks and for each; and a list of all intervals. */
import type { Span, Table } from "../contract.ts";
import { causes, causesWithin } from "./causes.ts";
import { causeTitles } from "./styles.ts";
import { countedIn, statisticsOf } from "./statistics.ts";
import { kindOf, peerOf, rankOf, ranksIn, stepOf, taskOf, type Told } from "./told.ts";

/** Statistics within a span. Causes have only a sum. */
export function statisticsTable(told: Told, span: Span): Table {
  const { timeline } = told;
  const whole = (rank: number) => (rank < 0 ? ranksIn(timeline) : 1) * (span.to - span.from);
  const sorts = countedIn(told);
  const rows = Array.from({ length: ranksIn(timeline) + 1 }, (_, i) => i - 1).flatMap((rank) => {
    const name = rank < 0 ? "all" : rank;
    const own = statisticsOf(told, span, rank);
    const sums = causesWithin(told, span, rank);
    return [
      ...sorts.map(({ title, place }) => {
        const { count, sum, mean, least, most, p95, share } = own[place];
        return [name, title, count, sum, ...(count === 0 ? ["", "", "", ""] : [mean, least, p95, most]), 100 * share];
      }),
      ...causes.map((cause, c) => [name, causeTitles[cause], "", sums[c], "", "", "", "", (100 * sums[c]) / whole(rank)]),
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

/** All intervals of the run, including those without length. */
export function stretchTable({ timeline }: Told): Table {
  const { from, to, message } = timeline;
  const known = (number: number) => (number < 0 ? "" : number);
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
    rows: Array.from(from, (_, s) => {
      const rank = rankOf(timeline, s);
      return [
        rank,
        timeline.terminals[rank],
        kindOf(timeline, s),
        from[s],
        to[s],
        taskOf(timeline, s),
        known(stepOf(timeline, s)),
        known(message[s]),
        known(peerOf(timeline, s, rank)),
      ];
    }),
  };
}
