export function importersOf(top: string): Map<string, Set<string>>;
export function testsReaching(top: string, files: readonly string[], importers?: Map<string, Set<string>>): Map<string, number>;
export function changedFiles(top: string, commit: string): string[];
export function testsFor(top: string, files: readonly string[]): string[] | null;
