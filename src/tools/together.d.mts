import type { ChildProcess } from "node:child_process";

/** The exit code of a process that a signal ended, as in shells: 128 + the number of the signal. */
export function codeOf(signal: NodeJS.Signals): number;

/**
 * Calls `end` with an exit code when this process should end, because of a signal or because the npm that started it is gone. Returns a
 * function that stops listening.
 */
export function whenToldToEnd(end: (code: number) => void): () => void;

/** Ends a child process when this process ends for any reason. @returns the child */
export function endTogether<C extends ChildProcess>(child: C): C;
