/** Where the process of `npm run simulate` begins. */
import { simulateCommand } from "../simulate.ts";
import { runCommand } from "./run-command.ts";

await runCommand(simulateCommand);
