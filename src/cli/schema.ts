/** `npm run schema`: writes the JSON Schema of scenarios into public/. */
import { command } from "./command.ts";
import { writeWhole } from "./files.ts";
import { schemaText } from "./json-schema.ts";

await command(() => {
  // npm runs scripts in the project's folder.
  writeWhole("public/scenario.schema.json", schemaText());
  process.stdout.write("public/scenario.schema.json is written.\n");
});
