/** Where the process of `npm run sweep` begins, and every process that it starts. */
import { sweepCommand } from "../sweep.ts";
import { isCrewProcess, runCommand } from "./run-command.ts";
import { serveErrands } from "./serve-errands.ts";

if (isCrewProcess()) serveErrands();
else await runCommand(sweepCommand);
