/** The one study of this page, tied to the store: whatever scenario stands there is the one that runs. */
import { channelCount } from "../core/network/network.ts";
import type { Variant, ViewData } from "../views/contract.ts";
import { markDirty } from "../views/frames.ts";
import { hottestChannel, loadsOf } from "../views/shared/loads.ts";
import { workers } from "../worker/client.ts";
import { useSyncExternalStore } from "react";
import { litBy, nothingLit } from "./lit.ts";
import { letterOf, variantsOf } from "../core/scenario/document.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { namesOf } from "./names.ts";
import { remembering } from "./kept-results.ts";
import { loadOf, Study, type StudyState } from "./study.ts";
import { SweepRuns } from "./sweep.ts";
import { workbench } from "./store.ts";

/** Cycles of one step forward. */
export const stepCycles = 100;

const runners = remembering(workers);

/** The scenario in front: the document's first. */
export const study = new Study(runners, workbench.getState().speed);
/** The scenarios beside it, in their order. */
let besides: readonly Study[] = [];
/** The runs of the document's sweep. */
export const sweepRuns = new SweepRuns(runners);

/** All scenarios of the document as they are computed, the one in front first. */
export function studies(): readonly Study[] {
  return [study, ...besides];
}

/** Only so many runs are watched as they go: what is drawn beside each other. */
const mostWatched = 2;

const listeners = new Set<() => void>();
let news = 0;

function tell(): void {
  news++;
  markDirty();
  for (const listener of listeners) listener();
}

/** Begins to follow the store; returns the way to stop. */
export function followStore(): () => void {
  const show = () => {
    const { scenario: document, speed } = workbench.getState();
    const [first, ...others] = variantsOf(document);
    study.show(first, document.seeds);
    for (const gone of besides.slice(others.length)) gone.close();
    besides = others.map((other, i) => {
      const known = besides[i] ?? new Study(runners, speed, i + 1 < mostWatched);
      if (besides[i] === undefined) known.subscribe(tell);
      known.show(other, document.seeds);
      return known;
    });
    sweepRuns.show(document);
  };
  show();
  const stops = [study.subscribe(tell), sweepRuns.subscribe(tell)];
  const stopStore = workbench.subscribe((state, before) => {
    if (state.scenario !== before.scenario) show();
    if (state.speed !== before.speed) for (const each of studies()) each.setSpeed(state.speed);
    markDirty();
  });
  return () => {
    for (const stop of stops) stop();
    stopStore();
    for (const each of studies()) each.close();
    sweepRuns.close();
  };
}

/** Reads anything computed for the document in a component; renders again when it has changed. */
export function useComputed<T>(read: () => T): T {
  useSyncExternalStore(subscribe, () => news);
  return read();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reads the study in a component; renders again when what is selected changes. */
export function useStudy<T>(select: (state: StudyState) => T): T {
  return useSyncExternalStore(study.subscribe, () => select(study.snapshot()));
}

/** All that a view may draw from at this moment. */
export function viewData(view: string): ViewData {
  const { scenario: document, selected, span, choices } = workbench.getState();
  const scenarios = variantsOf(document);
  const names = namesOf(document);
  const variants = studies().map((each, i) => ({
    ...variantOf(each, scenarios[i]),
    letter: scenarios.length > 1 ? letterOf(i) : "",
    title: names[i],
  }));
  const selectedChannel = shownChannel();
  const [front] = variants;
  return {
    ...front,
    variants,
    baseline: Math.min(document.baseline, variants.length - 1),
    selected,
    lit: front.network === null ? nothingLit : litBy(selected, selectedChannel, front.network),
    selectedChannel,
    span,
    choices: choices[view] ?? noChoices,
    sweep: sweepRuns.table,
  };
}

const noChoices = {};

function variantOf(of: Study, scenario: Scenario): Omit<Variant, "letter" | "title"> {
  const { answer, analysis, curve, lost, isRefused } = of.snapshot();
  const played = of.frame;
  return {
    network: played?.opened.network ?? null,
    frame: played?.frame ?? null,
    packetPhits: played?.opened.packetPhits ?? 1,
    window: played?.opened.window ?? null,
    results: answer?.results ?? null,
    analysis,
    // Of what cannot be run, no load will come in.
    curve: lost !== null && isRefused ? { points: [], expected: 0 } : curve,
    load: loadOf(scenario),
  };
}

/** The channel the page speaks of: the one picked, else the busiest; −1 before there is any. */
export function shownChannel(): number {
  const { selected } = workbench.getState();
  const played = study.frame;
  if (played === null) return -1;
  const channels = channelCount(played.opened.network);
  if (selected.is === "channel" && selected.channel < channels) return selected.channel;
  const { answer } = study.snapshot();
  // An older answer about the same topology serves until the new one is in: the pick must not flicker while a word is dragged.
  const isAbout = answer !== null && JSON.stringify(answer.scenario.topology) === JSON.stringify(workbench.getState().scenario.topology);
  // In a deadlock the circle is what matters, once the run on the screen has met it.
  const [circle] = isAbout ? answer.results.deadlockChannels : [];
  if (circle !== undefined && circle < channels && isDeadlocked()) return circle;
  return isAbout && answer.results.load.worstChannel < channels
    ? answer.results.load.worstChannel
    : hottestChannel(loadsOf(played.frame), channels).channel;
}

/** Whether the run on the screen has ended in a deadlock. */
export function isDeadlocked(): boolean {
  return study.snapshot().playback?.state.is === "deadlocked";
}

/** Plays or pauses; a run that has ended begins again. */
export function togglePlay(): void {
  const { playback } = study.snapshot();
  if (playback === null) return;
  const { is } = playback.state;
  for (const each of studies()) {
    const own = each.snapshot().playback;
    if (is === "playing" || is === "opening") own?.pause();
    else if (is === "paused") own?.play();
    else each.again();
  }
}

/** Goes on by some cycles and pauses. */
export function stepForward(): void {
  for (const each of studies()) each.snapshot().playback?.step(stepCycles);
}

/** Goes back by some cycles and pauses. */
export function stepBack(): void {
  study.snapshot().playback?.stepBack(stepCycles);
}
