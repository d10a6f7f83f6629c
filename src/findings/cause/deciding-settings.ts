/**
 * The settings that decide the result of a run, besides the network and its traffic. A finding shows those of them that the sentence of the
 * document leaves out because they have their defaults, so that no cause depends on a value that is not on the screen.
 */
import type { Analysis } from "../../core/analysis/analysis.ts";
import type { Network } from "../../core/network/network.ts";
import { isWithin, paramAtPath, type Path, valueAtPath, withValueAtPath } from "../../core/scenario/param-path.ts";
import { type Scenario, scenarioFactsIfValid } from "../../core/scenario/scenario.ts";
import type { Results } from "../../core/measures/results.ts";
import { routings } from "../../core/routings/registry.ts";
import { noSweepTexts } from "../../words/sweep.ts";
import { labeledSegments, mergeTexts, paramSegments, type Segment, segmentsWithAnd } from "../../words/sentence.ts";
import { bottleneckOfRun, offeredLoadOf } from "./bottleneck.ts";
import type { Cause } from "./cause.ts";
import { isInjectionSerial, mayContend, noticeableExcess } from "../why-longer.ts";

const routing: Path = ["routing"];
/** The buffers of each channel, under the names of all flow controls; each of them has some of these parameters. */
const buffers: readonly Path[] = ["virtualChannels", "queue", "buffer"].map((name) => ["flowControl", name]);
/** What is measured, and after how long. */
const measurement: readonly Path[] = ["warmUp", "window"].map((name) => ["run", name]);

/** A finished run with what is known about it; analysis and network are null if they are not known. */
export interface ExplainedRun {
  readonly scenario: Scenario;
  readonly results: Results;
  readonly analysis: Analysis | null;
  readonly network: Network | null;
}

/**
 * The paths of the settings that decide the result of a run, by its cause:
 *
 * - a full channel between switches: the routing, which distributes the load over the channels, and what keeps it free of deadlocks, such as
 *   a dateline;
 * - head-of-line blocking: the same, and the number and length of the queues that packets wait in (Dally, Towles, 2004, ch. 13);
 * - buffers that are shorter than a round trip: their number and length;
 * - a deadlock: the routing, and each of its settings of which another value would exclude one;
 * - a run that is too short: when it is measured;
 * - a program whose messages contend: the routing; if terminals inject one message after the other: the number that they may inject.
 */
export function decidingSettings({ is }: Cause, { scenario, results, analysis, network }: ExplainedRun): readonly Path[] {
  const routingIfSwitched = network !== null && network.switches < 2 ? [] : [routing];
  const routingAgainstDeadlock = () => [...routingIfSwitched, ...(routingIfSwitched.length === 0 ? [] : deadlockSettings(scenario))];
  const settings = (): readonly Path[] => {
    switch (is) {
      case "deadlock":
        return [routing, ...deadlockSettings(scenario)];
      case "channel":
        return isTerminalChannel(bottleneckOfRun(results, analysis, offeredLoadOf(scenario, results)).channel, network)
          ? []
          : routingAgainstDeadlock();
      case "blocking":
        return [...routingAgainstDeadlock(), ...buffers];
      case "buffers":
        return buffers;
      case "unsteady":
        return measurement;
      case "finite": {
        const program = analysis?.program;
        const bound = program?.leastCycles ?? Infinity;
        if (program === undefined || (results.makespan ?? 0) <= (1 + noticeableExcess) * bound) return [];
        return [
          ...(mayContend(program.congestion) === false ? [] : routingIfSwitched),
          ...(isInjectionSerial(scenario, program.lanes ?? 1) ? [["flowControl", "injectionSlots"]] : []),
        ];
      }
      // All traffic arrives, or the limit is of a part that the sentence names: a host, a switch, a failure.
      case "delivered":
      case "part":
      case "unconnected":
      case "ideal":
        return [];
    }
  };
  return settings().filter((path) => paramAtPath(scenario, path) !== undefined);
}

/** The settings of the routing that decide whether the network can deadlock: some other value excludes deadlocks, or permits one. */
function deadlockSettings(scenario: Scenario): readonly Path[] {
  const facts = scenarioFactsIfValid(scenario);
  if (facts === null) return [];
  const { kind } = scenario.routing;
  const { params, reasonForDeadlock } = routings.get(kind);
  const canDeadlock = reasonForDeadlock(scenario.routing.values, facts) !== null;
  return Object.entries(params).flatMap(([name, param]): readonly Path[] => {
    const path = ["routing", name];
    const canDeadlockWith = (id: string) => reasonForDeadlock(withValueAtPath(scenario, path, id).routing.values, facts) !== null;
    const isDecisive = param.type === "choice" && param.choices.some(({ id }) => canDeadlockWith(id) !== canDeadlock);
    return isDecisive ? [path] : [];
  });
}

function isTerminalChannel(channel: number, network: Network | null): boolean {
  return network !== null && (network.tail[channel] < network.terminals || network.head[channel] < network.terminals);
}

/**
 * The deciding settings that a sentence does not show, as words that can be edited: `Decided by dimension order routing and 1 virtual
 * channel.` Empty if it shows all of them.
 * @param shown the sentence on the screen
 */
export function decidingSegments(cause: Cause, run: ExplainedRun, shown: readonly Segment[]): readonly Segment[] {
  const { scenario } = run;
  const isShown = (path: Path) =>
    shown.some((each) => "path" in each && isWithin(path, each.path) && (each.type === "form" || each.path.length === path.length));
  const missing = decidingSettings(cause, run).filter((path) => !isShown(path));
  if (missing.length === 0) return [];
  const words = missing.map((path) => {
    // The phrase of a kind names what it is a kind of: `dimension order routing`.
    const param = paramAtPath(scenario, path)!;
    return (param.type === "kind" ? paramSegments : labeledSegments)(param, valueAtPath(scenario, path), path, noSweepTexts);
  });
  return mergeTexts([{ type: "text", text: "Decided by " }, ...segmentsWithAnd(words), { type: "text", text: "." }]);
}
