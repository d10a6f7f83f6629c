/**
 * The type of a command: a function of its arguments and its context that returns an exit code. A process passes its own streams
 * (`entries/`), a test passes others. The README of this folder explains the exit codes.
 */
import { ScenarioError } from "../core/base/errors.ts";
import type { PoolProcess } from "./process-pool.ts";
import { WriteError } from "./files.ts";

/**
 * In order: the command is done; a run failed; the input cannot be used; the output cannot be written; the digest differs from the
 * claimed one.
 */
export const exitCodes = { done: 0, failed: 1, refused: 2, unwritten: 3, differs: 4 } as const;

/** A text stream. */
export interface TextOutput {
  write(text: string): unknown;
}

/** Everything that a command uses besides its arguments and the files that they name. */
export interface CommandContext {
  readonly stdout: TextOutput;
  readonly stderr: TextOutput;
  /** Environment variables, in which schedulers pass the number of the task. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Folder to which relative paths in the arguments refer. */
  readonly callerFolder: string;
  /** Folder of the project, which contains `public` and `src`. */
  readonly projectFolder: string;
  /** Starts a process of the pool that runs scenarios for this command. */
  readonly startPoolProcess: () => PoolProcess;
}

/**
 * Returns the exit code.
 * @throws ScenarioError if the input cannot be used, WriteError if the output cannot be written
 */
export type CliCommand = (args: readonly string[], context: CommandContext) => number | Promise<number>;

/** Calls a command and converts errors in its input and output to a message and an exit code. */
export async function callCommand(command: CliCommand, args: readonly string[], context: CommandContext): Promise<number> {
  try {
    return await command(args, context);
  } catch (error) {
    const isRefused = error instanceof ScenarioError;
    if (!isRefused && !(error instanceof WriteError)) throw error;
    context.stderr.write(`${error.message}\n`);
    return isRefused ? exitCodes.refused : exitCodes.unwritten;
  }
}
