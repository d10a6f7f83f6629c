/** The page as an object that owns all state. Modules hold none, so two pages share only code. */
import type { RerunOption, Outcome } from "../reproductions/contract.ts";
import type { Workers } from "../worker/client.ts";
import { NetworkCache } from "./document/network-cache.ts";
import { Drafts } from "./document/draft.ts";
import { createWorkbench, type WorkbenchStore } from "./state/workbench.ts";
import { cachedLoader } from "./cached-loader.ts";
import type { ListedGalleryEntry } from "./shell/gallery-entries.ts";
import type { RepeatableRecording } from "./pages/papers/runs/useRerun.ts";
import { ResultCache } from "./runs/result-cache.ts";
import { PageRuns } from "./runs/page-runs.ts";
import type { PublishedResultsOf } from "./runs/published-results.ts";
import type { StudySession } from "./pages/study/open-study.ts";
import type { Units } from "../words/units.ts";
import { createOverlay, type OverlayStore } from "./shell/overlay.ts";
import { KeyCapture } from "./shell/palette/key-capture.ts";
import { createPageUnits } from "./state/units.ts";
import { ViewSource } from "./view-data/view-source.ts";
import { FrameLoop } from "../views/frame-loop.ts";
import { Viewports } from "../views/stage/viewports.ts";

export interface Page {
  /** The document, and the state of its views and modes. */
  readonly store: WorkbenchStore;
  /** Units of the document's loads and times. Returns the same object until the document or the chosen unit changes. */
  readonly units: () => Units;
  /** Sheets, menus and the palette, which cover the page. */
  readonly overlay: OverlayStore;
  /** Captures the keys that are typed before the command palette has loaded. */
  readonly typing: KeyCapture;
  readonly workers: Workers;
  /** Runs and queries of the document. */
  readonly runs: PageRuns;
  /** Redraws views, at most once per frame of the browser. */
  readonly frameLoop: FrameLoop;
  /** Zoom and pan of the networks. */
  readonly viewports: Viewports;
  /** Data that the views draw. */
  readonly view: ViewSource;
  readonly resultCache: ResultCache;
  readonly publishedResults: PublishedResultsOf;
  readonly networks: NetworkCache;
  readonly drafts: Drafts;
  readonly gallery: () => Promise<readonly ListedGalleryEntry[]>;
  /** The study: requirements, and the networks that meet them. Loaded when it is first opened. */
  readonly study: () => Promise<StudySession>;
  /** Token that identifies this device in the lines of answers that students hand in, by the name of the lesson. */
  readonly deviceTokens: Map<string, string>;
  /** Results of exhibits since the page was loaded. */
  readonly papers: PapersState;
}

/** Results of the papers' exhibits computed since the page was loaded. A result is kept until the reader asks to compute it again. */
export interface PapersState {
  /** Outcomes by exhibit. */
  readonly outcomes: Map<string, Outcome>;
  /** Exhibits that the reader asked to compute again. */
  readonly toRecompute: Set<string>;
  /** Repetitions of published runs, by exhibit, because exhibits may repeat different runs of the same published file. */
  readonly reruns: Map<RerunOption, RepeatableRecording>;
  /**
   * Phits times channels that a worker simulates per second. Starts with a measurement on one 2.6 GHz core and is replaced by measurements
   * on this computer.
   */
  readonly simulationRate: { phitsPerSecond: number };
}

/**
 * Creates the object that holds everything the page shares: store, units, runs, caches, frame loop and so on. Parts that are not needed at
 * the start are functions that load them.
 * @param workers run the simulations of the page in other threads
 */
export function createPage(workers: Workers): Page {
  const store = createWorkbench();
  const units = createPageUnits(store);
  const overlay = createOverlay();
  const resultCache = new ResultCache();
  // The code that finds published results is loaded with the first sweep or paper.
  const findPublished = cachedLoader(() =>
    import("./runs/published-results.ts").then(({ createPublishedResults }) => createPublishedResults(resultCache)),
  );
  const publishedResults: PublishedResultsOf = (document) => findPublished().then((find) => find(document));
  const networks = new NetworkCache();
  const frameLoop = new FrameLoop();
  const viewports = new Viewports(frameLoop);
  const runs = new PageRuns(store, workers, resultCache, publishedResults, frameLoop);
  return {
    store,
    units,
    overlay,
    typing: new KeyCapture(overlay),
    workers,
    runs,
    frameLoop,
    viewports,
    view: new ViewSource(store, units, runs, networks, frameLoop, viewports),
    resultCache,
    publishedResults,
    networks,
    drafts: new Drafts(),
    gallery: cachedLoader(() => import("./shell/gallery-entries.ts").then(({ loadGallery }) => loadGallery())),
    study: cachedLoader(() => import("./pages/study/open-study.ts").then(({ createStudySession }) => createStudySession(runs.runners))),
    deviceTokens: new Map(),
    papers: { outcomes: new Map(), toRecompute: new Set(), reruns: new Map(), simulationRate: { phitsPerSecond: 6e7 } },
  };
}
