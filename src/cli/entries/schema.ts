/** Where the process of `npm run schema` begins. */
import { schemaCommand } from "../schema.ts";
import { runCommand } from "./run-command.ts";

await runCommand(schemaCommand);
