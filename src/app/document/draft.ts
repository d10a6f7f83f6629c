/**
 * The drafts stored in this browser. Each has its own name and is overwritten after every edit; a document that replaces it on the page is
 * another draft. So no tab overwrites the draft of another, and earlier documents are listed under "Recent".
 */
import { createStore, promisifyRequest, type UseStore } from "idb-keyval";
import { isSameValue } from "../../core/base/same.ts";
import { readWithKinds } from "../../core/kinds/fetch-kinds.ts";
import { type Document, writeDocument } from "../../core/scenario/document.ts";
import { draftPrefix } from "../state/draft-name.ts";

export interface Draft {
  readonly name: string;
  readonly scenario: Document;
  /** Time of the last save, milliseconds since 1970. */
  readonly time: number;
  /** A later drawing that is not valid yet; absent if the document itself is the latest. */
  readonly drawn?: Document;
  /** The lesson that is being written, serialized, if the document is one of its steps. */
  readonly made?: unknown;
}

/** Drafts that are kept, including those of open tabs: the newest. */
const mostKept = 16;

/** Earlier versions kept one draft for all tabs, under {@link draftPrefix} alone, and a list of the others under this name. */
const earlierList = "fabricscope-recent";

interface Kept {
  readonly document: unknown;
  readonly drawn?: unknown;
  readonly made?: unknown;
  readonly time: number;
}

/** Whether two documents are equal once written. */
export function isSame(a: Document, b: Document): boolean {
  return isSameValue(writeDocument(a), writeDocument(b));
}

/** Reads and writes the drafts of this browser. */
export class Drafts {
  private opened: UseStore | undefined;
  /** Name of the draft saved last. Only when it changes can the number of drafts exceed the limit. */
  private latest = "";

  private get store(): UseStore {
    return (this.opened ??= createStore("keyval-store", "keyval"));
  }

  /**
   * Saves a draft.
   * @param more a later drawing that is not valid yet; the serialized lesson of which the document is the current step
   * @throws the browser's error if storage is not available
   */
  async save(name: string, scenario: Document, { drawn, made }: Pick<Draft, "drawn" | "made"> = {}): Promise<void> {
    const unfinished = drawn === undefined ? {} : { drawn: writeDocument(drawn) };
    await this.store("readwrite", (drafts) => {
      drafts.put({ document: writeDocument(scenario), ...unfinished, made, time: Date.now() } satisfies Kept, name);
      // Without this the browser waits for more requests, and drops the transaction of a page that is being closed.
      drafts.transaction.commit();
      return promisifyRequest(drafts.transaction);
    });
    if (name === this.latest) return;
    this.latest = name;
    await this.store("readwrite", forgetOldest);
  }

  /** All drafts, newest first; empty if the browser stores none. */
  async load(): Promise<readonly Draft[]> {
    try {
      return (await Promise.all((await this.store("readonly", readAll)).map(understood))).flat();
    } catch {
      return [];
    }
  }
}

interface Entry {
  readonly name: string;
  readonly kept: Partial<Kept> | null;
}

/** All stored records, newest first. */
async function readAll(drafts: IDBObjectStore): Promise<readonly Entry[]> {
  // The range includes the records of earlier versions, of which one holds a list of drafts.
  const all = IDBKeyRange.bound(draftPrefix, earlierList);
  const [names, records] = await Promise.all([
    promisifyRequest(drafts.getAllKeys(all)),
    promisifyRequest<(Entry["kept"] | Entry["kept"][])[]>(drafts.getAll(all)),
  ]);
  return names
    .flatMap((name, i) => [records[i]].flat().map((kept) => ({ name: String(name), kept })))
    .toSorted((a, b) => timeOf(b) - timeOf(a));
}

const timeOf = ({ kept }: Entry) => Number(kept?.time) || 0;

async function forgetOldest(drafts: IDBObjectStore): Promise<void> {
  const entries = await readAll(drafts);
  const young = new Set(entries.slice(0, mostKept).map(({ name }) => name));
  for (const { name } of entries) if (!young.has(name)) drafts.delete(name);
  return promisifyRequest(drafts.transaction);
}

/** Loaded only if there is a draft to read. */
const reader = () => import("../../core/scenario/read-document.ts");

/** The draft of a record. A draft of another version that cannot be read completely is skipped, but stays in the store. */
async function understood(entry: Entry): Promise<readonly Draft[]> {
  try {
    const { readDocument, readUnfinished } = await reader();
    const { name, kept } = entry;
    const scenario = await readWithKinds(() => readDocument(kept?.document));
    const drawn = kept?.drawn === undefined ? {} : { drawn: await readWithKinds(() => readUnfinished(kept.drawn)) };
    return [{ name, scenario, ...drawn, time: timeOf(entry), made: kept?.made }];
  } catch {
    return [];
  }
}
