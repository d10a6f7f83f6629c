/** `npm run schema`: writes the JSON Schema of scenarios into public/. */
import { writeFileSync } from "node:fs";
import { schemaText } from "./json-schema.ts";

// npm runs scripts in the project's folder.
writeFileSync("public/scenario.schema.json", schemaText());
process.stdout.write("public/scenario.schema.json is written.\n");
