/**
 * The drafts kept by this browser: the present one, saved after every step, and the earlier ones under "Recent". A
 * browser that keeps nothing (private windows) is no reason to stop: then there simply are no drafts.
 */
import { get, set } from "idb-keyval";
import { readDocument, type Document, writeDocument } from "../core/scenario/document.ts";

/** A draft that was put aside. */
export interface Recent {
  readonly scenario: Document;
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
export function isSame(a: Document, b: Document): boolean {
  return text(a) === text(b);
}

const text = (scenario: Document) => JSON.stringify(writeDocument(scenario));

/** Saves the present draft. */
export async function saveDraft(scenario: Document): Promise<void> {
  await ifKept(() => set(draftKey, { document: writeDocument(scenario), time: Date.now() } satisfies Kept));
}

/** The draft of the last visit, or null. */
export async function loadDraft(): Promise<Document | null> {
  return understood(await ifKept(() => get<Kept>(draftKey)));
}

/** The drafts put aside, newest first. */
export async function loadRecent(): Promise<readonly Recent[]> {
  const kept = await ifKept(() => get<unknown>(recentKey));
  return (Array.isArray(kept) ? (kept as readonly (Kept | undefined)[]) : []).flatMap((each) => {
    const scenario = understood(each);
    return scenario === null ? [] : [{ scenario, time: Number(each?.time) || 0 }];
  });
}

/** Puts a draft aside under "Recent", where it stands once. */
export async function keepAsRecent(scenario: Document): Promise<void> {
  const others = (await loadRecent()).filter((each) => !isSame(each.scenario, scenario));
  const kept = [{ scenario, time: Date.now() }, ...others].slice(0, mostRecent);
  const documents = kept.map(({ scenario: each, time }) => ({ document: writeDocument(each), time }) satisfies Kept);
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
function understood(kept: Kept | null | undefined): Document | null {
  if (kept === undefined || kept === null) return null;
  try {
    return readDocument(kept.document);
  } catch {
    return null;
  }
}
