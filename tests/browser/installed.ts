/** Finds programs that are installed on this machine. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Path of the first of these programs that is found; null if none is installed. */
export function findInstalled(...names: readonly string[]): string | null {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  /** Whether the file exists and is executable. */
  const isThere = (path: string) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  };
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isThere) ?? null;
}
