/**
 * What a command is: a function of its arguments and of its context, which returns an exit code. A process calls it with its own
 * streams (`entries/`), a test with others. The README of this folder has the exit codes for people.
 */
import { ScenarioError } from "../core/base/errors.ts";
import type { CrewProcess } from "./crew.ts";
import { Unwritten } from "./files.ts";

/**
 * The command is done; a run failed; the input cannot be used; the output cannot be written; the digest differs from the one that is
 * claimed.
 */
export const exitCodes = { done: 0, failed: 1, refused: 2, unwritten: 3, differs: 4 } as const;

/** A stream of text. */
export interface TextOutput {
  write(text: string): unknown;
}

/** Everything that a command uses beyond its arguments and the files that they name. */
export interface CommandContext {
  readonly stdout: TextOutput;
  readonly stderr: TextOutput;
  /** Environment variables, by which schedulers say which task this is. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Folder from which the relative paths of the arguments start. */
  readonly callerFolder: string;
  /** Folder of the project, which has `public` and `src` in it. */
  readonly projectFolder: string;
  /** Starts a process that runs scenarios beside this one. */
  readonly startCrewProcess: () => CrewProcess;
}

/**
 * Returns the exit code.
 * @throws ScenarioError for input that cannot be used, Unwritten for output that cannot be written
 */
export type CliCommand = (args: readonly string[], context: CommandContext) => number | Promise<number>;

/** Calls a command. Input that cannot be used, and output that cannot be written, each become a sentence and an exit code. */
export async function callCommand(command: CliCommand, args: readonly string[], context: CommandContext): Promise<number> {
  try {
    return await command(args, context);
  } catch (error) {
    const isRefused = error instanceof ScenarioError;
    if (!isRefused && !(error instanceof Unwritten)) throw error;
    context.stderr.write(`${error.message}\n`);
    return isRefused ? exitCodes.refused : exitCodes.unwritten;
  }
}
