/** Trials in a separate thread, which is terminated if a trial does not return. */
import { rm } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { build } from "vite";

/** Time limit of a trial in milliseconds; no trial takes that long, even on a busy machine. */
const trialTimeout = 30_000;

/** Message of a thread: the trial that begins, or the result of all trials. */
export type TrialMessage = { readonly at: string } | { readonly done: number };

/** A module of trials, built for threads. */
export interface Trials {
  /** @throws Error with the name of the trial that failed or did not return. */
  run(data: object): Promise<number>;
  remove(): Promise<void>;
}

/** Builds a module that posts the name of each trial, `{ at }`, and the result of all trials, `{ done }`. */
export async function buildTrials(module: URL): Promise<Trials> {
  const top = fileURLToPath(new URL("../", import.meta.url));
  const outDir = `${top}node_modules/.cache/fabricscope/trials-${process.pid}`;
  await build({
    configFile: false,
    root: top,
    logLevel: "warn",
    publicDir: false,
    build: {
      ssr: fileURLToPath(module),
      outDir,
      target: "node20",
      minify: false,
      rolldownOptions: { output: { entryFileNames: "[name].mjs" } },
    },
  });
  const built = `${outDir}/${basename(module.pathname).replace(/\.ts$/, ".mjs")}`;
  return {
    run: (data) => runInThread(new Worker(built, { workerData: data })),
    remove: () => rm(outDir, { recursive: true, force: true }),
  };
}

/** Waits for the result of a thread, and terminates it if a trial takes too long. */
function runInThread(thread: Worker): Promise<number> {
  return new Promise<number>((resolve, reject) => {
    let currentTrial = "";
    let timer: NodeJS.Timeout;
    const restartTimer = () => {
      clearTimeout(timer);
      timer = setTimeout(() => reject(new Error(`This did not return within ${trialTimeout / 1000} s:\n${currentTrial}`)), trialTimeout);
    };
    restartTimer();
    thread.on("message", (message: TrialMessage) => {
      if ("done" in message) return resolve(message.done);
      currentTrial = message.at;
      restartTimer();
    });
    thread.on("error", reject);
    thread.on("exit", () => reject(new Error(`The thread ended at:\n${currentTrial}`)));
  }).finally(() => thread.terminate());
}
