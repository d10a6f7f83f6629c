/** The tables of measures, in the order in which people see them. */
import { channelColumns, measureChannels } from "./channels.ts";
import { distribution } from "./distribution.ts";
import { flows } from "./flows.ts";
import { overTime } from "./over-time.ts";
import { switches } from "./switches.ts";
import type { Table } from "./table.ts";
import { terminals } from "./terminals.ts";

const channels: Table = {
  id: "channels",
  title: "Channels",
  columns: channelColumns,
  measure: (plan, frame) => ({ rows: measureChannels(plan, frame), why: null }),
};

export const tables = [channels, switches, terminals, flows, overTime, distribution] as const satisfies readonly Table[];
