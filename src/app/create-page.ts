/** The page as an object that owns all state. Modules hold none, so two pages share only code. */
import type { Again, Outcome } from "../reproductions/contract.ts";
import type { Workers } from "../worker/client.ts";
import { BuiltNetworks } from "./document/built.ts";
import { Drafts } from "./document/draft.ts";
import { createWorkbench, type WorkbenchStore } from "./state/workbench.ts";
import { once } from "./once.ts";
import type { Listed } from "./shell/gallery-entries.ts";
import type { Repeatable } from "./pages/papers/runs/useAgain.ts";
import { ResultCache } from "./runs/result-cache.ts";
import { PageRuns } from "./runs/page-runs.ts";
import type { PublishedResultsOf } from "./runs/published-results.ts";
import type { StudyPage } from "./pages/study/open-study.ts";
import type { Units } from "../words/units.ts";
import { createOverlay, type OverlayStore } from "./shell/overlay.ts";
import { Typing } from "./shell/palette/typed-ahead.ts";
import { unitsOfPage } from "./state/units.ts";
import { ViewSource } from "./view-data/source.ts";
import { FrameLoop } from "../views/frame-loop.ts";
import { Viewports } from "../views/stage/viewports.ts";

export interface Page {
  /** The document, and the state of its views and modes. */
  readonly store: WorkbenchStore;
  /** Units of the document's loads and times. Returns the same object until the document or the chosen unit changes. */
  readonly units: () => Units;
  /** Sheets, menus and the palette, which cover the page. */
  readonly overlay: OverlayStore;
  /** Keys typed before the palette has loaded. */
  readonly typing: Typing;
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
  readonly networks: BuiltNetworks;
  readonly drafts: Drafts;
  readonly gallery: () => Promise<readonly Listed[]>;
  /** The study: requirements, and the networks that meet them. Loaded when it is first opened. */
  readonly study: () => Promise<StudyPage>;
  /** Token of this device in lines of answers, by the name of the lesson. */
  readonly devices: Map<string, string>;
  /** Results of exhibits since the page was loaded. */
  readonly papers: Visit;
}

/** What the papers have computed since the page was loaded; kept until the reader asks to compute it again. */
export interface Visit {
  /** Outcomes by exhibit. */
  readonly outcomes: Map<string, Outcome>;
  /** Exhibits that the reader asked to compute again. */
  readonly anew: Set<string>;
  /** Repeated runs of published results, by exhibit: exhibits repeat different runs of the same publication. */
  readonly again: Map<Again, Repeatable>;
  /**
   * Phits times channels that a worker simulates per second. Starts with a measurement on one 2.6 GHz core and is replaced by measurements
   * on this computer.
   */
  readonly pace: { phitsPerSecond: number };
}

/** @param workers run the jobs of the page */
export function createPage(workers: Workers): Page {
  const store = createWorkbench();
  const units = unitsOfPage(store);
  const overlay = createOverlay();
  const resultCache = new ResultCache();
  // Loaded with the first sweep or paper.
  const recorded = once(() => import("./runs/published-results.ts").then(({ publishedResultsFor }) => publishedResultsFor(resultCache)));
  const publishedResults: PublishedResultsOf = (document) => recorded().then((find) => find(document));
  const networks = new BuiltNetworks();
  const frameLoop = new FrameLoop();
  const viewports = new Viewports(frameLoop);
  const runs = new PageRuns(store, workers, resultCache, publishedResults, frameLoop);
  return {
    store,
    units,
    overlay,
    typing: new Typing(overlay),
    workers,
    runs,
    frameLoop,
    viewports,
    view: new ViewSource(store, units, runs, networks, frameLoop, viewports),
    resultCache,
    publishedResults,
    networks,
    drafts: new Drafts(),
    gallery: once(() => import("./shell/gallery-entries.ts").then(({ loadGallery }) => loadGallery())),
    study: once(() => import("./pages/study/open-study.ts").then(({ makeStudy }) => makeStudy(runs.runners))),
    devices: new Map(),
    papers: { outcomes: new Map(), anew: new Set(), again: new Map(), pace: { phitsPerSecond: 6e7 } },
  };
}
