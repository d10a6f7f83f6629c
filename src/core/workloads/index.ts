import { registry } from "../base/registry.ts";
import type { Workload } from "./contract.ts";
import { jobs } from "./jobs.ts";
import { messages } from "./messages.ts";
import { openLoop } from "./open-loop.ts";

export const workloads = registry<Workload>("workload", [openLoop, jobs, messages]);
