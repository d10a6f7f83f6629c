import type { ChildProcess } from "node:child_process";

/** The exit code that tells of an end by a signal, as shells have it. */
export function codeOf(signal: NodeJS.Signals): number;

/**
 * Hears when this process is told to end, by a signal or because the npm that began it is gone; with the exit code that
 * tells of it. Returns the way to stop listening.
 */
export function whenToldToEnd(end: (code: number) => void): () => void;

/** Ends a child when this process ends, however that comes about; returns the child. */
export function endTogether<C extends ChildProcess>(child: C): C;
