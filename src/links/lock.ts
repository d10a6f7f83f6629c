/**
 * What readers of an embedded page cannot change: `lock=all`, `lock=topology,traffic`, `lock=all-but,load`. Names are dotted paths of the
 * document, `workload.load`, or names of readable links, `traffic`, `load`, `kUp`. A lock is no protection: it applies to one page, and in
 * the whole page everything can be changed.
 */
import { withoutUndefined } from "../core/base/defined.ts";
import { type ValidationIssue, ScenarioError } from "../core/base/errors.ts";
import { allParams, type Document, documentParams, writeDocument } from "../core/scenario/document.ts";
import { isWithin, paramAtPath, type Path, parsePath } from "../core/scenario/param-path.ts";
import { scenarioParams } from "../core/scenario/scenario.ts";
import { type LinkGroup, openGroups, unknownNameIssue } from "./groups.ts";
import { findParam } from "./words.ts";

/** Paths that are locked, or, if `isAllBut`, the only paths that are not locked. */
export interface Lock {
  readonly isAllBut: boolean;
  readonly paths: readonly Path[];
}

/** Locks everything. */
export const fullLock: Lock = { isAllBut: true, paths: [] };

/** Maximum number of paths; a scenario has about thirty. */
const maxPaths = 64;

/** Keys of a document that are not in its scenarios. */
const documentKeys = ["title", "beside", "sweep", ...Object.keys(documentParams)];

/**
 * Reads the value of `lock`.
 * @param document the document to be locked; its kinds determine which paths exist
 * @throws ScenarioError
 */
export function readLock(text: string, document: Document): Lock {
  if (text === "all") return fullLock;
  const words = text.split(",", maxPaths + 2);
  const isAllBut = words[0] === "all-but";
  const names = isAllBut ? words.slice(1) : words;
  const issues: ValidationIssue[] = [];
  if (names.length > maxPaths)
    issues.push({ path: "lock", message: `names more than ${maxPaths} parameters.`, remedy: "Name whole sections." });
  const groups = openGroups(writeDocument(document), new Map(), []);
  const paths = issues.length > 0 ? [] : names.flatMap((name) => pathsOfName(name, document, groups, issues));
  if (issues.length > 0) throw new ScenarioError(issues);
  return { isAllBut, paths };
}

/** Writes a lock so that {@link readLock} can read it. */
export function writeLock({ isAllBut, paths }: Lock): string {
  const names = paths.map((path) => path.join("."));
  return isAllBut ? (names.length === 0 ? "all" : ["all-but", ...names].join(",")) : names.join(",");
}

/** Whether a path, or anything that changes with it, is locked. Other scenarios of a comparison have the same locks as the first. */
export function isPathLocked({ isAllBut, paths }: Lock, path: Path): boolean {
  const ownPath = path[0] === "beside" && path.length > 2 ? path.slice(2) : path;
  return isAllBut
    ? !paths.some((lockPath) => isWithin(ownPath, lockPath))
    : paths.some((lockPath) => isWithin(ownPath, lockPath) || isWithin(lockPath, ownPath));
}

/**
 * The paths in a document that a name in a link's `lock=` refers to: a path of the document, the key of a group (a record or selected
 * kind), or a parameter of exactly one group. Unknown and ambiguous names are added to the issues.
 */
function pathsOfName(name: string, document: Document, groups: readonly LinkGroup[], issues: ValidationIssue[]): readonly Path[] {
  const path = parsePath(name);
  if (documentKeys.includes(name) || (path.length > 0 && paramAtPath(document, path, allParams) !== undefined)) return [path];
  const group = groups.find(({ key }) => key === name);
  if (group !== undefined) return [parsePath(group.path)];
  const ownerPaths = groups.flatMap((each) => {
    const found = findParam(each.params, name);
    return found === undefined ? [] : [[...parsePath(each.path), found[0]]];
  });
  if (ownerPaths.length === 1) return ownerPaths;
  if (ownerPaths.length > 1) {
    const ownerNames = ownerPaths.map((owner) => owner.join("."));
    issues.push({ path: "lock", message: `"${name}" may be ${ownerNames.join(" or ")}.`, remedy: `Write ${ownerNames[0]}.` });
    return [];
  }
  const known = [
    "all",
    "all-but",
    ...documentKeys,
    ...Object.keys(scenarioParams),
    ...groups.flatMap(({ key, params }) => [key, ...Object.keys(params)]),
  ];
  const { message, remedy } = unknownNameIssue("lock", name.slice(0, 40), [...new Set(known)]);
  issues.push({ path: "lock", message: `"${name.slice(0, 40)}" ${message}`, ...withoutUndefined({ remedy }) });
  return [];
}
