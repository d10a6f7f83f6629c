/**
 * What readers of an embedded page cannot change: `lock=all`, `lock=topology,traffic`, `lock=all-but,load`. Names are dotted paths of the
 * document, `workload.load`, or names of readable links, `traffic`, `load`, `kUp`. A lock is no protection: it applies to one page, and in
 * the whole page everything can be changed.
 */
import { defined } from "../core/base/defined.ts";
import { type ValidationIssue, ScenarioError } from "../core/base/errors.ts";
import { allParams, type Document, documentParams, writeDocument } from "../core/scenario/document.ts";
import { isWithin, paramAt, type Path, pathOf } from "../core/scenario/place.ts";
import { scenarioParams } from "../core/scenario/scenario.ts";
import { type Group, openGroups, unknown } from "./groups.ts";
import { findParam } from "./words.ts";

/** Paths that are locked, or the only ones that are not. */
export interface Lock {
  readonly isAllBut: boolean;
  readonly places: readonly Path[];
}

/** Locks everything. */
export const lockedWhole: Lock = { isAllBut: true, places: [] };

/** Maximum number of paths; a scenario has about thirty. */
const mostPlaces = 64;

/** Keys of a document that are not in its scenarios. */
const whole = ["title", "beside", "sweep", ...Object.keys(documentParams)];

/**
 * Reads the value of `lock`.
 * @param document the document to be locked; its kinds determine which paths exist
 * @throws ScenarioError
 */
export function readLock(text: string, document: Document): Lock {
  if (text === "all") return lockedWhole;
  const words = text.split(",", mostPlaces + 2);
  const isAllBut = words[0] === "all-but";
  const names = isAllBut ? words.slice(1) : words;
  const issues: ValidationIssue[] = [];
  if (names.length > mostPlaces)
    issues.push({ path: "lock", message: `names more than ${mostPlaces} places.`, remedy: "Name whole sections." });
  const groups = openGroups(writeDocument(document), new Map(), []);
  const places = issues.length > 0 ? [] : names.flatMap((name) => placeOf(name, document, groups, issues));
  if (issues.length > 0) throw new ScenarioError(issues);
  return { isAllBut, places };
}

/** Writes a lock so that {@link readLock} can read it. */
export function writeLock({ isAllBut, places }: Lock): string {
  const names = places.map((place) => place.join("."));
  return isAllBut ? (names.length === 0 ? "all" : ["all-but", ...names].join(",")) : names.join(",");
}

/** Whether a path, or anything that changes with it, is locked. Other scenarios of a comparison have the same locks as the first. */
export function isLocked({ isAllBut, places }: Lock, path: Path): boolean {
  const own = path[0] === "beside" && path.length > 2 ? path.slice(2) : path;
  return isAllBut ? !places.some((place) => isWithin(own, place)) : places.some((place) => isWithin(own, place) || isWithin(place, own));
}

/**
 * The paths of a name: a path of the document, the key of a group, or a parameter of exactly one group. Unknown and ambiguous names are
 * added to the issues.
 */
function placeOf(name: string, document: Document, groups: readonly Group[], issues: ValidationIssue[]): readonly Path[] {
  const path = pathOf(name);
  if (whole.includes(name) || (path.length > 0 && paramAt(document, path, allParams) !== undefined)) return [path];
  const group = groups.find(({ key }) => key === name);
  if (group !== undefined) return [pathOf(group.path)];
  const owners = groups.flatMap((each) => {
    const found = findParam(each.params, name);
    return found === undefined ? [] : [[...pathOf(each.path), found[0]]];
  });
  if (owners.length === 1) return owners;
  if (owners.length > 1) {
    const them = owners.map((owner) => owner.join("."));
    issues.push({ path: "lock", message: `"${name}" may be ${them.join(" or ")}.`, remedy: `Write ${them[0]}.` });
    return [];
  }
  const known = [
    "all",
    "all-but",
    ...whole,
    ...Object.keys(scenarioParams),
    ...groups.flatMap(({ key, params }) => [key, ...Object.keys(params)]),
  ];
  const { message, remedy } = unknown("lock", name.slice(0, 40), [...new Set(known)]);
  issues.push({ path: "lock", message: `"${name.slice(0, 40)}" ${message}`, ...defined({ remedy }) });
  return [];
}
