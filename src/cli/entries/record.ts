/** Entry point of `npm run record` and of the pool processes that it starts. */
import { recordCommand } from "../record.ts";
import { isPoolProcess, runCommand } from "./run-command.ts";
import { serveJobs } from "./serve-jobs.ts";

if (isPoolProcess()) serveJobs();
else await runCommand(recordCommand);
