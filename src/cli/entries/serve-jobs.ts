/** The work of a pool process: it runs scenarios for the command that started it. */
import { answerJob, type SentJob } from "../process-pool.ts";

/** Answers the jobs that the command sends, one after the other, until the command is gone. */
export function serveJobs(): void {
  let previous = Promise.resolve();
  process.on("message", (job) => {
    previous = previous.then(async () => void process.send?.(await answerJob(job as SentJob)));
  });
  process.on("disconnect", () => process.exit());
}
