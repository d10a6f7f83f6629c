/** A fault in input from outside (a file, a link, a form). Every message names the place, the value, the expected value and a remedy. */
import { withoutUndefined } from "./defined.ts";
/** A fault in a document, with its place and a remedy. */
export interface ValidationIssue {
  /** Dotted path into the document, such as `topology.kUp`; empty for the document itself. */
  readonly path: string;
  /** What is wrong and what was expected, as one sentence with its numbers. */
  readonly message: string;
  /** How to mend the fault, as one sentence. */
  readonly remedy?: string;
  /** The nearest accepted value, if there is one. The page offers it as a button. */
  readonly nearest?: unknown;
  /** A second accepted value, on the other side of the refused one, if there is one. */
  readonly otherSide?: unknown;
  /** A value of another parameter of the same scenario with which the refused value is accepted, if there is one: `flowControl`, `fluid`. */
  readonly otherParam?: { readonly path: string; readonly value: unknown };
}

/** One line per issue: `topology.kUp: 9 is above the largest allowed, 4. Use 4.` */
export function describeIssue(issue: ValidationIssue): string {
  const prefix = issue.path === "" ? "" : `${issue.path}: `;
  const remedySentence = issue.remedy === undefined ? "" : ` ${issue.remedy}`;
  return `${prefix}${issue.message}${remedySentence}`;
}

/**
 * One line per message. Issues with the same message share a line: `topology.k, topology.n, each: is not known here. Leave it out.`
 * @param maxPaths Number of paths that a line lists; further paths are only counted.
 */
export function describeIssues(issues: readonly ValidationIssue[], maxPaths = 6): readonly string[] {
  const lines = new Map<string, Set<string>>();
  for (const issue of issues) {
    // An issue of the whole document has an empty path and must not be merged with others.
    const key = `${issue.path && 1}:${describeIssue({ ...issue, path: "" })}`;
    lines.set(key, (lines.get(key) ?? new Set()).add(issue.path));
  }
  return [...lines].map(([key, paths]) => {
    const rest = paths.size - maxPaths;
    const listedPaths = [...paths].slice(0, maxPaths).join(", ");
    const path = paths.size === 1 ? listedPaths : `${listedPaths}${rest > 0 ? ` and ${rest} more` : ""}, each`;
    return describeIssue({ path, message: key.slice(key.indexOf(":") + 1) });
  });
}

/** Thrown for a document that cannot be used. It carries all issues, not only the first. */
export class ScenarioError extends Error {
  readonly issues: readonly ValidationIssue[];

  constructor(issues: readonly ValidationIssue[]) {
    const escaped = issues.map((each) => ({ ...each, path: escapeControls(each.path), message: escapeControls(each.message) }));
    super(describeIssues(escaped, Infinity).join("\n"));
    this.name = "ScenarioError";
    this.issues = escaped;
  }
}

/** Throws a {@link ScenarioError} with one issue. */
export function refuse(path: string, message: string, remedy?: string, nearest?: unknown): never {
  throw new ScenarioError([{ path, message, ...withoutUndefined({ remedy, nearest }) }]);
}

/** Readers stop after this number of issues: more would not be read. */
export const maxIssues = 100;

/** A value for use in a message: text is quoted, and at most 60 characters are shown. */
export function quoteValue(value: unknown): string {
  const text =
    typeof value === "number"
      ? String(value)
      : typeof value === "string"
        ? `"${value}"`
        : value === undefined
          ? "nothing"
          : (JSON.stringify(truncateNested(value, 3)) ?? String(value));
  return escapeControls(text.length > 60 ? `${text.slice(0, 57)}…` : text);
}

/** Escapes control characters and characters that change the text direction. The text may come from an untrusted file. */
function escapeControls(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Entries of a list or object that are formatted: more than fit into a message. */
const maxShownEntries = 30;

/** Cuts a value off below some levels. Documents may be nested more deeply than the call stack allows. */
function truncateNested(value: unknown, levels: number): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (levels === 0) return "…";
  if (Array.isArray(value)) return value.slice(0, maxShownEntries).map((each) => truncateNested(each, levels - 1));
  const entries = Object.entries(value).slice(0, maxShownEntries);
  return Object.fromEntries(entries.map(([key, each]) => [key, truncateNested(each, levels - 1)]));
}
