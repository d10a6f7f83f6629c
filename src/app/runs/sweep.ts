/** The runs of a document's sweep: begun when the document has come to rest, kept as long as it stays the same. */
import { type Curve, curveIn } from "../../core/measures/curve.ts";
import type { SweepTable } from "../../core/measures/sweep.ts";
import type { Recorded } from "../../core/results/published.ts";
import { cellsOf, type Document, documentHash } from "../../core/scenario/document.ts";
import { loadPath } from "../../core/scenario/load.ts";
import { axisOf } from "../../words/sweep.ts";
import type { Workers } from "../../worker/client.ts";
import { keepListed, readListed } from "../setting.ts";
import { lazyCode } from "../ui/lazy.ts";
import { composeJob } from "../../worker/job.ts";
import type { Batch } from "./batch.ts";
import { Query } from "./query.ts";
import type { PublishedResultsOf } from "./published-results.ts";
import type { Listener } from "./scenario-runs.ts";

/** Documents whose runs the reader has paused or stopped, kept in this browser: whoever comes back finds them so. */
const resting = "resting";
const mostResting = 24;
const batchCode = lazyCode(() => import("./sweep-batch.ts"));

/** What came of running published results again. */
export type Checked = "not yet" | "running" | "reproduced" | "differs";

/** What is known of a sweep, and what a reader does with its runs. */
export type KnownSweep = Pick<SweepRuns, "table" | "batch" | "published" | "comparison" | "curveOf" | "goOn" | "repeat">;

export class SweepRuns {
  private readonly listeners = new Set<Listener>();
  private name = "";
  private runs: Batch | null = null;
  /** What was published of a document, with the code for its runs. */
  private readonly lookUp: Query<Document, Recorded | null>;
  private shown: SweepTable | null = null;
  private isLoadCurve = false;
  /** The points that are in, if some have come in since the table was last looked at; else null. */
  private news: (() => SweepTable["points"]) | null = null;

  /** The document whose runs these are; null where nothing is swept. */
  private document: Document | null = null;
  private publishedNow: Recorded | null = null;
  private checked: Checked = "not yet";

  /**
   * @param workers run what has not been run before
   * @param afresh run everything anew
   * @param publishedResults finds those of a document
   */
  constructor(
    private readonly workers: Workers,
    private readonly afresh: Workers,
    publishedResults: PublishedResultsOf,
  ) {
    this.lookUp = new Query({
      rest: 400,
      keyOf: documentHash,
      start: (document) =>
        composeJob(async () => {
          await batchCode.fetch();
          return publishedResults(document);
        }),
    });
    this.lookUp.subscribe(() => this.beginFirst());
  }

  readonly subscribe = (listener: Listener): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** What has come in; null where nothing is swept. */
  get table(): SweepTable | null {
    // Put in order when somebody looks: thousands of points may come in between two looks.
    if (this.shown !== null && this.news !== null) {
      this.shown = { ...this.shown, points: this.news() };
      this.news = null;
    }
    return this.shown;
  }

  /** The load curve of one network, of which a cycle is so many of the page, where nothing but the load is swept; else null. */
  curveOf(variant: number, cycle = 1): Curve | null {
    const { table } = this;
    if (table === null || !this.isLoadCurve) return null;
    // Asked for in every frame of a run that goes on.
    const own = curves.get(table) ?? new Map<number, Curve>();
    const curve = own.get(variant) ?? curveIn(table, variant, cycle);
    curves.set(table, own.set(variant, curve));
    return curve;
  }

  /** The runs under way, or null: they can be paused, and stopped. */
  get batch(): Batch | null {
    return this.runs;
  }

  /** Turns to a document. */
  show(document: Document): void {
    const isSwept = document.sweep.length > 0;
    const name = isSwept ? documentHash(document) : "";
    if (name === this.name) return;
    this.name = name;
    this.drop();
    this.isLoadCurve = document.sweep.length === 1 && document.sweep[0].path.join(".") === loadPath.join(".");
    if (!isSwept) return this.tell();
    this.shown = { axes: document.sweep.map((axis) => axisOf(document, axis)), points: [], expected: 0 };
    this.document = document;
    this.lookUp.want(document);
    this.beginFirst();
    this.tell();
  }

  /** What was published of this document; null where nothing was. */
  get published(): Recorded | null {
    return this.publishedNow;
  }

  /** What came of running it all again here. */
  get comparison(): Checked {
    return this.checked;
  }

  /** Runs what was stopped. */
  goOn(document: Document): void {
    this.beginAgain(document, this.checked === "not yet" ? this.workers : this.afresh);
  }

  /** Runs everything again in this browser, published or in the cache or not, and compares. */
  repeat(document: Document): void {
    this.checked = "running";
    this.beginAgain(document, this.afresh);
  }

  /** Begins the runs of the document anew; what was published of it, and whether it is compared with, stays. */
  private beginAgain(document: Document, workers: Workers): void {
    const { publishedNow, checked } = this;
    keepListed(resting, mostResting, this.name, false);
    this.drop();
    [this.document, this.publishedNow, this.checked] = [document, publishedNow, checked === "not yet" ? checked : "running"];
    this.begin(document, workers);
  }

  close(): void {
    this.drop();
    this.listeners.clear();
  }

  private drop(): void {
    this.lookUp.want(null);
    const { runs } = this;
    // Nobody has stopped it: its document has gone.
    this.runs = null;
    runs?.stop();
    this.document = null;
    [this.shown, this.news, this.publishedNow, this.checked] = [null, null, null, "not yet"];
  }

  /** Begins the runs of a document that has come to rest. */
  private beginFirst(): void {
    const { document } = this;
    const { state } = this.lookUp;
    if (document === null || (state.is !== "value" && state.is !== "error")) return;
    // Until the look-up is answered, everything is run as if nothing were published.
    if (state.is === "value") this.publishedNow = state.value;
    if (this.runs === null) this.begin(document, this.workers);
    else this.tell();
  }

  private begin(document: Document, workers: Workers): void {
    const code = batchCode.there;
    if (code === null) return;
    const cells = cellsOf(document);
    this.shown = { axes: document.sweep.map((axis) => axisOf(document, axis)), points: [], expected: cells.length / document.seeds };
    this.runs = code.runCells(document, cells, workers, {
      isCurrent: (batch) => this.runs === batch,
      onPoints: (points) => (this.news = points),
      onProgress: (is, isNew, news, all) => {
        if (isNew) keepListed(resting, mostResting, this.name, is === "paused" || is === "stopped");
        // A lost run says nothing of what was published.
        if (is === "done" && this.checked === "running" && all.every((each) => each !== null))
          this.checked = code.isReproduced(all, this.publishedNow?.digest) ? "reproduced" : "differs";
        this.tell(news);
      },
    });
    if (readListed(resting, mostResting).includes(this.name)) this.runs.pause();
    this.tell();
  }

  private tell(news: "changed" | "moved" = "changed"): void {
    for (const listener of this.listeners) listener(news);
  }
}

const curves = new WeakMap<SweepTable, Map<number, Curve>>();
