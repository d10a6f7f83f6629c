/** The ladder from old documents to the present: one pure step per version, none ever edited. */
import { type Complaint, show } from "../base/errors.ts";

type Document = Readonly<Record<string, unknown>>;

/** steps[v] turns version v into version v + 1. */
const steps: readonly ((document: Document) => Document)[] = [
  // Version 0 never left the drawing board.
  (document) => ({ ...document, version: 1 }),
];

/**
 * Checks that the input is a scenario at all and brings it up to the present version. A document without a version is
 * taken as the present one. Faults are added to the list.
 */
export function migrate(input: unknown, complaints: Complaint[]): Document {
  const present = steps.length;
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    complaints.push({
      path: "",
      message: `${show(input)} is not a scenario; expected a JSON object with "topology", "workload" and so on.`,
      remedy: "Open a file that this program has saved.",
    });
    return {};
  }
  let document = input as Document;
  const format = document["format"] === undefined ? "fabricscope-scenario" : document["format"];
  if (format !== "fabricscope-scenario") {
    complaints.push({
      path: "format",
      message: `${show(format)} is not a scenario of this program; expected "fabricscope-scenario".`,
      remedy: "Open a file that this program has saved.",
    });
    return {};
  }
  const version = document["version"] === undefined ? present : document["version"];
  if (typeof version !== "number" || !Number.isInteger(version) || version < 1) {
    complaints.push({
      path: "version",
      message: `${show(version)} is not a version; expected a whole number from 1 to ${present}.`,
      remedy: `Use ${present}.`,
      nearest: present,
    });
    return {};
  }
  if (version > present) {
    complaints.push({
      path: "version",
      message: `the document has version ${version}; this page reads up to ${present}.`,
      remedy: "Reload the page to get its newest edition.",
    });
    return {};
  }
  for (let v = version; v < present; v++) document = steps[v](document);
  return document;
}
