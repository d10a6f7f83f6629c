/** Several processes that run scenarios side by side: each is given the next as soon as it is through with one. */
import { writeKept } from "../core/results/cached.ts";
import type { Results } from "../core/measures/results.ts";
import { publishedResults } from "../core/results/published.ts";
import { start } from "../core/run/run.ts";
import { readScenario, type Scenario, writeScenario } from "../core/scenario/scenario.ts";
import { Unwritten, writeWhole } from "./files.ts";

/** A run that is asked for, and where it is kept. */
export interface Errand {
  readonly scenario: Scenario;
  readonly name: string;
  /** Null where it is kept nowhere. */
  readonly file: string | null;
}

/** What a process of the crew answers: results as they are recorded and the seconds they took, or why there are none. */
export type CrewAnswer =
  | { readonly results: Results; readonly seconds: number }
  | { readonly fault: string }
  | { readonly unwritten: string };

/** An errand on its way between processes. */
export interface SentErrand extends Omit<Errand, "scenario"> {
  readonly document: unknown;
}

/** A process that answers errands in the order in which it is sent them. */
export interface CrewProcess {
  /** Whether it can still be sent anything. */
  readonly connected: boolean;
  on(event: "message", listener: (answer: CrewAnswer) => void): unknown;
  on(event: "exit", listener: (code: number | null, signal: string | null) => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  send(errand: SentErrand, sent: (error: Error | null) => void): unknown;
  /** Lets it end when it has answered. */
  disconnect(): void;
}

/** Every process keeps what it has run: one that had to do so for all would keep them waiting. */
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

/** Packet-hops, about, after which a run looks up. */
const step = 1e6;

/** Runs a scenario to its end, and hears on the way whether who has asked for it is still there. */
async function runInSteps(scenario: Scenario): Promise<Results> {
  const started = start(scenario);
  while (started.simulation.status === "running") {
    started.simulation.advance(Infinity, step);
    await new Promise(setImmediate);
  }
  return started.results();
}

/** Seconds of a run after which its process has the next one at hand: waiting for it would take a part of the time that shows. */
const short = 0.5;

/** Who hears of runs, by the number of their errand. */
export interface Hearer {
  /** @param process the number of the one that runs it; no other has had that number */
  begun(index: number, process: number): void;
  done(index: number, results: Results, seconds: number): void;
  failed(index: number, fault: string): void;
}

/**
 * Runs errands on several processes, in the order given.
 * @param processes how many there are at most at a time
 * @param isDone whether a run need not be begun any more
 * @throws Unwritten when a run cannot be kept
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
    // Numbers of the errands that it has been given, the one under way first.
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
      // One that has died of a run is of no use for the next.
      if (member.isAlive) continue;
      member = given.length === 0 ? null : join();
      for (const each of given) member?.give(errands[each]);
    }
    member?.dismiss();
  };
  await Promise.all(Array.from({ length: Math.min(processes, errands.length) }, work));
}

/** A process of the crew, which answers in the order in which it is given errands. */
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
    // What could not be sent is told by its end.
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
