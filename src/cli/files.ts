/** Atomic file output of the command line: a file is written completely or not at all. */
import { accessSync, closeSync, constants, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { getSystemErrorMap } from "node:util";

/** A file or stream could not be written. */
export class WriteError extends Error {
  /**
   * @param target the file or stream, or the whole message if there is no error
   * @param error the reason
   */
  constructor(target: string, error?: unknown) {
    super(error === undefined ? target : WriteError.say(target, error));
    this.name = "Unwritten";
  }

  private static say(target: string, error: unknown): string {
    const { errno = 0, code, message } = error as NodeJS.ErrnoException;
    const reason = getSystemErrorMap().get(errno)?.[1] ?? message;
    const remedy = code === "ENOSPC" ? " Free some disk space, and run the command again." : "";
    return `${target} could not be written: ${reason}.${remedy}`;
  }
}

/** Name of this process, unique among all machines that share a folder, so that two of them can write the same file without conflict. */
export const processFileSuffix = `${hostname().replaceAll(/[^A-Za-z0-9-]+/g, "-")}.${process.pid}`;

/**
 * Writes a text to a temporary file and renames it when it is completely on disk. If anything interrupts that, the old file stays intact.
 * @throws WriteError
 */
export function writeFileAtomically(file: string, text: string): void {
  const temporaryFile = `${file}.${processFileSuffix}.part`;
  try {
    const descriptor = openSync(temporaryFile, "w");
    try {
      writeFileSync(descriptor, text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporaryFile, file);
  } catch (error) {
    rmSync(temporaryFile, { force: true });
    throw new WriteError(file, error);
  }
}

/**
 * Creates a folder if necessary and checks that it is writable, so that this does not fail after hours of computing.
 * @throws WriteError
 */
export function ensureWritableFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new WriteError(folder, error);
  }
}
