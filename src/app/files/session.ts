/** One file that is looked at: a worker of its own reads it, and ends with it. */
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
  /** Part of the reading that is done, 0 to 1. */
  readonly part: number;
  /** True while it is read, once or again. */
  readonly isReading: boolean;
  /** What was found; what was found before while it is read again. */
  readonly looked: Looked | null;
  /** Why it could not be looked at, as a sentence. */
  readonly failed: string | null;
}

export class Session {
  /** Two files may have one name, and what is pasted has none. */
  readonly id = newDraftName();
  readonly state = createStore<FileSessionState>()(() => ({ part: 0, isReading: true, looked: null, failed: null }));
  /** The text, where it is a scenario or a lesson; null where it has been used or left. */
  readonly done: Promise<string | null>;
  private finish!: (text: string | null) => void;
  private readonly process = new WorkerProcess();
  private readonly unwatch: () => void;
  private asked: Asked = {};
  /** The text where it may have been meant as a scenario: that is told what is wrong with it as one. */
  private meant: string | null = null;

  /**
   * @param name of the file; empty for what was pasted
   * @param bytes of it, which may be on their way
   */
  constructor(
    private readonly page: Page,
    readonly name: string,
    bytes: Promise<Uint8Array<ArrayBuffer>>,
  ) {
    this.done = new Promise((resolve) => (this.finish = resolve));
    // Another sheet takes its place, and nothing brings it back.
    this.unwatch = page.overlay.subscribe(({ brought, sheet }) => brought === this && sheet !== "brought" && this.leave());
    void this.bring(bytes).then(() => this.ask({}), this.fail);
  }

  private async bring(coming: Promise<Uint8Array<ArrayBuffer>>): Promise<void> {
    const bytes = await coming;
    this.meant = mayBeScenario(bytes) ? new TextDecoder().decode(bytes) : null;
    await bringTo(this.process, bytes, (part) => this.state.setState({ part }));
  }

  /** Reads it, as what its content says, or again: as something else, or with other columns. */
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

  /** Puts what was found in the place of what the document has: one step. */
  async use(): Promise<void> {
    const { store } = this.page;
    try {
      const used = unwrap(await this.process.call((remote) => remote.take(this.document()) as Promise<Answer<Used>>));
      const document = await readWithKinds(() => readValue(used.document));
      if (isInLesson(store.getState())) open(store, document, true);
      else propose(store, document);
      showWorkbench();
      // What the network before delivered is no measure for this one.
      store.setState({ document: { previous: null } });
      if (used.ports !== null) store.setState({ document: { ports: { topology: document.topology, of: used.ports } } });
      this.end(null);
    } catch (fault) {
      this.fail(fault);
    }
  }

  /** Leaves everything as it was, whatever is being done. */
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
