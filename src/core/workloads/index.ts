import { workloads as first } from "./shelf.ts";
import { io } from "./io.ts";
import { jobs } from "./jobs.ts";
import { messages } from "./messages.ts";
import { openLoop } from "./open-loop.ts";
import { programs } from "./programs.ts";
import { rates } from "./rates.ts";
import { rankPrograms } from "./simple.ts";
import { trace } from "./trace/trace.ts";

/** The registry with all workloads, in the order in which they are offered. */
export const workloads = first.register([openLoop, rates, io, messages, ...rankPrograms.kinds, trace, jobs, programs]);
