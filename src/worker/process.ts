/**
 * A worker process with reliable failures. Comlink's calls never settle if a worker is terminated or crashes, so every pending call is
 * registered here and rejected in that case.
 */
import { releaseProxy, transfer, wrap, type Remote } from "comlink";
import type { RunWorker, Slice } from "./protocol.ts";

/** The error with which every pending call is rejected when the worker ends, and every later call. */
export class WorkerLostError extends Error {
  constructor(why: string) {
    super(why);
    this.name = "WorkerLost";
  }
}

/** A worker that can be called. */
interface RunningWorker {
  readonly worker: Worker;
  readonly remote: Remote<RunWorker>;
}

/** Advice if no worker can be started. */
const startRemedy = "Try again; after an update of the page, reload it.";

/** A worker that rejects all pending calls when it ends. */
export class WorkerProcess {
  /** The worker, or the reason why there is none. */
  private state: RunningWorker | WorkerLostError;
  private readonly pendingCalls = new Set<(error: Error) => void>();

  /** Starts a worker. If the browser refuses, the process is ended from the beginning. */
  constructor() {
    try {
      this.state = this.startWorker();
    } catch (error) {
      const reason = String(error instanceof Error ? error.message : error).replace(/\.$/, "");
      this.state = new WorkerLostError(`The worker could not be started: ${reason}. ${startRemedy}`);
    }
  }

  private startWorker(): RunningWorker {
    const worker = new Worker(new URL("./run.worker.ts", import.meta.url), { type: "module", name: "fabricscope run" });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      // The event has no message if the script is missing.
      this.end(event.message ? `The worker stopped: ${event.message}.` : `The worker could not be loaded. ${startRemedy}`);
    });
    return { worker, remote: wrap<RunWorker>(worker) };
  }

  /** Calls the worker; rejects with {@link WorkerLostError} if it has ended or ends before the answer. */
  call<T>(invoke: (remote: Remote<RunWorker>) => Promise<T>): Promise<T> {
    const { state } = this;
    if (state instanceof WorkerLostError) return Promise.reject(state);
    return new Promise<T>((resolve, reject) => {
      this.pendingCalls.add(reject);
      invoke(state.remote)
        .then(resolve, reject)
        .finally(() => this.pendingCalls.delete(reject));
    });
  }

  /** Runs a slice. The buffer is transferred to the worker and back without copying. */
  slice(until: number, milliseconds: number, buffer: ArrayBuffer | null): Promise<Slice> {
    return this.call((remote) => remote.slice(until, milliseconds, buffer === null ? null : transfer(buffer, [buffer])));
  }

  /** Terminates the worker immediately, and rejects all pending calls. */
  end(reason = "The run was cancelled."): void {
    const { state } = this;
    if (state instanceof WorkerLostError) return;
    const lostError = new WorkerLostError(reason);
    this.state = lostError;
    // Comlink holds a reference to the worker until its proxy is released; the worker holds a reference to its listener.
    state.remote[releaseProxy]();
    state.worker.terminate();
    for (const reject of this.pendingCalls) reject(lostError);
    this.pendingCalls.clear();
  }

  get isEnded(): boolean {
    return this.state instanceof WorkerLostError;
  }
}
