/**
 * The drafts kept by this browser: the present one, saved after every step, and the earlier ones under "Recent". A
 * browser that keeps nothing (private windows) is no reason to stop: then there simply are no drafts.
 */
import { get, set } from "idb-keyval";
import { readScenario, type Scenario, writeScenario } from "../core/scenario/scenario.ts";

/** A draft that was put aside. */
export interface Recent {
  readonly scenario: Scenario;
  /** When it was put aside, milliseconds since 1970. */
  readonly time: number;
}

const draftKey = "fabricscope-draft";
const recentKey = "fabricscope-recent";
/** Most drafts kept under "Recent". */
const mostRecent = 12;

interface Kept {
  readonly document: unknown;
  readonly time: number;
}

/** True when two scenarios are the same document. */
export function isSame(a: Scenario, b: Scenario): boolean {
  return text(a) === text(b);
}

const text = (scenario: Scenario) => JSON.stringify(writeScenario(scenario));

/** Saves the present draft. */
export async function saveDraft(scenario: Scenario): Promise<void> {
  await ifKept(() => set(draftKey, { document: writeScenario(scenario), time: Date.now() } satisfies Kept));
}

/** The draft of the last visit, or null. */
export async function loadDraft(): Promise<Scenario | null> {
  return understood(await ifKept(() => get<Kept>(draftKey)));
}

/** The drafts put aside, newest first. */
export async function loadRecent(): Promise<readonly Recent[]> {
  const kept = (await ifKept(() => get<Kept[]>(recentKey))) ?? [];
  return kept.flatMap((each) => {
    const scenario = understood(each);
    return scenario === null ? [] : [{ scenario, time: each.time }];
  });
}

/** Puts a draft aside under "Recent", where it stands once. */
export async function keepAsRecent(scenario: Scenario): Promise<void> {
  const others = (await loadRecent()).filter((each) => !isSame(each.scenario, scenario));
  const kept = [{ scenario, time: Date.now() }, ...others].slice(0, mostRecent);
  const documents = kept.map(({ scenario: each, time }) => ({ document: writeScenario(each), time }) satisfies Kept);
  await ifKept(() => set(recentKey, documents));
}

/** Asks the browser's store, which some refuse by throwing and some by rejecting. */
async function ifKept<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch {
    return undefined;
  }
}

/** A draft of an older edition that this one refuses is left alone rather than shown half. */
function understood(kept: Kept | undefined): Scenario | null {
  if (kept === undefined) return null;
  try {
    return readScenario(kept.document);
  } catch {
    return null;
  }
}
