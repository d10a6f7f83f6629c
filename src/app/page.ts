/** The one study of this page, tied to the store: whatever scenario stands there is the one that runs. */
import { channelCount, type Network } from "../core/network/network.ts";
import type { Explanation } from "../core/explain.ts";
import type { Frame } from "../core/simulation/frame.ts";
import type { Stretch } from "../core/simulation/history.ts";
import { Pasts } from "./runs/past.ts";
import { WhoWaited } from "./runs/who-waited.ts";
import { Why } from "./runs/why.ts";
import type { Span, SweepTable, Variant, ViewData } from "../views/contract.ts";
import { markDirty, markMoved } from "../views/shell/frames.ts";
import { views } from "../views/index.ts";
import { fetchLayouts, layoutFor } from "../views/stage/layouts/layouts.ts";
import { countedIn, hottestChannel, loadsOf } from "../views/readings/loads.ts";
import { type PlaybackState, workers } from "../worker/client.ts";
import { useEffect, useState, useSyncExternalStore } from "react";
import { type Document, letterOf } from "../core/scenario/document.ts";
import type { MixTable } from "../views/mix/mix.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import type * as Given from "./workbench/mix/given.ts";
import { billInUse } from "./document/bought.ts";
import { built } from "./document/built.ts";
import { namedVariants } from "./document/variants.ts";
import { remembering } from "./runs/kept-results.ts";
import { loadOf, lostIn, Study, type StudyState } from "./runs/study.ts";
import { SweepRuns } from "./runs/sweep.ts";
import { pairOf, workbench } from "./document/store.ts";
import { picksOf, speaksOf } from "./selection/shared-picks.ts";
import { hasteOf } from "./workbench/time/pace.ts";

const runners = remembering(workers);

/** The document's first scenario. */
export const study = new Study(runners, workbench.getState().speed);
/** The scenarios beside it, in their order. */
let others: readonly Study[] = [];
/** The runs of the document's sweep. */
export const sweepRuns = new SweepRuns(runners, workers);

/** All scenarios of the document as they are computed, in its order. */
export function studies(): readonly Study[] {
  return [study, ...others];
}

/** The scenario that single views, the channel's card and the clock speak of. */
export function inFront(): Study {
  return studies()[workbench.getState().front] ?? study;
}

/** The number of the scenario that the page speaks of: the one in front, unless what is picked is a thing of another one alone. */
export function subject(): number {
  const { selected, front } = workbench.getState();
  const owners = studies().map((each, index) => {
    const { answer } = each.snapshot();
    return { index, network: each.frame?.opened.network ?? null, results: answer?.results ?? null };
  });
  return speaksOf(selected, Math.min(front, others.length), owners);
}

/** Runs that are watched as they go: what is in front, and what is drawn beside each other. */
function watched(): readonly number[] {
  const state = workbench.getState();
  return [...new Set([state.front, ...pairOf(state)])];
}

/** The time at which the watched runs stand, or to which they go: that of the furthest, for others may have come to their end before. */
export function clockTime(): number {
  return Math.max(0, ...studies().map(timeOf));
}

/** The time at which a run stands, or to which it goes. */
function timeOf(each: Study): number {
  return each.snapshot().playback?.time ?? 0;
}

/**
 * The watched run whose clock is the page's: the one in front, or where that has come to its end, one that still goes on; and
 * where all have, the one that ended last. For everything but time, that in front speaks.
 */
export function leading(): Study {
  const goesOn = (each: Study) => !hasEnded(each.snapshot().playback?.state.is);
  const those = [inFront(), ...watched().flatMap((index) => studies()[index] ?? [])];
  return those.find(goesOn) ?? those.reduce((last, each) => (timeOf(each) > timeOf(last) ? each : last));
}

/** Whether a run goes on no more by itself. */
export function hasEnded(state: PlaybackState["is"] | undefined): boolean {
  return state === undefined || state === "finished" || state === "deadlocked" || state === "failed";
}

/** How many times faster the watched runs are played than is asked for: the longest of them says it, once it is known. */
export function haste(): number {
  const cycles = studies().map((each) => {
    const { answer, isAnswerStale } = each.snapshot();
    return answer === null || isAnswerStale ? 0 : answer.results.cycles;
  });
  return hasteOf(Math.max(...cycles));
}

