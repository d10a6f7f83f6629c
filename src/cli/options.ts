/** Parses command-line options. */
import { refuse, quoteValue } from "../core/base/errors.ts";

export interface CliOptions {
  /** Options with a value, such as `--keep <folder>`. */
  readonly values: ReadonlyMap<string, string>;
  /** Options without a value. */
  readonly flags: ReadonlySet<string>;
  readonly operands: readonly string[];
}

/**
 * Parses the arguments of a command into options with values, flags and operands; null if an option is unknown or lacks its value.
 * @param valueOptions options with a value
 * @param flagOptions options without a value
 */
export function readOptions(
  args: readonly string[],
  valueOptions: readonly string[],
  flagOptions: readonly string[] = [],
): CliOptions | null {
  const values = new Map<string, string>();
  const flags = new Set<string>();
  const operands: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i];
    if (!arg.startsWith("--")) {
      operands.push(arg);
      continue;
    }
    if (flagOptions.includes(arg)) {
      flags.add(arg);
      continue;
    }
    const value = args[++i];
    if (!valueOptions.includes(arg) || value === undefined || value.startsWith("--")) return null;
    values.set(arg, value);
  }
  return { values, flags, operands };
}

/** Maximum number of processes of one command. */
export const maxProcesses = 1024;

/**
 * The number of processes given by `--processes`.
 * @param defaultCount default
 * @throws ScenarioError if the value is not a valid number of processes
 */
export function processCount({ values }: CliOptions, defaultCount: number): number {
  const text = values.get("--processes");
  if (text === undefined) return defaultCount;
  const processes = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (processes >= 1 && processes <= maxProcesses) return processes;
  return refuse(
    "--processes",
    `${quoteValue(text)} is not a number of processes; expected a number from 1 to ${maxProcesses}.`,
    "Use one process per core.",
  );
}
