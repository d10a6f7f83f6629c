/** Entry point of `npm run schema`. */
import { schemaCommand } from "../schema.ts";
import { runCommand } from "./run-command.ts";

await runCommand(schemaCommand);
