/**
 * One worker process, made to fail safely. Comlink's calls hang for ever when a worker is terminated or crashes, so
 * every call in flight is registered here and rejected when that happens.
 */
import { transfer, wrap, type Remote } from "comlink";
import type { RunWorker, Slice } from "./protocol.ts";

/** Thrown into every call that was under way when the worker ended. */
export class WorkerLost extends Error {
  constructor(why: string) {
    super(why);
    this.name = "WorkerLost";
  }
}

export class WorkerProcess {
  private readonly worker: Worker;
  private readonly remote: Remote<RunWorker>;
  private readonly inFlight = new Set<(error: Error) => void>();
  private ended: WorkerLost | null = null;

  constructor() {
    this.worker = new Worker(new URL("./run.worker.ts", import.meta.url), { type: "module", name: "fabricscope run" });
    this.worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.end(`The worker stopped: ${event.message === "" ? "it could not be loaded" : event.message}.`);
    });
    this.remote = wrap<RunWorker>(this.worker);
  }

  /** Calls the worker; rejects with {@link WorkerLost} when it ends meanwhile. */
  call<T>(ask: (remote: Remote<RunWorker>) => Promise<T>): Promise<T> {
    if (this.ended !== null) return Promise.reject(this.ended);
    return new Promise<T>((resolve, reject) => {
      this.inFlight.add(reject);
      ask(this.remote)
        .then(resolve, reject)
        .finally(() => this.inFlight.delete(reject));
    });
  }

  /** Grants a slice and lends a buffer, which moves over and back without a copy. */
  slice(until: number, milliseconds: number, buffer: ArrayBuffer | null): Promise<Slice> {
    return this.call((remote) => remote.slice(until, milliseconds, buffer === null ? null : transfer(buffer, [buffer])));
  }

  /** Ends the worker at once, whatever it is doing, and rejects what was under way. */
  end(why = "The run was cancelled."): void {
    if (this.ended !== null) return;
    this.ended = new WorkerLost(why);
    this.worker.terminate();
    for (const reject of this.inFlight) reject(this.ended);
    this.inFlight.clear();
  }

  get isEnded(): boolean {
    return this.ended !== null;
  }
}
