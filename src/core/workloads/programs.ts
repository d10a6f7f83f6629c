import { type ValidationIssue, ScenarioError } from "../base/errors.ts";
import { type ChosenKind, integer, kindOf, list, record, type ValuesOf } from "../base/params.ts";
import type { Ground, Site } from "../mappings/contract.ts";
import type { Program } from "../plan/program.ts";
import { together } from "../plan/together.ts";
import { workload } from "./contract.ts";
import { groundFor, type Placing, sharedTerminal, timeParams, under } from "./job/job.ts";
import { rankPrograms } from "./simple.ts";

const jobRecord = record(
  {
    program: kindOf(rankPrograms, {
      title: "Program",
      help: "What the ranks of the job do, and on which terminals.",
      default: "all-to-all",
    }),
    begin: integer({ ...timeParams.begin, help: "Cycle in which all ranks of the job begin." }),
  },
  { title: "Job", help: "A program on terminals of its own." },
);

type Job = ValuesOf<typeof jobRecord.params>;

/** The usual program, of two ranks from a terminal on. */
function usualFrom(first: number): Job {
  const { program, begin } = jobRecord.default;
  return { program: { ...program, values: { ...program.values, ranks: 2, mapping: { kind: "consecutive", values: { first } } } }, begin };
}

export const programs = workload({
  id: "programs",
  title: "programs",
  article: "",
  group: "Rank programs",
  summary: "Several programs at once, each on terminals of its own. They meet in the network only; the run ends when all have ended.",
  source: "Jokanovic et al. (IEEE Int. Parallel and Distributed Processing Symp., 2015)",
  params: {
    jobs: list(jobRecord, {
      title: "Jobs",
      help: "The programs; no two share a terminal. What one takes by itself is found by running it alone.",
      minLength: 1,
      maxLength: 8,
      separator: "; ",
      default: [0, 2].map(usualFrom),
    }),
  },
  phrase: "{title} in {jobs}",
  examples: [
    {
      jobs: [
        { program: { kind: "all-to-all", ranks: 2, mapping: "consecutive" } },
        { program: { kind: "binary-tree", ranks: 2, mapping: { kind: "consecutive", first: 2 } }, begin: 250 },
      ],
    },
    { jobs: [{ program: { kind: "broadcast", ranks: 4, mapping: "consecutive", message: "500 B" }, begin: 100 }] },
  ],
  endless: false,
  bytes: ({ jobs }, site) => jobs.reduce((sum, { program }) => sum + (kindFor(program).bytes?.(program.values as never, site) ?? 0), 0),
  check({ jobs }, site, conditions) {
    const issues = jobs.flatMap(({ program }, i) =>
      under(`jobs.${i}.program`, kindFor(program).check(program.values as never, site, conditions)),
    );
    return issues.length > 0 ? issues : sharedBy(jobs, site);
  },
  visits: ({ jobs }, { terminals }) => jobs.length * terminals,
  terminals: ({ jobs }, ground) => terminalsOfJobs(jobs, ground).flatMap((places) => Array.from(places)),
  alone: ({ jobs }) => jobs.map((job) => ({ jobs: [job] })),
  /** @throws ScenarioError when, on the built network, two jobs share a terminal */
  compile({ jobs }, context): Program {
    const issues = sharedBy(jobs, context.network);
    if (issues.length > 0) throw new ScenarioError(under("workload", issues));
    return together(
      jobs.map(({ program }) => kindFor(program).compile(program.values as never, context) as Program),
      jobs.map(({ begin }) => begin),
    );
  },
});

const kindFor = ({ kind }: ChosenKind) => rankPrograms.get(kind);

/** The terminals of each job, rank by rank. For a network that they fit. */
export function terminalsOfJobs(jobs: readonly Job[], ground: Ground): readonly ArrayLike<number>[] {
  return jobs.map(({ program }) => kindFor(program).terminals!(program.values as never, ground));
}

/** The first terminal that two jobs would share, where their places are known. */
function sharedBy(jobs: readonly Job[], site: Site): readonly ValidationIssue[] {
  const places = jobs.map((job, i) => {
    const ground = groundFor((job.program.values as unknown as Placing).mapping, site);
    return { path: `jobs.${i}.program`, terminals: ground === null ? null : terminalsOfJobs([job], ground)[0] };
  });
  return sharedTerminal(places, site);
}
