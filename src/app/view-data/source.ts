/**
 * Collects the data that views draw, and caches it until the store or the runs change. Reading starts nothing; {@link ViewSource.follow}
 * requests the queries and the code that views need.
 */
import { defined } from "../../core/base/defined.ts";
import type { Explanation } from "../../core/searches/explanation.ts";
import type { Network } from "../../core/network/network.ts";
import type { Span, Variant, ViewData } from "../../views/contract.ts";
import type { FrameLoop } from "../../views/frame-loop.ts";
import type { Draft } from "../../views/drawing/contract.ts";
import { views } from "../../views/index.ts";
import { fetchLayouts, isDrawable } from "../../views/stage/layouts/layouts.ts";
import type { Viewports } from "../../views/stage/viewports.ts";
import type { Units } from "../../words/units.ts";
import type { BuiltNetworks } from "../document/built.ts";
import { isCovered } from "../state/mode-state.ts";
import type { Workbench, WorkbenchStore } from "../state/workbench.ts";
import { namedVariants } from "../../words/variants.ts";
import { idle } from "../runs/query.ts";
import type { PageDemand } from "../runs/page-queries.ts";
import { noDemand } from "../runs/page-runs.ts";
import type { KnownRun, PageRuns } from "../runs/page-runs.ts";
import { type LazyCode, lazyCode } from "../ui/lazy.ts";
import { explanationRequest, needsSaturations, type Pointed, type SeenRun, waitsRequest } from "./demand.ts";
import { type DrawnRun, isDeadlocked, isRefused, type Known, shownChannelOf, subjectOf, viewDataOf } from "./view-data.ts";

/** Loaded with the first sweep, or the first comparison of networks. */
const mixCode = lazyCode(() => import("../../findings/mix-table.ts"));
const givenCode = lazyCode(() => import("./given-mix.ts"));
/** Loaded when drawing starts. */
const drawingCode = lazyCode(() => import("../drawing/draft.ts"));

/** A run while its results are hidden by a lesson. */
function unseen({ state, isFrameStale }: KnownRun): KnownRun {
  return { state: { ...state, answer: null, analysis: null, curve: { points: [], expected: 0 } }, played: null, isFrameStale };
}

/** The cached data, and the state for which it was computed. */
interface Gathered {
  readonly state: Workbench;
  readonly edition: number;
  whole?: ViewData;
  stretch?: ViewData;
}

/** The source of the page's view data. */
export class ViewSource {
  private gathered: Gathered | null = null;
  /** Loaded with the first network that the default layout cannot draw. */
  private readonly layouts = lazyCode(fetchLayouts);
  /** The channel under the pointer; null for none. */
  private pointed: Pointed | null = null;
  private isFollowed = false;
  private readonly fetching = new Set<LazyCode<unknown>>();

  constructor(
    private readonly store: WorkbenchStore,
    private readonly units: () => Units,
    private readonly runs: PageRuns,
    private readonly networks: BuiltNetworks,
    private readonly frameLoop: FrameLoop,
    private readonly viewports: Viewports,
  ) {}

  /** The current data for a view. */
  data(view: string): ViewData {
    const state = this.store.getState();
    const { edition } = this.runs;
    if (this.gathered?.state !== state || this.gathered.edition !== edition) this.gathered = { state, edition };
    const now = this.gathered;
    // Views of the time line always show the whole run, because time spans are selected there.
    const isOfTime = views.find(({ id }) => id === view)?.place === "time";
    const isWhole = state.session.span === null || isOfTime;
    const ofRuns = isWhole
      ? (now.whole ??= viewDataOf(state, this.known(null), this.units(), null))
      : (now.stretch ??= viewDataOf(state, this.known(state.session.span), this.units(), state.session.span));
    const {
      session: { measured },
      document: { current: scenario },
    } = state;
    const data = measured?.topology === scenario.topology && !isOfTime ? measured.show(ofRuns) : ofRuns;
    const choices = state.view.choices[view];
    const draft = view === "drawing" ? this.draft(state) : null;
    return choices === undefined && draft === null ? data : { ...data, ...defined({ choices }), ...(draft === null ? {} : { draft }) };
  }

  /** Starts requesting what views need, now and after every change. Returns a function that stops this and cancels running queries. */
  follow(): () => void {
    const ask = () => this.ask();
    const stops = [this.store.subscribe(ask), this.runs.subscribe(ask)];
    this.isFollowed = true;
    this.ask();
    return () => {
      for (const stop of stops) stop();
      this.isFollowed = false;
      this.runs.want(noDemand);
    };
  }

  /** Sets the current requests and loads missing code. */
  private ask(): void {
    this.runs.want(this.demand);
    for (const code of this.code()) {
      if (this.fetching.has(code)) continue;
      this.fetching.add(code);
      void code
        .fetch()
        .then(
          () => this.runs.tell(),
          () => undefined,
        )
        .finally(() => this.fetching.delete(code));
    }
  }

