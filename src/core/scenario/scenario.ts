/**
 * The scenario: a small JSON document that selects a kind for each section. It is described by parameters like any kind, so the same code
 * reads, writes and displays the whole and its parts, and generates the JSON Schema.
 */
import { type ValidationIssue, ScenarioError } from "../base/errors.ts";
import {
  type ChosenKind,
  defaultsOf,
  integer,
  kindChoice,
  number,
  type Param,
  type Params,
  readParams,
  record,
  type RecordParam,
  type Values,
  writeParams,
  checkParams,
} from "../base/params.ts";
import { isSameValue } from "../base/equality.ts";
import { flowControls } from "../flow-control/registry.ts";
import { hosts } from "../hosts/registry.ts";
import type { Network } from "../network/network.ts";
import type { EngineFacts } from "../plan/engine-facts.ts";
import { routings } from "../routings/registry.ts";
import { technologies } from "../technologies/registry.ts";
import type { SwitchRules } from "../plan/switches.ts";
import { topologies } from "../topologies/registry.ts";
import { type TopologyFacts, networkLimits } from "../topologies/contract.ts";
import { workloads } from "../workloads/registry.ts";
import { channelRateOf, cycleSecondsOf, ratedTechnology } from "./clock.ts";
import { checkLinkClasses, linkIssues, type LinkRule, linksParam, normalizeLinkRules } from "./links.ts";
import { toOldestVersion, migrate, scenarioVersion, type WrittenDocument } from "./migrate.ts";
import { checkSwitches, switchParam } from "./switch.ts";
import { readTitle } from "./title.ts";
import { topologyFactsIfValid, checkTopology, topologyFacts } from "./facts.ts";

export { checkTopology, topologyFacts };

/** The `format` by which a scenario is recognized among other JSON. */
export const scenarioFormat = "fabricscope-scenario";

/** A scenario: the selected kinds and values of all sections. */
export type Scenario = {
  /** A name given by the user; empty if there is none. */
  readonly title: string;
  readonly topology: ChosenKind;
  readonly technology: ChosenKind;
  /** Link rules in the order of the links. Other links carry one phit per cycle and have no length. */
  readonly links: readonly LinkRule[];
  readonly switch: SwitchRules;
  readonly routing: ChosenKind;
  readonly flowControl: ChosenKind;
  readonly host: ChosenKind;
  readonly workload: ChosenKind;
  readonly run: { readonly warmUp: number; readonly window: number; readonly drain: number; readonly precision?: number };
  readonly seed: number;
};

/** The name of a section is its key in the document. */
export type Section = "topology" | "technology" | "links" | "switch" | "routing" | "flowControl" | "host" | "workload" | "run" | "seed";

/** Maximum cycles of each part of a run, for engines that count cycles; and for event-driven engines in real time. */
const maxRunCycles = { warmUp: 1_000_000, window: 10_000_000, drain: 10_000_000 } as const;
const maxRunCyclesInRealTime = 10_000_000_000_000;

/** Maximum cycles of each part of a run with an engine. */
export function maxRunLength({ time }: EngineFacts): Readonly<Record<keyof typeof maxRunCycles, number>> {
  return time === "real" ? { warmUp: maxRunCyclesInRealTime, window: maxRunCyclesInRealTime, drain: maxRunCyclesInRealTime } : maxRunCycles;
}

/** The parameters of a scenario, in the order of the drawer's sections. */
export const scenarioParams = {
  topology: kindChoice(topologies, { title: "Topology", help: "The network: its switches, terminals and links.", default: "thin-tree" }),
  technology: kindChoice(technologies, {
    title: "Technology",
    help: "The rate of the links, which determines the length of a cycle, and the overhead of each packet.",
    preposition: "over",
    default: "cycles",
  }),
  links: linksParam,
  switch: switchParam,
  routing: kindChoice(routings, { title: "Routing", help: "Which paths a packet may take.", default: "nearest-common-ancestor" }),
  flowControl: kindChoice(flowControls, {
    title: "Flow control",
    help: "How channels and buffers are allocated to packets.",
    default: "virtual-cut-through",
  }),
  host: kindChoice(hosts, { title: "Hosts", help: "How fast a terminal sends and receives.", default: "ideal" }),
  workload: kindChoice(workloads, {
    title: "Workload",
    help: "What the terminals send, to which destinations, and when.",
    default: "open-loop",
  }),
  run: record(
    {
      warmUp: integer({
        title: "Warm-up",
        word: "# cycles of warm-up",
        help: "Cycles before the measured window.",
        endedEarlierBy: "precision",
        unit: "cycles",
        min: 0,
        max: maxRunCyclesInRealTime,
        default: 2000,
      }),
      window: integer({
        title: "Measured",
        word: "# cycles measured",
        help: "Cycles of the measured window.",
        endedEarlierBy: "precision",
        unit: "cycles",
        min: 100,
        max: maxRunCyclesInRealTime,
        default: 10_000,
      }),
      drain: integer({
        title: "Drain",
        word: "at most # cycles of drain",
        help: "Largest number of cycles after the window in which packets created in the window may still arrive.",
        unit: "cycles",
        min: 0,
        max: maxRunCyclesInRealTime,
        default: 4000,
      }),
      precision: number({
        title: "Precision",
        word: "means known to ± # %",
        help: "A run continues until the 95 % confidence intervals of mean latency and accepted load are within ± this fraction of the mean. It determines its warm-up; the cycles above are upper limits. Beyond saturation, only the accepted load converges. 0: exactly the given numbers of cycles.",
        zero: "no required precision",
        unit: "%",
        min: 0,
        max: 50,
        step: 0.5,
        default: 0,
      }),
    },
    { title: "Run", help: "When traffic is measured. A finite workload is measured from beginning to end instead." },
  ),
  seed: integer({
    title: "Seed",
    word: "seed #",
    help: "Seed of all random numbers: the same seed gives the same run.",
    min: 0,
    max: 4_294_967_295,
    default: 1,
  }),
} satisfies Params;

