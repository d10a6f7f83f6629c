/** Entry point of `npm run simulate`. */
import { simulateCommand } from "../simulate.ts";
import { runCommand } from "./run-command.ts";

await runCommand(simulateCommand);
