/** Files as the command line writes them: whole, or not at all. */
import { accessSync, closeSync, constants, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { getSystemErrorMap } from "node:util";

/** Something that could not be written. */
export class Unwritten extends Error {
  /** @param what a file, or what else was to be written */
  constructor(what: string, error: unknown) {
    const { errno = 0, code, message } = error as NodeJS.ErrnoException;
    const why = getSystemErrorMap().get(errno)?.[1] ?? message;
    const remedy = code === "ENOSPC" ? " Make room, and run the command again." : "";
    super(`${what} could not be written: ${why}.${remedy}`);
    this.name = "Unwritten";
  }
}

/**
 * Writes a text beside the file, and puts it in its place when all of it is on the disk: whatever cuts that short, what
 * stood there before still does.
 * @throws Unwritten
 */
export function writeWhole(file: string, text: string): void {
  // Two commands that write the same file at once write it each beside the other.
  const beside = `${file}.${process.pid}.part`;
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
