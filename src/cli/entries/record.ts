/** Entry point of `npm run record` and of the pool processes that it starts. */
import { recordCommand } from "../record.ts";
import { isCrewProcess, runCommand } from "./run-command.ts";
import { serveErrands } from "./serve-errands.ts";

if (isCrewProcess()) serveErrands();
else await runCommand(recordCommand);
