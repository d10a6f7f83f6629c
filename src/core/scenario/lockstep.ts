/**
 * How long a rank program takes in step: all ranks begin the messages of a step together, and those of the next when all of them
 * have come. Nobody asks them to: a rank goes on as soon as its own message has come, and eager messages share channels
 * with those of ranks that are behind. So a run may take longer than it does in step, and never for another reason.
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

/** Programs of more messages are not looked at: where each is spread over many channels, that takes seconds. */
const mostMessages = 2 ** 19;

/** A message of which less than this part of a channel is missing is on it whole. */
const crumb = 1e-9;

/** All that is known of a scenario without simulating it, and how long its program takes in step where that is known. */
export function analyseScenario(scenario: Scenario, plan: Plan): Analysis {
  const analysis = analyse(plan);
  const { program } = analysis;
  const inStep = program === undefined ? null : inStepOf(scenario, plan);
  return program === undefined || inStep === null ? analysis : { ...analysis, program: { ...program, inStep } };
}

/**
 * Cycles that a program takes in step, Σ over its steps of V / r + d + s. V is the volume of a message in phits, r the rate of the
 * slowest, d the cycles of the longest way, s the start-up. Flows of one volume that begin together and are max-min fair end with
 * the slowest: its bottleneck is used up by its like until they end, at the capacity over the flows that cross it (Bertsekas,
 * Gallager, Data Networks, 1992, §6.5.2). The way of the slowest may be shorter than the longest: it is too much by the
 * difference at most.
 *
 * A step is one of `Causality.perStep`: the messages that come after equally many others. Null where that is no closed form:
 * packets instead of flows, ways by lot or by load, messages of unlike volumes in a step, more of a terminal than flow at once,
 * graphs, trees, computing, barriers, overhead of the host, several jobs, and too many messages.
 */
export function inStepOf({ flowControl }: Pick<Scenario, "flowControl">, plan: Plan): number | null {
  const { demand, engine } = plan;
  if (engine.moves !== "flows" || demand.form !== "program" || demand.graph !== undefined) return null;
  if (demand.firstMessage[demand.ranks] > mostMessages || !isBare(demand)) return null;
  const walk = new Walk(demand, mailboxesOf(demand), null, true);
  walk.run();
  return sumOfSteps(plan, demand, walk.listed!, flowControl.values as unknown as FluidRules);
}

/** Whether the ranks of a program do nothing but exchange messages that nobody else hears. */
function isBare(program: Program): boolean {
  const { ops, host, beside, trees } = program;
  if (takesTimeToSend(host) || trees !== undefined || beside !== undefined || jobsOf(program).length > 1) return false;
  return !hasOperation(program, (o, code) => code === op.compute || code === op.barrier || isHeard(ops, o));
}

function sumOfSteps(plan: Plan, { terminalOf, ranks }: Program, messages: ListedMessages, rules: FluidRules): number | null {
  const { from, to, packets, step } = messages;
  const { routing, packetPhits, startUp = 0, injectionSlots = 1 } = plan;
  const most = rules.toOne === "in-turn" ? 1 : injectionSlots;
  // Where each message draws its way there is one to draw, or no closed form: all of its ways are looked at.
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
    // How many times as long as alone at the rate of the fastest channel the slowest takes.
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
