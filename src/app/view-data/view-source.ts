/**
 * Collects the data that views draw, and caches it until the store or the runs change. Reading starts nothing; {@link ViewSource.follow}
 * requests the queries and the code that views need.
 */
import { withoutUndefined } from "../../core/base/defined.ts";
import type { Explanation } from "../../core/searches/explanation.ts";
import type { Network } from "../../core/network/network.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";
import { workloads } from "../../core/workloads/registry.ts";
import type { Span, Variant, ViewData } from "../../views/contract.ts";
import type { FrameLoop } from "../../views/frame-loop.ts";
import { hasDeadlocked } from "../../views/readings/loads.ts";
import type { DrawingDraft } from "../../views/drawing/contract.ts";
import { views } from "../../views/index.ts";
import { fetchLayouts, isLayoutLoaded } from "../../views/stage/layouts/layouts.ts";
import type { Viewports } from "../../views/stage/viewports.ts";
import type { Units } from "../../words/units.ts";
import type { NetworkCache } from "../document/network-cache.ts";
import { isCovered } from "../state/mode-state.ts";
import type { Workbench, WorkbenchStore } from "../state/workbench.ts";
import { namedVariants } from "../../words/variants.ts";
import { idle } from "../runs/query.ts";
import type { PageRequests } from "../runs/page-queries.ts";
import { noRequests } from "../runs/page-runs.ts";
import type { RunSnapshot, PageRuns } from "../runs/page-runs.ts";
import { type LazyCode, lazyCode } from "../ui/lazy.ts";
import { explanationRequest, needsSaturations, type HoveredChannel, type VisibleRun, waitsRequest } from "./requests.ts";
import {
  type RunInputs,
  isRunDeadlocked,
  isScenarioRefused,
  type ViewInputs,
  cardChannelOf,
  subjectIndex,
  viewDataOf,
} from "./view-data.ts";

/** Code for tables of performance per cost, loaded with the first sweep or the first comparison of networks. */
const mixTableCode = lazyCode(() => import("../../findings/mix-table.ts"));
const workloadMixCode = lazyCode(() => import("./workload-mix.ts"));
/** Code of the drawing editor, loaded when drawing starts. */
const drawingCode = lazyCode(() => import("../drawing/drawing-draft.ts"));

/** A run while its results are hidden by a lesson. */
function withoutResults({ state, isFrameStale }: RunSnapshot): RunSnapshot {
  return { state: { ...state, answer: null, analysis: null, curve: { points: [], expectedPoints: 0 } }, played: null, isFrameStale };
}

/** The cached data, and the state for which it was computed. */
interface CachedViewData {
  readonly state: Workbench;
  readonly revision: number;
  wholeRun?: ViewData;
  withinSpan?: ViewData;
}

/** The source of the page's view data. */
export class ViewSource {
  private cache: CachedViewData | null = null;
  /** Code of further layouts, loaded with the first network that the default layout cannot draw. */
  private readonly layouts = lazyCode(fetchLayouts);
  /** The channel under the pointer; null for none. */
  private hovered: HoveredChannel | null = null;
  private isFollowed = false;
  private readonly fetching = new Set<LazyCode<unknown>>();

  constructor(
    private readonly store: WorkbenchStore,
    private readonly units: () => Units,
    private readonly runs: PageRuns,
    private readonly networks: NetworkCache,
    private readonly frameLoop: FrameLoop,
    private readonly viewports: Viewports,
  ) {}