/** Plays the watched runs at the speed asked for, all on one clock. */
function keepPace(): void {
  const speed = workbench.getState().speed * haste();
  for (const each of studies()) each.setSpeed(speed);
}

const pasts = new Pasts(workers, tell);
const why = new Why(workers, tell);
const whoWaited = new WhoWaited(workers, tell);

const listeners = new Set<() => void>();

/** Milliseconds between two readings of a run that goes on: words that change faster cannot be read. */
const pace = 200;
let telling: ReturnType<typeof setTimeout> | undefined;

function tell(news: "changed" | "moved" = "changed"): void {
  outdate();
  if (news === "moved") {
    markMoved();
    telling ??= setTimeout(tellAll, pace);
    return;
  }
  keepPace();
  markDirty();
  tellAll();
}

function tellAll(): void {
  clearTimeout(telling);
  telling = undefined;
  for (const listener of listeners) listener();
}

/** Begins to follow the store; returns the way to stop. */
export function followStore(): () => void {
  const show = () => {
    const { scenario: document, speed } = workbench.getState();
    const { scenarios, cycles } = namedVariants(document);
    // There are as many studies as scenarios before any of them tells anybody.
    const gone = others.slice(scenarios.length - 1);
    const joinsLate = others.length === 0 && scenarios.length > 1 && study.snapshot().playback !== null;
    others = scenarios.slice(1).map((_, i) => {
      if (others[i] !== undefined) return others[i];
      const other = new Study(runners, speed, watched().includes(i + 1));
      other.subscribe(tell);
      return other;
    });
    for (const each of gone) each.close();
    // A sweep says what is to be run; a curve of its own would only keep it waiting.
    const seeds = document.sweep.length > 0 ? 0 : document.seeds;
    studies().forEach((each, i) => each.show(scenarios[i], seeds, cycles[i]));
    // Two runs under one clock begin together.
    if (joinsLate) study.again();
    sweepRuns.show(document);
    pasts.keepOnly(scenarios);
    tell();
  };
  show();
  const stops = [study.subscribe(tell), sweepRuns.subscribe(tell)];
  const stopStore = workbench.subscribe((state, before) => {
    outdate();
    if (state.scenario !== before.scenario) show();
    if (state.front !== before.front || state.pair !== before.pair) {
      watch(watched());
      tell();
    }
    if (state.speed !== before.speed) keepPace();
    markDirty();
  });
  return () => {
    for (const stop of stops) stop();
    stopStore();
    for (const each of studies()) each.close();
    sweepRuns.close();
  };
}

/** Runs again what was lost. */
export function runLost(): void {
  for (const each of studies()) if (lostIn(each.snapshot()) !== null) each.again();
  if ((sweepRuns.batch?.progress.failed ?? 0) > 0) sweepRuns.goOn(workbench.getState().scenario);
  // What was looked for in lost runs is asked for anew.
  why.drop();
  pasts.keepOnly([]);
}

/** Lets the runs of some scenarios be watched from now on; they catch up with those that are. */
export function watch(indices: readonly number[]): void {
  const playback = study.snapshot().playback;
  const { state = null } = playback ?? {};
  const isPlaying = state === null || state.is === "playing" || state.is === "opening";
  const now = clockTime();
  for (const index of indices) studies()[index]?.watch(now, isPlaying);
}

