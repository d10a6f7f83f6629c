/** The runs of a document's sweep. They start some time after the last edit, and are kept while the document stays the same. */
import { type Curve, curveOfSweep } from "../../core/measures/curve.ts";
import type { SweepTable } from "../../core/measures/sweep.ts";
import type { PublishedFile } from "../../core/results/published.ts";
import { cellsOf, type Document, documentHash } from "../../core/scenario/document.ts";
import { loadPath } from "../../core/scenario/load.ts";
import { sweepAxisOf } from "../../words/sweep.ts";
import type { Workers } from "../../worker/client.ts";
import { updateSettingList, readSettingList } from "../settings.ts";
import { lazyCode } from "../ui/lazy.ts";
import { composeJob } from "../../worker/job.ts";
import type { Batch } from "./batch.ts";
import { Query } from "./query.ts";
import type { PublishedResultsOf } from "./published-results.ts";
import type { RunListener } from "./scenario-runs.ts";

/** Name of the setting that lists the documents whose runs the reader has paused or stopped. These runs stay paused on later visits. */
const pausedSetting = "resting";
const maxPaused = 24;
const batchCode = lazyCode(() => import("./sweep-batch.ts"));

/** Result of running published results again. */
export type SweepReproduction = "not yet" | "running" | "reproduced" | "differs";

/** State of a sweep, and the actions on its runs. */
export type SweepInterface = Pick<SweepRuns, "table" | "batch" | "published" | "comparison" | "curveOf" | "resume" | "repeat">;

/** The runs of the sweep of the current document. */
export class SweepRuns {
  private readonly listeners = new Set<RunListener>();
  private name = "";
  private currentBatch: Batch | null = null;
  /** Looks for published results of a document, and loads the code for its runs. */
  private readonly publishedQuery: Query<Document, PublishedFile | null>;
  private currentTable: SweepTable | null = null;
  private isLoadCurve = false;
  /** Computes the points, if results have arrived since the table was last read; otherwise null. */
  private computePoints: (() => SweepTable["points"]) | null = null;

  /** The document of the runs; null if there is no sweep. */
  private document: Document | null = null;
  private currentPublished: PublishedFile | null = null;
  private reproduction: SweepReproduction = "not yet";

  /**
   * @param workers workers that return cached results if possible
   * @param uncachedWorkers workers that compute every run
   * @param publishedResults finds the published results of a document
   */
  constructor(
    private readonly workers: Workers,
    private readonly uncachedWorkers: Workers,
    publishedResults: PublishedResultsOf,
  ) {
    this.publishedQuery = new Query({
      delay: 400,
      keyOf: documentHash,
      start: (document) =>
        composeJob(async () => {
          await batchCode.fetch();
          return publishedResults(document);
        }),
    });
    this.publishedQuery.subscribe(() => this.startAfterLookup());
  }

  readonly subscribe = (listener: RunListener): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The results that have arrived; null if there is no sweep. */
  get table(): SweepTable | null {
    // The points are computed on reading: thousands of results may arrive between two readings.
    if (this.currentTable !== null && this.computePoints !== null) {
      this.currentTable = { ...this.currentTable, points: this.computePoints() };
      this.computePoints = null;
    }
    return this.currentTable;
  }

  /**
   * The load curve of one network, if the sweep is over the load only; otherwise null.
   * @param cycle length of a cycle of the network's run in cycles of the document's first network
   */
  curveOf(variant: number, cycle = 1): Curve | null {
    const { table } = this;
    if (table === null || !this.isLoadCurve) return null;
    // Curves are cached, because they are read in every frame of a run.
    const curvesOfTable = curvesByTable.get(table) ?? new Map<number, Curve>();
    const curve = curvesOfTable.get(variant) ?? curveOfSweep(table, variant, cycle);
    curvesByTable.set(table, curvesOfTable.set(variant, curve));
    return curve;
  }

  /** The current runs, which can be paused and stopped; null for none. */
  get batch(): Batch | null {
    return this.currentBatch;
  }

