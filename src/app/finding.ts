/** The finding: one sentence made from the results, the answer before the evidence. */
import type { Analysis } from "../core/analysis/analysis.ts";
import type { Results } from "../core/measures/results.ts";
import { routings } from "../core/routings/index.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { topologies } from "../core/topologies/index.ts";
import { workloads } from "../core/workloads/index.ts";
import { factsIfValid } from "./document.ts";
import { loadOf } from "./runs/study.ts";
import { countOf, formatCount, formatLoad, formatMeasure, formatPercent, headOf, sayLoad } from "../views/shared/format.ts";
import { capital } from "./format.ts";

export interface Finding {
  /** The answer, shown bold. */
  readonly answer: string;
  /** The evidence, shown muted; several short sentences. */
  readonly evidence: string;
}

/** Accepted load above this share of the offered counts as all of it (the saturation point's usual rule). */
const allOfIt = 0.97;
/** A difference between the load asked for and the load created that is worth a sentence. */
const noticeable = 0.05;

/** What a run found. The analysis adds the empty network's latency and the bound when it is there. */
export function findingOf(scenario: Scenario, results: Results, analysis: Analysis | null): Finding {
  const { title, article } = topologies.get(scenario.topology.kind);
  const network = article === "" ? title : `the ${title}`;
  if (results.deadlock !== null) return deadlock(scenario, results);
  return workloads.get(scenario.workload.kind).endless ? endless(scenario, network, results, analysis) : finite(network, results);
}

/** One of several scenarios and what it came to; null while that is not in. */
export interface Compared {
  readonly letter: string;
  readonly name: string;
  readonly links: number;
  readonly scenario: Scenario;
  readonly results: Results | null;
}

/** What a comparison found: what each delivers, and what the second gives of the baseline's for what part of its links. */
export function comparisonFinding(compared: readonly Compared[], baseline: number): Finding | null {
  const known = compared.flatMap((each) => (each.results === null ? [] : [{ ...each, results: each.results }]));
  if (known.length < compared.length) return null;
  const stuck = known.filter(({ results }) => results.deadlock !== null);
  if (stuck.length > 0) {
    const who = listed(stuck.map(({ letter, name }) => `${letter}, ${name},`));
    return {
      answer: `${who} ${stuck.length === 1 ? "deadlocks" : "deadlock"}; nothing is delivered there any more.`,
      evidence: sayWhat(known),
    };
  }
  const base = known[baseline];
  const other = known.find((_, i) => i !== baseline);
  const isFinite = known.every(({ results }) => results.makespan !== null);
  if (isFinite) {
    const times = known.map(({ letter, name, results }) => `${letter}, ${name}, ${formatCount(results.makespan!)}`);
    const evidence =
      other === undefined
        ? ""
        : `${other.letter} takes ${formatMeasure(other.results.makespan! / base.results.makespan!)} times ${base.letter}’s time with ${share(other.links, base.links)} of its links.`;
    return { answer: `Cycles to deliver everything: ${listed(times)}.`, evidence };
  }
  const loads = [...new Set(known.map(({ scenario, results }) => loadOf(scenario) ?? results.offeredPerSender))];
  const who = known.some(({ results }) => results.sending < results.terminals) ? "sending terminal" : "terminal";
  const offered = loads.length === 1 ? `Offered ${sayLoad(loads[0])} per ${who}, ` : `In ${headOf("phits/cycle")} per sender, `;
  const said = known.map(
    ({ letter, name, results }, i) => `${letter}, ${name}, ${i === 0 ? "delivers " : ""}${formatLoad(results.acceptedPerSender)}`,
  );
  return { answer: `${offered}${listed(said)}.`, evidence: other === undefined ? "" : sayRatio(other, base) };
}

type Known = Compared & { readonly results: Results };

function sayRatio(other: Known, base: Known): string {
  // Of all that crosses the network: patterns may leave different numbers of terminals silent.
  const [own, its] = [other.results.accepted, base.results.accepted];
  if (its === 0) return "";
  const isLike = other.results.terminals === base.results.terminals;
  const traffic = `${share(own, its)} of ${base.letter}’s traffic${isLike ? "" : " per terminal"}`;
  const links = other.links === base.links ? "as many links" : `${share(other.links, base.links)} of its links`;
  const slower =
    other.results.latency === null || base.results.latency === null || !other.results.steady.is || !base.results.steady.is
      ? ""
      : ` A packet takes ${formatCount(other.results.latency.mean)} cycles there, ${formatCount(base.results.latency.mean)} in ${base.letter}.`;
  return `${other.letter} gives ${traffic} with ${links}.${slower}`;
}

