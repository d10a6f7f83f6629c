/** The run worker without a worker: the object that its module exposes, called in this process. */
import { vi } from "vitest";
import type { RunWorker } from "../../src/worker/protocol.ts";

/** The worker asked for before, whatever becomes of it. */
let before: Promise<unknown> = Promise.resolve();

/** A new worker with nothing open. One is fetched after the other: what stands in for comlink is one for all modules. */
export function exposedWorker(): Promise<RunWorker> {
  const worker = before.then(fetchWorker);
  before = worker.catch(() => undefined);
  return worker;
}

async function fetchWorker(): Promise<RunWorker> {
  let exposed: RunWorker | undefined;
  vi.resetModules();
  vi.doMock("comlink", () => ({ expose: (worker: RunWorker) => (exposed = worker), transfer: (value: unknown) => value }));
  await import("../../src/worker/run.worker.ts");
  if (exposed === undefined) throw new Error("the worker's module has exposed nothing");
  return exposed;
}
