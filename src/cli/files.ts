/** Files as the command line writes them: whole, or not at all. */
import { accessSync, closeSync, constants, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { getSystemErrorMap } from "node:util";

/** Something that could not be written. */
export class Unwritten extends Error {
  /**
   * @param what a file, or what else was to be written
   * @param error why not; without one, what was said where that was found
   */
  constructor(what: string, error?: unknown) {
    super(error === undefined ? what : Unwritten.say(what, error));
    this.name = "Unwritten";
  }

  private static say(what: string, error: unknown): string {
    const { errno = 0, code, message } = error as NodeJS.ErrnoException;
    const why = getSystemErrorMap().get(errno)?.[1] ?? message;
    const remedy = code === "ENOSPC" ? " Make room, and run the command again." : "";
    return `${what} could not be written: ${why}.${remedy}`;
  }
}

/** The name of this process among those of all machines that share a folder: two write the same file each beside the other. */
export const ownName = `${hostname().replaceAll(/[^A-Za-z0-9-]+/g, "-")}.${process.pid}`;

/**
 * Writes a text beside the file, and puts it in its place when all of it is on the disk: whatever cuts that short, what
 * stood there before still does.
 * @throws Unwritten
 */
export function writeWhole(file: string, text: string): void {
  const beside = `${file}.${ownName}.part`;
  try {
    const opened = openSync(beside, "w");
    try {
      writeFileSync(opened, text);
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    throw new Unwritten(file, error);
  }
}

/**
 * Makes a folder where it is not there, and finds out before hours of computing whether anything can be written into it.
 * @throws Unwritten
 */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new Unwritten(folder, error);
  }
}
