/** When a command is ended, all processes it has started end, too. These tests use real processes, started as by a shell. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { firstFew, thoroughTest } from "../effort.ts";

const projectRoot = fileURLToPath(new URL("../../", import.meta.url));
const folder = mkdtempSync(`${tmpdir()}/fabricscope-`);
afterAll(() => rmSync(folder, { recursive: true }));

/** A document whose runs take hours. */
const longDocument = {
  topology: { kind: "torus", sizes: [16, 16, 16] },
  run: { warmUp: 0, window: 5_000_000 },
  sweep: [{ path: "workload.load", values: [0.1, 0.2] }],
};
writeFileSync(`${folder}/long.json`, JSON.stringify(longDocument));

/** Arguments of `npm run record` for the long document on this many processes. */
const recordLong = (processes: 1 | 2) => [
  "src/tools/run.mjs",
  "src/cli/entries/record.ts",
  "long.json",
  "--processes",
  String(processes),
  "--into",
  "store",
];
const environment = { ...process.env, INIT_CWD: folder };

/** All running processes with their parents, without zombies. */
function runningProcesses(): readonly { readonly id: number; readonly parent: number }[] {
  const lines = spawnSync("ps", ["-A", "-o", "pid=,ppid=,stat="], { encoding: "utf8" }).stdout.trim().split("\n");
  return lines.flatMap((line) => {
    const [id, parent, state] = line.trim().split(/\s+/);
    return state.startsWith("Z") ? [] : [{ id: Number(id), parent: Number(parent) }];
  });
}

/** All direct and indirect child processes of a process. */
function descendantsOf(id: number): readonly number[] {
  const all = runningProcesses();
  const found = [id];
  for (const each of found) found.push(...all.filter(({ parent }) => parent === each).map((child) => child.id));
  return found.slice(1);
}

let startedIds: number[] = [];
afterEach(() => {
  const alive = new Set(runningProcesses().map(({ id }) => id));
  for (const id of startedIds) if (alive.has(id)) process.kill(id, "SIGKILL");
  startedIds = [];
});

/** Waits until a process has at least this many descendants and returns their ids. */
async function waitForChildren(child: ChildProcess, minimum: number): Promise<readonly number[]> {
  let found: readonly number[] = [];
  await vi.waitFor(
    () => {
      found = descendantsOf(child.pid!);
      startedIds = [child.pid!, ...found];
      expect(found.length).toBeGreaterThanOrEqual(minimum);
    },
    { timeout: 90_000, interval: 50 },
  );
  return found;
}

/** Waits until none of these processes exists any more. */
async function waitForEnd(ids: readonly number[]): Promise<void> {
  await vi.waitFor(() => expect(runningProcesses().filter(({ id }) => ids.includes(id))).toEqual([]), { timeout: 30_000, interval: 50 });
}

describe.skipIf(process.platform === "win32")("a signal that ends a command ends all its processes", () => {
  thoroughTest(
    "record, killed on the spot: its processes go when they hear of it, and what was built goes with the next command",
    async () => {
      const child = spawn(process.execPath, recordLong(1), { cwd: projectRoot, env: environment, stdio: "ignore" });
      const children = await waitForChildren(child, 2);
      const command = runningProcesses().find(({ id, parent }) => parent === child.pid && children.includes(id))!;
      // Kill the process that built the command, and the command itself. Neither can pass the signal on to its children.
      for (const id of [child.pid!, command.id]) process.kill(id, "SIGKILL");
      await waitForEnd(children);
      const left = `${projectRoot}node_modules/.cache/fabricscope/run-${hostname()}-${child.pid}`;
      expect(existsSync(left)).toBe(true);
      // Any later build cleans up, here that of a module with only a constant.
      spawnSync(process.execPath, ["src/tools/run.mjs", "src/core/run/version.ts"], { cwd: projectRoot });
      expect(existsSync(left)).toBe(false);
    },
  );

  const signals = [
    ["SIGTERM", 143],
    ["SIGHUP", 129],
    ["SIGINT", 130],
  ] as const;
  test.each(firstFew(1, signals))("record, its processes at work, by %s", async (signal, code) => {
    const child = spawn(process.execPath, recordLong(2), { cwd: projectRoot, env: environment, stdio: "ignore" });
    // The command itself and two processes of its pool.
    const children = await waitForChildren(child, 3);
    child.kill(signal);
    expect(await once(child, "exit")).toEqual([code, null]);
    await waitForEnd(children);
  });

  thoroughTest("bench, a case being timed", async () => {
    const command = ["src/tools/run.mjs", "tests/bench/main.ts", "torus"];
    const child = spawn(process.execPath, command, { cwd: projectRoot, env: environment, stdio: "ignore" });
    const children = await waitForChildren(child, 2);
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([143, null]);
    await waitForEnd(children);
  });

  thoroughTest("a command of npm, when the shell of npm is killed and passes no signal on", async () => {
    const shell = spawn("sh", ["-c", `"${process.execPath}" ${recordLong(1).join(" ")}; true`], {
      cwd: projectRoot,
      env: { ...environment, npm_lifecycle_event: "record" },
      stdio: "ignore",
    });
    const children = await waitForChildren(shell, 3);
    shell.kill("SIGTERM");
    await waitForEnd(children);
  });
});
