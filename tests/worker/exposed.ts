/** The run worker without a thread: the object that its module exposes, called in this process. */
import { vi } from "vitest";
import type { RunWorker } from "../../src/worker/protocol.ts";

/** The previously loaded worker, whether or not loading succeeded. */
let previousWorker: Promise<unknown> = Promise.resolve();

/** A new worker without an open run. Workers are loaded one after the other, because all modules share one mock of comlink. */
export function exposedWorker(): Promise<RunWorker> {
  const worker = previousWorker.then(fetchWorker);
  previousWorker = worker.catch(() => undefined);
  return worker;
}

/** Loads a fresh copy of the worker's module and returns the object that it exposes. */
async function fetchWorker(): Promise<RunWorker> {
  let exposed: RunWorker | undefined;
  vi.resetModules();
  vi.doMock("comlink", () => ({ expose: (worker: RunWorker) => (exposed = worker), transfer: (value: unknown) => value }));
  await import("../../src/worker/run.worker.ts");
  if (exposed === undefined) throw new Error("the worker's module has exposed nothing");
  return exposed;
}
