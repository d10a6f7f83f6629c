/** The run worker without a worker: the object that its module exposes, called in this process. */
import { vi } from "vitest";
import type { RunWorker } from "../../src/worker/protocol.ts";

/** A new worker with nothing open. */
export async function exposedWorker(): Promise<RunWorker> {
  let exposed: RunWorker | undefined;
  vi.resetModules();
  vi.doMock("comlink", () => ({ expose: (worker: RunWorker) => (exposed = worker), transfer: (value: unknown) => value }));
  await import("../../src/worker/run.worker.ts");
  if (exposed === undefined) throw new Error("the worker's module has exposed nothing");
  return exposed;
}
