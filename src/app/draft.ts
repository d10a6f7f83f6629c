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

/** The document that says whether two drafts are the same. */
const text = (scenario: Scenario) => JSON.stringify(writeScenario(scenario));

/** Saves the present draft. */
export async function saveDraft(scenario: Scenario): Promise<void> {
  await set(draftKey, { document: writeScenario(scenario), time: Date.now() } satisfies Kept).catch(() => undefined);
}

/** The draft of the last visit, or null. */
export async function loadDraft(): Promise<Scenario | null> {
  return understood(await get<Kept>(draftKey).catch(() => undefined));
}

/** The drafts put aside, newest first. */
export async function loadRecent(): Promise<readonly Recent[]> {
  const kept = (await get<Kept[]>(recentKey).catch(() => undefined)) ?? [];
  return kept.flatMap((each) => {
    const scenario = understood(each);
    return scenario === null ? [] : [{ scenario, time: each.time }];
  });
}

/** Puts a draft aside under "Recent", where it stands once. */
export async function keepAsRecent(scenario: Scenario): Promise<void> {
  const others = (await loadRecent()).filter((each) => text(each.scenario) !== text(scenario));
  const kept = [{ scenario, time: Date.now() }, ...others].slice(0, mostRecent);
  await set(
    recentKey,
    kept.map(({ scenario: each, time }) => ({ document: writeScenario(each), time }) satisfies Kept),
  ).catch(() => undefined);
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
