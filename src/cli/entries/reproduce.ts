/** Entry point of `npm run reproduce`. */
import { reproduceCommand } from "../reproduce.ts";
import { runCommand } from "./run-command.ts";

await runCommand(reproduceCommand);