  /** The requests that views need at present. */
  get demand(): PageDemand {
    const state = this.store.getState();
    const { known } = this.runs;
    const { pointed } = this;
    const { scenarios } = namedVariants(state.document.current);
    const { span } = state.session;
    return {
      explanation: explanationRequest(state, known, this.shownChannel()),
      waits:
        pointed === null || pointed.of >= known.length
          ? null
          : waitsRequest(state, pointed, this.seen(known[pointed.of], pointed.of, span)),
      pasts: span === null ? [] : scenarios.filter((_, i) => known[i]?.state.playback !== null),
      saturations: needsSaturations(state) ? scenarios : [],
    };
  }

  /** Code that views need and that has not been loaded. */
  private code(): readonly LazyCode<unknown>[] {
    const { mode, document } = this.store.getState();
    const { known } = this.runs;
    const needed: readonly (readonly [boolean, LazyCode<unknown>])[] = [
      [mode.drawing !== null, drawingCode],
      [document.current.sweep.length > 0, mixCode],
      [known.length > 1, givenCode],
      [known.some((run, i) => this.networkOf(run, i) !== null && this.drawable(run, i) === null), this.layouts],
    ];
    return needed.flatMap(([isNeeded, code]) => (isNeeded && code.there === null ? [code] : []));
  }

  /** The drawing that is being edited; null if there is none, or while its code is loading. */
  private draft(state: Workbench): Draft | null {
    return state.mode.drawing === null ? null : (drawingCode.there?.draftOf(state, this.networks) ?? null);
  }

  /** Index of the network that the page refers to. */
  subject(): number {
    return subjectOf(this.store.getState(), this.runs.known);
  }

  /** The channel on the channel card, or −1. */
  shownChannel(): number {
    return shownChannelOf(this.store.getState(), this.runs.known);
  }

  /** Whether the run that the page refers to has ended in a deadlock. */
  isDeadlocked(): boolean {
    return isDeadlocked(this.runs.known[this.subject()]);
  }

  /** Why a channel is busy; null if this is unknown or has not been requested. */
  explanationOf(channel: number): Explanation | null {
    const request = explanationRequest(this.store.getState(), this.runs.known, channel);
    const found = request === null ? null : this.runs.explanation.of(request);
    return found?.is === "value" ? found.value : null;
  }

  /** Sets the channel under the pointer, for which the waiting packets are requested; null for none. */
  point(channel: number | null, of = this.store.getState().session.activeNetwork): void {
    const { pointed } = this;
    if (channel === null ? pointed === null : pointed?.channel === channel && pointed.of === of) return;
    this.pointed = channel === null ? null : { channel, of };
    this.gathered = null;
    if (this.isFollowed) this.ask();
    this.frameLoop.markDirty();
  }

  /** All inputs of the view data. */
  private known(span: Span | null): Known {
    const { scenarios } = namedVariants(this.store.getState().document.current);
    const { sweep, queries, known } = this.runs;
    return {
      runs: known.map((run, i): DrawnRun => {
        const seen = this.seen(run, i, span);
        return { ...seen, network: this.drawable(run, i), waits: this.waitsOf(i, seen) };
      }),
      viewports: this.viewports,
      layouts: this.layouts.there,
      sweep,
      why: this.explanationOf(this.shownChannel()),
      mixOf: sweep.table === null ? null : this.mixOf(),
      saturations: needsSaturations(this.store.getState()) ? scenarios.map((each) => queries?.saturations.of(each) ?? idle) : null,
      givenOf: known.length > 1 ? (givenCode.there?.givenOf ?? null) : null,
    };
  }

  /** A run without hidden parts, and within a time span as far as its history is known. */
  private seen(run: KnownRun, of: number, span: Span | null): SeenRun {
    const state = this.store.getState();
    const { scenarios, cycles } = namedVariants(state.document.current);
    const past = span === null || run.state.playback === null ? null : this.runs.queries?.pasts.of(scenarios[of]);
    const stretch = span !== null && past?.is === "value" ? (past.value?.over(span, cycles[of]) ?? null) : null;
    return { ...(isCovered(state) ? unseen(run) : run), stretch };
  }

  private mixOf(): Known["mixOf"] {
    const code = mixCode.there;
    return code === null ? null : (document, table) => code.mixTable(document, table, this.networks.boughtFor);
  }

  private networkOf(run: KnownRun, of: number): Network | null {
    const { scenarios } = namedVariants(this.store.getState().document.current);
    return run.played?.opened.network ?? (isRefused(run) ? this.networks.of(scenarios[of].topology) : null);
  }

  /** The network if its layout has been loaded. */
  private drawable(run: KnownRun, of: number): Network | null {
    const network = this.networkOf(run, of);
    return network !== null && isDrawable(network, run.played?.opened.links, this.layouts.there) ? network : null;
  }

  /** Packets that waited behind the hovered channel, if it belongs to this network. */
  private waitsOf(of: number, run: SeenRun): Variant["waits"] {
    const { pointed } = this;
    const request = pointed?.of === of ? waitsRequest(this.store.getState(), pointed, run) : null;
    if (request === null) return null;
    const found = this.runs.queries?.waits.of(request);
    return found?.is === "value" ? found.value.waits : found?.is === "refused" ? null : "sought";
  }
}