/** Only the sections of a scenario, without its title and other properties. */
export function sectionsOf(scenario: Scenario): Scenario {
  const { topology, technology, links, switch: rules, routing, flowControl, host, workload, run, seed } = scenario;
  return { title: "", topology, technology, links, switch: rules, routing, flowControl, host, workload, run, seed };
}

/** A scenario as a sentence: `{section}` is replaced by the phrase of the section. */
export const scenarioPhrase = "{topology}, {flowControl}, carries {workload}.";

/**
 * Reads a scenario of any version.
 * @throws ScenarioError with every fault: path, value, expectation, remedy
 */
export function readScenario(input: unknown): Scenario {
  const issues: ValidationIssue[] = [];
  const document = migrate(input, issues);
  if (issues.length > 0) throw new ScenarioError(issues);
  const scenario = readSections(document, issues);
  if (issues.length > 0) throw new ScenarioError(issues);
  const combinationIssues = checkScenario(scenario);
  if (combinationIssues.length > 0) throw new ScenarioError(combinationIssues);
  return scenario;
}

/**
 * Reads a scenario from a migrated document: its title and its sections (topology, routing, workload and so on). A scenario without a
 * routing gets the routing that suits the topology. Issues are added to the list.
 * @param ignoredKeys additional keys of the document that are allowed
 */
export function readSections(
  document: Readonly<Record<string, unknown>>,
  issues: ValidationIssue[],
  ignoredKeys: readonly string[] = [],
): Scenario {
  const title = readTitle(document["title"], "title", issues);
  // If no routing is named, the routing that fits the topology is used, so the default routing need not be registered.
  const { routing, ...others } = scenarioParams;
  const isRoutingNamed = document["routing"] !== undefined;
  const params = isRoutingNamed ? scenarioParams : others;
  const values = readParams(params, document, "", issues, [
    "$schema",
    "format",
    "version",
    "title",
    ...(isRoutingNamed ? [] : ["routing"]),
    ...ignoredKeys,
  ]);
  const specified = { title, ...values } as unknown as Scenario;
  if (issues.length === 0) checkLinkClasses(specified, issues);
  const scenario = withFittingLinks(specified);
  if (isRoutingNamed) return scenario;
  return { ...scenario, routing: (issues.length > 0 ? undefined : suitableRouting(scenario.topology)) ?? routing.default };
}

/** The scenario without link rules that have no effect in its topology. */
export function withFittingLinks(scenario: Scenario): Scenario {
  const links = normalizeLinkRules(scenario.links, scenario.topology);
  return links === scenario.links ? scenario : { ...scenario, links };
}

/** The scenario in canonical form: in the oldest version that can express it, without defaults, keys in a fixed order. */
export function writeScenario(scenario: Scenario): WrittenDocument {
  return toOldestVersion(writeScenarioInCurrentVersion(scenario));
}

/**
 * The scenario in the current version.
 * @param hasDefaults whether defaults are written as well
 */
export function writeScenarioInCurrentVersion(scenario: Scenario, hasDefaults = false): WrittenDocument {
  const { title, ...values } = scenario;
  const written = writeParams(scenarioParams, values, hasDefaults);
  const routing = suitableRouting(scenario.topology);
  delete written["routing"];
  if (hasDefaults || routing === undefined || !isSameValue(routing, scenario.routing)) {
    const { kind, values: routingValues } = scenario.routing;
    written["routing"] = { kind, ...writeParams(routings.get(kind).params, routingValues, hasDefaults) };
  }
  const ordered = Object.fromEntries(
    Object.keys(scenarioParams)
      .filter((key) => key in written)
      .map((key) => [key, written[key]]),
  );
  return { format: scenarioFormat, version: scenarioVersion, ...(title === "" ? {} : { title }), ...ordered };
}

