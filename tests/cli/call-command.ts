/** Calls commands within the test process. `processes.test.ts` tests that a real process prints the same. */
import { EventEmitter } from "node:events";
import { fileURLToPath } from "node:url";
import { callCommand, type CliCommand } from "../../src/cli/command.ts";
import { answerJob, type PoolProcess, type SentJob } from "../../src/cli/process-pool.ts";

const projectRoot = fileURLToPath(new URL("../../", import.meta.url));

/** Output and exit code of a command. */
export interface CommandResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The environment in which a command is called. */
export interface CallEnvironment {
  /** Working directory of the caller; the project's root if absent. */
  readonly folder?: string;
  /** Root directory of the project. */
  readonly project?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Starts a process of the command's pool. If absent, jobs are answered within the test process. */
  readonly startPoolProcess?: () => PoolProcess;
}

/** Calls a command as a user in a folder would. */
export async function callInProcess(
  command: CliCommand,
  args: readonly string[],
  {
    folder = projectRoot,
    project = projectRoot,
    environment = {},
    startPoolProcess = () => new InProcessPoolProcess(),
  }: CallEnvironment = {},
): Promise<CommandResult> {
  const output = { stdout: "", stderr: "" };
  const status = await callCommand(command, args, {
    stdout: { write: (text) => (output.stdout += text) },
    stderr: { write: (text) => (output.stderr += text) },
    environment,
    callerFolder: folder,
    projectFolder: project,
    startPoolProcess,
  });
  return { status, ...output };
}

/** Answers jobs as a process of the pool does, with messages that pass through JSON. */
export class InProcessPoolProcess extends EventEmitter implements PoolProcess {
  connected = true;
  private previousJob = Promise.resolve();

  send(job: SentJob): void {
    const message = JSON.stringify(job);
    this.previousJob = this.previousJob.then(async () => {
      const answer = await answerJob(JSON.parse(message) as SentJob);
      this.emit("message", JSON.parse(JSON.stringify(answer)));
    });
  }

  disconnect(): void {
    this.connected = false;
  }
}
