/** Options that take a value, such as `--keep <folder>`, told apart from the rest of what a command is given. */

/** What a command is given; null where an option is not known or has no value. */
export function readOptions(
  args: readonly string[],
  known: readonly string[],
): { readonly values: ReadonlyMap<string, string>; readonly rest: readonly string[] } | null {
  const values = new Map<string, string>();
  const rest: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i];
    if (!arg.startsWith("--")) {
      rest.push(arg);
      continue;
    }
    const value = args[++i];
    if (!known.includes(arg) || value === undefined || value.startsWith("--")) return null;
    values.set(arg, value);
  }
  return { values, rest };
}