/** The scenario with all defaults of the schema. It needs all kinds to be registered. */
export function defaultScenario(): Scenario {
  return readScenario({ format: scenarioFormat, version: scenarioVersion });
}

/** The first routing that fits a topology, with its defaults; undefined if none does. */
export function suitableRouting(topology: ChosenKind): ChosenKind | undefined {
  const facts = topologyFactsIfValid(topology);
  const suitable = facts === null ? undefined : routings.findFirst((routing) => routing.reasonUnsupported(facts) === null);
  return suitable === undefined ? undefined : { kind: suitable.id, values: defaultsOf(suitable.params) };
}

/** Issues with the combination of sections. Nothing is built: a document with 32⁸ terminals is rejected by their number. */
export function checkScenario(scenario: Scenario): readonly ValidationIssue[] {
  const prefix = (section: Section, issues: readonly ValidationIssue[]) =>
    issues.map((issue) => ({ ...issue, path: issue.path === "" ? section : `${section}.${issue.path}` }));
  const topology = topologies.get(scenario.topology.kind);
  const topologyIssues = prefix("topology", checkTopology(scenario.topology));
  if (topologyIssues.length > 0) return topologyIssues;
  const facts = topologyFacts(scenario.topology);
  const sizes = { terminals: facts.terminals, links: facts.linksBeforeFaults ?? facts.links };
  const excessive = (["terminals", "links"] as const).find((count) => !(sizes[count] <= networkLimits[count]));
  if (excessive !== undefined) {
    const count = sizes[excessive] < 1e15 ? sizes[excessive].toLocaleString("en-US") : sizes[excessive].toExponential(1);
    return [
      {
        path: "topology",
        message: `this ${topology.title} would have ${count} ${excessive}; at most ${networkLimits[excessive].toLocaleString("en-US")} are simulated.`,
        remedy: "Choose smaller values.",
      },
    ];
  }
  if (facts.terminals < 2 && facts.isDraft !== true)
    return [
      {
        path: "topology",
        message: `this ${topology.title} has ${facts.terminals} terminal; at least 2 are needed to send anything.`,
        remedy: "Choose larger values.",
      },
    ];
  const classIssues: ValidationIssue[] = [];
  checkLinkClasses(scenario, classIssues);
  const hardwareIssues = [...classIssues, ...linkIssues(scenario), ...checkSwitches(scenario)];
  if (hardwareIssues.length > 0) return hardwareIssues;
  const routing = routings.get(scenario.routing.kind);
  const unmetNeed = routing.reasonUnsupported(facts);
  if (unmetNeed !== null) {
    const { alternativeId } = routing;
    const hasAlternative = alternativeId !== undefined && routings.get(alternativeId).reasonUnsupported(facts) === null;
    const nearest = hasAlternative ? alternativeId : suitableRouting(scenario.topology)?.kind;
    return [
      {
        path: "routing",
        message: `${routing.title} routing ${unmetNeed}.`,
        ...(nearest === undefined ? { remedy: "Choose another topology." } : { remedy: `Use ${routings.get(nearest).title}.`, nearest }),
      },
    ];
  }
  const routingIssues = prefix("routing", routing.check?.(scenario.routing.values, facts) ?? []);
  if (routingIssues.length > 0) return routingIssues;
  // An incomplete drawing without terminals is accepted here; the issue is reported before a run.
  if (facts.isDraft === true && activeTerminals(facts) < 2) return [];
  const { engine, isInOrder = false, title } = flowControls.get(scenario.flowControl.kind);
  const limits = maxRunLength(engine);
  const excessivePart = (["warmUp", "window", "drain"] as const).find((each) => scenario.run[each] > limits[each]);
  if (excessivePart !== undefined) {
    const limit = limits[excessivePart].toLocaleString("en-US");
    return [
      {
        path: `run.${excessivePart}`,
        message: `${title} simulates every cycle, at most ${limit}.`,
        remedy: `Use ${limit}, or fluid flow.`,
        nearest: limits[excessivePart],
      },
    ];
  }
  const host = hosts.get(scenario.host.kind);
  const values = scenario.host.values;
  const hasRealLimits = host.ports(values) !== null || host.overhead(values) > 0;
  const hasHostLimits = hasRealLimits || host.startUp(values) > 0;
  if (hasRealLimits && engine.time === "whole")
    return [
      {
        path: "host",
        message: `${title} counts whole cycles and does not support rate limits and overheads of terminals.`,
        remedy: "Use ideal terminals, or a flow control in real time: circuit switching or fluid flow.",
        nearest: scenarioParams.host.defaultKind,
      },
    ];
  const hasRate = channelRateOf(scenario) !== null;
  const hostIssue = host.incompatibility?.(values, { engine, isInOrder, flowControl: title, hasRate }) ?? null;
  if (hostIssue !== null) return [hostIssue];
  if (hasHostLimits && !hasRate)
    return [
      {
        path: "technology",
        message: "the limits of terminals are in seconds, but in this technology a cycle has no length.",
        remedy: "Choose a technology with a rate.",
        nearest: ratedTechnology().id,
      },
    ];
  const measuredTo = scenario.run.warmUp + scenario.run.window;
  const conditions = { engine, cycleSeconds: cycleSecondsOf(scenario), measuredTo };
  return prefix("workload", workloads.get(scenario.workload.kind).check(scenario.workload.values, facts, conditions));
}

