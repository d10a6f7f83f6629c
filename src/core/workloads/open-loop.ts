import { openLoopOf } from "../traffic/open-loop.ts";
import { workload } from "./contract.ts";
import { checkJob, jobParams, partOfJob, terminalsOf } from "./job/job.ts";
import { streamOf } from "./job/part.ts";

export const openLoop = workload({
  id: "open-loop",
  title: "traffic",
  article: "",
  group: "Independent packets",
  summary: "Every terminal creates packets at random times and a fixed mean rate, however full the network is.",
  source: "Dally, Towles (2004), §23.1",
  params: jobParams,
  phrase: "{pattern} {title} at {load}",
  examples: [
    { pattern: { kind: "uniform" }, load: 0.2 },
    { pattern: { kind: "uniform" }, load: 1 },
    { pattern: { kind: "uniform" }, load: 0.3, process: "exponential", size: { kind: "bimodal" } },
    { pattern: { kind: "neighbour" }, process: "constant", mapping: { kind: "central" }, ranks: 2, size: { kind: "uniform" } },
  ],
  endless: true,
  check: (job, site) => checkJob(job, site),
  terminals: (job, ground) => terminalsOf(job, ground),
  compile: (job, context) => openLoopOf([streamOf([partOfJob(job, context)], context.network.terminals)]),
});
