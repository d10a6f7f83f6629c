/** Entry point of `npm run sweep` and of the pool processes that it starts. */
import { sweepCommand } from "../sweep.ts";
import { isPoolProcess, runCommand } from "./run-command.ts";
import { serveJobs } from "./serve-jobs.ts";

if (isPoolProcess()) serveJobs();
else await runCommand(sweepCommand);
