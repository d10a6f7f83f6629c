/**
 * A sweep as a Slurm array, with Slurm daemons on this machine. One task is killed and resubmitted, and the result has the same bytes as
 * that of one process.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, hostname, tmpdir, userInfo } from "node:os";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test, vi } from "vitest";
import { thoroughTest } from "../effort.ts";
import { builtCommand } from "./built-command.ts";

const projectRoot = fileURLToPath(new URL("../../", import.meta.url));
const folder = mkdtempSync(`${tmpdir()}/fabricscope-`);
const daemons: ChildProcess[] = [];
afterAll(async () => {
  for (const each of daemons.toReversed()) {
    if (each.exitCode !== null || each.signalCode !== null) continue;
    const ended = once(each, "exit");
    each.kill();
    await ended;
  }
  rmSync(folder, { recursive: true });
});

const missingPrograms = ["munged", "slurmctld", "slurmd", "sbatch", "scancel", "sinfo"].filter(
  (name) => spawnSync("sh", ["-c", `command -v ${name}`]).status !== 0,
);
const host = hostname().split(".")[0];
const environment = { ...process.env, INIT_CWD: folder, SLURM_CONF: `${folder}/slurm.conf` };

/** Ports that are probably free, different for every process. */
const port = 20_000 + (process.pid % 20_000);
const configuration = `ClusterName=test
SlurmctldHost=${host}(127.0.0.1)
SlurmUser=${userInfo().username}
SlurmdUser=${userInfo().username}
SlurmctldPort=${port}
SlurmdPort=${port + 1}
AuthType=auth/munge
AuthInfo=socket=${folder}/munge.socket
StateSaveLocation=${folder}/state
SlurmdSpoolDir=${folder}/spool
SlurmctldPidFile=${folder}/slurmctld.pid
SlurmdPidFile=${folder}/slurmd.pid
SlurmctldLogFile=${folder}/slurmctld.log
SlurmdLogFile=${folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
NodeName=${host} NodeAddr=127.0.0.1 CPUs=${availableParallelism()} State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
`;

function startDaemon(command: string, ...args: readonly string[]): void {
  daemons.push(spawn(command, args, { env: environment, stdio: "ignore" }));
}

const callSlurm = (command: string, ...args: readonly string[]) =>
  spawnSync(command, args, { cwd: folder, env: environment, encoding: "utf8" });
const sweep = (...args: readonly string[]) =>
  spawnSync(process.execPath, builtCommand("sweep", ...args), { cwd: projectRoot, env: environment, encoding: "utf8" });

/** Script of a task that runs the already built `sweep` command. */
const script = (...args: readonly string[]) =>
  `#!/bin/sh\ncd ${projectRoot}\nexport INIT_CWD=${folder}\nexec ${[process.execPath, ...builtCommand("sweep", ...args)].join(" ")}\n`;

const testWithSlurm = missingPrograms.length === 0 ? thoroughTest : test.skip;
const skipReason = missingPrograms.length === 0 ? "" : `; left out, for there is no ${missingPrograms.join(", ")}`;

testWithSlurm(`an array of four tasks, one of them killed and given again, gives the bytes of one process${skipReason}`, async () => {
  const small = {
    topology: { kind: "torus", sizes: [8, 8] },
    workload: { kind: "open-loop", pattern: { kind: "uniform" } },
    sweep: [{ path: "workload.load", values: [0.05, 0.1, 0.15, 0.2, 0.25, 0.3] }],
    seeds: 2,
  };
  writeFileSync(`${folder}/small.json`, JSON.stringify(small));
  writeFileSync(`${folder}/munge.key`, randomBytes(1024), { mode: 0o400 });
  writeFileSync(`${folder}/slurm.conf`, configuration);
  for (const name of ["state", "spool"]) mkdirSync(`${folder}/${name}`);
  startDaemon(
    "munged",
    "--foreground",
    "--force",
    `--socket=${folder}/munge.socket`,
    `--key-file=${folder}/munge.key`,
    `--log-file=${folder}/munged.log`,
    `--pid-file=${folder}/munged.pid`,
    `--seed-file=${folder}/munged.seed`,
  );
  await vi.waitFor(() => expect(callSlurm("test", "-S", "munge.socket").status).toBe(0), { timeout: 20_000 });
  startDaemon("slurmctld", "-D", "-c");
  startDaemon("slurmd", "-D", "-c");
  await vi.waitFor(() => expect(callSlurm("sinfo", "-h", "-o", "%T").stdout).toBe("idle\n"), { timeout: 60_000, interval: 500 });

  const keep = ["small.json", "--keep", "runs", "--processes", "1"];
  writeFileSync(`${folder}/array.sh`, script(...keep, "--shard", "auto"));
  writeFileSync(`${folder}/again.sh`, script(...keep, "--shard", "auto/4"));
  const job = callSlurm("sbatch", "--parsable", "--array=1-4", "array.sh").stdout.trim();
  expect(job).toMatch(/^\d+$/);
  expect(callSlurm("scancel", `${job}_3`).status).toBe(0);
  await vi.waitFor(() => expect(callSlurm("squeue", "-h").stdout).toBe(""), { timeout: 120_000, interval: 500 });
  const status = () => sweep("small.json", "--keep", "runs", "--status").stdout;
  // The runs of the killed task are missing, except those it had finished.
  expect(status()).toMatch(/^12 runs: (9|1[01]) finished, [123] missing\./);
  expect(callSlurm("sbatch", "--wait", "--array=3", "again.sh").status).toBe(0);
  expect(status()).toBe("12 runs: 12 finished, 0 missing.\nAll runs are finished.\n");

  expect(sweep("small.json", "--keep", "runs", "--out", "array.csv")).toMatchObject({ status: 0, stderr: "" });
  expect(sweep("small.json", "--processes", "1", "--out", "one.csv").status).toBe(0);
  expect(readFileSync(`${folder}/array.csv`, "utf8")).toBe(readFileSync(`${folder}/one.csv`, "utf8"));
});
