/** Runs a command as an already built module in Node. `endings.test.ts` tests the build in `src/tools/run.mjs`. */
import { inject } from "vitest";

/** Arguments of Node to run a command of `src/cli` with these arguments. */
export function builtCommand(
  entry: "simulate" | "record" | "sweep" | "reproduce" | "convert" | "schema",
  ...args: readonly string[]
): readonly string[] {
  return [`${inject("built")}src/cli/entries/${entry}.mjs`, ...args];
}
