/** A pool of processes that run scenarios in parallel; each gets the next job as soon as it has finished one. */
import { writeCachedResults } from "../core/results/cached.ts";
import type { Results } from "../core/measures/results.ts";
import { publishedResults } from "../core/results/published.ts";
import { startRun } from "../core/run/run.ts";
import { readScenario, type Scenario, writeScenario } from "../core/scenario/scenario.ts";
import { WriteError, writeFileAtomically } from "./files.ts";

/** A run, and the file in which its results are cached. */
export interface PoolJob {
  readonly scenario: Scenario;
  readonly name: string;
  /** Null if the results are not cached. */
  readonly file: string | null;
}

/** Answer of a pool process: the results as they are published and the seconds that the run took, or an error. */
export type JobAnswer =
  | { readonly results: Results; readonly seconds: number }
  | { readonly fault: string }
  | { readonly unwritten: string };

/** A job as it is sent to another process. */
export interface SentJob extends Omit<PoolJob, "scenario"> {
  readonly document: unknown;
}

/** A process that runs jobs in the order in which they are sent. */
export interface PoolProcess {
  /** Whether messages can still be sent to the process. */
  readonly connected: boolean;
  on(event: "message", listener: (answer: JobAnswer) => void): unknown;
  on(event: "exit", listener: (code: number | null, signal: string | null) => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  send(job: SentJob, sent: (error: Error | null) => void): unknown;
  /** Lets the process exit after its last answer. */
  disconnect(): void;
}

/** Runs a job. Each process writes its own results to the cache, because a single writer would delay all others. */
export async function answerJob({ document, name, file }: SentJob): Promise<JobAnswer> {
  try {
    const startTime = performance.now();
    const results = publishedResults(await runWithPauses(readScenario(document)));
    if (file !== null) writeFileAtomically(file, writeCachedResults(name, results));
    return { results, seconds: (performance.now() - startTime) / 1000 };
  } catch (error) {
    if (error instanceof WriteError) return { unwritten: error.message };
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

/** Approximate number of packet-hops between two pauses of a run. */
const pauseInterval = 1e6;

/** Runs a scenario to its end. The pauses let the process notice when the command that started it is gone. */
async function runWithPauses(scenario: Scenario): Promise<Results> {
  const started = startRun(scenario);
  while (started.simulation.status === "running") {
    started.simulation.advance(Infinity, pauseInterval);
    await new Promise(setImmediate);
  }
  return started.results();
}

/**
 * If a run took less than this, in seconds, its process gets two jobs at a time, because waiting for the next one would take a noticeable
 * part of the time.
 */
const shortRunSeconds = 0.5;

/** Callbacks for the runs, by the index of their job. */
export interface PoolListener {
  /** @param process unique number of the process that runs the job */
  begun(index: number, process: number): void;
  done(index: number, results: Results, seconds: number): void;
  failed(index: number, fault: string): void;
}

/**
 * Runs jobs on several processes, in the given order. Each process gets the next job when it has answered, or two jobs at a time if runs
 * are short.
 * @param isDone whether a job need not be started any more
 * @throws WriteError if results cannot be written to the cache
 */
export async function runJobs(
  jobs: readonly PoolJob[],
  processes: number,
  startProcess: () => PoolProcess,
  listener: PoolListener,
  isDone: (index: number) => boolean = () => false,
): Promise<void> {
  let [nextIndex, memberCount] = [0, 0];
  const runMember = async () => {
    let member: PoolMember | null = null;
    const startMember = () => new PoolMember(++memberCount, startProcess());
    // Indices of the jobs that the process was given; the first is running.
    const assigned: number[] = [];
    let maxAssigned = 1;
    for (;;) {
      for (; assigned.length < maxAssigned && nextIndex < jobs.length; nextIndex++) {
        if (isDone(nextIndex)) continue;
        member ??= startMember();
        member.assign(jobs[nextIndex]);
        assigned.push(nextIndex);
      }
      if (member === null || assigned.length === 0) break;
      listener.begun(assigned[0], member.number);
      const answer = await member.nextAnswer();
      const index = assigned.shift()!;
      if ("results" in answer) listener.done(index, answer.results, answer.seconds);
      else if ("fault" in answer) listener.failed(index, answer.fault);
      else throw new WriteError(answer.unwritten);
      maxAssigned = "seconds" in answer && answer.seconds < shortRunSeconds ? 2 : 1;
      // Replace a process that ended during a run.
      if (member.isAlive) continue;
      member = assigned.length === 0 ? null : startMember();
      for (const jobIndex of assigned) member?.assign(jobs[jobIndex]);
    }
    member?.disconnect();
  };
  await Promise.all(Array.from({ length: Math.min(processes, jobs.length) }, runMember));
}

/** A process of the pool, which answers in the order of its jobs. */
class PoolMember {
  private readonly answers: JobAnswer[] = [];
  private wakeUp: (() => void) | null = null;
  private exitReason: string | null = null;

  constructor(
    readonly number: number,
    private readonly process: PoolProcess,
  ) {
    this.process.on("message", (answer) => {
      this.answers.push(answer);
      this.wakeUp?.();
    });
    this.process.on("exit", (code, signal) => {
      this.exitReason = `its process ended with ${signal ?? code}`;
      this.wakeUp?.();
    });
    // A failure to send is reported by the exit event.
    this.process.on("error", () => {});
  }

  get isAlive(): boolean {
    return this.exitReason === null && this.process.connected;
  }

  assign({ scenario, name, file }: PoolJob): void {
    this.process.send({ document: writeScenario(scenario), name, file } satisfies SentJob, () => {});
  }

  async nextAnswer(): Promise<JobAnswer> {
    while (this.answers.length === 0 && this.exitReason === null) await new Promise<void>((resolve) => (this.wakeUp = resolve));
    return this.answers.shift() ?? { fault: this.exitReason ?? "" };
  }

  disconnect(): void {
    this.process.disconnect();
  }
}
