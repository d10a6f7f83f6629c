/**
 * The scenario: a small JSON document that selects a kind for each section. It is described by parameters like any kind, so the same code
 * reads, writes and displays the whole and its parts, and generates the JSON Schema.
 */
import { type ValidationIssue, ScenarioError } from "../base/errors.ts";
import {
  type ChosenKind,
  defaultsOf,
  integer,
  kindOf,
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
import { isSameValue } from "../base/same.ts";
import { flowControls } from "../flow-control/shelf.ts";
import { hosts } from "../hosts/shelf.ts";
import type { Network } from "../network/network.ts";
import type { EngineFacts } from "../plan/engine-facts.ts";
import { routings } from "../routings/shelf.ts";
import { technologies } from "../technologies/shelf.ts";
import type { SwitchRules } from "../plan/switches.ts";
import { topologies } from "../topologies/shelf.ts";
import { type Facts, largest } from "../topologies/contract.ts";
import { workloads } from "../workloads/shelf.ts";
import { channelRateOf, cycleSecondsOf, ratedTechnology } from "./clock.ts";
import { checkClasses, linkIssues, type LinkRule, linksParam, settledLinks } from "./links.ts";
import { inOldestVersion, migrate, scenarioVersion, type Written } from "./migrate.ts";
import { switchIssues, switchParam } from "./switch.ts";
import { readTitle } from "./title.ts";
import { checkedFacts, checkTopology, factsOf } from "./facts.ts";

export { checkTopology, factsOf };

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
const longestByCycles = { warmUp: 1_000_000, window: 10_000_000, drain: 10_000_000 } as const;
const longestInRealTime = 10_000_000_000_000;

/** Maximum cycles of each part of a run with an engine. */
export function longestRun({ time }: EngineFacts): Readonly<Record<keyof typeof longestByCycles, number>> {
  return time === "real" ? { warmUp: longestInRealTime, window: longestInRealTime, drain: longestInRealTime } : longestByCycles;
}

/** The parameters of a scenario, in the order of the drawer's sections. */
export const scenarioParams = {
  topology: kindOf(topologies, { title: "Topology", help: "Which network: its switches, terminals and links.", default: "thin-tree" }),
  technology: kindOf(technologies, {
    title: "Technology",
    help: "How fast the links are: the length of a cycle, and the overhead of each packet.",
    joint: "over",
    default: "cycles",
  }),
  links: linksParam,
  switch: switchParam,
  routing: kindOf(routings, { title: "Routing", help: "Which paths a packet may take.", default: "nearest-common-ancestor" }),
  flowControl: kindOf(flowControls, {
    title: "Flow control",
    help: "How channels and buffers are allocated to packets.",
    default: "virtual-cut-through",
  }),
  host: kindOf(hosts, { title: "Hosts", help: "How fast a terminal sends and receives.", default: "ideal" }),
  workload: kindOf(workloads, { title: "Workload", help: "What the terminals send, to whom and when.", default: "open-loop" }),
  run: record(
    {
      warmUp: integer({
        title: "Warm-up",
        word: "# cycles of warm-up",
        help: "Cycles before measuring starts.",
        mostWith: "precision",
        unit: "cycles",
        min: 0,
        max: longestInRealTime,
        default: 2000,
      }),
      window: integer({
        title: "Measured",
        word: "# cycles measured",
        help: "Cycles that are measured.",
        mostWith: "precision",
        unit: "cycles",
        min: 100,
        max: longestInRealTime,
        default: 10_000,
      }),
      drain: integer({
        title: "Drain",
        word: "at most # cycles of drain",
        help: "Most cycles to wait afterwards for the packets created while measuring.",
        unit: "cycles",
        min: 0,
        max: longestInRealTime,
        default: 4000,
      }),
      precision: number({
        title: "Precision",
        word: "means known to ± # %",
        help: "A run goes on until mean latency and accepted load are known to ± this part, at 95 %. It finds its warm-up and ends as soon as they are; the cycles above are the most that it takes. Of a full network only the accepted load settles. 0: as many cycles as are said.",
        zero: "no precision asked for",
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
  const crossed = checkScenario(scenario);
  if (crossed.length > 0) throw new ScenarioError(crossed);
  return scenario;
}

/**
 * Reads the title and the sections of a migrated document. Issues are added to the list.
 * @param ignore additional keys of the document that are allowed
 */
export function readSections(
  document: Readonly<Record<string, unknown>>,
  issues: ValidationIssue[],
  ignore: readonly string[] = [],
): Scenario {
  const title = readTitle(document["title"], "title", issues);
  // If no routing is named, the routing that fits the topology is used, so the default routing need not be registered.
  const { routing, ...others } = scenarioParams;
  const isNamed = document["routing"] !== undefined;
  const params = isNamed ? scenarioParams : others;
  const values = readParams(params, document, "", issues, [
    "$schema",
    "format",
    "version",
    "title",
    ...(isNamed ? [] : ["routing"]),
    ...ignore,
  ]);
  const said = { title, ...values } as unknown as Scenario;
  if (issues.length === 0) checkClasses(said, issues);
  const scenario = withFittingLinks(said);
  if (isNamed) return scenario;
  return { ...scenario, routing: (issues.length > 0 ? undefined : routingFor(scenario.topology)) ?? routing.default };
}

/** The scenario without link rules that have no effect in its topology. */
export function withFittingLinks(scenario: Scenario): Scenario {
  const links = settledLinks(scenario.links, scenario.topology);
  return links === scenario.links ? scenario : { ...scenario, links };
}

/** The scenario in canonical form: in the oldest version that can express it, without defaults, keys in a fixed order. */
export function writeScenario(scenario: Scenario): Written {
  return inOldestVersion(writePresent(scenario));
}

/**
 * The scenario in the current version.
 * @param isWhole whether defaults are written as well
 */
export function writePresent(scenario: Scenario, isWhole = false): Written {
  const { title, ...values } = scenario;
  const written = writeParams(scenarioParams, values, isWhole);
  const routing = routingFor(scenario.topology);
  delete written["routing"];
  if (isWhole || routing === undefined || !isSameValue(routing, scenario.routing)) {
    const { kind, values: own } = scenario.routing;
    written["routing"] = { kind, ...writeParams(routings.get(kind).params, own, isWhole) };
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
export function routingFor(topology: ChosenKind): ChosenKind | undefined {
  const facts = checkedFacts(topology);
  const fits = facts === null ? undefined : routings.firstThat((routing) => routing.needs(facts) === null);
  return fits === undefined ? undefined : { kind: fits.id, values: defaultsOf(fits.params) };
}

/** Issues with the combination of sections. Nothing is built: a document with 32⁸ terminals is rejected by their number. */
export function checkScenario(scenario: Scenario): readonly ValidationIssue[] {
  const under = (section: Section, issues: readonly ValidationIssue[]) =>
    issues.map((issue) => ({ ...issue, path: issue.path === "" ? section : `${section}.${issue.path}` }));
  const topology = topologies.get(scenario.topology.kind);
  const shape = under("topology", checkTopology(scenario.topology));
  if (shape.length > 0) return shape;
  const facts = factsOf(scenario.topology);
  const counts = { terminals: facts.terminals, links: facts.laid ?? facts.links };
  const tooLarge = (["terminals", "links"] as const).find((count) => !(counts[count] <= largest[count]));
  if (tooLarge !== undefined) {
    const count = counts[tooLarge] < 1e15 ? counts[tooLarge].toLocaleString("en-US") : counts[tooLarge].toExponential(1);
    return [
      {
        path: "topology",
        message: `this ${topology.title} would have ${count} ${tooLarge}; at most ${largest[tooLarge].toLocaleString("en-US")} are simulated.`,
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
  const unlinked: ValidationIssue[] = [];
  checkClasses(scenario, unlinked);
  const apart = [...unlinked, ...linkIssues(scenario), ...switchIssues(scenario)];
  if (apart.length > 0) return apart;
  const routing = routings.get(scenario.routing.kind);
  const missing = routing.needs(facts);
  if (missing !== null) {
    const { elsewhere } = routing;
    const isLike = elsewhere !== undefined && routings.get(elsewhere).needs(facts) === null;
    const nearest = isLike ? elsewhere : routingFor(scenario.topology)?.kind;
    return [
      {
        path: "routing",
        message: `${routing.title} routing ${missing}.`,
        ...(nearest === undefined ? { remedy: "Choose another topology." } : { remedy: `Use ${routings.get(nearest).title}.`, nearest }),
      },
    ];
  }
  const misfits = under("routing", routing.check?.(scenario.routing.values, facts) ?? []);
  if (misfits.length > 0) return misfits;
  // An incomplete drawing without terminals is accepted here; the issue is reported before a run.
  if (facts.isDraft === true && takingPart(facts) < 2) return [];
  const { engine, isInOrder = false, title } = flowControls.get(scenario.flowControl.kind);
  const most = longestRun(engine);
  const part = (["warmUp", "window", "drain"] as const).find((each) => scenario.run[each] > most[each]);
  if (part !== undefined) {
    const limit = most[part].toLocaleString("en-US");
    return [
      {
        path: `run.${part}`,
        message: `${title} counts cycles one by one, at most ${limit}.`,
        remedy: `Use ${limit}, or fluid flow.`,
        nearest: most[part],
      },
    ];
  }
  const host = hosts.get(scenario.host.kind);
  const values = scenario.host.values;
  const isLimited = host.ports(values) !== null || host.startUp(values) > 0 || host.overhead(values) > 0;
  if (isLimited && engine.time === "whole")
    return [
      {
        path: "host",
        message: `${title} counts whole cycles and supports no limits of terminals.`,
        remedy: "Use ideal terminals, or a flow control in real time: circuit switching or fluid flow.",
        nearest: scenarioParams.host.usual,
      },
    ];
  const hasRate = channelRateOf(scenario) !== null;
  const unfit = host.unfit?.(values, { engine, isInOrder, flowControl: title, hasRate }) ?? null;
  if (unfit !== null) return [unfit];
  if (isLimited && !hasRate)
    return [
      {
        path: "technology",
        message: "limits of terminals are in seconds, but this technology gives a cycle no length.",
        remedy: "Choose a technology with a rate.",
        nearest: ratedTechnology().id,
      },
    ];
  const measuredTo = scenario.run.warmUp + scenario.run.window;
  const conditions = { engine, cycleSeconds: cycleSecondsOf(scenario), measuredTo };
  return under("workload", workloads.get(scenario.workload.kind).check(scenario.workload.values, facts, conditions));
}

/** Whether messages share channels. Without contention, drawn channels carry no traffic. */
export const hasContention = ({ flowControl }: Scenario) => flowControls.get(flowControl.kind).engine.hasContention;

/** Whether a routing, with its values, fits a topology. */
export function routingFits({ kind, values }: ChosenKind, topology: ChosenKind): boolean {
  const { needs, check } = routings.get(kind);
  const facts = factsOf(topology);
  return needs(facts) === null && (check?.(values, facts) ?? []).length === 0;
}

/** Number of terminals that take part. */
export const takingPart = ({ terminals, present }: Pick<Facts, "terminals" | "present">) => present?.length ?? terminals;

/**
 * The scenario from which hashes are computed: without title, names and positions, which change no run, and with hashes in place of long
 * texts.
 * @param keepsNames whether names remain, because results contain them
 */
export function withoutLook(scenario: Scenario, keepsNames = false): Scenario {
  const all = { type: "record", params: scenarioParams } as unknown as RecordParam;
  return { ...(bare(all, scenario, keepsNames) as Scenario), title: "" };
}

/**
 * A value in which everything that changes no run has its default, and long texts are replaced by hashes. The same object if nothing
 * changes.
 */
function bare(param: Param, value: unknown, keepsNames: boolean): unknown {
  if (param.isLook !== undefined) return keepsNames && param.isLook === "names" ? value : param.default;
  if (param.type === "text" && param.shorten !== undefined && value !== param.default) return param.shorten(value as string);
  if (param.type !== "record" && param.type !== "kind") return value;
  const [params, values] =
    param.type === "record"
      ? [param.params, value as Values]
      : [param.registry.get((value as ChosenKind).kind).params, (value as ChosenKind).values];
  const changed = Object.entries(params).flatMap(([name, each]) => {
    const own = bare(each, values[name], keepsNames);
    return own === values[name] ? [] : [[name, own] as const];
  });
  if (changed.length === 0) return value;
  const next: Values = { ...values, ...Object.fromEntries(changed) };
  return param.type === "record" ? next : { kind: (value as ChosenKind).kind, values: next };
}

/** Whether two scenarios have the same network, apart from names and positions. */
export function haveSameNetwork(a: Scenario, b: Scenario): boolean {
  if (a.topology === b.topology) return true;
  return isSameValue(withoutLook(a).topology, withoutLook(b).topology);
}

/** A network with the current names and positions of its topology. */
export function dressed(network: Network, { kind, values }: ChosenKind): Network {
  const look = topologies.get(kind).look?.(values) ?? null;
  const { look: before, ...rest } = network;
  return before === undefined && look === null ? network : look === null ? rest : { ...rest, look };
}

/** Approximate number of terminals that {@link checkScenario} visits; 0 if it would stop before. */
export function visitsOf({ topology, workload }: Scenario): number {
  const { visits } = workloads.get(workload.kind);
  if (visits === undefined || checkTopology(topology).length > 0) return 0;
  const { terminals } = factsOf(topology);
  return terminals <= largest.terminals ? visits(workload.values, { terminals }) : 0;
}

/** Issues with values out of range, regardless of their combination. */
export function rangeIssues(scenario: Scenario): readonly ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  checkParams(scenarioParams, scenario, "", issues);
  return issues;
}

/** Closed-form facts of a scenario's topology; null if its values are invalid. */
export function factsIfValid(scenario: Scenario): Facts | null {
  return rangeIssues(scenario).length > 0 ? null : checkedFacts(scenario.topology);
}
