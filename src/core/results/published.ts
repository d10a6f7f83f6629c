/**
 * Published results of a document's runs, computed by the command line, in a file next to the page. Readers need not wait for hours of
 * computation, and can repeat any run and compare.
 */
import { refuse } from "../base/errors.ts";
import { conformsTo, type Schema } from "../base/schema.ts";
import { digestOf } from "../measures/digest.ts";
import { type Results, resultsSchema } from "../measures/results.ts";
import { hashOf } from "../scenario/canonical.ts";
import { claimedRuns, type Document, documentHash, writeDocument } from "../scenario/document.ts";
import { parseDocument } from "../scenario/read-document.ts";
import { engineVersion } from "../run/version.ts";

/** Value of `format` that identifies published results. */
const publishedFormat = "fabricscope-results";

export interface PublishedFile {
  readonly format: typeof publishedFormat;
  /** Version of the engine that computed the results. */
  readonly engine: string;
  /** Hash of the document, and the document itself. */
  readonly hash: string;
  readonly document: Readonly<Record<string, unknown>>;
  /** Digest of the headline numbers of all results, as in links. */
  readonly digest: string;
  /** Checksum of the whole content of the file. */
  readonly seal: string;
  /** Results of {@link claimedRuns}, in their order. */
  readonly runs: readonly Results[];
}

/** Largest number of messages of a run that are published individually. */
const maxPublishedMessages = 100;

/** The results without details, and without a long list of messages. */
export function publishedResults(results: Results): Results {
  const { ranks, ...others } = withoutDetails(resultsSchema, results) as Results;
  const { length } = results.messages;
  // In published files `ranks` is the last field.
  return { ...others, messages: length > maxPublishedMessages ? [] : results.messages, ...(ranks === undefined ? {} : { ranks }) };
}

/** Removes the fields that schemas mark as details. */
function withoutDetails(schema: Schema, data: unknown): unknown {
  if (data === null || typeof data !== "object") return data;
  switch (schema.is) {
    case "array":
      return (data as readonly unknown[]).map((each) => withoutDetails(schema.of, each));
    case "object": {
      const fields = Object.entries(data).map(([name, value]) => [name, value, schema.fields[name]] as const);
      const keptFields = fields.filter(([, , field]) => !(field.is === "optional" && field.isDetail));
      return Object.fromEntries(keptFields.map(([name, value, field]) => [name, withoutDetails(field, value)]));
    }
    case "nullable":
    case "optional":
      return withoutDetails(schema.of, data);
    default:
      return data;
  }
}

/** The file for the results of a document's runs. */
export function publishedFileOf(document: Document, runs: readonly Results[]): PublishedFile {
  return withChecksum({
    format: publishedFormat,
    engine: engineVersion,
    hash: documentHash(document),
    document: writeDocument({ ...document, claim: null }),
    digest: digestOf(runs),
    runs: runs.map(publishedResults),
  });
}

/** Adds the checksum to the content of a file. */
export function withChecksum({ runs, ...head }: Omit<PublishedFile, "seal">): PublishedFile {
  return { ...head, seal: hashOf({ ...head, runs }), runs };
}

/** Whether the checksum matches the content. */
function isChecksumValid({ seal, ...content }: Partial<PublishedFile>): boolean {
  try {
    return seal === hashOf(content);
  } catch {
    // The content is nested too deeply.
    return false;
  }
}

/**
 * Reads published results, and checks that the file is unchanged and belongs to the given document.
 * @param hash Hash of that document.
 * @throws ScenarioError if a check fails
 */
export function readPublishedFile(input: unknown, hash: string): { readonly recorded: PublishedFile; readonly document: Document } {
  const file = input as Partial<PublishedFile> | null;
  const remedy = "Record the document again: npm run record -- <document>.";
  if (typeof file !== "object" || file === null || file.format !== publishedFormat || !Array.isArray(file.runs)) {
    return refuse("", `this is not a file of recorded results; expected "format": "${publishedFormat}".`, remedy);
  }
  if (!isChecksumValid(file)) refuse("seal", "the file was changed after it was recorded.", remedy);
  const document = parseDocument(file.document);
  if (file.hash !== hash || documentHash(document) !== hash) refuse("hash", `the results do not belong to document ${hash}.`, remedy);
  const expectedRuns = claimedRuns(document).length;
  if (file.runs.length !== expectedRuns) refuse("runs", `there are ${file.runs.length} runs; the document has ${expectedRuns}.`, remedy);
  if (!file.runs.every((each) => conformsTo(resultsSchema, each))) refuse("runs", "some of the results are incomplete.", remedy);
  return { recorded: file as PublishedFile, document };
}
