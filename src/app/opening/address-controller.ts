/**
 * Writes the address of the document, and opens what a new address names. Loaded with the first edit, link or lesson.
 */
import { type Document } from "../../core/scenario/document.ts";
import { isOtherPage, readFragment } from "../../links/fragment.ts";
import { writeDocumentLink } from "../../links/index.ts";
import type { Drafts } from "../document/draft.ts";
import type { AddressBar } from "../sharing/address-bar.ts";
import { isInLesson } from "../state/mode-state.ts";
import { hasOwnEdits, type Workbench, type WorkbenchStore } from "../state/workbench.ts";
import { openFragment } from "./open-fragment.ts";
import { openOwnNetwork } from "./own-network.ts";

/** Loads the code of lessons. */
const loadLessons = () => import("../lesson/lesson-actions.ts");

/** Milliseconds between updates of the address. Browsers refuse more than 100 updates in 10 s. */
const addressDelay = 400;

/** An entry of the browser's history: its address, and the number of entries. */
export interface HistoryEntry {
  readonly hash: string;
  readonly length: number;
}

export class AddressController {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private writeCount = 0;
  /** The edited document whose link is not written yet, and the entry at its last edit. */
  private unwritten: { readonly document: Document; readonly entry: HistoryEntry } | null = null;

  /** @param drafts The drafts among which the reader's own network is found. */
  constructor(
    private readonly store: WorkbenchStore,
    private readonly drafts: Pick<Drafts, "load">,
    private readonly bar: AddressBar,
  ) {}

  /**
   * Writes the address after a change of the document or of the lesson.
   * @param entry The entry of the history at the time of the change.
   */
  onChange(state: Workbench, previous: Workbench, entry: HistoryEntry): void {
    const { lesson } = state.mode;
    if (lesson !== previous.mode.lesson && lesson !== null && !state.view.isEmbedded)
      void loadLessons().then(({ writeLessonAddress }) => writeLessonAddress(state, this.bar));
    const { current, isEdited, draft } = state.document;
    if (current === previous.document.current && isEdited === previous.document.isEdited) return;
    clearTimeout(this.timer);
    if (draft !== previous.document.draft) void this.writeReplaced();
    if (hasOwnEdits(state)) this.unwritten = { document: current, entry };
    if (hasOwnEdits(state) || lesson === null) this.writeLater();
  }

  /**
   * Opens what a new address names; an address without a fragment shows the reader's own network.
   * @param hash The fragment of the address.
   * @param previous The fragment before.
   */
  onHashChange(hash: string, previous: string): void {
    const fragment = readFragment(hash);
    if (fragment.is !== "nothing") {
      void this.writeReplaced();
      if (!isOtherPage(fragment)) void openFragment(this.store, fragment);
      return;
    }
    // The papers and the study leave the document of the workbench as it was.
    const isKept = isOtherPage(readFragment(previous)) && !isInLesson(this.store.getState());
    void (isKept ? Promise.resolve() : openOwnNetwork(this.store, this.drafts)).then(() => this.writeLater());
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private writeLater(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.write(), addressDelay);
  }

  /** Writes the link of an edited document; a document that was only opened has the address from which it was opened. */
  private async write(): Promise<void> {
    const { view, document } = this.store.getState();
    // An embedded page has no visible address. After a reload it shows what the embedding page says, including locks.
    if (view.isEmbedded) return;
    const writeNumber = ++this.writeCount;
    const fragment = document.isEdited ? await fragmentOf(document.current) : document.source === "" ? "" : `#${document.source}`;
    // Packing is asynchronous: meanwhile, a newer document or another link may have replaced this document.
    const state = this.store.getState();
    const { hash } = this.bar.location;
    if (writeNumber !== this.writeCount || state.document.current !== document.current || isInLesson(state)) return;
    if (isOtherPage(readFragment(hash))) return;
    this.unwritten = null;
    if (hash !== fragment) this.replace(fragment);
  }

  /**
   * Writes the link of an edited document that another one replaces before the delay is over, so that the browser's Back leads to it. If the
   * other document has an entry of the history already, that entry is written again after it. After Back, the history has the entries of
   * before the edit, and keeps them.
   */
  private async writeReplaced(): Promise<void> {
    if (this.unwritten === null) return;
    const { document, entry } = this.unwritten;
    this.unwritten = null;
    const fragment = await fragmentOf(document);
    const { location, history } = this.bar;
    const [next, isNewEntry] = [location.hash, history.length !== entry.length];
    if (fragment === "" || (!isNewEntry && next !== entry.hash)) return;
    this.replace(fragment);
    if (isNewEntry) history.pushState(null, "", next);
  }

  private replace(fragment: string): void {
    const { location, history } = this.bar;
    history.replaceState(null, "", `${location.pathname}${location.search}${fragment}`);
  }
}

/**
 * The link of a document as a fragment. A document that is too long for a link has an empty one, so that the address does not show a wrong
 * link. The draft still has the document.
 */
const fragmentOf = (document: Document): Promise<string> =>
  writeDocumentLink(document).then(
    (link) => `#${link}`,
    () => "",
  );
