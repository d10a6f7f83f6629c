import { workloads as first } from "./registry.ts";
import { io } from "./io.ts";
import { jobs } from "./jobs.ts";
import { messageList } from "./messages.ts";
import { openLoop } from "./open-loop.ts";
import { programsWorkload } from "./programs.ts";
import { rates } from "./rates.ts";
import { rankPrograms } from "./simple.ts";
import { traceWorkload } from "./trace/trace.ts";

/** The registry with all workloads, in the order in which they are offered. */
export const allWorkloads = first.register([
  openLoop,
  rates,
  io,
  messageList,
  ...rankPrograms.kinds,
  traceWorkload,
  jobs,
  programsWorkload,
]);
