/**
 * What is wrong with something that came in through a door (a file, a link, a form), in four parts, so that every
 * message names the place, the value, what was expected and what to do.
 */
import { defined } from "./defined.ts";
export interface ValidationIssue {
  /** Dotted path into the document, `topology.kUp`; empty for the document itself. */
  readonly path: string;
  /** What is wrong and what was expected, as one sentence with its numbers. */
  readonly message: string;
  /** What to do about it, as one sentence. */
  readonly remedy?: string;
  /** The nearest value that would be accepted, when there is one: a page offers it as a button. */
  readonly nearest?: unknown;
  /** The one on the other side of what was refused, when that would do as well. */
  readonly otherSide?: unknown;
}

/** One line per issue: `topology.kUp: 9 is above the largest allowed, 4. Use 4.` */
export function describeIssue(issue: ValidationIssue): string {
  const place = issue.path === "" ? "" : `${issue.path}: `;
  const remedy = issue.remedy === undefined ? "" : ` ${issue.remedy}`;
  return `${place}${issue.message}${remedy}`;
}

/**
 * One line per message. Several places with the same message share its line: `topology.k, topology.n, each: is not known here. Leave it out.`
 * @param mostPlaces places that a line names; of more, it gives the number
 */
export function describeIssues(issues: readonly ValidationIssue[], mostPlaces = 6): readonly string[] {
  const lines = new Map<string, Set<string>>();
  for (const issue of issues) {
    // An issue of the whole document has no place that a line could list: it shares no line with those that have one.
    const key = `${issue.path && 1}:${describeIssue({ ...issue, path: "" })}`;
    lines.set(key, (lines.get(key) ?? new Set()).add(issue.path));
  }
  return [...lines].map(([key, places]) => {
    const rest = places.size - mostPlaces;
    const named = [...places].slice(0, mostPlaces).join(", ");
    const path = places.size === 1 ? named : `${named}${rest > 0 ? ` and ${rest} more` : ""}, each`;
    return describeIssue({ path, message: key.slice(key.indexOf(":") + 1) });
  });
}

/** A document that cannot be used. Carries every issue found, not only the first. */
export class ScenarioError extends Error {
  readonly issues: readonly ValidationIssue[];

  constructor(issues: readonly ValidationIssue[]) {
    const told = issues.map((each) => ({ ...each, path: visible(each.path), message: visible(each.message) }));
    super(describeIssues(told, Infinity).join("\n"));
    this.name = "ScenarioError";
    this.issues = told;
  }
}

/** Throws a {@link ScenarioError} with a single issue. */
export function refuse(path: string, message: string, remedy?: string, nearest?: unknown): never {
  throw new ScenarioError([{ path, message, ...defined({ remedy, nearest }) }]);
}

/** Beyond so many faults nobody reads on. */
export const mostIssues = 100;

/** A value as it appears in a message: short, quoted when it is text, never longer than 60 characters. */
export function show(value: unknown): string {
  const text =
    typeof value === "number"
      ? String(value)
      : typeof value === "string"
        ? `"${value}"`
        : value === undefined
          ? "nothing"
          : (JSON.stringify(shallow(value, 3)) ?? String(value));
  return visible(text.length > 60 ? `${text.slice(0, 57)}…` : text);
}

/** A text in which signs that move a cursor, or turn round what stands beside them, are written out: others wrote it. */
function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Entries of a list or object that fit into a message, with some to spare. */
const mostShown = 30;

/** The outermost levels of a value: documents may be nested deeper than any stack. */
function shallow(value: unknown, levels: number): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (levels === 0) return "…";
  if (Array.isArray(value)) return value.slice(0, mostShown).map((each) => shallow(each, levels - 1));
  const entries = Object.entries(value).slice(0, mostShown);
  return Object.fromEntries(entries.map(([key, each]) => [key, shallow(each, levels - 1)]));
}