function sayWhat(known: readonly Known[]): string {
  const moving = known.filter(({ results }) => results.deadlock === null);
  return moving.map(({ letter, name, results }) => `${letter}, ${name}, delivers ${formatLoad(results.acceptedPerSender)}.`).join(" ");
}

const share = (a: number, b: number) => `${formatPercent(a / b)}\u00a0%`;
const listed = (parts: readonly string[]) =>
  parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join("; ")}; ${parts[parts.length - 1]}`;

function endless(scenario: Scenario, network: string, results: Results, analysis: Analysis | null): Finding {
  const { offeredPerSender: offered, acceptedPerSender: accepted, latency, terminals, sending } = results;
  const who = sending < terminals ? "sending terminal" : "terminal";
  const delivered = accepted >= allOfIt * offered ? "all of it" : formatLoad(accepted);
  const asked = loadOf(scenario);
  const nominal = asked ?? offered;
  const lead = asked === null ? `The jobs created ${sayLoad(offered)} per ${who};` : `Offered ${sayLoad(asked)} per ${who},`;
  const answer = `${lead} ${network} delivers ${delivered}.`;
  const evidence = [
    latency === null ? "None of the packets created while measuring has arrived." : latencySentence(results, analysis),
    Math.abs(offered - nominal) > noticeable * nominal ? `By chance, ${formatLoad(offered)} was created in the measured window.` : "",
    results.load.worst > 0 ? `Busiest channel: ${results.load.worstName}, ${sayLoad(results.load.worst)}.` : "",
    sending < terminals ? silentSentence(terminals - sending, terminals, results.accepted) : "",
  ];
  return { answer, evidence: joined(evidence) };
}

function latencySentence({ latency, steady, packets, arrived, accepted, offered }: Results, analysis: Analysis | null): string {
  const mean = `A packet takes ${formatCount(latency!.mean)} cycles on average`;
  if (arrived < packets) {
    const share = formatPercent(arrived / packets);
    const those = share === "100" ? "those, more than 99\u00a0%," : `the ${share}\u00a0%`;
    return `${mean}, counting only ${those} that arrived before the run ended: the queues grow.`;
  }
  if (!steady.is)
    return accepted < allOfIt * offered ? `${mean}, and the queues grow.` : `${mean}, and that is still changing: measure longer.`;
  return analysis === null ? `${mean}.` : `${mean}, ${formatCount(analysis.zeroLoadLatency)} in an empty network.`;
}

function silentSentence(silent: number, terminals: number, accepted: number): string {
  return `${formatCount(silent)} of ${formatCount(terminals)} terminals ${silent === 1 ? "is" : "are"} silent; over all of them ${formatLoad(accepted)} is delivered.`;
}

function finite(network: string, results: Results): Finding {
  const { packets, arrived, makespan, latency, cycles } = results;
  const answer =
    makespan === null
      ? `After ${formatCount(cycles)} cycles, ${network} has delivered ${formatCount(arrived)} of ${countOf(packets, "packet", "packets")}.`
      : `${capital(network)} delivers ${packets === 1 ? "the packet" : `all ${countOf(packets, "packet", "packets")}`} in ${countOf(makespan, "cycle", "cycles")}.`;
  const evidence = [
    latency === null
      ? ""
      : packets === 1
        ? ""
        : `A packet takes ${formatCount(latency.mean)} cycles on average, ${formatCount(latency.max)} at most.`,
    results.load.worst > 0 ? `Busiest channel: ${results.load.worstName}, ${sayLoad(results.load.worst)}.` : "",
  ];
  return { answer, evidence: joined(evidence) };
}

function deadlock({ topology, routing, ...rest }: Scenario, results: Results): Finding {
  const waiting = results.deadlock!;
  const facts = factsIfValid({ topology, routing, ...rest });
  const why = facts === null ? null : routings.get(routing.kind).canDeadlock(routing.values as never, facts);
  return {
    answer: `The network deadlocked at cycle ${formatCount(results.cycles)}: ${countOf(waiting.length, "packet", "packets")} wait for each other in a circle.`,
    evidence: joined([`${capital(waiting[0] ?? "")}${(waiting[0] ?? "").endsWith(".") ? "" : "."}`, why ?? ""]),
  };
}

const joined = (sentences: readonly string[]) => sentences.filter((each) => each !== "" && each !== ".").join(" ");
