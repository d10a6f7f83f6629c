/** The preview of one file. Each preview has its own worker, which reads the file and ends when the preview is closed. */
import { createStore } from "zustand/vanilla";
import { readWithKinds } from "../../core/kinds/fetch-kinds.ts";
import { writeDocument } from "../../core/scenario/document.ts";
import { maxDocumentLength, readDocumentValue } from "../../links/text.ts";
import type { Page } from "../create-page.ts";
import { newDraftName } from "../state/draft-name.ts";
import { editedDocument } from "../state/document-state.ts";
import { isInLesson } from "../state/mode-state.ts";
import { openDocument } from "../document/open-document.ts";
import { propose } from "../document/edits.ts";
import { showWorkbench } from "./show-workbench.ts";
import { sendFileTo } from "../../worker/send-file.ts";
import { unwrap } from "../../worker/pool.ts";
import { WorkerProcess } from "../../worker/process.ts";
import type { ReadOptions, InspectedFile, AppliedFile } from "../../worker/inspected-file.ts";
import type { WorkerResponse } from "../../worker/protocol.ts";

export interface FileSessionState {
  /** Fraction that has been read, 0 to 1. */
  readonly fractionRead: number;
  /** True while the file is being read, for the first time or again. */
  readonly isReading: boolean;
  /** The content of the file; while it is read again, the previous content. */
  readonly content: InspectedFile | null;
  /** Why the file could not be read, as a sentence. */
  readonly failure: string | null;
}

/** Reads a file in its own worker, publishes the progress and the content in `state`, and applies the content to the document. */
export class FileSession {
  /** Distinguishes sessions: two files may have the same name, and pasted text has none. */
  readonly id = newDraftName();
  readonly state = createStore<FileSessionState>()(() => ({ fractionRead: 0, isReading: true, content: null, failure: null }));
  /**
   * Resolves with the text if the file is a scenario or a lesson; with null when the content has been used or the preview has been closed.
   */
  readonly done: Promise<string | null>;
  private resolveDone!: (text: string | null) => void;
  private readonly process = new WorkerProcess();
  private readonly unsubscribe: () => void;
  private readOptions: ReadOptions = {};
  /**
   * The text of the file if it may be a scenario. If no format recognizes the text, it is opened as a scenario, so that the errors are
   * those of a scenario.
   */
  private possibleScenario: string | null = null;

  /**
   * @param name name of the file; empty for pasted text
   * @param bytes content of the file
   */
  constructor(
    private readonly page: Page,
    readonly name: string,
    bytes: Promise<Uint8Array<ArrayBuffer>>,
  ) {
    this.done = new Promise((resolve) => (this.resolveDone = resolve));
    // If another sheet replaces the preview, this session ends.
    this.unsubscribe = page.overlay.subscribe(({ fileSession, sheet }) => fileSession === this && sheet !== "brought" && this.leave());
    void this.send(bytes).then(() => this.read({}), this.reportFailure);
  }

  private async send(content: Promise<Uint8Array<ArrayBuffer>>): Promise<void> {
    const bytes = await content;
    this.possibleScenario = mayBeScenarioText(bytes) ? new TextDecoder().decode(bytes) : null;
    await sendFileTo(this.process, bytes, (part) => this.state.setState({ fractionRead: part }));
  }

  /** Reads the file in the format that its content suggests, or again in another format or with other columns. */
  async read(options: ReadOptions): Promise<void> {
    this.readOptions = options.format === undefined ? { ...this.readOptions, ...options } : options;
    this.state.setState({ isReading: true, fractionRead: 0 });
    try {
      const inspected = await this.process.call(
        (remote) => remote.inspectFile(this.document(), this.readOptions) as Promise<InspectedFile>,
      );
      if (inspected.contents?.is === "document") return this.end(inspected.contents.text);
      if (inspected.contents === null && inspected.format === null && this.possibleScenario !== null)
        return this.end(this.possibleScenario);
      this.state.setState({ isReading: false, content: inspected, failure: null });
    } catch (error) {
      this.reportFailure(error);
    }
  }

  /**
   * Replaces the corresponding part of the document by the content of the file, as one undo step. If a lesson is open, the page leaves the
   * lesson.
   */
  async apply(): Promise<void> {
    const { store } = this.page;
    try {
      const applied = unwrap(
        await this.process.call((remote) => remote.applyFile(this.document()) as Promise<WorkerResponse<AppliedFile>>),
      );
      const document = await readWithKinds(() => readDocumentValue(applied.document));
      if (isInLesson(store.getState())) openDocument(store, document, true);
      else propose(store, document);
      showWorkbench();
      // Results of the previous network are not a meaningful comparison.
      store.setState({ document: { previous: null } });
      if (applied.ports !== null) store.setState({ document: { ports: { topology: document.topology, of: applied.ports } } });
      this.end(null);
    } catch (error) {
      this.reportFailure(error);
    }
  }

  /** Closes the preview without any change, even while the file is being read. */
  readonly leave = () => this.end(null);

  private document(): unknown {
    return writeDocument(editedDocument(this.page.store.getState()));
  }

  private readonly reportFailure = (error: unknown) => {
    if (!this.process.isEnded) this.state.setState({ isReading: false, failure: error instanceof Error ? error.message : String(error) });
  };

  private end(text: string | null): void {
    this.process.end();
    this.unsubscribe();
    const { overlay } = this.page;
    if (overlay.getState().fileSession === this)
      overlay.setState(({ sheet }) => ({ fileSession: null, sheet: sheet === "brought" ? null : sheet }));
    this.resolveDone(text);
  }
}

function mayBeScenarioText(bytes: Uint8Array): boolean {
  const first = bytes.subarray(0, 64).find((byte) => byte > 0x20 && byte < 0x80);
  return bytes.length <= 4 * maxDocumentLength && first === "{".charCodeAt(0);
}
