/** Entry point of `npm run convert`. */
import { convertCommand } from "../convert.ts";
import { runCommand } from "./run-command.ts";

await runCommand(convertCommand);
