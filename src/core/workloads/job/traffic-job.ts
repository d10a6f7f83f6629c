/** A traffic job of the `jobs` workload, as a record of a document. */
import { integer, kindOf, record } from "../../base/params.ts";
import { patterns } from "../../patterns/shelf.ts";
import { jobParams } from "./job.ts";
import { timeParams } from "./many.ts";

export const trafficJob = record(
  {
    ...jobParams,
    pattern: kindOf(patterns, { title: "Traffic pattern", help: "Who sends to whom within the job.", default: "uniform" }),
    ranks: integer({ ...jobParams.ranks, help: "Terminals that take part. 0: as many as the mapping has places for.", default: 2 }),
    ...timeParams,
  },
  { title: "Job", help: "Ranks that send only to each other." },
);
