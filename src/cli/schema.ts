/** `npm run schema`: writes the JSON Schema of scenarios to public/. */
import { join } from "node:path";
import { type CliCommand, exitCodes } from "./command.ts";
import { writeFileAtomically } from "./files.ts";
import { schemaText } from "./json-schema.ts";

export const schemaCommand: CliCommand = (_, { projectFolder, stdout }) => {
  const file = join(projectFolder, "public/scenario.schema.json");
  writeFileAtomically(file, schemaText());
  stdout.write(`${file} is written.\n`);
  return exitCodes.done;
};