  /**
   * The current data for a view, with the options that the reader chose for it. The data of the whole run and of the selected time span are
   * computed once for each state, and then shared by all views.
   * @param view id of the view
   */
  data(view: string): ViewData {
    const state = this.store.getState();
    const { revision } = this.runs;
    if (this.cache?.state !== state || this.cache.revision !== revision) this.cache = { state, revision };
    const cached = this.cache;
    // Views of the time line always show the whole run, because time spans are selected there.
    const isTimeView = views.find(({ id }) => id === view)?.region === "time";
    const isWhole = state.session.span === null || isTimeView;
    const runData = isWhole
      ? (cached.wholeRun ??= viewDataOf(state, this.inputs(null), this.units(), null))
      : (cached.withinSpan ??= viewDataOf(state, this.inputs(state.session.span), this.units(), state.session.span));
    const {
      session: { measured },
      document: { current: scenario },
    } = state;
    // Port counters of a real network that the reader has opened are shown in place of the run.
    const data = measured?.topology === scenario.topology && !isTimeView ? measured.replaceData(runData) : runData;
    const choices = state.view.choices[view];
    const draft = view === "drawing" ? this.drawingDraft(state) : null;
    return choices === undefined && draft === null
      ? data
      : { ...data, ...withoutUndefined({ choices }), ...(draft === null ? {} : { draft }) };
  }

  /** Starts requesting what views need, now and after every change. Returns a function that stops this and cancels running queries. */
  follow(): () => void {
    const request = () => this.requestNeeded();
    const unsubscribers = [this.store.subscribe(request), this.runs.subscribe(request)];
    this.isFollowed = true;
    this.requestNeeded();
    return () => {
      for (const stop of unsubscribers) stop();
      this.isFollowed = false;
      this.runs.setRequests(noRequests);
    };
  }

  /** Sets the current requests and loads missing code. */
  private requestNeeded(): void {
    this.runs.setRequests(this.requests);
    for (const code of this.missingCode()) {
      if (this.fetching.has(code)) continue;
      this.fetching.add(code);
      void code
        .fetch()
        .then(
          () => this.runs.notify(),
          () => undefined,
        )
        .finally(() => this.fetching.delete(code));
    }
  }

  /** The requests that views need at present. */
  get requests(): PageRequests {
    const state = this.store.getState();
    const { snapshots } = this.runs;
    const { hovered } = this;
    const { scenarios } = namedVariants(state.document.current);
    const { span } = state.session;
    return {
      explanation: explanationRequest(state, snapshots, this.cardChannel()),
      waits:
        hovered === null || hovered.of >= snapshots.length
          ? null
          : waitsRequest(state, hovered, this.visibleRun(snapshots[hovered.of], hovered.of, span)),
      histories: span === null ? [] : scenarios.filter((_, i) => snapshots[i]?.state.playback !== null),
      saturations: needsSaturations(state) ? scenarios : [],
    };
  }

  /** Code that views need and that has not been loaded. */
  private missingCode(): readonly LazyCode<unknown>[] {
    const { mode, document } = this.store.getState();
    const { snapshots } = this.runs;
    const needed: readonly (readonly [boolean, LazyCode<unknown>])[] = [
      [mode.drawing !== null, drawingCode],
      [document.current.sweep.length > 0, mixTableCode],
      [snapshots.length > 1, workloadMixCode],
      [snapshots.some((run, i) => this.networkOf(run, i) !== null && this.networkIfDrawable(run, i) === null), this.layouts],
      [snapshots.some(({ played }) => played !== null && hasDeadlocked(played)), this.layouts],
    ];
    return needed.flatMap(([isNeeded, code]) => (isNeeded && code.loaded === null ? [code] : []));
  }

  /** The drawing that is being edited; null if there is none, or while its code is loading. */
  private drawingDraft(state: Workbench): DrawingDraft | null {
    return state.mode.drawing === null ? null : (drawingCode.loaded?.currentDrawingDraft(state, this.networks) ?? null);
  }

  /** Index of the network that the channel card describes, see {@link subjectIndex}. */
  subject(): number {
    return subjectIndex(this.store.getState(), this.runs.snapshots);
  }

  /** The channel on the channel card, or −1. */
  cardChannel(): number {
    return cardChannelOf(this.store.getState(), this.runs.snapshots);
  }

  /** Whether the run of the network that the channel card describes has ended in a deadlock. */
  isDeadlocked(): boolean {
    return isRunDeadlocked(this.runs.snapshots[this.subject()]);
  }

