/** A traffic job of the `jobs` workload, as a record of a document. */
import { integer, kindChoice, record } from "../../base/params.ts";
import { patterns } from "../../patterns/registry.ts";
import { jobParams } from "./job.ts";
import { jobTimeParams } from "./several-jobs.ts";

export const trafficJob = record(
  {
    ...jobParams,
    pattern: kindChoice(patterns, { title: "Traffic pattern", help: "Who sends to whom within the job.", default: "uniform" }),
    ranks: integer({ ...jobParams.ranks, help: "Terminals that take part. 0: as many as the mapping has places for.", default: 2 }),
    ...jobTimeParams,
  },
  { title: "Job", help: "Ranks that send only to each other." },
);