/** Whether messages share channels. Without contention, drawn channels carry no traffic. */
export const hasContention = ({ flowControl }: Scenario) => flowControls.get(flowControl.kind).engine.hasContention;

/** Whether a routing, with its values, fits a topology. */
export function isSuitableRouting({ kind, values }: ChosenKind, topology: ChosenKind): boolean {
  const { reasonUnsupported, check } = routings.get(kind);
  const facts = topologyFacts(topology);
  return reasonUnsupported(facts) === null && (check?.(values, facts) ?? []).length === 0;
}

/** Number of terminals that take part. */
export const activeTerminals = ({ terminals, present }: Pick<TopologyFacts, "terminals" | "present">) => present?.length ?? terminals;

/**
 * The scenario from which hashes are computed: without title, names and positions, which change no run, and with hashes in place of long
 * texts.
 * @param hasNames whether names remain, because results contain them
 */
export function withoutAppearance(scenario: Scenario, hasNames = false): Scenario {
  const scenarioRecord = { type: "record", params: scenarioParams } as unknown as RecordParam;
  return { ...(stripAppearance(scenarioRecord, scenario, hasNames) as Scenario), title: "" };
}

/**
 * A value in which everything that changes no run has its default, and long texts are replaced by hashes. Returns the same object if
 * nothing changes.
 */
function stripAppearance(param: Param, value: unknown, hasNames: boolean): unknown {
  if (param.cosmetic !== undefined) return hasNames && param.cosmetic === "names" ? value : param.default;
  if (param.type === "text" && param.shorten !== undefined && value !== param.default) return param.shorten(value as string);
  if (param.type !== "record" && param.type !== "kind") return value;
  const [params, values] =
    param.type === "record"
      ? [param.params, value as Values]
      : [param.registry.get((value as ChosenKind).kind).params, (value as ChosenKind).values];
  const changed = Object.entries(params).flatMap(([name, each]) => {
    const stripped = stripAppearance(each, values[name], hasNames);
    return stripped === values[name] ? [] : [[name, stripped] as const];
  });
  if (changed.length === 0) return value;
  const next: Values = { ...values, ...Object.fromEntries(changed) };
  return param.type === "record" ? next : { kind: (value as ChosenKind).kind, values: next };
}

/** Whether two scenarios have the same network, apart from names and positions. */
export function haveSameNetwork(a: Scenario, b: Scenario): boolean {
  if (a.topology === b.topology) return true;
  return isSameValue(withoutAppearance(a).topology, withoutAppearance(b).topology);
}

/** A network with the current names and positions of its topology. */
export function withAppearance(network: Network, { kind, values }: ChosenKind): Network {
  const appearance = topologies.get(kind).look?.(values) ?? null;
  const { look: previousAppearance, ...rest } = network;
  return previousAppearance === undefined && appearance === null ? network : appearance === null ? rest : { ...rest, look: appearance };
}

/** Approximate number of terminals that {@link checkScenario} visits; 0 if it would stop before. */
export function estimateCheckVisits({ topology, workload }: Scenario): number {
  const { visits } = workloads.get(workload.kind);
  if (visits === undefined || checkTopology(topology).length > 0) return 0;
  const { terminals } = topologyFacts(topology);
  return terminals <= networkLimits.terminals ? visits(workload.values, { terminals }) : 0;
}

/** Issues with values out of range, regardless of their combination. */
export function rangeIssues(scenario: Scenario): readonly ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  checkParams(scenarioParams, scenario, "", issues);
  return issues;
}

/** Closed-form facts of a scenario's topology; null if its values are invalid. */
export function scenarioFactsIfValid(scenario: Scenario): TopologyFacts | null {
  return rangeIssues(scenario).length > 0 ? null : topologyFactsIfValid(scenario.topology);
}
