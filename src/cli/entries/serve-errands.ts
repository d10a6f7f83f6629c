/** The work of a pool process: it runs scenarios for the command that started it. */
import { answerErrand, type SentErrand } from "../crew.ts";

/** Answers the jobs that the command sends, one after the other, until the command is gone. */
export function serveErrands(): void {
  let before = Promise.resolve();
  process.on("message", (errand) => {
    before = before.then(async () => void process.send?.(await answerErrand(errand as SentErrand)));
  });
  process.on("disconnect", () => process.exit());
}
