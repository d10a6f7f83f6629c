/** Runs a command in a process: with its streams, environment and folders; the process exits with the command's exit code. */
import { fork } from "node:child_process";
import { writeSync } from "node:fs";
import { endTogether } from "../../tools/together.mjs";
import { callCommand, type CliCommand, exitCodes } from "../command.ts";
import { WriteError } from "../files.ts";

/** First argument of a pool process. */
const poolProcessFlag = "--crew";

/** Whether this process was started by a command as a pool process. */
export const isPoolProcess = (): boolean => process.argv[2] === poolProcessFlag;

/**
 * Runs a command with the arguments, streams and environment of this process, and sets the exit code. If the output cannot be written, the
 * process ends with a message.
 */
export async function runCommand(command: CliCommand): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", handleStreamError);
  const exitingOnWriteError: CliCommand = async (args, context) => {
    try {
      return await command(args, context);
    } catch (error) {
      if (error instanceof WriteError) exitWithWriteError(error);
      throw error;
    }
  };
  process.exitCode = await callCommand(exitingOnWriteError, process.argv.slice(2), {
    stdout: process.stdout,
    stderr: process.stderr,
    environment: process.env,
    // npm runs scripts in the project's folder and passes the caller's folder in INIT_CWD.
    callerFolder: process.env["INIT_CWD"] ?? ".",
    projectFolder: ".",
    startPoolProcess: () => endTogether(fork(process.argv[1], [poolProcessFlag])),
  });
}

/** Exits when a stream fails: silently if its reader has stopped, as `head` does. */
function handleStreamError(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit(exitCodes.done);
  exitWithWriteError(new WriteError("The output", error));
}

/** Exits and ends the pool processes. The message is written synchronously first, even if the stream is blocked. */
function exitWithWriteError({ message }: WriteError): never {
  try {
    writeSync(process.stderr.fd, `${message}\n`);
  } catch {
    // The error output cannot be written either.
  }
  process.exit(exitCodes.unwritten);
}
