/** The tables of measures, in display order. */
import { channels } from "./channels.ts";
import { distribution } from "./distribution.ts";
import { flows } from "./flows.ts";
import { overTime } from "./over-time.ts";
import { ranks } from "./programs/ranks.ts";
import { switches } from "./switches.ts";
import type { Table } from "./table.ts";
import { terminals } from "./terminals.ts";

export const tables = [channels, switches, terminals, ranks, flows, overTime, distribution] as const satisfies readonly Table[];
