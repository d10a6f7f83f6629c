/**
 * The time of a rank program in lockstep, where all ranks begin the messages of a step together, and the next step when all these messages
 * have arrived. Real ranks are not synchronized: a rank continues as soon as its own message has arrived, and eager messages share channels
 * with those of ranks that are behind. That skew is the only reason why a run takes longer than in lockstep.
 */
import { analyse } from "../analysis/analyse.ts";
import type { Analysis } from "../analysis/analysis.ts";
import { mailboxesOf } from "../analysis/programs/mailboxes.ts";
import { type ListedMessages, Walk } from "../analysis/walk.ts";
import { isDrawn } from "../analysis/ways-on.ts";
import type { FluidRules } from "../flow-control/fluid/engine.ts";
import { FluidWays } from "../flow-control/fluid/ways.ts";
import { takesTimeToSend } from "../programs/hosts.ts";
import type { Plan } from "../plan/plan.ts";
import { hasOperation, isHeard, jobsOf, op, type Program } from "../programs/program.ts";
import type { Scenario } from "./scenario.ts";

/** Programs with more messages are not analyzed, because it takes seconds if each message is spread over many channels. */
const mostMessages = 2 ** 19;

/** Tolerance when a message uses a channel alone: a smaller missing fraction counts as none. */
const crumb = 1e-9;

/** The analysis of a scenario without simulation, including the time of its program in lockstep if it is known. */
export function analyseScenario(scenario: Scenario, plan: Plan): Analysis {
  const analysis = analyse(plan);
  const { program } = analysis;
  const inStep = program === undefined ? null : inStepOf(scenario, plan);
  return program === undefined || inStep === null ? analysis : { ...analysis, program: { ...program, inStep } };
}

/**
 * Cycles of a program in lockstep: Σ over its steps of V / r + d + s, where V is the volume of a message in phits, r the rate of the
 * slowest message, d the delay of the longest path in cycles, and s the start-up. Flows of equal volume that begin together with max-min
 * fair rates end with the slowest, because its bottleneck is shared by flows of the same rate until they end (Bertsekas, Gallager, Data
 * Networks, 1992, §6.5.2). The path of the slowest flow may be shorter than the longest path; the result is then too large by at most the
 * difference.
 *
 * A step is one of `Causality.perStep`: messages that depend on equally long chains. Null if there is no closed form: packets instead of
 * flows, random or adaptive paths, messages of different volumes in a step, more messages of a terminal than may flow at once, graphs,
 * trees, computing, barriers, host overhead, several jobs, and too many messages.
 */
export function inStepOf({ flowControl }: Pick<Scenario, "flowControl">, plan: Plan): number | null {
  const { demand, engine } = plan;
  if (engine.moves !== "flows" || demand.form !== "program" || demand.graph !== undefined) return null;
  if (demand.firstMessage[demand.ranks] > mostMessages || !isBare(demand)) return null;
  const walk = new Walk(demand, mailboxesOf(demand), null, true);
  walk.run();
  return sumOfSteps(plan, demand, walk.listed!, flowControl.values as unknown as FluidRules);
}

/** Whether the ranks of a program only exchange messages, each with a single receiver. */
function isBare(program: Program): boolean {
  const { ops, host, beside, trees } = program;
  if (takesTimeToSend(host) || trees !== undefined || beside !== undefined || jobsOf(program).length > 1) return false;
  return !hasOperation(program, (o, code) => code === op.compute || code === op.barrier || isHeard(ops, o));
}

/**
 * Sums the times of the steps. For each step it adds up the load of all messages on every channel; the largest load gives the slowest
 * message. Null if there is no closed form.
 */
function sumOfSteps(plan: Plan, { terminalOf, ranks }: Program, messages: ListedMessages, rules: FluidRules): number | null {
  const { from, to, packets, step } = messages;
  const { routing, packetPhits, startUp = 0, injectionSlots = 1 } = plan;
  const most = rules.toOne === "in-turn" ? 1 : injectionSlots;
  // A message that draws one of several paths has no closed form; to detect this, all its paths are examined.
  const ways = new FluidWays(plan, rules.ways === "drawn" ? "spread" : rules.ways, () => 0);
  const used = new Float64Array(ways.capacity.length);
  const [sender, sending] = [new Int32Array(ranks), new Int32Array(ranks)];
  const order = Int32Array.from(step.keys()).sort((a, b) => step[a] - step[b] || a - b);
  let cycles = 0;
  for (let i = 0; i < order.length;) {
    const present = step[order[i]];
    const volume = packets[order[i]] * packetPhits;
    if (present === 0) return null;
    used.fill(0);
    // Time of the slowest message relative to a message alone at rate 1.
    let [slowest, longest] = [1 / ways.fastest, 0];
    for (; i < order.length && step[order[i]] === present; i++) {
      const m = order[i];
      const [source, destination] = [terminalOf[from[m]], terminalOf[to[m]]];
      [sending[from[m]], sender[from[m]]] = [sender[from[m]] === present ? sending[from[m]] + 1 : 1, present];
      if (packets[m] * packetPhits !== volume || sending[from[m]] > most || isDrawn(routing, source, destination)) return null;
      ways.find(source, destination, routing.begin?.(source, destination, 0) ?? 0, 0);
      for (let u = 0; u < ways.count; u++) {
        const resource = ways.resource[u];
        if (rules.ways === "drawn" && ways.weight[u] < 1 - crumb) return null;
        used[resource] += ways.weight[u] / ways.capacity[resource];
        if (used[resource] > slowest) slowest = used[resource];
      }
      longest = Math.max(longest, ways.delay);
    }
    cycles += volume * slowest + longest + startUp;
  }
  return cycles;
}
