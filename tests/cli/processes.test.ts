/** Every command through its real entry module: a process has the same output and exit code as the function that other tests call. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import type { CliCommand } from "../../src/cli/command.ts";
import { convertCommand } from "../../src/cli/convert.ts";
import { recordCommand } from "../../src/cli/record.ts";
import { reproduceCommand } from "../../src/cli/reproduce.ts";
import { schemaCommand } from "../../src/cli/schema.ts";
import { simulateCommand } from "../../src/cli/simulate.ts";
import { sweepCommand } from "../../src/cli/sweep.ts";
import { firstFew } from "../effort.ts";
import { builtCommand } from "./built-command.ts";
import { callInProcess } from "./call-command.ts";

const projectRoot = fileURLToPath(new URL("../../", import.meta.url));
const folder = mkdtempSync(`${tmpdir()}/fabricscope-`);
afterAll(() => rmSync(folder, { recursive: true }));

writeFileSync(`${folder}/star.csv`, "from,to,rate\nh1,s1,100 Gb/s\nh2,s1,100 Gb/s\nh3,s1,25 Gb/s\nh4,h4,100 Gb/s\n");
const studyDocument = {
  topology: { kind: "mesh", sizes: [2, 2] },
  workload: { kind: "open-loop", pattern: { kind: "uniform" } },
  run: { warmUp: 0, window: 200, drain: 200 },
  sweep: [{ path: "workload.load", values: [0.1, 0.2] }],
};
writeFileSync(`${folder}/study.json`, JSON.stringify(studyDocument));
mkdirSync(`${folder}/public`);

const commands = {
  simulate: simulateCommand,
  convert: convertCommand,
  record: recordCommand,
  sweep: sweepCommand,
  reproduce: reproduceCommand,
  schema: schemaCommand,
} satisfies Readonly<Record<string, CliCommand>>;

/** Output without elapsed times, and with the process's folder replaced by that of the project. */
const normalized = (text: string) =>
  text.replaceAll(/\d+ s (?=elapsed|left)|(?:was|were) busy \d+ %/g, "…").replaceAll(`${folder}/public/`, "public/");

const calls = [
  // Needs kinds, an engine and a workload that the default document does not load.
  ["simulate", 0, ["topology=single-switch:terminals4&technology=own-links&flowControl=fluid&workload=allreduce:algorithm~ring"]],
  ["simulate", 2, ["topology=nothing"]],
  ["convert", 0, ["star.csv", "--to", "graphml"]],
  // The environment variables select the shard.
  ["sweep", 0, ["study.json", "--keep", "kept", "--processes", "1", "--shard", "auto"]],
  ["reproduce", 0, ["trees-table-2a"]],
  ["schema", 0, []],
  // In thorough tests only: `tests/cli/endings.test.ts` starts this process, too.
  ["record", 0, ["study.json", "--into", "store"]],
] as const;
test.each(firstFew(calls.length - 1, calls))(
  "a process of %s ends with %d and prints what the function does: %j",
  async (name, code, args) => {
    const environment = { SLURM_ARRAY_TASK_ID: "1", SLURM_ARRAY_TASK_MIN: "1", SLURM_ARRAY_TASK_MAX: "2", SLURM_ARRAY_TASK_COUNT: "2" };
    // Only the command `schema` writes into the project.
    const project = name === "schema" ? folder : projectRoot;
    const { status, stdout, stderr } = spawnSync(process.execPath, builtCommand(name, ...args), {
      cwd: project,
      env: { ...process.env, ...environment, INIT_CWD: folder },
      encoding: "utf8",
    });
    rmSync(`${folder}/kept`, { recursive: true, force: true });
    const before = [process.exitCode, process.cwd(), JSON.stringify(process.env)];
    const called = await callInProcess(commands[name], args, { folder, project, environment });
    expect([process.exitCode, process.cwd(), JSON.stringify(process.env)]).toEqual(before);
    expect(status).toBe(code);
    expect({ status, stdout, stderr: normalized(stderr) }).toEqual({
      status: called.status,
      stdout: normalized(called.stdout),
      stderr: normalized(called.stderr),
    });
  },
);
