/** The page as an object: all its state. Modules keep none, so two pages share nothing but code. */
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
  /** The document, and how it is looked at. */
  readonly store: WorkbenchStore;
  /** The units of its loads and times: the same object until something changes. */
  readonly units: () => Units;
  /** What covers it: sheets, menus, the palette. */
  readonly overlay: OverlayStore;
  /** What is typed before the palette has loaded. */
  readonly typing: Typing;
  readonly workers: Workers;
  /** What runs for the document. */
  readonly runs: PageRuns;
  /** When views are drawn. */
  readonly frameLoop: FrameLoop;
  /** How the reader looks at the networks. */
  readonly viewports: Viewports;
  /** What views draw from. */
  readonly view: ViewSource;
  readonly resultCache: ResultCache;
  readonly publishedResults: PublishedResultsOf;
  readonly networks: BuiltNetworks;
  readonly drafts: Drafts;
  readonly gallery: () => Promise<readonly Listed[]>;
  /** The study: what is needed, and what is known of the networks that meet it. Fetched when it is first opened. */
  readonly study: () => Promise<StudyPage>;
  /** Tokens of this device in lines of answers, by the name of the lesson. */
  readonly devices: Map<string, string>;
  /** Results of exhibits on this visit. */
  readonly papers: Visit;
}

/** What the papers have computed, kept until the reader asks for it again. */
export interface Visit {
  /** Outcomes by exhibit. */
  readonly outcomes: Map<string, Outcome>;
  /** Exhibits that the reader wants computed again. */
  readonly anew: Set<string>;
  /** Recorded runs that are run again, by exhibit: each needs other runs of the same recording. */
  readonly again: Map<Again, Repeatable>;
  /** Phits over channels that a worker moves in a second, measured on one 2.6 GHz core; replaced by what this computer does. */
  readonly pace: { phitsPerSecond: number };
}

/** @param workers what runs for the page */
export function createPage(workers: Workers): Page {
  const store = createWorkbench();
  const units = unitsOfPage(store);
  const overlay = createOverlay();
  const resultCache = new ResultCache();
  // Fetched with the first sweep or paper.
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
