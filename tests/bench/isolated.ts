/** Benchmarks with one process per case, so that no case is affected by compiled code or memory of another one. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { exitCodes } from "../../src/cli/command.ts";
import { runCommand } from "../../src/cli/entries/run-command.ts";
import { endTogether } from "../../src/tools/together.mjs";

export interface Benchmark<Case extends { readonly id: string }, Timing> {
  readonly cases: readonly Case[];
  /** Runs in a separate process; the timing is passed on as JSON. */
  readonly time: (each: Case) => Timing | Promise<Timing>;
  /** One line of the table. */
  readonly line: (id: string, timing: Timing) => string;
}

/**
 * Runs the cases whose names contain all words of the command line, and prints a table, or JSON with `--json`.
 * @param script Path of the calling file. It is started again for each case, with `--one` and the name of the case.
 */
export async function runBenchmark<Case extends { readonly id: string }, Timing>(
  script: string,
  { cases, time, line }: Benchmark<Case, Timing>,
): Promise<void> {
  const words = process.argv.slice(2);
  if (words[0] === "--one") {
    const one = cases.find(({ id }) => id === words[1]);
    if (one === undefined) throw new Error(`There is no case "${words[1]}".`);
    console.log(JSON.stringify(await time(one)));
    return;
  }
  await runCommand(async () => {
    const isJson = words.includes("--json");
    const names = words.filter((word) => word !== "--json");
    const timings: Timing[] = [];
    const chosen = cases.filter((each) => names.every((name) => each.id.includes(name)));
    if (chosen.length === 0)
      throw new Error(
        `No case has ${names.map((name) => `"${name}"`).join(" and ")} in its name. The cases:\n${cases.map(({ id }) => `  ${id}`).join("\n")}`,
      );
    for (const { id } of chosen) {
      const timing = (await isolated(script, id)) as Timing;
      timings.push(timing);
      if (!isJson) console.log(line(id, timing));
    }
    if (isJson) console.log(JSON.stringify(timings, null, 2));
    return exitCodes.done;
  });
}

async function isolated(script: string, id: string): Promise<unknown> {
  const child = endTogether(spawn(process.execPath, [script, "--one", id], { stdio: ["ignore", "pipe", "pipe"] }));
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  if (code !== 0) throw new Error(`${id}: ${errors}`);
  return JSON.parse(output);
}
