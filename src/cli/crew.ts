/** Several processes that run scenarios side by side: each is given the next as soon as it is through with one. */
import { type ChildProcess, fork } from "node:child_process";
import type { Results } from "../core/measures/results.ts";
import { start } from "../core/run.ts";
import { readScenario, type Scenario, writeScenario } from "../core/scenario/scenario.ts";
import { endTogether } from "../tools/together.mjs";

/** The word by which a process knows that it belongs to a crew. */
export const crewWord = "--crew";

/** What a process of the crew answers: results, or why there are none. */
type Answer = { readonly results: Results } | { readonly fault: string };

/** Runs what the first process sends, until that one goes away. */
export function serve(): void {
  process.on("message", (document) => {
    void answer(document).then((told) => process.send?.(told));
  });
  process.on("disconnect", () => process.exit());
}

async function answer(document: unknown): Promise<Answer> {
  try {
    return { results: await runInSteps(readScenario(document)) };
  } catch (error) {
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

/**
 * Runs scenarios on so many processes, in the order given.
 * @param told hears each result, or why there is none, with the number of its scenario
 */
export async function runAll(
  scenarios: readonly Scenario[],
  processes: number,
  told: (index: number, answer: Answer) => void,
): Promise<void> {
  let next = 0;
  const work = async () => {
    let member: ChildProcess | null = null;
    while (next < scenarios.length) {
      const index = next++;
      member ??= endTogether(fork(process.argv[1], [crewWord]));
      const answer = await ask(member, scenarios[index]);
      // One that has died of a run is of no use for the next.
      if (!member.connected) member = null;
      told(index, answer);
    }
    member?.disconnect();
  };
  await Promise.all(Array.from({ length: Math.min(processes, scenarios.length) }, work));
}

function ask(member: ChildProcess, scenario: Scenario): Promise<Answer> {
  return new Promise((resolve) => {
    const heard = (answer: Answer) => settle(answer);
    const lost = (code: number | null, signal: string | null) => settle({ fault: `its process ended with ${signal ?? code}` });
    const settle = (answer: Answer) => {
      member.off("message", heard);
      member.off("exit", lost);
      resolve(answer);
    };
    member.on("message", heard);
    member.on("exit", lost);
    member.send(writeScenario(scenario));
  });
}
