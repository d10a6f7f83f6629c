/** Runs a command in a process: with its streams, environment and folders; the process exits with the command's exit code. */
import { fork } from "node:child_process";
import { writeSync } from "node:fs";
import { endTogether } from "../../tools/together.mjs";
import { callCommand, type CliCommand, exitCodes } from "../command.ts";
import { Unwritten } from "../files.ts";

/** First argument of a pool process. */
const crewWord = "--crew";

/** Whether this process was started by a command as a pool process. */
export const isCrewProcess = (): boolean => process.argv[2] === crewWord;

/** Runs a command with the arguments of this process. */
export async function runCommand(command: CliCommand): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", endUnheard);
  const ending: CliCommand = async (args, context) => {
    try {
      return await command(args, context);
    } catch (error) {
      if (error instanceof Unwritten) endUnwritten(error);
      throw error;
    }
  };
  process.exitCode = await callCommand(ending, process.argv.slice(2), {
    stdout: process.stdout,
    stderr: process.stderr,
    environment: process.env,
    // npm runs scripts in the project's folder and passes the caller's folder in INIT_CWD.
    callerFolder: process.env["INIT_CWD"] ?? ".",
    projectFolder: ".",
    startCrewProcess: () => endTogether(fork(process.argv[1], [crewWord])),
  });
}

/** Exits when a stream fails: silently if its reader has stopped, as `head` does. */
function endUnheard(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit(exitCodes.done);
  endUnwritten(new Unwritten("The output", error));
}

/** Exits and ends the pool processes. The message is written synchronously first, even if the stream is blocked. */
function endUnwritten({ message }: Unwritten): never {
  try {
    writeSync(process.stderr.fd, `${message}\n`);
  } catch {
    // The error output cannot be written either.
  }
  process.exit(exitCodes.unwritten);
}
