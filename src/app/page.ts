/** The one study of this page, tied to the store: whatever scenario stands there is the one that runs. */
import { channelCount } from "../core/network/network.ts";
import { topologies } from "../core/topologies/index.ts";
import type { Variant, ViewData } from "../views/contract.ts";
import { markDirty } from "../views/frames.ts";
import { hottestChannel, loadsOf } from "../views/shared/loads.ts";
import { workers } from "../worker/client.ts";
import { useSyncExternalStore } from "react";
import { litBy, nothingLit } from "./lit.ts";
import { loadOf, Study, type StudyState } from "./study.ts";
import { workbench } from "./store.ts";

/** Cycles of one step forward. */
export const stepCycles = 100;

export const study = new Study(workers, workbench.getState().speed);

/** Begins to follow the store; returns the way to stop. */
export function followStore(): () => void {
  study.show(workbench.getState().scenario);
  const stopStudy = study.subscribe(markDirty);
  const stopStore = workbench.subscribe((state, before) => {
    if (state.scenario !== before.scenario) study.show(state.scenario);
    if (state.speed !== before.speed) study.setSpeed(state.speed);
    markDirty();
  });
  return () => {
    stopStudy();
    stopStore();
    study.close();
  };
}

/** Reads the study in a component; renders again when what is selected changes. */
export function useStudy<T>(select: (state: StudyState) => T): T {
  return useSyncExternalStore(study.subscribe, () => select(study.snapshot()));
}

/** All that a view may draw from at this moment. */
export function viewData(view: string): ViewData {
  const { selected, span, choices } = workbench.getState();
  const front = variantInFront();
  const selectedChannel = shownChannel();
  return {
    ...front,
    variants: [front],
    selected,
    lit: front.network === null ? nothingLit : litBy(selected, selectedChannel, front.network),
    selectedChannel,
    span,
    choices: choices[view] ?? noChoices,
  };
}

const noChoices = {};

function variantInFront(): Variant {
  const { scenario } = workbench.getState();
  const { answer, analysis, curve, lost, isRefused } = study.snapshot();
  const played = study.frame;
  return {
    letter: "",
    title: topologies.get(scenario.topology.kind).title,
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
  if (is === "playing" || is === "opening") playback.pause();
  else if (is === "paused") playback.play();
  else study.again();
}

/** Goes on by some cycles and pauses. */
export function stepForward(): void {
  study.snapshot().playback?.step(stepCycles);
}

/** Goes back by some cycles and pauses. */
export function stepBack(): void {
  study.snapshot().playback?.stepBack(stepCycles);
}
