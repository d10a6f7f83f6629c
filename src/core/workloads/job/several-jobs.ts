/** Additional parameters and checks of jobs that share a network: begin and end, and disjoint terminals. */
import type { ValidationIssue } from "../../base/errors.ts";
import { integer, type Params, type ValuesOf } from "../../base/params.ts";
import type { NetworkOutline } from "../../mappings/contract.ts";
import { listMapping as listed } from "../../mappings/list.ts";
import { patterns } from "../../patterns/registry.ts";
import { checkJob, checkMessageSize, groundOfJob, type OpenLoopJob, type ReservedTerminals, mappingCapacity } from "./job.ts";

/** Begin and end of a job. */
export const jobTimeParams = {
  begin: integer({
    title: "Begin",
    word: "from cycle #",
    help: "Cycle in which the job begins. A job that begins later sends the same messages, only later.",
    unit: "cycles",
    min: 0,
    max: 11_000_000,
    default: 0,
  }),
  end: integer({
    title: "End",
    word: "to cycle #",
    zero: "to the end of the run",
    help: "Cycle from which the job creates no more messages. 0: the job continues until the end of the run.",
    unit: "cycles",
    min: 0,
    max: 11_000_000,
    default: 0,
  }),
} satisfies Params;

/** Begin and end of a job, cycles; an end of 0 is the end of the run. */
export type JobTimes = ValuesOf<typeof jobTimeParams>;

/**
 * The issue with the begin or end of a job that would send nothing before the measurement ends. Begin and end are cycles; an end of 0 is
 * the end of the run. Paths are relative to the job.
 * @param measuredTo the cycle in which the measurement ends
 */
export function checkJobTimes({ begin, end }: JobTimes, measuredTo: number): readonly ValidationIssue[] {
  if (begin >= measuredTo) {
    return [
      {
        path: "begin",
        message: `the job begins in cycle ${begin}, but only cycles before ${measuredTo} are measured.`,
        remedy: `Use ${measuredTo - 1} or less, or measure longer.`,
        nearest: measuredTo - 1,
      },
    ];
  }
  if (end === 0 || end > begin) return [];
  return [
    {
      path: "end",
      message: `the job begins in cycle ${begin} and ends in cycle ${end}; expected an end after its beginning.`,
      remedy: `Use ${begin + 1} or more, or 0 for the end of the run.`,
      nearest: begin + 1,
    },
  ];
}

/** Like {@link checkJob}, but a job with a list of terminals may have too few of them; it sends nothing until it gets more. */
export function checkOneOfSeveralJobs(job: OpenLoopJob, site: NetworkOutline, reserved?: ReservedTerminals): readonly ValidationIssue[] {
  return hasTooFewTerminals(job, site) ? checkMessageSize(job.size) : checkJob(job, site, reserved);
}

/** Whether a job has a list of terminals of which too few take part for its pattern. */
export function hasTooFewTerminals(job: OpenLoopJob, network: Pick<NetworkOutline, "terminals" | "axes" | "present">): boolean {
  const { mapping, ranks, pattern } = job;
  if (mapping.kind !== listed.id || ranks > 0) return false;
  const { terminals } = mapping.values as ValuesOf<typeof listed.params>;
  // Invalid lists are reported by {@link checkJob}.
  if (new Set(terminals).size < terminals.length || terminals.some((terminal) => terminal >= network.terminals)) return false;
  const count = mappingCapacity(mapping, groundOfJob(job, network));
  return count < 2 && patterns.get(pattern.kind).reasonUnsupported(count) !== null;
}

/**
 * The issue about the first terminal that two jobs share.
 * @param jobs path of each job in the document, and its terminals; null if known only for the built network
 */
export function checkSharedTerminals(
  jobs: readonly { readonly path: string; readonly terminals: ArrayLike<number> | null }[],
  { terminals: count }: Pick<NetworkOutline, "terminals">,
): readonly ValidationIssue[] {
  const jobOf = new Int32Array(count).fill(-1);
  for (const [i, { path, terminals }] of jobs.entries()) {
    for (const terminal of Array.from(terminals ?? [])) {
      if (jobOf[terminal] >= 0) {
        return [
          {
            path: `${path}.mapping`,
            message: `terminal ${terminal} would belong to jobs ${jobOf[terminal] + 1} and ${i + 1}; expected one job per terminal.`,
            remedy: "Give one of the jobs another first position, another mapping or fewer ranks.",
          },
        ];
      }
      jobOf[terminal] = i;
    }
  }
  return [];
}
