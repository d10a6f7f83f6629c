/** Migrations between versions of documents, in both directions: one pure function per version, which is never changed. */
import { type ValidationIssue, quoteValue } from "../base/errors.ts";
import { asVersion1, fromVersion1 } from "./version-1.ts";

/** A document in its JSON form. */
export type WrittenDocument = Readonly<Record<string, unknown>>;

interface Migration {
  /** Converts a document of this version to the next version. */
  up(document: WrittenDocument): WrittenDocument;
  /** Converts a canonical document of the next version to this version; null if this version cannot express it. */
  down(document: WrittenDocument): WrittenDocument | null;
}

/** migrations[v] leads from version v to version v + 1. */
const migrations: readonly Migration[] = [
  // Version 0 was never published.
  { up: (document) => ({ ...document, version: 1 }), down: () => null },
  { up: fromVersion1, down: asVersion1 },
];

/** Current version of the schema. */
export const scenarioVersion = migrations.length;

/**
 * A canonical document of the current version in the oldest version that can express it. A document therefore keeps its text, and the hash
 * of it, forever.
 * @param from the oldest version to use
 */
export function toOldestVersion(document: WrittenDocument, from = 1): WrittenDocument {
  let oldest = document;
  for (let v = migrations.length - 1; v >= from; v--) {
    const older = migrations[v].down(oldest);
    if (older === null) break;
    oldest = older;
  }
  return oldest;
}

/**
 * Checks that the input is a document, and migrates it to the current version of the schema by applying the migration of each version in
 * between. A document without a version has version 1, which did not require one. Issues are added to the list; with an issue the result is
 * empty.
 */
export function migrate(input: unknown, issues: ValidationIssue[]): WrittenDocument {
  const currentVersion = scenarioVersion;
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    issues.push({
      path: "",
      message: `${quoteValue(input)} is not a scenario; expected a JSON object with "topology", "workload" and so on.`,
      remedy: "Open a file that this program has saved.",
    });
    return {};
  }
  // Check the format and the version.
  let document = input as WrittenDocument;
  const format = document["format"] === undefined ? "fabricscope-scenario" : document["format"];
  if (format !== "fabricscope-scenario") {
    issues.push({
      path: "format",
      message: `${quoteValue(format)} is not a scenario of this program; expected "fabricscope-scenario".`,
      remedy: "Open a file that this program has saved.",
    });
    return {};
  }
  const version = document["version"] === undefined ? 1 : document["version"];
  if (typeof version !== "number" || !Number.isInteger(version) || version < 1) {
    issues.push({
      path: "version",
      message: `${quoteValue(version)} is not a version; expected a whole number from 1 to ${currentVersion}.`,
      remedy: `Use ${currentVersion}.`,
      nearest: currentVersion,
    });
    return {};
  }
  if (version > currentVersion) {
    issues.push({
      path: "version",
      message: `the document has version ${version}; this page reads up to ${currentVersion}.`,
      remedy: "Reload the page to get its newest version.",
    });
    return {};
  }
  // Each migration raises the version by one.
  for (let migration = version; migration < currentVersion; migration++) document = migrations[migration].up(document);
  return document;
}
