/** Ties the lifetimes of processes: child processes end with this process, and this process ends with the npm that started it. */
import { constants } from "node:os";

/** The parent process, read at the start because it may be gone later. */
const parent = process.ppid;
/** Interval of checking for the parent process, in milliseconds. */
const pace = 500;

/** The exit code of a process that a signal ended, as in shells: 128 + the number of the signal. */
export const codeOf = (signal) => 128 + constants.signals[signal];

/**
 * Calls `end` when this process should end: because of a signal, or because npm is gone. npm forwards signals only to its shell, which does
 * not forward them, so a signal to npm would not arrive here.
 * @param {(code: number) => void} end receives the exit code for the signal
 * @returns {() => void} stops listening
 */
export function whenToldToEnd(end) {
  const told = (signal) => end(codeOf(signal));
  const signals = ["SIGHUP", "SIGINT", "SIGTERM"];
  for (const signal of signals) process.once(signal, told);
  // Without npm, the process may outlive the shell that started it.
  const looking = process.env.npm_lifecycle_event === undefined ? undefined : setInterval(look, pace).unref();
  function look() {
    if (process.ppid !== parent) told("SIGTERM");
  }
  return () => {
    clearInterval(looking);
    for (const signal of signals) process.off(signal, told);
  };
}

const children = new Set();
let stop = () => {};

/**
 * Ends a child process when this process ends for any reason.
 * @template {import("node:child_process").ChildProcess} C
 * @param {C} child
 * @returns {C} the child
 */
export function endTogether(child) {
  if (children.size === 0) {
    process.on("exit", endAll);
    stop = whenToldToEnd((code) => process.exit(code));
  }
  children.add(child);
  child.once("exit", () => {
    children.delete(child);
    if (children.size > 0) return;
    process.off("exit", endAll);
    stop();
  });
  return child;
}

function endAll() {
  for (const child of children) child.kill();
}
