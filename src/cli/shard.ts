/** Determines the shard of a sweep that a command runs: from its argument, or from the environment variables of a scheduler. */
import { refuse, quoteValue } from "../core/base/errors.ts";
import type { Shard } from "./schedule.ts";

/** Environment variables by which a scheduler numbers the tasks of an array. */
interface Scheduler {
  readonly title: string;
  /** Names of the variables: number of this task; first, last and step of all task numbers; number of tasks. */
  readonly index: string;
  readonly first?: string;
  readonly last?: string;
  readonly step?: string;
  readonly count?: string;
}

const schedulers: readonly Scheduler[] = [
  {
    title: "Slurm",
    index: "SLURM_ARRAY_TASK_ID",
    first: "SLURM_ARRAY_TASK_MIN",
    last: "SLURM_ARRAY_TASK_MAX",
    step: "SLURM_ARRAY_TASK_STEP",
    count: "SLURM_ARRAY_TASK_COUNT",
  },
  { title: "Grid Engine", index: "SGE_TASK_ID", first: "SGE_TASK_FIRST", last: "SGE_TASK_LAST", step: "SGE_TASK_STEPSIZE" },
  { title: "PBS", index: "PBS_ARRAY_INDEX" },
  { title: "Torque", index: "PBS_ARRAYID" },
  { title: "LSF", index: "LSB_JOBINDEX", step: "LSB_JOBINDEX_STEP" },
  { title: "GNU parallel", index: "PARALLEL_SEQ" },
];

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Parses the argument that selects a shard, the part of a sweep that one task of a cluster runs: `2/4` is the second of four, `auto` and
 * `auto/4` take the number of the task from the scheduler.
 * @param environment environment variables of the process
 * @throws ScenarioError that says what was expected
 */
export function readShard(text: string, environment: Environment): Shard {
  const match = /^(auto|\d{1,15})(?:\/(\d{1,15}))?$/.exec(text);
  if (match === null || (match[1] !== "auto" && match[2] === undefined))
    return refuse(
      "--shard",
      `${quoteValue(text)} is not a shard; expected a shard such as 2/4, auto or auto/4.`,
      "Shards are numbered from 1.",
    );
  const count = match[2] === undefined ? null : Number(match[2]);
  if (count === 0) return refuse("--shard", `${quoteValue(text)} has 0 shards; expected at least 1.`, "Give the number of tasks.");
  if (match[1] === "auto") return shardOfTask(count, environment);
  const index = Number(match[1]);
  if (count === null || index < 1 || index > count)
    return refuse(
      "--shard",
      `there is no shard ${index} of ${count}; expected a number from 1 to ${count}.`,
      "Shards are numbered from 1.",
    );
  return { index, count };
}

/**
 * The shard of a task of a cluster: the number that the scheduler gives the task, modulo the number of tasks. So an array may start at any
 * number, and a single task that is repeated gets the same shard if the number of shards is given.
 * @param givenCount number of shards in the argument, null if the scheduler's number of tasks is used
 */
function shardOfTask(givenCount: number | null, environment: Environment): Shard {
  const variableNumber = (name: string | undefined) => {
    const text = name === undefined ? undefined : environment[name];
    return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
  };
  const scheduler = schedulers.find(({ index }) => variableNumber(index) !== null);
  if (scheduler === undefined)
    return refuse(
      "--shard",
      `no scheduler has set the number of this task; expected ${schedulers.map(({ index }) => index).join(", ")}.`,
      "Run the command as a task of a job array, or use --shard 1/4.",
    );
  const { title } = scheduler;
  const [index, first, last] = [scheduler.index, scheduler.first, scheduler.last].map(variableNumber) as [
    number,
    number | null,
    number | null,
  ];
  const step = Math.max(1, variableNumber(scheduler.step) ?? 1);
  const rangeCount = first === null || last === null ? null : Math.floor((last - first) / step) + 1;
  const count = variableNumber(scheduler.count) ?? rangeCount;
  const shardCount = givenCount ?? count;
  if (shardCount === null || shardCount < 1)
    return refuse("--shard", `${title} does not give the number of tasks.`, "Add it: --shard auto/4 for four tasks.");
  if (givenCount === null && rangeCount !== count)
    return refuse(
      "--shard",
      `the numbers of the ${count} tasks, from ${first} to ${last}, have gaps.`,
      `Use an array without gaps, such as 1-${count}.`,
    );
  // Shards are numbered from 1, so the remainder 0 means the last.
  return { index: Math.floor(index / step) % shardCount || shardCount, count: shardCount };
}
