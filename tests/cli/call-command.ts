/** Commands called in the process of the test. That a process prints the same is tested in `processes.test.ts`. */
import { EventEmitter } from "node:events";
import { fileURLToPath } from "node:url";
import { callCommand, type CliCommand } from "../../src/cli/command.ts";
import { answerErrand, type CrewProcess, type SentErrand } from "../../src/cli/crew.ts";

const top = fileURLToPath(new URL("../../", import.meta.url));

/** What a command has printed, and its exit code. */
export interface CommandResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where a command is called. */
export interface Surroundings {
  /** The folder of the caller: the project's own when left out. */
  readonly folder?: string;
  /** The folder of the project. */
  readonly project?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** How a process of its crew is started: in the process of the test when left out. */
  readonly startCrewProcess?: () => CrewProcess;
}

/** Calls a command as a person in a folder would. */
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

/** Answers errands as a process of a crew does, with messages that pass through JSON. */
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
