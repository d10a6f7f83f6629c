/** Parses command-line options. */
import { refuse, show } from "../core/base/errors.ts";

export interface Options {
  /** Options with a value, such as `--keep <folder>`. */
  readonly values: ReadonlyMap<string, string>;
  /** Options without a value. */
  readonly flags: ReadonlySet<string>;
  readonly rest: readonly string[];
}

/**
 * Parses the arguments of a command; null if an option is unknown or lacks its value.
 * @param valueOptions options with a value
 * @param flagOptions options without a value
 */
export function readOptions(args: readonly string[], known: readonly string[], plain: readonly string[] = []): Options | null {
  const values = new Map<string, string>();
  const flags = new Set<string>();
  const rest: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i];
    if (!arg.startsWith("--")) {
      rest.push(arg);
      continue;
    }
    if (plain.includes(arg)) {
      flags.add(arg);
      continue;
    }
    const value = args[++i];
    if (!known.includes(arg) || value === undefined || value.startsWith("--")) return null;
    values.set(arg, value);
  }
  return { values, flags, rest };
}

/** Maximum number of processes of one command. */
export const mostProcesses = 1024;

/**
 * The number of processes given by `--processes`.
 * @param defaultCount default
 * @throws ScenarioError if the value is not a valid number of processes
 */
export function processesIn({ values }: Options, usual: number): number {
  const said = values.get("--processes");
  if (said === undefined) return usual;
  const processes = /^\d{1,9}$/.test(said) ? Number(said) : 0;
  if (processes >= 1 && processes <= mostProcesses) return processes;
  return refuse(
    "--processes",
    `${show(said)} is no number of processes; expected one from 1 to ${mostProcesses}.`,
    "One for each core does best.",
  );
}
