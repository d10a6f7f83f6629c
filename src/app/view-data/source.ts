/** What views ask at this moment: it asks the runs for what is not known yet, and gathers once between two pieces of news. */
import { defined } from "../../core/base/defined.ts";
import type { Explanation } from "../../core/searches/explanation.ts";
import type { Network } from "../../core/network/network.ts";
import { loadOf } from "../../core/scenario/load.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";
import type { Span, Variant, ViewData } from "../../views/contract.ts";
import type { FrameLoop } from "../../views/shell/frame-loop.ts";
import type { Draft } from "../../views/drawing/contract.ts";
import { views } from "../../views/index.ts";
import { countedIn } from "../../views/readings/loads.ts";
import { fetchLayouts, isDrawable } from "../../views/stage/layouts/layouts.ts";
import type { Viewports } from "../../views/stage/viewports.ts";
import type { Units } from "../../words/units.ts";
import type { BuiltNetworks } from "../document/built.ts";
import { isCovered } from "../state/mode-state.ts";
import type { Workbench, WorkbenchStore } from "../state/workbench.ts";
import { namedVariants } from "../../words/variants.ts";
import type { KnownRun, PageRuns } from "../runs/page-runs.ts";
import { lazyCode } from "../ui/lazy.ts";
import { type DrawnRun, isDeadlocked, isRefused, type Known, shownChannelOf, shownSpan, subjectOf, viewDataOf } from "./view-data.ts";

/** Up to so many terminals a channel is explained unasked; beyond, when it has been picked. */
const mostUnasked = 256;

/** Fetched with the first sweep, and with the first network beside. */
const mixCode = lazyCode(() => import("../../findings/mix-table.ts"));
const givenCode = lazyCode(() => import("./given-mix.ts"));
/** Fetched when somebody begins to draw. */
const drawingCode = lazyCode(() => import("../drawing/draft.ts"));

/** What is known of a run while its answer is covered: nothing that has come of it. */
function unseen({ state, isFrameStale }: KnownRun): KnownRun {
  return { state: { ...state, answer: null, analysis: null, curve: { points: [], expected: 0 } }, played: null, isFrameStale };
}

/** What was gathered at a moment. */
interface Gathered {
  readonly state: Workbench;
  readonly edition: number;
  whole?: ViewData;
  stretch?: ViewData;
}

export class ViewSource {
  private gathered: Gathered | null = null;
  /** Fetched with the first network that is no grid, or more than a plain one. */
  private readonly layouts = lazyCode(fetchLayouts);
  /** The channel that the reader points at, and the number of its network; null where none. */
  private pointed: { readonly channel: number; readonly of: number } | null = null;

  constructor(
    private readonly store: WorkbenchStore,
    private readonly units: () => Units,
    private readonly runs: PageRuns,
    private readonly networks: BuiltNetworks,
    private readonly frameLoop: FrameLoop,
    private readonly viewports: Viewports,
  ) {}

