/** Determines the shard of a sweep that a command runs: from its argument, or from the environment variables of a scheduler. */
import { refuse, show } from "../core/base/errors.ts";
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
 * Parses `2/4`, `auto` or `auto/4`.
 * @throws ScenarioError that says what was expected
 */
export function readShard(text: string, environment: Environment): Shard {
  const said = /^(auto|\d{1,15})(?:\/(\d{1,15}))?$/.exec(text);
  if (said === null || (said[1] !== "auto" && said[2] === undefined))
    return refuse("--shard", `${show(text)} is not a part of a whole; expected such as 2/4, auto or auto/4.`, "Count parts from 1.");
  const of = said[2] === undefined ? null : Number(said[2]);
  if (of === 0) return refuse("--shard", `${show(text)} divides into no parts; expected at least 1.`, "Give the number of tasks.");
  if (said[1] === "auto") return fromScheduler(of, environment);
  const index = Number(said[1]);
  if (of === null || index < 1 || index > of)
    return refuse("--shard", `there is no part ${index} of ${of}; expected one from 1 to ${of}.`, "Count parts from 1.");
  return { index, of };
}

/**
 * The shard of a task: its number modulo the number of tasks. So an array may start at any number, and a single task that is repeated gets
 * the same shard if the number of shards is given.
 */
function fromScheduler(of: number | null, environment: Environment): Shard {
  const numberIn = (name: string | undefined) => {
    const text = name === undefined ? undefined : environment[name];
    return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
  };
  const scheduler = schedulers.find(({ index }) => numberIn(index) !== null);
  if (scheduler === undefined)
    return refuse(
      "--shard",
      `no scheduler says which task this is; expected ${schedulers.map(({ index }) => index).join(", ")}.`,
      "Run it as a task of an array, or say --shard 1/4.",
    );
  const { title } = scheduler;
  const [index, first, last] = [scheduler.index, scheduler.first, scheduler.last].map(numberIn) as [number, number | null, number | null];
  const step = Math.max(1, numberIn(scheduler.step) ?? 1);
  const span = first === null || last === null ? null : Math.floor((last - first) / step) + 1;
  const count = numberIn(scheduler.count) ?? span;
  const parts = of ?? count;
  if (parts === null || parts < 1)
    return refuse("--shard", `${title} does not say how many tasks there are.`, "Say it: --shard auto/4 for four tasks.");
  if (of === null && span !== count)
    return refuse(
      "--shard",
      `the numbers of these ${count} tasks, ${first} to ${last}, have gaps.`,
      `Use an array without gaps, such as 1-${count}.`,
    );
  return { index: Math.floor(index / step) % parts || parts, of: parts };
}
