/** A traffic job of the `jobs` workload, as a record of a document. */
import { integer, kindChoice, record } from "../../base/params.ts";
import { patterns } from "../../patterns/registry.ts";
import { jobParams } from "./job.ts";
import { jobTimeParams } from "./several-jobs.ts";

export const trafficJob = record(
  {
    ...jobParams,
    pattern: kindChoice(patterns, {
      title: "Traffic pattern",
      help: "Which terminal of the job sends to which others.",
      default: "uniform",
    }),
    ranks: integer({ ...jobParams.ranks, help: "Number of terminals that take part. 0: as many as the mapping allows.", default: 2 }),
    ...jobTimeParams,
  },
  { title: "Job", help: "A job: a set of ranks that send only to each other." },
);
