/** Calls commands within the test process. `processes.test.ts` tests that a real process prints the same. */
import { EventEmitter } from "node:events";
import { fileURLToPath } from "node:url";
import { callCommand, type CliCommand } from "../../src/cli/command.ts";
import { answerErrand, type CrewProcess, type SentErrand } from "../../src/cli/crew.ts";

const top = fileURLToPath(new URL("../../", import.meta.url));

/** Output and exit code of a command. */
export interface CommandResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The environment in which a command is called. */
export interface Surroundings {
  /** Working directory of the caller; the project's root if absent. */
  readonly folder?: string;
  /** Root directory of the project. */
  readonly project?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Starts a process of the command's pool; answers jobs within the test process if absent. */
  readonly startCrewProcess?: () => CrewProcess;
}

/** Calls a command as a user in a folder would. */
export async function callInProcess(
  command: CliCommand,
  args: readonly string[],
  { folder = top, project = top, environment = {}, startCrewProcess = () => new CrewInProcess() }: Surroundings = {},
): Promise<CommandResult> {
  const printed = { stdout: "", stderr: "" };
  const status = await callCommand(command, args, {
    stdout: { write: (text) => (printed.stdout += text) },
    stderr: { write: (text) => (printed.stderr += text) },
    environment,
    callerFolder: folder,
    projectFolder: project,
    startCrewProcess,
  });
  return { status, ...printed };
}

/** Answers jobs as a process of the pool does, with messages that pass through JSON. */
export class CrewInProcess extends EventEmitter implements CrewProcess {
  connected = true;
  private before = Promise.resolve();

  send(errand: SentErrand): void {
    const sent = JSON.stringify(errand);
    this.before = this.before.then(async () => {
      const answer = await answerErrand(JSON.parse(sent) as SentErrand);
      this.emit("message", JSON.parse(JSON.stringify(answer)));
    });
  }

  disconnect(): void {
    this.connected = false;
  }
}
