/**
 * The drafts kept by this browser. Each has a name of its own and is written over after every step; whatever takes its place
 * on the page is another draft. So no tab overwrites another's, and what is no longer on a page stays under "Recent".
 */
import { createStore, promisifyRequest, type UseStore } from "idb-keyval";
import { isSameValue } from "../../core/base/same.ts";
import { readWithKinds } from "../../core/kinds/fetch-kinds.ts";
import { type Document, writeDocument } from "../../core/scenario/document.ts";
import { draftPrefix } from "../state/draft-name.ts";

export interface Draft {
  readonly name: string;
  readonly scenario: Document;
  /** When it was written last, milliseconds since 1970. */
  readonly time: number;
  /** What a hand has drawn since, and cannot run yet; absent where all of it runs. */
  readonly drawn?: Document;
  /** The lesson whose step this is, as it was written; absent where it is none. */
  readonly made?: unknown;
}

/** Most drafts kept, those of open tabs among them: the newest. */
const mostKept = 16;

/** Earlier editions kept one draft for all tabs, under {@link draftPrefix} alone, and a list of the others under this name. */
const earlierList = "fabricscope-recent";

interface Kept {
  readonly document: unknown;
  readonly drawn?: unknown;
  readonly made?: unknown;
  readonly time: number;
}

/** True when two scenarios are the same document. */
export function isSame(a: Document, b: Document): boolean {
  return isSameValue(writeDocument(a), writeDocument(b));
}

/** The drafts of this browser, as a page reads and writes them. */
export class Drafts {
  private opened: UseStore | undefined;
  /** Name of the draft written last: where another begins, the oldest may have to go. */
  private latest = "";

  private get store(): UseStore {
    return (this.opened ??= createStore("keyval-store", "keyval"));
  }

  /**
   * Writes a draft.
   * @param more what was drawn since and cannot run yet; the lesson, as it is written, whose present step the scenario is
   * @throws whatever the browser says where it keeps nothing
   */
  async save(name: string, scenario: Document, { drawn, made }: Pick<Draft, "drawn" | "made"> = {}): Promise<void> {
    const unfinished = drawn === undefined ? {} : { drawn: writeDocument(drawn) };
    await this.store("readwrite", (drafts) => {
      drafts.put({ document: writeDocument(scenario), ...unfinished, made, time: Date.now() } satisfies Kept, name);
      // Without this the browser waits for more to come, and drops what a page that is being left has asked for.
      drafts.transaction.commit();
      return promisifyRequest(drafts.transaction);
    });
    if (name === this.latest) return;
    this.latest = name;
    await this.store("readwrite", forgetOldest);
  }

  /** All drafts, newest first; none where the browser keeps nothing. */
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

/** What is kept, newest first. */
async function readAll(drafts: IDBObjectStore): Promise<readonly Entry[]> {
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

/** Who has no draft need not load what reads one. */
const reader = () => import("../../core/scenario/read-document.ts");

/** A draft of another edition that this one refuses is left alone rather than shown half. */
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