  /** Why a channel is busy; null if this is unknown or has not been requested. */
  explanationOf(channel: number): Explanation | null {
    const request = explanationRequest(this.store.getState(), this.runs.snapshots, channel);
    const state = request === null ? null : this.runs.explanation.stateOf(request);
    return state?.is === "value" ? state.value : null;
  }

  /** Sets the channel under the pointer, for which the waiting packets are requested; null for none. */
  hoverChannel(channel: number | null, of = this.store.getState().session.activeNetwork): void {
    const { hovered } = this;
    if (channel === null ? hovered === null : hovered?.channel === channel && hovered.of === of) return;
    this.hovered = channel === null ? null : { channel, of };
    this.cache = null;
    if (this.isFollowed) this.requestNeeded();
    this.frameLoop.markDirty();
  }

  /** All inputs of the view data. */
  private inputs(span: Span | null): ViewInputs {
    const { scenarios } = namedVariants(this.store.getState().document.current);
    const { sweep, queries, snapshots } = this.runs;
    return {
      runs: snapshots.map((run, i): RunInputs => {
        const visibleRun = this.visibleRun(run, i, span);
        return { ...visibleRun, network: this.networkIfDrawable(run, i), waits: this.waitsOf(i, visibleRun) };
      }),
      viewports: this.viewports,
      layouts: this.layouts.loaded,
      sweep,
      explanation: this.explanationOf(this.cardChannel()),
      mixOf: sweep.table === null ? null : this.mixOf(),
      saturations: needsSaturations(this.store.getState()) ? scenarios.map((each) => queries?.saturations.stateOf(each) ?? idle) : null,
      workloadMixOf: snapshots.length > 1 ? (workloadMixCode.loaded?.workloadMixOf ?? null) : null,
    };
  }

  /** A run without the parts that a lesson hides, and over a time span if the history of the run is known. */
  private visibleRun(run: RunSnapshot, of: number, span: Span | null): VisibleRun {
    const state = this.store.getState();
    const { scenarios, cycles } = namedVariants(state.document.current);
    const history = span === null || run.state.playback === null ? null : this.runs.queries?.histories.stateOf(scenarios[of]);
    const stretch = span !== null && history?.is === "value" ? (history.value?.stateOver(span, cycles[of]) ?? null) : null;
    return { ...(isCovered(state) ? withoutResults(run) : run), intervalState: stretch };
  }

  private mixOf(): ViewInputs["mixOf"] {
    const code = mixTableCode.loaded;
    return code === null ? null : (document, table) => code.mixTableOfDocument(document, table, this.networks.materialsOf);
  }

  /** A scenario of the document; undefined for the run of a network that has just been removed. */
  private scenarioOf(of: number): Scenario | undefined {
    return namedVariants(this.store.getState().document.current).scenarios[of];
  }

  private networkOf(run: RunSnapshot, of: number): Network | null {
    if (run.played !== null) return run.played.opened.network;
    const scenario = this.scenarioOf(of);
    return scenario !== undefined && isScenarioRefused(run) ? this.networks.networkOf(scenario.topology) : null;
  }

  /** The network if its layout has been loaded. */
  private networkIfDrawable(run: RunSnapshot, of: number): Network | null {
    const network = this.networkOf(run, of);
    if (network === null) return null;
    const scenario = this.scenarioOf(of);
    const hasJobs = scenario !== undefined && workloads.get(scenario.workload.kind).terminalsByJob !== undefined;
    return isLayoutLoaded(network, run.played?.opened.links, hasJobs, this.layouts.loaded) ? network : null;
  }

  /** Packets that waited at the downstream end of the hovered channel, if the channel belongs to this network. */
  private waitsOf(of: number, run: VisibleRun): Variant["waits"] {
    const { hovered } = this;
    const request = hovered?.of === of ? waitsRequest(this.store.getState(), hovered, run) : null;
    if (request === null) return null;
    const state = this.runs.queries?.waits.stateOf(request);
    return state?.is === "value" ? state.value.waits : state?.is === "refused" ? null : "sought";
  }
}
