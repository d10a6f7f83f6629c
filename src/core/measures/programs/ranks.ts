/** Table of measures by rank of a program: its end, and its time until then. */
import { jobOfRanks } from "../../programs/program.ts";
import type { MeasureTable, TableColumn } from "../table.ts";

const columns: readonly TableColumn[] = [
  { id: "rank", unit: "", formula: "its number" },
  { id: "terminal", unit: "", formula: "the terminal that it runs on" },
  { id: "done", unit: "cycles", formula: "from the start of the run until its last operation ended" },
  { id: "waited", unit: "cycles", formula: "cycles in which it waited for messages or other ranks, or handled a message" },
  { id: "computed", unit: "cycles", formula: "cycles in which it computed" },
];
const job: TableColumn = { id: "job", unit: "", formula: "the job of the rank, numbered from 1" };

/** One row per rank; with its job if there are several programs. */
export const ranksTable: MeasureTable = {
  id: "ranks",
  title: "Ranks",
  columns,
  measure({ demand }, { rankDone, rankWaited, rankBusy }) {
    if (demand.form !== "program") return { rows: null, why: "Only programs have ranks; in this workload, terminals send independently." };
    const jobOf = demand.jobs === undefined ? null : jobOfRanks(demand);
    const rows = Array.from(rankDone, (done, rank) => [
      rank,
      demand.terminalOf[rank],
      done < 0 ? null : done,
      rankWaited[rank],
      rankBusy[rank],
      ...(jobOf === null ? [] : [jobOf[rank] + 1]),
    ]);
    return { rows, ...(jobOf === null ? {} : { columns: [...columns, job] }), why: null };
  },
};
