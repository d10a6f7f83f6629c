/** The tables of measures, in display order. */
import { channelsTable } from "./channels.ts";
import { distributionTable } from "./distribution.ts";
import { flowsTable } from "./flows.ts";
import { overTimeTable } from "./over-time.ts";
import { ranksTable } from "./programs/ranks.ts";
import { switchesTable } from "./switches.ts";
import type { MeasureTable } from "./table.ts";
import { terminalsTable } from "./terminals.ts";

export const measureTables = [
  channelsTable,
  switchesTable,
  terminalsTable,
  ranksTable,
  flowsTable,
  overTimeTable,
  distributionTable,
] as const satisfies readonly MeasureTable[];
