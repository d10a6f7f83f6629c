/** Where the process of `npm run convert` begins. */
import { convertCommand } from "../convert.ts";
import { runCommand } from "./run-command.ts";

await runCommand(convertCommand);
