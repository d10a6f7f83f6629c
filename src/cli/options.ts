/** Options, told apart from the rest of what a command is given. */

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
