import { openLoopOf } from "../traffic/open-loop.ts";
import { defineWorkload } from "./contract.ts";
import { checkJob, jobParams, trafficOfJob, terminalsOfJob } from "./job/job.ts";
import { streamOfParts } from "./job/traffic-part.ts";

export const openLoop = defineWorkload({
  id: "open-loop",
  title: "traffic",
  article: "",
  group: "Independent packets",
  summary: "Every terminal creates packets at random times and at a fixed mean rate, independent of the state of the network.",
  source: "Dally, Towles (2004), §23.1",
  params: jobParams,
  phrase: "{pattern} {title} at {load}",
  examples: [
    { pattern: { kind: "uniform" }, load: 0.2 },
    { pattern: { kind: "uniform" }, load: 1 },
    { pattern: { kind: "uniform" }, load: 0.3, process: "exponential", size: { kind: "bimodal" } },
    { pattern: { kind: "neighbour" }, process: "constant", mapping: { kind: "central" }, ranks: 2, size: { kind: "uniform" } },
  ],
  isEndless: true,
  check: (job, site) => checkJob(job, site),
  terminals: (job, ground) => terminalsOfJob(job, ground),
  compile: (job, context) => openLoopOf([streamOfParts([trafficOfJob(job, context)], context.network.terminals)]),
});
