/**
 * One worker process, made to fail safely. Comlink's calls hang for ever when a worker is terminated or crashes, so
 * every call in flight is registered here and rejected when that happens.
 */
import { proxy, releaseProxy, transfer, wrap, type Remote } from "comlink";
import type { RunWorker, Slice } from "./protocol.ts";

/** Thrown into every call that was under way when the worker ended, and into every call after that. */
export class WorkerLost extends Error {
  constructor(why: string) {
    super(why);
    this.name = "WorkerLost";
  }
}

/** A worker that can be called. */
interface Live {
  readonly worker: Worker;
  readonly remote: Remote<RunWorker>;
}

/** What is worth a try where no worker begins. */
const remedy = "Try again; after an update of the page, reload it.";

export class WorkerProcess {
  /** The worker, or why there is none any more. */
  private state: Live | WorkerLost;
  private readonly inFlight = new Set<(error: Error) => void>();

  /** Begins a worker. Where the browser refuses one, it has ended before it is called. */
  constructor() {
    try {
      this.state = this.begin();
    } catch (fault) {
      const why = String(fault instanceof Error ? fault.message : fault).replace(/\.$/, "");
      this.state = new WorkerLost(`The worker could not be started: ${why}. ${remedy}`);
    }
  }

  private begin(): Live {
    const worker = new Worker(new URL("./run.worker.ts", import.meta.url), { type: "module", name: "fabricscope run" });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      // A script that is missing has no message.
      this.end(event.message ? `The worker stopped: ${event.message}.` : `The worker could not be loaded. ${remedy}`);
    });
    return { worker, remote: wrap<RunWorker>(worker) };
  }

  /** Calls the worker; rejects with {@link WorkerLost} when it has ended, or ends meanwhile. */
  call<T>(ask: (remote: Remote<RunWorker>) => Promise<T>): Promise<T> {
    const { state } = this;
    if (state instanceof WorkerLost) return Promise.reject(state);
    return new Promise<T>((resolve, reject) => {
      this.inFlight.add(reject);
      ask(state.remote)
        .then(resolve, reject)
        .finally(() => this.inFlight.delete(reject));
    });
  }

  /** Grants a slice and lends a buffer, which moves over and back without a copy. */
  slice(until: number, milliseconds: number, buffer: ArrayBuffer | null): Promise<Slice> {
    return this.call((remote) => remote.slice(until, milliseconds, buffer === null ? null : transfer(buffer, [buffer])));
  }

  /** Hands over a file to look at, without a copy. @param told hears which part of the work is done, 0 to 1 */
  bring(bytes: Uint8Array<ArrayBuffer>, told: (part: number) => void): Promise<void> {
    return this.call((remote) => remote.bring(transfer(bytes, [bytes.buffer]), proxy(told)));
  }

  /** Ends the worker at once, whatever it is doing, and rejects what was under way. */
  end(why = "The run was cancelled."): void {
    const { state } = this;
    if (state instanceof WorkerLost) return;
    const lost = new WorkerLost(why);
    this.state = lost;
    // Comlink remembers a worker for as long as its proxy is not released, and the worker its listener.
    state.remote[releaseProxy]();
    state.worker.terminate();
    for (const reject of this.inFlight) reject(lost);
    this.inFlight.clear();
  }

  get isEnded(): boolean {
    return this.state instanceof WorkerLost;
  }
}
