/** What was begun together ends together: children with this process, and this process with the npm that began it. */
import { constants } from "node:os";

/** The process that began this one, from the first on: later it may be gone. */
const parent = process.ppid;
/** How often it is looked for, milliseconds. */
const pace = 500;

/** The exit code that tells of an end by a signal, as shells have it. */
export const codeOf = (signal) => 128 + constants.signals[signal];

/**
 * Hears when this process is told to end: by a signal, or because npm is gone. That one hands signals on to its shell,
 * which hands them on to nobody.
 * @param {(code: number) => void} end hears the exit code that tells of it
 * @returns {() => void} the way to stop listening
 */
export function whenToldToEnd(end) {
  const told = (signal) => end(codeOf(signal));
  const signals = ["SIGHUP", "SIGINT", "SIGTERM"];
  for (const signal of signals) process.once(signal, told);
  // Whoever is begun by another shell may well outlive it.
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
 * Ends a child when this process ends, however that comes about.
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
