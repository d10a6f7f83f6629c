/**
 * The drafts stored in this browser. Each draft has its own name and is overwritten after every edit. A document that replaces another on
 * the page becomes another draft. So no tab overwrites the draft of another, and earlier documents are listed under "Recent".
 */
import { createStore, promisifyRequest, type UseStore } from "idb-keyval";
import { isSameValue } from "../../core/base/equality.ts";
import { readWithKinds } from "../../core/kinds/fetch-kinds.ts";
import { type Document, writeDocument } from "../../core/scenario/document.ts";
import { draftPrefix } from "../state/draft-name.ts";

export interface Draft {
  readonly name: string;
  readonly document: Document;
  /** Time of the last save, milliseconds since 1970. */
  readonly time: number;
  /** A later drawing that is not valid yet; absent if the document itself is the latest. */
  readonly drawn?: Document;
  /** The lesson that is being written, serialized, if the document is one of its steps. */
  readonly made?: unknown;
}

/** Maximum number of stored drafts, including the drafts of open tabs. The oldest are deleted first. */
const maxDrafts = 16;

/** Earlier versions stored one draft for all tabs under the name {@link draftPrefix}, and a list of all other drafts under this name. */
const legacyListName = "fabricscope-recent";

interface DraftRecord {
  readonly document: unknown;
  readonly drawn?: unknown;
  readonly made?: unknown;
  readonly time: number;
}

/** Whether two documents are equal once written. */
export function isSameDocument(a: Document, b: Document): boolean {
  return isSameValue(writeDocument(a), writeDocument(b));
}

/** Reads and writes the drafts of this browser. */
export class Drafts {
  private openedStore: UseStore | undefined;
  /** Name of the draft saved last. Only when it changes can the number of drafts exceed the limit. */
  private lastSaved = "";

  private get store(): UseStore {
    return (this.openedStore ??= createStore("keyval-store", "keyval"));
  }

  /**
   * Saves a draft.
   * @param more a later drawing that is not valid yet; the serialized lesson of which the document is the current step
   * @throws the browser's error if storage is not available
   */
  async save(name: string, document: Document, { drawn, made }: Pick<Draft, "drawn" | "made"> = {}): Promise<void> {
    const drawnRecord = drawn === undefined ? {} : { drawn: writeDocument(drawn) };
    await this.store("readwrite", (drafts) => {
      drafts.put({ document: writeDocument(document), ...drawnRecord, made, time: Date.now() } satisfies DraftRecord, name);
      // Without this call the browser would wait for more requests, and drop the transaction if the page is being closed.
      drafts.transaction.commit();
      return promisifyRequest(drafts.transaction);
    });
    if (name === this.lastSaved) return;
    this.lastSaved = name;
    await this.store("readwrite", deleteOldest);
  }

  /** All drafts, newest first; empty if the browser stores none. */
  async load(): Promise<readonly Draft[]> {
    try {
      return (await Promise.all((await this.store("readonly", readAll)).map(parseDraft))).flat();
    } catch {
      return [];
    }
  }
}

interface StoredDraft {
  readonly name: string;
  readonly record: Partial<DraftRecord> | null;
}

/** All stored records, newest first. */
async function readAll(drafts: IDBObjectStore): Promise<readonly StoredDraft[]> {
  // The range includes the records of earlier versions, one of which holds a list of drafts.
  const keyRange = IDBKeyRange.bound(draftPrefix, legacyListName);
  const [names, records] = await Promise.all([
    promisifyRequest(drafts.getAllKeys(keyRange)),
    promisifyRequest<(StoredDraft["record"] | StoredDraft["record"][])[]>(drafts.getAll(keyRange)),
  ]);
  return names
    .flatMap((name, i) => [records[i]].flat().map((record) => ({ name: String(name), record })))
    .toSorted((a, b) => timeOf(b) - timeOf(a));
}

const timeOf = ({ record }: StoredDraft) => Number(record?.time) || 0;

async function deleteOldest(drafts: IDBObjectStore): Promise<void> {
  const entries = await readAll(drafts);
  const newest = new Set(entries.slice(0, maxDrafts).map(({ name }) => name));
  for (const { name } of entries) if (!newest.has(name)) drafts.delete(name);
  return promisifyRequest(drafts.transaction);
}

/** The reader of documents is loaded only if there is a draft to read. */
const loadReader = () => import("../../core/scenario/read-document.ts");

/** The draft of a record. A draft of another version that cannot be read completely is skipped, but stays in the store. */
async function parseDraft(entry: StoredDraft): Promise<readonly Draft[]> {
  try {
    const { parseDocument, readUncheckedDocument } = await loadReader();
    const { name, record } = entry;
    const document = await readWithKinds(() => parseDocument(record?.document));
    const drawn = record?.drawn === undefined ? {} : { drawn: await readWithKinds(() => readUncheckedDocument(record.drawn)) };
    return [{ name, document, ...drawn, time: timeOf(entry), made: record?.made }];
  } catch {
    return [];
  }
}
