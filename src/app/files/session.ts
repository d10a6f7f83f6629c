/** The preview of one file. It has its own worker, which reads the file and ends with the preview. */
import { createStore } from "zustand/vanilla";
import { readWithKinds } from "../../core/kinds/fetch-kinds.ts";
import { writeDocument } from "../../core/scenario/document.ts";
import { longestDocument, readValue } from "../../links/text.ts";
import type { Page } from "../create-page.ts";
import { newDraftName } from "../state/draft-name.ts";
import { edited } from "../state/document-state.ts";
import { isInLesson } from "../state/mode-state.ts";
import { open } from "../document/history.ts";
import { propose } from "../document/edits.ts";
import { showWorkbench } from "./show-workbench.ts";
import { bringTo } from "../../worker/bring.ts";
import { unwrap } from "../../worker/pool.ts";
import { WorkerProcess } from "../../worker/process.ts";
import type { Asked, Looked, Used } from "../../worker/looked.ts";
import type { Answer } from "../../worker/protocol.ts";

export interface FileSessionState {
  /** Fraction that has been read, 0 to 1. */
  readonly part: number;
  /** True while the file is being read, for the first time or again. */
  readonly isReading: boolean;
  /** The content of the file; while it is read again, the previous content. */
  readonly looked: Looked | null;
  /** Why the file could not be read, as a sentence. */
  readonly failed: string | null;
}

/** Reads a file in its own worker, publishes the progress and the content in `state`, and applies the content to the document. */
export class Session {
  /** Distinguishes sessions: two files may have the same name, and pasted text has none. */
  readonly id = newDraftName();
  readonly state = createStore<FileSessionState>()(() => ({ part: 0, isReading: true, looked: null, failed: null }));
  /** Resolves with the text if the file is a scenario or a lesson, and with null if it has been used or closed. */
  readonly done: Promise<string | null>;
  private finish!: (text: string | null) => void;
  private readonly process = new WorkerProcess();
  private readonly unwatch: () => void;
  private asked: Asked = {};
  /** The text if it may be a scenario. If no format recognizes it, it is opened as one, so that errors are reported for a scenario. */
  private meant: string | null = null;

  /**
   * @param name name of the file; empty for pasted text
   * @param bytes content of the file
   */
  constructor(
    private readonly page: Page,
    readonly name: string,
    bytes: Promise<Uint8Array<ArrayBuffer>>,
  ) {
    this.done = new Promise((resolve) => (this.finish = resolve));
    // If another sheet replaces the preview, it is closed.
    this.unwatch = page.overlay.subscribe(({ brought, sheet }) => brought === this && sheet !== "brought" && this.leave());
    void this.bring(bytes).then(() => this.ask({}), this.fail);
  }

  private async bring(coming: Promise<Uint8Array<ArrayBuffer>>): Promise<void> {
    const bytes = await coming;
    this.meant = mayBeScenario(bytes) ? new TextDecoder().decode(bytes) : null;
    await bringTo(this.process, bytes, (part) => this.state.setState({ part }));
  }

  /** Reads the file in the format that its content suggests, or again in another format or with other columns. */
  async ask(asked: Asked): Promise<void> {
    this.asked = asked.format === undefined ? { ...this.asked, ...asked } : asked;
    this.state.setState({ isReading: true, part: 0 });
    try {
      const looked = await this.process.call((remote) => remote.look(this.document(), this.asked) as Promise<Looked>);
      if (looked.holds?.is === "document") return this.end(looked.holds.text);
      if (looked.holds === null && looked.format === null && this.meant !== null) return this.end(this.meant);
      this.state.setState({ isReading: false, looked, failed: null });
    } catch (fault) {
      this.fail(fault);
    }
  }

  /** Replaces the corresponding part of the document by the content of the file, as one undo step. */
  async use(): Promise<void> {
    const { store } = this.page;
    try {
      const used = unwrap(await this.process.call((remote) => remote.take(this.document()) as Promise<Answer<Used>>));
      const document = await readWithKinds(() => readValue(used.document));
      if (isInLesson(store.getState())) open(store, document, true);
      else propose(store, document);
      showWorkbench();
      // Results of the previous network are not a meaningful comparison.
      store.setState({ document: { previous: null } });
      if (used.ports !== null) store.setState({ document: { ports: { topology: document.topology, of: used.ports } } });
      this.end(null);
    } catch (fault) {
      this.fail(fault);
    }
  }

  /** Closes the preview without any change, even while the file is being read. */
  readonly leave = () => this.end(null);

  private document(): unknown {
    return writeDocument(edited(this.page.store.getState()));
  }

  private readonly fail = (fault: unknown) => {
    if (!this.process.isEnded) this.state.setState({ isReading: false, failed: fault instanceof Error ? fault.message : String(fault) });
  };

  private end(text: string | null): void {
    this.process.end();
    this.unwatch();
    const { overlay } = this.page;
    if (overlay.getState().brought === this)
      overlay.setState(({ sheet }) => ({ brought: null, sheet: sheet === "brought" ? null : sheet }));
    this.finish(text);
  }
}

function mayBeScenario(bytes: Uint8Array): boolean {
  const first = bytes.subarray(0, 64).find((byte) => byte > 0x20 && byte < 0x80);
  return bytes.length <= 4 * longestDocument && first === "{".charCodeAt(0);
}
