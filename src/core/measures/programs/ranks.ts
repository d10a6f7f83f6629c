/** Table of measures by rank of a program: its end, and its time until then. */
import { jobOfRanks } from "../../programs/program.ts";
import type { MeasureTable, TableColumn } from "../table.ts";

const columns: readonly TableColumn[] = [
  { id: "rank", unit: "", formula: "its number" },
  { id: "terminal", unit: "", formula: "the terminal that it stands on" },
  { id: "done", unit: "cycles", formula: "from the start of the run until it had nothing left to do" },
  { id: "waited", unit: "cycles", formula: "cycles in which it waited for messages or other ranks, or was busy with a message" },
  { id: "computed", unit: "cycles", formula: "cycles in which it computed" },
];
const job: TableColumn = { id: "job", unit: "", formula: "the job that it belongs to, from 1" };

/** One row per rank; with its job if there are several programs. */
export const ranksTable: MeasureTable = {
  id: "ranks",
  title: "Ranks",
  columns,
  measure({ demand }, { rankDone, rankWaited, rankBusy }) {
    if (demand.form !== "program") return { rows: null, why: "Only rank programs have ranks; here are terminals that send by themselves." };
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
