/** Entry point of `npm run sweep` and of the pool processes that it starts. */
import { sweepCommand } from "../sweep.ts";
import { isCrewProcess, runCommand } from "./run-command.ts";
import { serveErrands } from "./serve-errands.ts";

if (isCrewProcess()) serveErrands();
else await runCommand(sweepCommand);