  /** All that a view may draw from at this moment. */
  data(view: string): ViewData {
    const state = this.store.getState();
    const { edition } = this.runs;
    if (this.gathered?.state !== state || this.gathered.edition !== edition) this.gathered = { state, edition };
    const now = this.gathered;
    // The strip of time is where a stretch is chosen: it shows the whole run.
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

  /** What is under the hand; null where nobody draws, and until the code for it is there. */
  private draft(state: Workbench): Draft | null {
    const code = state.mode.drawing === null ? null : drawingCode.orAsk(this.runs.tell);
    return code === null ? null : code.draftOf(state, this.networks);
  }

  /** The number of the scenario that the page speaks of. */
  subject(): number {
    return subjectOf(this.store.getState(), this.runs.known);
  }

  /** The channel that the page speaks of, or −1. */
  shownChannel(): number {
    return shownChannelOf(this.store.getState(), this.runs.known);
  }

  /** Whether the run that the page speaks of has ended in a deadlock. */
  isDeadlocked(): boolean {
    return isDeadlocked(this.runs.known[this.subject()]);
  }

  /** Why a channel of the network that the page speaks of is busy; null until it is known, or where nobody has asked. */
  explanationOf(channel: number): Explanation | null {
    const {
      document: { current: document },
      session: { selected, span },
    } = this.store.getState();
    const of = this.subject();
    const { state, played } = this.runs.known[of];
    const network = played?.opened.network ?? null;
    if (channel < 0 || network === null || state.isAnswerStale || state.playback?.state.is === "opening") return null;
    const { scenarios, cycles } = namedVariants(document);
    const isAsked = selected.is === "channel" || network.terminals <= mostUnasked;
    const found = isAsked ? this.runs.why.of(scenarios[of] ?? document, channel, span, cycles[of] ?? 1) : null;
    return found?.channel === channel ? found : null;
  }

  /** The reader points at a channel of one of the networks and wants to know who waited there; at none any more where it is null. */
  point(channel: number | null, of = this.store.getState().session.activeNetwork): void {
    const { pointed } = this;
    if (channel === null ? pointed === null : pointed?.channel === channel && pointed.of === of) return;
    this.pointed = channel === null ? null : { channel, of };
    if (channel === null) this.runs.searches?.whoWaited.drop();
    this.gathered = null;
    this.frameLoop.markDirty();
  }

  /** All that is known now; what is not is asked for hereby. */
  private known(span: Span | null): Known {
    const { scenarios, cycles } = namedVariants(this.store.getState().document.current);
    const { sweep, tell } = this.runs;
    const pasts = span === null ? null : this.runs.askSearches()?.pasts;
    const hides = isCovered(this.store.getState());
    const runs = this.runs.known.map((run, i): DrawnRun => {
      const isPast = span !== null && run.state.playback !== null;
      const stretch = isPast ? (pasts?.stretchOf(scenarios[i], span, cycles[i]) ?? null) : null;
      const network = this.drawable(
        run.played?.opened.network ?? (isRefused(run) ? this.networks.of(scenarios[i].topology) : null),
        run.played?.opened.links,
      );
      const drawn = { ...(hides ? unseen(run) : run), network, stretch };
      return { ...drawn, waits: this.waitsOf(i, drawn, scenarios[i], cycles[i]) };
    });
    return {
      runs,
      viewports: this.viewports,
      layouts: this.layouts.there,
      sweep,
      why: this.explanationOf(this.shownChannel()),
      mixOf: sweep.table === null ? null : this.mixOf(tell),
      saturations: this.saturations(scenarios),
      givenOf: runs.length > 1 ? (givenCode.orAsk(tell)?.givenOf ?? null) : null,
    };
  }

  /** Where the networks are full, if a reader has asked what they give there. */
  private saturations(scenarios: readonly Scenario[]): Known["saturations"] {
    const { choices } = this.store.getState().view;
    const isAsked = choices["performance-per-cost"]?.["by"] === "saturation" && scenarios.length > 1;
    if (isAsked && scenarios.every((each) => loadOf(each) !== null)) {
      return this.runs.askSearches()?.saturations.of(scenarios) ?? scenarios.map(() => "sought");
    }
    this.runs.searches?.saturations.drop();
    return null;
  }

  private mixOf(tell: () => void): Known["mixOf"] {
    const code = mixCode.orAsk(tell);
    return code === null ? null : (document, table) => code.mixTable(document, table, this.networks.boughtFor);
  }

  /** A network once there is a way to draw it; null while that is being fetched. */
  private drawable(network: Network | null, links: Variant["links"]): Network | null {
    if (network === null || isDrawable(network, links, this.layouts.there)) return network;
    // What was gathered meanwhile has no network: it is gathered again, not only drawn again.
    this.layouts.orAsk(this.runs.tell);
    return null;
  }

  /** Who waited behind the channel pointed at, as long as the numbers of that network are counted. */
  private waitsOf(of: number, run: Omit<DrawnRun, "waits"> & KnownRun, scenario: Scenario, cycle: number): Variant["waits"] {
    const frame = run.stretch?.frame ?? run.played?.frame ?? null;
    if (this.pointed?.of !== of || frame === null || this.pointed.channel >= frame.phits.length) return null;
    if (run.state.playback?.state.is === "opening") return null;
    const searches = this.runs.askSearches();
    if (searches === null) return "sought";
    return searches.whoWaited.of(scenario, this.pointed.channel, shownSpan(run.stretch) ?? countedIn(frame), cycle);
  }
}