/** Calls back whenever anything computed for the document changes; returns the way to stop. */
export function onNews(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reads a plain value from what is computed for the document; renders again when that value has changed. */
export function useComputed<T extends string | number | boolean | null>(read: () => T): T {
  return useSyncExternalStore(onNews, read);
}

/** Renders again at most every so many milliseconds while there is news. */
export function usePaced(milliseconds: number): void {
  const [, again] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onNews(() => {
      if (timer !== undefined) return;
      timer = setTimeout(() => {
        timer = undefined;
        again((count) => count + 1);
      }, milliseconds);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [milliseconds]);
}

/** Reads the study in front in a component; renders again when what is selected changes. */
export function useStudy<T>(select: (state: StudyState) => T): T {
  return useSyncExternalStore(onNews, () => select(inFront().snapshot()));
}

/** Reads the study whose clock is the page's in a component; renders again when what is selected changes. */
export function useLeading<T>(select: (state: StudyState) => T): T {
  return useSyncExternalStore(onNews, () => select(leading().snapshot()));
}

/** All that a view may draw from at this moment. */
export function viewData(view: string): ViewData {
  const { span, choices } = workbench.getState();
  // The strip of time is where a stretch is chosen: it shows the whole run.
  const isWhole = span === null || views.find(({ id }) => id === view)?.place === "time";
  const data = isWhole ? (wholeData ??= dataNow(null)) : (stretchData ??= dataNow(span));
  return choices[view] === undefined ? data : { ...data, choices: choices[view] };
}

/** The data of this moment, of the whole run and of the stretch chosen: gathered once between two pieces of news, for many ask. */
let wholeData: ViewData | null = null;
let stretchData: ViewData | null = null;

function outdate(): void {
  [wholeData, stretchData] = [null, null];
}

function dataNow(span: Span | null): ViewData {
  const { scenario: document, selected, shows, front } = workbench.getState();
  const { scenarios, point, cycles, names, facts, bills } = namedVariants(document);
  const stretches =
    span === null
      ? []
      : studies().map((each, i) => (each.snapshot().playback === null ? null : pasts.stretchOf(scenarios[i], span, cycles[i])));
  const known = studies().map((each, i) => ({
    ...variantOf(each, scenarios[i], cycles[i], i),
    facts: facts[i],
    bill: bills[i],
    usedBill: bills[i] === null ? null : billInUse(scenarios[i], facts[i], each.frame?.opened.network ?? null, document.cost),
    ...(stretches[i] === null || stretches[i] === undefined ? {} : { frame: stretches[i].frame }),
    waits: waitsOf(i, scenarios[i], cycles[i], stretches[i]?.frame ?? each.frame?.frame ?? null, shownSpan(stretches[i] ?? null, null)),
    index: i,
    letter: scenarios.length > 1 ? letterOf(i) : "",
    title: names[i],
  }));
  const shown = shownChannel();
  const meant = subject();
  const picks = picksOf(selected, known, meant, shown, explanationOf(shown));
  const variants = known.map((each, i): Variant => ({
    ...each,
    ...picks[i],
    ...(shows !== null && i === meant ? { highlight: shows } : {}),
  }));
  const own = variants[front] ?? variants[0];
  const baseline = Math.min(document.baseline, variants.length - 1);
  const mix = mixNow(document);
  return {
    ...own,
    variants,
    baseline,
    pair: pairOf(workbench.getState()),
    // What can be looked at begins and ends at certain instants.
    span: shownSpan(stretches[front] ?? null, workbench.getState().span),
    exactSpan: span === null ? null : workbench.getState().span,
    reach: [],
    choices: noChoices,
    sweep: sweepRuns.table,
    ...(point === "" ? {} : { point }),
    mix,
    ...(mix === null && variants.length > 1 ? { given: givenNow({ variants, baseline }) } : {}),
  };
}

/** How a sweep is read as a mix: fetched with the first sweep. */
let mixTable: ((document: Document, table: SweepTable) => MixTable | null) | null = null;

/** How runs are read as what networks give for their cost: fetched with the first network beside. */
let givenTable: typeof Given.givenOf | null = null;

function givenNow(data: Pick<ViewData, "variants" | "baseline">): MixTable | null {
  if (givenTable !== null) return givenTable(data);
  void import("./workbench/mix/given.ts").then((file) => {
    givenTable ??= file.givenOf;
    tell();
  });
  return null;
}

function mixNow(document: Document): MixTable | null {
  const { table } = sweepRuns;
  if (table === null) return null;
  if (mixTable !== null) return mixTable(document, table);
  void import("./workbench/mix/of-document.ts").then((file) => {
    mixTable ??= file.mixTable;
    tell();
  });
  return null;
}

function shownSpan(stretch: Stretch | null, span: Span | null): Span | null {
  return stretch === null ? span : { from: stretch.from, to: stretch.to };
}

/** Up to so many terminals a channel is explained unasked; beyond, when it has been picked. */
const mostUnasked = 256;

/** Why a channel of the network that the page speaks of is busy; null until it is known, or where nobody has asked. */
export function explanationOf(channel: number): Explanation | null {
  const { scenario: document, selected, span } = workbench.getState();
  const of = subject();
  const { playback, isAnswerStale } = studies()[of].snapshot();
  const network = studies()[of].frame?.opened.network ?? null;
  if (channel < 0 || network === null || isAnswerStale || playback?.state.is === "opening") return null;
  const { scenarios, cycles } = namedVariants(document);
  const isAsked = selected.is === "channel" || network.terminals <= mostUnasked;
  const found = isAsked ? why.of(scenarios[of] ?? document, channel, span, cycles[of] ?? 1) : null;
  return found?.channel === channel ? found : null;
}

/** The channel that the reader points at, and the number of its network; null where none. */
let pointed: { readonly channel: number; readonly of: number } | null = null;

/** The reader points at a channel of one of the networks and wants to know who waited there; at none any more where it is null. */
export function askWhoWaited(channel: number | null, of = workbench.getState().front): void {
  if (pointed?.channel === channel && (pointed === null || pointed.of === of)) return;
  if (pointed === null && channel === null) return;
  pointed = channel === null ? null : { channel, of };
  if (channel === null) whoWaited.drop();
  outdate();
  markDirty();
}

/** Who waited behind the channel pointed at, as long as the numbers of that network are counted. */
function waitsOf(of: number, scenario: Scenario, cycle: number, frame: Frame | null, span: Span | null): Variant["waits"] {
  if (pointed?.of !== of || frame === null || pointed.channel >= frame.phits.length) return null;
  if (studies()[of].snapshot().playback?.state.is === "opening") return null;
  return whoWaited.of(scenario, pointed.channel, span ?? countedIn(frame), cycle);
}

/** A network once there is a way to draw it; null while that is being fetched. */
function drawable(network: Network | null): Network | null {
  if (network === null || layoutFor(network.axes) !== undefined) return network;
  // What was gathered meanwhile has no network: it is gathered again, not only drawn again.
  layouts ??= fetchLayouts().then(() => tell());
  return null;
}

/** The layouts that the first picture does not need, under way or here; null until one of them is wanted. */
let layouts: Promise<void> | null = null;

const noChoices = {};
const noCurve = { points: [], expected: 0 };

function variantOf(
  of: Study,
  scenario: Scenario,
  cycle: number,
  variant: number,
): Omit<Variant, "index" | "facts" | "waits" | "bill" | "usedBill" | "letter" | "title" | keyof ReturnType<typeof picksOf>[number]> {
  const { answer, analysis, curve, lost, isRefused } = of.snapshot();
  const played = of.frame;
  return {
    cycle,
    // What cannot be run can be looked at, and mended.
    network: drawable(played?.opened.network ?? (lost !== null && isRefused ? built(scenario.topology) : null)),
    frame: played?.frame ?? null,
    packetPhits: played?.opened.packetPhits ?? 1,
    window: played?.opened.window ?? null,
    results: answer?.results ?? null,
    analysis,
    // Of what cannot be run, no load will come in.
    curve: lost !== null && isRefused ? noCurve : (sweepRuns.curveOf(variant, cycle) ?? curve),
    load: loadOf(scenario, cycle),
    offered: played?.opened.offered ?? null,
  };
}

/** The channel the page speaks of: the one picked, else the busiest; −1 before there is any, and while something else is picked. */
export function shownChannel(): number {
  const { selected } = workbench.getState();
  const own = studies()[subject()];
  const played = own.frame;
  if (played === null || (selected.is !== "channel" && selected.is !== "nothing")) return -1;
  const channels = channelCount(played.opened.network);
  if (selected.is === "channel" && selected.channel < channels) return selected.channel;
  const { answer } = own.snapshot();
  // An older answer about the same topology serves until the new one is in: the pick must not flicker while a word is dragged.
  const isAbout = answer !== null && JSON.stringify(answer.scenario.topology) === JSON.stringify(shownTopology());
  // In a deadlock the circle is what matters, once the run on the screen has met it.
  const [circle] = isAbout ? answer.results.deadlockChannels : [];
  if (circle !== undefined && circle < channels && isDeadlocked()) return circle;
  return isAbout && answer.results.load.worstChannel < channels
    ? answer.results.load.worstChannel
    : hottestChannel(loadsOf({ frame: played.frame, cycle: 1 }), channels).channel;
}

function shownTopology(): Scenario["topology"] {
  const { scenario } = workbench.getState();
  return (namedVariants(scenario).scenarios[subject()] ?? scenario).topology;
}

/** Whether the run that the page speaks of has ended in a deadlock. */
export function isDeadlocked(): boolean {
  return studies()[subject()].snapshot().playback?.state.is === "deadlocked";
}
