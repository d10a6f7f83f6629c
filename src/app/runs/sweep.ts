/** The runs of a document's sweep. They start some time after the last edit, and are kept while the document stays the same. */
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

/** Setting with the documents whose runs the reader has paused or stopped. They stay paused on later visits. */
const resting = "resting";
const mostResting = 24;
const batchCode = lazyCode(() => import("./sweep-batch.ts"));

/** Result of running published results again. */
export type Checked = "not yet" | "running" | "reproduced" | "differs";

/** State of a sweep, and the actions on its runs. */
export type KnownSweep = Pick<SweepRuns, "table" | "batch" | "published" | "comparison" | "curveOf" | "goOn" | "repeat">;

/** The runs of the sweep of the current document. */
export class SweepRuns {
  private readonly listeners = new Set<Listener>();
  private name = "";
  private runs: Batch | null = null;
  /** Looks for published results of a document, and loads the code for its runs. */
  private readonly lookUp: Query<Document, Recorded | null>;
  private shown: SweepTable | null = null;
  private isLoadCurve = false;
  /** Computes the points, if results have arrived since the table was last read; otherwise null. */
  private news: (() => SweepTable["points"]) | null = null;

  /** The document of the runs; null if there is no sweep. */
  private document: Document | null = null;
  private publishedNow: Recorded | null = null;
  private checked: Checked = "not yet";

  /**
   * @param workers workers that return cached results if possible
   * @param uncachedWorkers workers that compute every run
   * @param publishedResults finds the published results of a document
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

  /** The results so far; null if there is no sweep. */
  get table(): SweepTable | null {
    // The points are computed on reading: thousands of results may arrive between two readings.
    if (this.shown !== null && this.news !== null) {
      this.shown = { ...this.shown, points: this.news() };
      this.news = null;
    }
    return this.shown;
  }

  /**
   * The load curve of one network, if the sweep is over the load only; otherwise null.
   * @param cycle length of a cycle of the network's run in cycles of the page
   */
  curveOf(variant: number, cycle = 1): Curve | null {
    const { table } = this;
    if (table === null || !this.isLoadCurve) return null;
    // Cached, because it is read in every frame of a run.
    const own = curves.get(table) ?? new Map<number, Curve>();
    const curve = own.get(variant) ?? curveIn(table, variant, cycle);
    curves.set(table, own.set(variant, curve));
    return curve;
  }

  /** The current runs, which can be paused and stopped; null for none. */
  get batch(): Batch | null {
    return this.runs;
  }

  /** Switches to a document. */
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

  /** The published results of this document; null for none. */
  get published(): Recorded | null {
    return this.publishedNow;
  }

  /** Result of comparing a repetition with the published results. */
  get comparison(): Checked {
    return this.checked;
  }

  /** Continues runs that were stopped. */
  goOn(document: Document): void {
    this.beginAgain(document, this.checked === "not yet" ? this.workers : this.afresh);
  }

  /** Runs everything again in this browser, even published or cached results, and compares. */
  repeat(document: Document): void {
    this.checked = "running";
    this.beginAgain(document, this.afresh);
  }

  /** Restarts the runs of the document. Its published results and the comparison remain. */
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
    // Clear the field first: the document has changed, so this stop must not be stored as one by the reader.
    this.runs = null;
    runs?.stop();
    this.document = null;
    [this.shown, this.news, this.publishedNow, this.checked] = [null, null, null, "not yet"];
  }

  /** Starts the runs of a document after the delay of its lookup. */
  private beginFirst(): void {
    const { document } = this;
    const { state } = this.lookUp;
    if (document === null || (state.is !== "value" && state.is !== "error")) return;
    // If the lookup fails, everything runs as if nothing were published.
    if (state.is === "value") this.publishedNow = state.value;
    if (this.runs === null) this.begin(document, this.workers);
    else this.tell();
  }

  /** Starts the batch of a document. It starts paused if the reader has paused it on an earlier visit. */
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
        // If runs have failed, the results cannot be compared with the published ones.
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
