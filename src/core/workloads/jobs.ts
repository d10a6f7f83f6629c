import { type Complaint, ScenarioError } from "../base/errors.ts";
import { integer, kindOf, list, record } from "../base/params.ts";
import type { Ground } from "../mappings/contract.ts";
import { mappings } from "../mappings/index.ts";
import { patterns } from "../patterns/index.ts";
import { workload } from "./contract.ts";
import { checkJob, demandOf, type Job, jobParams, terminalsOf } from "./job.ts";

const jobRecord = record(
  {
    ...jobParams,
    pattern: kindOf(patterns, { title: "Traffic pattern", help: "Who sends to whom within the job.", default: "uniform" }),
    ranks: integer({ ...jobParams.ranks, help: "Terminals that take part. 0: as many as the mapping has places for.", default: 2 }),
  },
  { title: "Job", help: "Ranks that send to each other and to nobody else." },
);

export const jobs = workload({
  id: "jobs",
  title: "jobs",
  article: "",
  group: "Independent packets",
  summary: "Several jobs side by side, each on terminals of its own with its own traffic; they meet in the network only.",
  source: "Petrini et al. (QsNET), §4.7",
  params: {
    jobs: list(jobRecord, {
      title: "Jobs",
      help: "The jobs; no two of them share a terminal. All are measured together, and each terminal by itself.",
      minLength: 1,
      maxLength: 8,
      separator: "; ",
      default: [0, 2].map((first) => ({ ...jobRecord.default, mapping: { kind: "consecutive", values: { first } } })),
    }),
  },
  phrase: "{jobs}",
  examples: [
    {
      jobs: [
        { ranks: 2, mapping: "consecutive", pattern: "uniform", load: 0.5 },
        { ranks: 2, mapping: { kind: "consecutive", first: 2 }, pattern: "neighbour", load: 0.1, process: "constant" },
      ],
    },
    {
      jobs: [
        { ranks: 3, mapping: "random", size: { kind: "exponential", mean: "200 B" }, process: "uniform" },
        { ranks: 3, mapping: { kind: "random", first: 3 }, pattern: { kind: "hot-spot", share: 1 }, load: 0.2 },
      ],
    },
  ],
  endless: true,
  check({ jobs }, site) {
    const complaints = jobs.flatMap((job, i) =>
      checkJob(job, site).map((complaint) => ({ ...complaint, path: `jobs.${i}.${complaint.path}` })),
    );
    if (complaints.length > 0) return complaints;
    // Where coordinates decide, only the built network can tell; compiling looks again.
    const known = (job: Job) => !mappings.get(job.mapping.kind).readsCoordinates;
    return sharedTerminal(jobs, { terminals: site.terminals, axes: site.axes, coordinates: new Int32Array(0) }, known);
  },
  terminals: ({ jobs }, ground) => jobs.flatMap((job) => [...terminalsOf(job, ground)]),
  /** @throws ScenarioError when two jobs share a terminal */
  compile({ jobs }, context) {
    const complaints = sharedTerminal(jobs, context.network, () => true);
    if (complaints.length > 0) {
      throw new ScenarioError(complaints.map((complaint) => ({ ...complaint, path: `workload.${complaint.path}` })));
    }
    return demandOf(jobs, context);
  },
});

/** The first terminal that two jobs would share, among those jobs that are looked at. */
function sharedTerminal(jobs: readonly Job[], ground: Ground, isLookedAt: (job: Job) => boolean): readonly Complaint[] {
  const jobOf = new Int32Array(ground.terminals).fill(-1);
  for (const [i, job] of jobs.entries()) {
    if (!isLookedAt(job)) continue;
    for (const terminal of terminalsOf(job, ground)) {
      if (jobOf[terminal] >= 0) {
        return [
          {
            path: `jobs.${i}.mapping`,
            message: `terminal ${terminal} would belong to jobs ${jobOf[terminal] + 1} and ${i + 1}; a terminal belongs to one job.`,
            remedy: "Give one of them another first place, another mapping or fewer ranks.",
          },
        ];
      }
      jobOf[terminal] = i;
    }
  }
  return [];
}
