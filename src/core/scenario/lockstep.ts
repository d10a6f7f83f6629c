/**
 * The time of a rank program in lockstep, where all ranks begin the messages of a step together, and the next step when all these messages
 * have arrived. Real ranks are not synchronized: a rank continues as soon as its own message has arrived, and eager messages share channels
 * with messages of ranks that are behind. That skew is the only reason why a run takes longer than in lockstep.
 */
import { analyzePlan } from "../analysis/analyse.ts";
import type { Analysis } from "../analysis/analysis.ts";
import { mailboxesOf } from "../analysis/programs/mailboxes.ts";
import { type ListedMessages, ProgramWalk } from "../analysis/program-walk.ts";
import { isPathRandom } from "../analysis/candidate-finder.ts";
import type { FluidRules } from "../flow-control/fluid/engine.ts";
import { FluidPaths } from "../flow-control/fluid/paths.ts";
import { isSendingCostly } from "../programs/hosts.ts";
import type { Plan } from "../plan/plan.ts";
import { hasOperation, isOverheardCopy, jobsOfProgram, op, type Program } from "../programs/program.ts";
import type { Scenario } from "./scenario.ts";

/** Programs with more messages are not analyzed, because it takes seconds if each message is spread over many channels. */
const maxMessages = 2 ** 19;

/** Rounding tolerance of the part of a message that crosses a channel: a part of at least 1 − tolerance is the whole message. */
const tolerance = 1e-9;

/** The analysis of a scenario without simulation, including the time of its program in lockstep if it is known. */
export function analyzeScenario(scenario: Scenario, plan: Plan): Analysis {
  const analysis = analyzePlan(plan);
  const { program } = analysis;
  const lockstep = program === undefined ? null : lockstepCycles(scenario, plan);
  return program === undefined || lockstep === null ? analysis : { ...analysis, program: { ...program, inStep: lockstep } };
}

/**
 * Cycles of a program in lockstep: Σ over its steps of V / r + d + s, where V is the volume of a message in phits, r the rate of the
 * slowest message, d the delay of the longest path in cycles, and s the start-up. Flows of equal volume that begin together with max-min
 * fair rates end with the slowest, because its bottleneck is shared by flows of the same rate until they end (Bertsekas, Gallager, Data
 * Networks, 1992, §6.5.2). The path of the slowest flow may be shorter than the longest path; the result is then too large by at most the
 * difference.
 *
 * A step is one of `Causality.perStep`: messages that depend on equally long chains. Null if there is no closed form: packets instead of
 * flows, random or adaptive paths, messages of different volumes in a step, more messages of a terminal than may flow at the same time, graphs,
 * trees, computing, barriers, host overhead, several jobs, and too many messages.
 */
export function lockstepCycles({ flowControl }: Pick<Scenario, "flowControl">, plan: Plan): number | null {
  const { demand, engine } = plan;
  if (engine.granularity !== "flows" || demand.form !== "program" || demand.graph !== undefined) return null;
  if (demand.firstMessage[demand.ranks] > maxMessages || !hasOnlyPlainMessages(demand)) return null;
  const walk = new ProgramWalk(demand, mailboxesOf(demand), null, true);
  walk.run();
  return sumStepCycles(plan, demand, walk.listed!, flowControl.values as unknown as FluidRules);
}

/** Whether the ranks of a program only exchange messages, each with a single receiver. */
function hasOnlyPlainMessages(program: Program): boolean {
  const { ops, host, backgroundTraffic, trees } = program;
  if (isSendingCostly(host) || trees !== undefined || backgroundTraffic !== undefined || jobsOfProgram(program).length > 1) return false;
  return !hasOperation(program, (operation, code) => code === op.compute || code === op.barrier || isOverheardCopy(ops, operation));
}

/**
 * Cycles of a program if all ranks begin each step together. A step takes the time of its slowest message, plus the longest delay of a path
 * and the start-up. The slowest message is limited by the most loaded channel; a load here is the time that a channel needs for all
 * messages of the step, relative to a single message on a channel of rate 1. Null if there is no closed form.
 * @param messages [messages] sender, receiver, packets and step, from 1, of each message
 * @param rules the parameters of fluid flow: `ways` says which paths a flow uses, `toOne` whether a terminal sends its messages one after
 * the other
 */
function sumStepCycles(plan: Plan, { terminalOf, ranks }: Program, messages: ListedMessages, rules: FluidRules): number | null {
  const { from: senderOf, to: receiverOf, packets: packetsOf, step: stepOf } = messages;
  const { routing, packetPhits, startUp = 0, injectionSlots = 1 } = plan;
  const maxConcurrent = rules.toOne === "in-turn" ? 1 : injectionSlots;
  // A message that draws one of several paths has no closed form; to detect this, all its paths are examined.
  const paths = new FluidPaths(plan, rules.ways === "drawn" ? "spread" : rules.ways, () => 0);
  const relativeTime = new Float64Array(paths.capacity.length);
  const [lastStepOfSender, sentInStep] = [new Int32Array(ranks), new Int32Array(ranks)];
  const order = Int32Array.from(stepOf.keys()).sort((a, b) => stepOf[a] - stepOf[b] || a - b);
  let cycles = 0;
  // Visit the messages step by step.
  for (let i = 0; i < order.length;) {
    const currentStep = stepOf[order[i]];
    const volume = packetsOf[order[i]] * packetPhits;
    // Step 0: the message belongs to no step.
    if (currentStep === 0) return null;
    relativeTime.fill(0);
    // Time of the slowest message relative to a single message on a channel of rate 1.
    let [slowestTime, longestDelay] = [1 / paths.maxRate, 0];
    for (; i < order.length && stepOf[order[i]] === currentStep; i++) {
      const message = order[i];
      const sender = senderOf[message];
      const [source, destination] = [terminalOf[sender], terminalOf[receiverOf[message]]];
      sentInStep[sender] = lastStepOfSender[sender] === currentStep ? sentInStep[sender] + 1 : 1;
      lastStepOfSender[sender] = currentStep;
      // There is no closed form if sizes differ, if a sender's messages have to wait for each other, or if the path is drawn.
      const hasOtherSize = packetsOf[message] * packetPhits !== volume;
      if (hasOtherSize || sentInStep[sender] > maxConcurrent || isPathRandom(routing, source, destination)) return null;
      paths.findPaths(source, destination, routing.initialState?.(source, destination, 0) ?? 0, 0);
      for (let use = 0; use < paths.count; use++) {
        const resource = paths.resource[use];
        if (rules.ways === "drawn" && paths.weight[use] < 1 - tolerance) return null;
        relativeTime[resource] += paths.weight[use] / paths.capacity[resource];
        if (relativeTime[resource] > slowestTime) slowestTime = relativeTime[resource];
      }
      longestDelay = Math.max(longestDelay, paths.headerCycles);
    }
    cycles += volume * slowestTime + longestDelay + startUp;
  }
  return cycles;
}
