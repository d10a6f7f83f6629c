/** Options, told apart from the rest of what a command is given. */
import { refuse, show } from "../core/base/errors.ts";

export interface Options {
  /** Of those that take a value, such as `--keep <folder>`. */
  readonly values: ReadonlyMap<string, string>;
  /** Those that take none. */
  readonly flags: ReadonlySet<string>;
  readonly rest: readonly string[];
}

/**
 * What a command is given; null where an option is not known, or has no value that takes one.
 * @param known options that take a value
 * @param plain options that take none
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

/** Most processes of one command. */
export const mostProcesses = 1024;

/**
 * How many processes are asked for.
 * @param usual where nobody says
 * @throws ScenarioError where it is no number of processes
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
