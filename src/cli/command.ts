/** How every command ends: what it says when it cannot go on, and its exit code. The README of this folder has the codes for people. */
import { writeSync } from "node:fs";
import { ScenarioError } from "../core/base/errors.ts";
import { Unwritten } from "./files.ts";

/**
 * Exit codes of what was not done: a run failed, what was given cannot be used, what was found could not be written; and of a claim that
 * does not hold.
 */
export const exitCodes = { failed: 1, refused: 2, unwritten: 3, differs: 4 } as const;

/** Does what a command is asked for. Input that cannot be used, and output that cannot be written, each end it with a sentence. */
export async function command(work: () => void | Promise<void>): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", endUnheard);
  try {
    await work();
  } catch (error) {
    if (error instanceof ScenarioError) {
      process.stderr.write(`${error.message}\n`);
      process.exitCode = exitCodes.refused;
    } else if (error instanceof Unwritten) endUnwritten(error);
    else throw error;
  }
}

/** Ends when nobody hears what is said. Quietly where somebody has read enough, as `head` does. */
function endUnheard(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit(0);
  endUnwritten(new Unwritten("The output", error));
}

function endUnwritten({ message }: Unwritten): never {
  try {
    writeSync(process.stderr.fd, `${message}\n`);
  } catch {
    // There is nobody left to tell.
  }
  process.exit(exitCodes.unwritten);
}
