/**
 * The channel that explains the result of a run. It is the busiest channel, unless the offered load exceeds the capacity of another one.
 */
import type { Analysis } from "../../core/analysis/analysis.ts";
import type { Results } from "../../core/measures/results.ts";
import { scenarioLoad } from "../../core/scenario/load.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";

/** Utilization (0 … 1) above which a channel counts as full: with queues of a few packets it can carry little more. */
export const fullUtilization = 0.85;

/**
 * The offered load per sender, in phits per cycle. If the load is given relative to channels, which may differ, it is the load that was
 * actually created. Null if the workload has no load.
 */
export function offeredLoadOf(scenario: Scenario, { offeredPerSender }: Results): number | null {
  return scenario.workload.values["loadOf"] === "channel" ? offeredPerSender : scenarioLoad(scenario);
}

export interface Bottleneck {
  readonly channel: number;
  readonly name: string;
  /** Offered load of the channel as a fraction of its capacity; above 1 the channel is overloaded. Null if unknown. */
  readonly offeredFraction: number | null;
  /** Capacity of the channel relative to an ordinary channel. */
  readonly relativeRate: number;
  /** Utilization of the channel, 0 … 1. Null unless it is the busiest channel: results hold the utilization of that channel only. */
  readonly utilization: number | null;
  /** Number of channels whose offered load exceeds their capacity. */
  readonly overloadedChannels: number;
}

/**
 * The channel that limits a run. Normally it is the busiest channel of the results. Among full channels it is a matter of chance which
 * one is the busiest. So if the busiest channel is full although its offered load is not above its capacity, but that of another channel
 * is, the most loaded channel by the analysis is returned.
 * @param offered the scenario's load, in phits per cycle of the run; null if it has none
 */
export function bottleneckOfRun({ load }: Results, analysis: Analysis | null, offered: number | null): Bottleneck {
  const { worst, worstChannel, worstName } = load;
  const rateOf = (channel: number) => analysis?.rates?.[channel] ?? (channel === worstChannel ? (load.rate ?? 1) : 1);
  // The loads of minimal routing say little where packets may take detours.
  const channelLoads = analysis === null || analysis.direct || offered === null ? null : analysis.channelLoad;
  const offeredFraction = channelLoads === null ? null : channelLoads[worstChannel] * offered!;
  const overloadedChannels =
    channelLoads === null ? 0 : channelLoads.reduce((count, channelLoad) => (channelLoad * offered! > 1 ? count + 1 : count), 0);
  if (
    analysis !== null &&
    channelLoads !== null &&
    worst >= fullUtilization &&
    offeredFraction! <= 1 &&
    channelLoads[analysis.bottleneck] * offered! > 1
  ) {
    const { bottleneck, bottleneckName } = analysis;
    return {
      channel: bottleneck,
      name: bottleneckName,
      offeredFraction: channelLoads[bottleneck] * offered!,
      relativeRate: rateOf(bottleneck),
      utilization: null,
      overloadedChannels,
    };
  }
  return {
    channel: worstChannel,
    name: worstName,
    offeredFraction,
    relativeRate: rateOf(worstChannel),
    utilization: worst,
    overloadedChannels,
  };
}

/**
 * Whether some channel is overloaded. A run that delivers nearly all of its traffic normally counts as delivering all, but not if a channel
 * is overloaded.
 */
export function hasOverloadedChannel(results: Results, analysis: Analysis | null, scenario: Scenario): boolean {
  return (
    results.load.worst >= fullUtilization && bottleneckOfRun(results, analysis, offeredLoadOf(scenario, results)).overloadedChannels > 0
  );
}