  /** Switches to a document. */
  showDocument(document: Document): void {
    const isSwept = document.sweep.length > 0;
    const name = isSwept ? documentHash(document) : "";
    if (name === this.name) return;
    this.name = name;
    this.reset();
    this.isLoadCurve = document.sweep.length === 1 && document.sweep[0].path.join(".") === loadPath.join(".");
    if (!isSwept) return this.notify();
    this.currentTable = { axes: document.sweep.map((axis) => sweepAxisOf(document, axis)), points: [], expectedPoints: 0 };
    this.document = document;
    this.publishedQuery.request(document);
    this.startAfterLookup();
    this.notify();
  }

  /** The published results of this document; null for none. */
  get published(): PublishedFile | null {
    return this.currentPublished;
  }

  /** Result of comparing a repetition with the published results. */
  get comparison(): SweepReproduction {
    return this.reproduction;
  }

  /** Continues runs that were stopped. */
  resume(document: Document): void {
    this.restart(document, this.reproduction === "not yet" ? this.workers : this.uncachedWorkers);
  }

  /** Runs everything again in this browser, even published or cached results, and compares. */
  repeat(document: Document): void {
    this.reproduction = "running";
    this.restart(document, this.uncachedWorkers);
  }

  /** Restarts the runs of the document. Its published results and the comparison remain. */
  private restart(document: Document, workers: Workers): void {
    const { currentPublished, reproduction } = this;
    updateSettingList(pausedSetting, maxPaused, this.name, false);
    this.reset();
    [this.document, this.currentPublished, this.reproduction] = [
      document,
      currentPublished,
      reproduction === "not yet" ? reproduction : "running",
    ];
    this.start(document, workers);
  }

  close(): void {
    this.reset();
    this.listeners.clear();
  }

  private reset(): void {
    this.publishedQuery.request(null);
    const { currentBatch } = this;
    // Clear the field first: the document has changed, so this stop must not be stored as a stop by the reader.
    this.currentBatch = null;
    currentBatch?.stop();
    this.document = null;
    [this.currentTable, this.computePoints, this.currentPublished, this.reproduction] = [null, null, null, "not yet"];
  }

  /** Starts the runs of a document after the delay of its lookup. */
  private startAfterLookup(): void {
    const { document } = this;
    const { state } = this.publishedQuery;
    if (document === null || (state.is !== "value" && state.is !== "error")) return;
    // If the lookup fails, everything runs as if nothing were published.
    if (state.is === "value") this.currentPublished = state.value;
    if (this.currentBatch === null) this.start(document, this.workers);
    else this.notify();
  }

  /**
   * Starts the batch with the runs of a document's sweep; paused if the reader has paused it on an earlier visit. At its end, the results
   * are compared with the published ones.
   */
  private start(document: Document, workers: Workers): void {
    const code = batchCode.loaded;
    if (code === null) return;
    const cells = cellsOf(document);
    this.currentTable = {
      axes: document.sweep.map((axis) => sweepAxisOf(document, axis)),
      points: [],
      expectedPoints: cells.length / document.seeds,
    };
    this.currentBatch = code.runCells(document, cells, workers, {
      isCurrent: (batch) => this.currentBatch === batch,
      onPoints: (points) => (this.computePoints = points),
      onProgress: (status, isNew, news, resultsByCell) => {
        // The browser remembers which sweeps are paused, by the hash of their document (`name`).
        if (isNew) updateSettingList(pausedSetting, maxPaused, this.name, status === "paused" || status === "stopped");
        // If runs have failed, the results cannot be compared with the published ones.
        if (status === "done" && this.reproduction === "running" && resultsByCell.every((each) => each !== null))
          this.reproduction = code.isReproduced(resultsByCell, this.currentPublished?.digest) ? "reproduced" : "differs";
        this.notify(news);
      },
    });
    if (readSettingList(pausedSetting, maxPaused).includes(this.name)) this.currentBatch.pause();
    this.notify();
  }

  private notify(news: "changed" | "moved" = "changed"): void {
    for (const listener of this.listeners) listener(news);
  }
}

const curvesByTable = new WeakMap<SweepTable, Map<number, Curve>>();
