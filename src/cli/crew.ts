/** A pool of processes that run scenarios in parallel; each gets the next job as soon as it has finished one. */
import { writeKept } from "../core/results/cached.ts";
import type { Results } from "../core/measures/results.ts";
import { publishedResults } from "../core/results/published.ts";
import { start } from "../core/run/run.ts";
import { readScenario, type Scenario, writeScenario } from "../core/scenario/scenario.ts";
import { Unwritten, writeWhole } from "./files.ts";

/** A run, and the file in which its results are cached. */
export interface Errand {
  readonly scenario: Scenario;
  readonly name: string;
  /** Null if the results are not cached. */
  readonly file: string | null;
}

/** Answer of a pool process: the results as they are published and the seconds that the run took, or an error. */
export type CrewAnswer =
  | { readonly results: Results; readonly seconds: number }
  | { readonly fault: string }
  | { readonly unwritten: string };

/** A job as it is sent to another process. */
export interface SentErrand extends Omit<Errand, "scenario"> {
  readonly document: unknown;
}

/** A process that runs jobs in the order in which they are sent. */
export interface CrewProcess {
  /** Whether messages can still be sent to the process. */
  readonly connected: boolean;
  on(event: "message", listener: (answer: CrewAnswer) => void): unknown;
  on(event: "exit", listener: (code: number | null, signal: string | null) => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  send(errand: SentErrand, sent: (error: Error | null) => void): unknown;
  /** Lets the process exit after its last answer. */
  disconnect(): void;
}

/** Runs a job. Each process writes its own results to the cache, because a single writer would delay all others. */
export async function answerErrand({ document, name, file }: SentErrand): Promise<CrewAnswer> {
  try {
    const since = performance.now();
    const results = publishedResults(await runInSteps(readScenario(document)));
    if (file !== null) writeWhole(file, writeKept(name, results));
    return { results, seconds: (performance.now() - since) / 1000 };
  } catch (error) {
    if (error instanceof Unwritten) return { unwritten: error.message };
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

/** Approximate number of packet-hops between two pauses of a run. */
const step = 1e6;

/** Runs a scenario to its end. The pauses let the process notice when the command that started it is gone. */
async function runInSteps(scenario: Scenario): Promise<Results> {
  const started = start(scenario);
  while (started.simulation.status === "running") {
    started.simulation.advance(Infinity, step);
    await new Promise(setImmediate);
  }
  return started.results();
}

/**
 * If a run took less than this, in seconds, its process gets two jobs at a time, because waiting for the next one would take a noticeable
 * part of the time.
 */
const short = 0.5;

/** Callbacks for the runs, by the index of their job. */
export interface Hearer {
  /** @param process unique number of the process that runs the job */
  begun(index: number, process: number): void;
  done(index: number, results: Results, seconds: number): void;
  failed(index: number, fault: string): void;
}

/**
 * Runs jobs on several processes, in the given order.
 * @param processes maximum number of processes at a time
 * @param isDone whether a job need not be started any more
 * @throws WriteError if results cannot be written to the cache
 */
export async function runAll(
  errands: readonly Errand[],
  processes: number,
  startProcess: () => CrewProcess,
  hearer: Hearer,
  isDone: (index: number) => boolean = () => false,
): Promise<void> {
  let [next, members] = [0, 0];
  const work = async () => {
    let member: Member | null = null;
    const join = () => new Member(++members, startProcess());
    // Indices of the jobs that the process was given; the first is running.
    const given: number[] = [];
    let most = 1;
    for (;;) {
      for (; given.length < most && next < errands.length; next++) {
        if (isDone(next)) continue;
        member ??= join();
        member.give(errands[next]);
        given.push(next);
      }
      if (member === null || given.length === 0) break;
      hearer.begun(given[0], member.number);
      const answer = await member.answer();
      const index = given.shift()!;
      if ("results" in answer) hearer.done(index, answer.results, answer.seconds);
      else if ("fault" in answer) hearer.failed(index, answer.fault);
      else throw new Unwritten(answer.unwritten);
      most = "seconds" in answer && answer.seconds < short ? 2 : 1;
      // Replace a process that ended during a run.
      if (member.isAlive) continue;
      member = given.length === 0 ? null : join();
      for (const each of given) member?.give(errands[each]);
    }
    member?.dismiss();
  };
  await Promise.all(Array.from({ length: Math.min(processes, errands.length) }, work));
}

/** A process of the pool, which answers in the order of its jobs. */
class Member {
  private readonly answers: CrewAnswer[] = [];
  private hear: (() => void) | null = null;
  private end: string | null = null;

  constructor(
    readonly number: number,
    private readonly process: CrewProcess,
  ) {
    this.process.on("message", (answer) => {
      this.answers.push(answer);
      this.hear?.();
    });
    this.process.on("exit", (code, signal) => {
      this.end = `its process ended with ${signal ?? code}`;
      this.hear?.();
    });
    // A failure to send is reported by the exit event.
    this.process.on("error", () => {});
  }

  get isAlive(): boolean {
    return this.end === null && this.process.connected;
  }

  give({ scenario, name, file }: Errand): void {
    this.process.send({ document: writeScenario(scenario), name, file } satisfies SentErrand, () => {});
  }

  async answer(): Promise<CrewAnswer> {
    while (this.answers.length === 0 && this.end === null) await new Promise<void>((resolve) => (this.hear = resolve));
    return this.answers.shift() ?? { fault: this.end ?? "" };
  }

  dismiss(): void {
    this.process.disconnect();
  }
}
