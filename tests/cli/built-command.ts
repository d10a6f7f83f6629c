/** A command as Node runs it, built already: what `src/tools/run.mjs` does for it is tested in `endings.test.ts`. */
import { inject } from "vitest";

/** What Node is told, to run a command of `src/cli` with these arguments. */
export function builtCommand(
  entry: "simulate" | "record" | "sweep" | "reproduce" | "convert" | "schema",
  ...args: readonly string[]
): readonly string[] {
  return [`${inject("built")}src/cli/entries/${entry}.mjs`, ...args];
}
