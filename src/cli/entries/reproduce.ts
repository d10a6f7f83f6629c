/** Where the process of `npm run reproduce` begins. */
import { reproduceCommand } from "../reproduce.ts";
import { runCommand } from "./run-command.ts";

await runCommand(reproduceCommand);
