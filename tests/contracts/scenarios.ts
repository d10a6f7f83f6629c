/** Random small scenarios, and how the tests run them. A failing test prints its scenario as plain data that reproduces it. */
import * as fc from "fast-check";
import { compile } from "../../src/core/run/compile.ts";
import type { ChosenKind, Values } from "../../src/core/base/params.ts";
import { writeMatrix } from "../../src/core/traffic/traffic-matrix-text.ts";
import { cellList, type TrafficMatrix } from "../../src/core/traffic/traffic-matrix.ts";
import { defaultsOf } from "../../src/core/base/params.ts";
import { allFlowControls } from "../../src/core/flow-control/index.ts";
import { allTrafficPatterns } from "../../src/core/patterns/index.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import type { PartnerOrder, Program } from "../../src/core/programs/program.ts";
import { type HostRules, idealHost } from "../../src/core/programs/hosts.ts";
import { ProgramWriter } from "../../src/core/programs/program-writer.ts";
import { openLoopOf } from "../../src/core/traffic/open-loop.ts";
import { mergePrograms } from "../../src/core/programs/merge-programs.ts";
import type { Scenario } from "../../src/core/scenario/scenario.ts";
import type { Simulation } from "../../src/core/simulation/contract.ts";
import { type Frame, openFrame } from "../../src/core/simulation/frame.ts";
import { allSizes } from "../../src/core/sizes/index.ts";
import type { TopologyFacts } from "../../src/core/topologies/contract.ts";
import { ioParams } from "../../src/core/workloads/job/io-job.ts";
import { jobParams, trafficOfJob } from "../../src/core/workloads/job/job.ts";
import { streamOfParts } from "../../src/core/workloads/job/traffic-part.ts";
import { rates } from "../../src/core/workloads/rates.ts";
import { arbitraryKind, examplesOf, factsOf, arbitraryMatrix, arbitraryRouting, smallTopology } from "./arbitrary.ts";
import { independentChoice } from "./independent-choice.ts";
import { scenarioParams } from "../../src/core/scenario/scenario.ts";

/** The current frame of a simulation. */
export function frameOf(simulation: Simulation): Frame {
  const frame = openFrame(simulation.layout, new ArrayBuffer(simulation.layout.byteLength));
  simulation.sample(frame);
  return frame;
}

/** Runs to the end and returns the last frame. */
export function runToEnd(simulation: Simulation): Frame {
  while (simulation.status === "running") simulation.advance(Infinity, Infinity);
  return frameOf(simulation);
}

/** Virtual cut-through with default values, except for `values`. */
export function cutThrough(values: Values = {}): ChosenKind {
  const { id, params } = allFlowControls.get("virtual-cut-through");
  return { kind: id, values: { ...defaultsOf(params), ...values } };
}

/** Any flow control with contention, with small queues and packets of a few phits. */
export const anyFlowControl: fc.Arbitrary<ChosenKind> = arbitraryKind(
  { ...allFlowControls, kinds: allFlowControls.kinds.filter(({ engine }) => engine.hasContention) },
  { span: 28, length: 3 },
);

/** Any fluid flow control. */
export const anyFluidFlowControl: fc.Arbitrary<ChosenKind> = arbitraryKind(
  { ...allFlowControls, kinds: allFlowControls.kinds.filter(({ engine }) => engine.granularity === "flows" && engine.hasContention) },
  { span: 28, length: 3 },
);
export const anyPacketFlowControl: fc.Arbitrary<ChosenKind> = anyFlowControl.filter(
  ({ kind }) => allFlowControls.get(kind).engine.time === "whole",
);

/**
 * Random open-loop traffic: a third with the default injection, a third with any process and message size, a third on some of the
 * terminals, as jobs or as a traffic matrix.
 */
export function openLoop(terminals: number): fc.Arbitrary<ChosenKind> {
  const plain = arbitraryJob(terminals, bernoulliSinglePackets).map((values) => ({ kind: "open-loop", values }));
  const any = arbitraryJob(terminals, anyInjection).map((values) => ({ kind: "open-loop", values }));
  return fc.oneof(plain, any, terminals < 4 ? any : partialTraffic(terminals));
}

/** A traffic matrix with rates, some of which exceed the capacity of the terminal's channel. */
export function matrixTraffic(terminals: number): fc.Arbitrary<ChosenKind> {
  const cells = arbitraryMatrix(terminals - 1)
    .filter((matrix) => cellList(matrix).source.length > 0 && !isSelfTraffic(matrix))
    .map(writeMatrix);
  const process = fc.constantFrom(...rates.params.process.choices.map(({ id }) => id));
  return fc
    .record({ cells, process, injecting: anyInjection })
    .map(({ cells, process, injecting: { size } }) => ({ kind: "rates", values: { cells, unit: "phits", process, size } }));
}

/** Whether all traffic of a matrix stays at its source. */
function isSelfTraffic(matrix: TrafficMatrix): boolean {
  const { source, destination } = cellList(matrix);
  return Array.from(source).every((from, i) => from === destination[i]);
}

type InjectionArbitrary = fc.Arbitrary<{ readonly process: string; readonly size: ChosenKind }>;

/** One packet per message, Bernoulli process. */
const bernoulliSinglePackets: InjectionArbitrary = fc.constant({ process: "bernoulli", size: { kind: "single", values: {} } });

/** Any process, and messages of up to some hundred bytes. */
const anyInjection: InjectionArbitrary = fc.record({
  process: fc.constantFrom(...jobParams.process.choices.map(({ id }) => id)),
  size: arbitraryKind(allSizes, { span: 200, length: 3 }).filter(({ kind, values }) => allSizes.get(kind).check(values).length === 0),
});

/**
 * The unit of the load: half of all loads are fractions of the capacity of the terminal's channels. It is derived from the load, so that it
 * needs no draw.
 */
const unitOfLoad = (load: number) => (Math.round(load * 64) % 2 === 1 ? "channel" : "cycle");

/** A job on `ranks` ranks, by default on all terminals, with the default values and the examples of a pattern. */
function arbitraryJob(ranks: number, injecting: InjectionArbitrary): fc.Arbitrary<Values> {
  const fitting = allTrafficPatterns.kinds
    .filter(({ reasonUnsupported }) => reasonUnsupported(ranks) === null)
    .flatMap((kind) => [{ kind: kind.id, values: defaultsOf(kind.params) }, ...examplesOf(kind)])
    .filter(({ kind, values }) => allTrafficPatterns.get(kind).check(values, ranks).length === 0);
  const ids = [...new Set(fitting.map(({ kind }) => kind))];
  const pattern = independentChoice(ids.map((id) => [id, fc.constantFrom(...fitting.filter(({ kind }) => kind === id))]));
  const load = fc.oneof(fc.constantFrom(0.05, 0.5, 1), fc.double({ min: 0.01, max: 1, noNaN: true }));
  const consecutive = { kind: "consecutive", values: { first: 0 } };
  return fc
    .record({ pattern, load, injecting })
    .map(({ pattern, load, injecting }) => ({ pattern, load, loadOf: unitOfLoad(load), ...injecting, mapping: consecutive, ranks: 0 }));
}

/**
 * A job on some of the terminals, strided or random; two jobs that divide the terminals at random, one of which may be I/O; I/O traffic; or
 * a traffic matrix.
 */
function partialTraffic(terminals: number): fc.Arbitrary<ChosenKind> {
  const order = fc.record({ seed: fc.nat({ max: 99 }), cut: fc.integer({ min: 2, max: terminals - 2 }) });
  return order.chain(({ seed, cut }) => {
    const random = (first: number) => ({ kind: "random", values: { seed, first } });
    const mapping = fc.constantFrom<ChosenKind>(
      random(0),
      random(1),
      { kind: "strided", values: { stride: cut, first: 0 } },
      { kind: "central", values: {} },
      { kind: "list", values: { terminals: Array.from({ length: cut }, (_, rank) => terminals - 1 - rank) } },
    );
    const one = fc
      .tuple(arbitraryJob(cut, anyInjection), mapping)
      .map(([job, mapping]) => ({ kind: "open-loop", values: { ...job, mapping, ranks: cut } }));
    const two = fc
      .tuple(arbitraryJob(cut, anyInjection), arbitraryJob(terminals - cut, anyInjection), anyTimes, anyTimes)
      .map(([a, b, times, then]) => ({
        kind: "jobs",
        values: {
          jobs: [
            { ...a, ...times, mapping: random(0), ranks: cut },
            { ...b, ...then, mapping: random(cut), ranks: terminals - cut },
          ],
          io: [],
        },
      }));
    const io = ioJob().map((job) => ({ kind: "io", values: { ...job, mapping: random(0), ranks: 0 } }));
    const beside = fc.tuple(arbitraryJob(cut, anyInjection), ioJob(), anyTimes, anyTimes).map(([job, io, times, then]) => ({
      kind: "jobs",
      values: {
        jobs: [{ ...job, ...times, mapping: random(0), ranks: cut }],
        io: [{ ...io, ...then, application: "shared", mapping: random(cut), ranks: terminals - cut }],
      },
    }));
    return fc.oneof(one, two, io, beside, matrixTraffic(terminals));
  });
}

/** Begin and end of a job: in most cases the whole run, otherwise from a random cycle on, possibly to another one. */
const anyTimes = fc.oneof(
  { weight: 2, arbitrary: fc.constant({ begin: 0, end: 0 }) },
  {
    weight: 1,
    arbitrary: fc
      .record({ begin: fc.nat({ max: 100 }), lasts: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 300 })) })
      .map(({ begin, lasts }) => ({ begin, end: lasts === 0 ? 0 : begin + lasts })),
  },
);

/** Clients with a given mapping, and up to three servers on randomly chosen terminals. */
function ioJob(): fc.Arbitrary<Values> {
  return fc
    .record({
      load: fc.oneof(fc.constantFrom(0.05, 0.5, 1), fc.double({ min: 0.01, max: 1, noNaN: true })),
      writes: fc.constantFrom(0, 0.3, 1),
      access: fc.constantFrom(...ioParams.access.choices.map(({ id }) => id)),
      application: fc.constantFrom(...ioParams.application.choices.map(({ id }) => id)),
      servers: fc.integer({ min: 1, max: 3 }),
      injecting: anyInjection,
      process: fc.constantFrom(...ioParams.process.choices.map(({ id }) => id)),
    })
    .map(({ injecting: { size }, ...job }) => ({ ...job, size, serverMapping: { kind: "random", values: { seed: 9, first: 0 } } }));
}

/** A list of messages of 1 to 5 packets between different terminals, close enough in time to meet. */
export function messageList(terminals: number, packetBytes: number): fc.Arbitrary<ChosenKind> {
  const message = fc
    .record({
      source: fc.integer({ min: 0, max: terminals - 1 }),
      step: fc.integer({ min: 1, max: terminals - 1 }),
      bytes: fc.integer({ min: 1, max: 5 * packetBytes }),
      time: fc.integer({ min: 0, max: 60 }),
    })
    .map(({ source, step, bytes, time }) => ({ source, destination: (source + step) % terminals, bytes, time }));
  return fc.array(message, { minLength: 1, maxLength: 60 }).map((list) => ({ kind: "messages", values: { list } }));
}

/** Default values of the sections that packet engines support in their default form only. */
export const defaultSections = {
  technology: scenarioParams.technology.default,
  links: scenarioParams.links.default,
  switch: scenarioParams.switch.default,
  host: scenarioParams.host.default,
};

/** Generators of the parts of a random scenario. The workload depends on the terminals and the packet size. */
export interface ScenarioParts {
  readonly topology: fc.Arbitrary<ChosenKind>;
  readonly flowControl: fc.Arbitrary<ChosenKind>;
  readonly workload: (terminals: number, packetBytes: number) => fc.Arbitrary<ChosenKind>;
}

/** Random scenarios of a few hundred cycles. */
export function arbitraryScenario({ topology, flowControl, workload }: ScenarioParts): fc.Arbitrary<Scenario> {
  return fc.tuple(topology, flowControl).chain(([topology, flowControl]) => {
    const { terminals } = factsOf(topology) as TopologyFacts;
    const packetBytes = allFlowControls.get(flowControl.kind).packetBytes(flowControl.values);
    return fc.record({
      title: fc.constant(""),
      topology: fc.constant(topology),
      technology: fc.constant(defaultSections.technology),
      links: fc.constant(defaultSections.links),
      switch: fc.constant(defaultSections.switch),
      host: fc.constant(defaultSections.host),
      routing: arbitraryRouting(topology),
      flowControl: fc.constant(flowControl),
      workload: workload(terminals, packetBytes),
      run: fc.record({
        warmUp: fc.integer({ min: 0, max: 100 }),
        window: fc.integer({ min: 1, max: 300 }),
        drain: fc.integer({ min: 0, max: 400 }),
      }),
      seed: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    });
  });
}

/**
 * Random scenarios with open-loop traffic or a list of messages on networks of up to `terminals` terminals, by default with any flow
 * control.
 */
export function anyScenario(terminals: number, flowControl = anyFlowControl): fc.Arbitrary<Scenario> {
  const parts = { topology: smallTopology(terminals), flowControl };
  return fc.oneof(arbitraryScenario({ ...parts, workload: openLoop }), arbitraryScenario({ ...parts, workload: messageList }));
}

/** A scenario with a list of messages, in bytes, and default values for all other parts. */
export function messagesOn(
  topology: ChosenKind,
  routing: ChosenKind,
  flowControl: ChosenKind,
  list: readonly { readonly source: number; readonly destination: number; readonly bytes: number; readonly time: number }[],
): Scenario {
  const run = { warmUp: 0, window: 100, drain: 0 };
  return { title: "", topology, ...defaultSections, routing, flowControl, workload: { kind: "messages", values: { list } }, run, seed: 1 };
}

/** One step of some ranks of a random program. */
type ProgramStep =
  | { readonly is: "message"; readonly from: number; readonly by: number; readonly packets: number; readonly tag: number }
  | { readonly is: "to all"; readonly from: number; readonly packets: number }
  | { readonly is: "compute"; readonly rank: number; readonly cycles: number }
  | { readonly is: "wait"; readonly rank: number }
  | { readonly is: "in turn"; readonly packets: number; readonly way: PartnerOrder }
  | { readonly is: "barrier" }
  | { readonly is: "phase"; readonly rank: number; readonly name: string }
  | { readonly is: "again"; readonly times: number; readonly steps: readonly ProgramStep[] };

/** Hosts that send everything eagerly, or use rendezvous for messages beyond a few packets, or for all. */
const anyHost: fc.Arbitrary<HostRules> = fc.constantFrom(Infinity, Infinity, 0, 1, 2, 3).map((eager) => ({ ...idealHost, eager }));

/**
 * Random programs with all kinds of operations, on some of the terminals. A third of them are two or three simultaneous programs, or one
 * that begins later.
 */
export function anyProgram(terminals: number, host = anyHost): fc.Arbitrary<Program> {
  return host.chain((host) =>
    fc.oneof({ weight: 2, arbitrary: singleProgram(terminals, host) }, { weight: 1, arbitrary: programJobs(terminals, host) }),
  );
}

/** Up to three programs that divide the terminals, with different begins; some of them send round-robin. */
function programJobs(terminals: number, host: HostRules): fc.Arbitrary<Program> {
  return fc.integer({ min: 1, max: Math.min(3, Math.floor(terminals / 2)) }).chain((count) => {
    const terminalsPerJob = Math.floor(terminals / count);
    const job = fc.record({
      program: singleProgram(terminalsPerJob, host),
      begin: fc.oneof(fc.constant(0), fc.nat({ max: 120 })),
      takesTurns: fc.boolean(),
    });
    const all = Array.from({ length: terminals }, (_, t) => t);
    const terminalOrder = fc.shuffledSubarray(all, { minLength: terminals, maxLength: terminals });
    return fc.tuple(fc.array(job, { minLength: count, maxLength: count }), terminalOrder).map(([jobs, terminalOrder]) =>
      mergePrograms(
        jobs.map(({ program, takesTurns }, j) => ({
          ...program,
          terminalOf: program.terminalOf.map((t) => terminalOrder[j * terminalsPerJob + t]),
          ...(takesTurns ? { isRoundRobin: takesTurns } : {}),
        })),
        jobs.map(({ begin }) => begin),
      ),
    );
  });
}

/**
 * A program in which all messages are sent before they are received, so that it ends. With rendezvous, no rank waits for messages that
 * others receive later, and all messages of a mailbox have the same length, so that they cannot be exchanged.
 */
function singleProgram(terminals: number, host: HostRules): fc.Arbitrary<Program> {
  return fc.integer({ min: 2, max: Math.min(terminals, 9) }).chain((ranks) => {
    const rank = fc.nat({ max: ranks - 1 });
    const by = fc.integer({ min: 1, max: ranks - 1 });
    const message = fc.record({
      is: fc.constant("message" as const),
      from: rank,
      by,
      packets: fc.integer({ min: 1, max: 4 }),
      tag: fc.nat({ max: 1 }),
    });
    const isPower = (ranks & (ranks - 1)) === 0;
    const inTurn = fc.record({
      is: fc.constant("in turn" as const),
      packets: fc.integer({ min: 1, max: 4 }),
      way: isPower ? fc.constantFrom<PartnerOrder>("shift", "xor") : fc.constant<PartnerOrder>("shift"),
    });
    const plainStep: fc.Arbitrary<ProgramStep> = fc.oneof(
      { weight: 6, arbitrary: message },
      { weight: 1, arbitrary: fc.record({ is: fc.constant("to all" as const), from: rank, packets: fc.integer({ min: 1, max: 4 }) }) },
      { weight: 2, arbitrary: fc.record({ is: fc.constant("compute" as const), rank, cycles: fc.nat({ max: 40 }) }) },
      { weight: 1, arbitrary: fc.record({ is: fc.constant("wait" as const), rank }) },
      { weight: 1, arbitrary: fc.constant({ is: "barrier" as const }) },
      { weight: 1, arbitrary: fc.record({ is: fc.constant("phase" as const), rank, name: fc.constantFrom("a", "b") }) },
    );
    // Loops are nested two deep, in a few cases three deep.
    const inner = loopOf(plainStep);
    const step = fc.oneof({ weight: 12, arbitrary: plainStep }, { weight: 1, arbitrary: loopOf(fc.oneof(plainStep, inner)) });
    const repeated = fc.array(fc.oneof({ weight: 10, arbitrary: step }, { weight: 2, arbitrary: inTurn }), { maxLength: 8 });
    const steps = fc.array(step, { minLength: 1, maxLength: 14 });
    const terminalOrder = fc.shuffledSubarray(
      Array.from({ length: terminals }, (_, t) => t),
      { minLength: ranks, maxLength: ranks },
    );
    return fc
      .record({ places: terminalOrder, before: steps, times: fc.integer({ min: 1, max: 4 }), repeated, isLate: fc.boolean(), after: steps })
      .map(({ places: terminalOrder, before, times, repeated, isLate, after }) => {
        const write = new ProgramWriter(1, host);
        const hasRendezvous = host.eager < Infinity;
        // Messages to rotating partners are received at the end of the loop, or after it.
        const isSafe = !hasRendezvous || !repeated.some(({ is }) => is === "in turn");
        const stepsOf = (steps: readonly ProgramStep[]) => (hasRendezvous ? steps.map(tagByLength) : steps);
        for (let r = 0; r < ranks; r++) {
          writeSteps(write, stepsOf(before), ranks);
          write.repeat(times, () => {
            writeSteps(write, stepsOf(isSafe ? repeated : withoutWaits(repeated)), ranks);
            if (!isLate) receiveInTurn(write, repeated);
          });
          if (isLate) write.repeat(times, () => receiveInTurn(write, repeated));
          writeSteps(write, stepsOf(after), ranks);
          write.nextRank();
        }
        return write.finish(Int32Array.from(terminalOrder));
      });
  });
}

/** A loop over a few steps. */
function loopOf(step: fc.Arbitrary<ProgramStep>): fc.Arbitrary<ProgramStep> {
  const steps = fc.array(step, { minLength: 1, maxLength: 3 });
  return fc.record({ is: fc.constant("again" as const), times: fc.integer({ min: 1, max: 3 }), steps });
}

function withoutWaits(steps: readonly ProgramStep[]): readonly ProgramStep[] {
  return steps.flatMap((each) => (each.is === "wait" ? [] : each.is === "again" ? { ...each, steps: withoutWaits(each.steps) } : each));
}

/** A message whose tag determines its length. */
function tagByLength(step: ProgramStep): ProgramStep {
  if (step.is === "again") return { ...step, steps: step.steps.map(tagByLength) };
  return step.is === "message" ? { ...step, tag: 2 * step.packets + step.tag } : step;
}

/** A scenario's network and rules, with a program on some of its terminals. */
export interface ProgramCase {
  readonly scenario: Scenario;
  readonly plan: Plan & { readonly demand: Program };
}

/** The networks and rules of these scenarios with random programs, until the programs end. */
export function programsOn(scenarios: fc.Arbitrary<Scenario>): fc.Arbitrary<ProgramCase> {
  return scenarios.filter(isFullyConnected).chain((scenario) => {
    const { plan } = compile(scenario);
    const window = { start: 0, end: Infinity, limit: Infinity };
    const { terminals } = plan.network;
    const { engine, isInOrder = false, packetBytes } = allFlowControls.get(scenario.flowControl.kind);
    const bytes = packetBytes(scenario.flowControl.values);
    const programs = anyProgram(terminals, isInOrder ? fc.constant(idealHost) : anyHost).chain((demand) => {
      const others = Array.from({ length: terminals }, (_, t) => t).filter((t) => !demand.terminalOf.includes(t));
      if (engine.time === "real" || others.length < 2) return fc.constant(demand);
      // Half of the programs have background traffic between the other terminals.
      return fc.option(fc.tuple(arbitraryJob(others.length, anyInjection), anyTimes)).map((job) => {
        if (job === null) return demand;
        const values = { ...job[0], ...job[1], mapping: { kind: "list", values: { terminals: others } } };
        const beside = openLoopOf([
          streamOfParts([trafficOfJob(values as never, { network: plan.network, packetBytes: bytes })], terminals),
        ]);
        return { ...demand, backgroundTraffic: beside };
      });
    });
    return programs.map((demand) => ({ scenario, plan: { ...plan, demand, window } }));
  });
}

/** Whether every terminal can reach every other one. Otherwise a program that waits for a message without a path never ends. */
export function isFullyConnected(scenario: Scenario): boolean {
  const { network, routing } = compile(scenario).plan;
  const all = Array.from({ length: network.terminals }, (_, t) => t);
  return all.every((from) => all.every((to) => from === to || routing.canReach?.(from, to) !== false));
}

/** Writes a rank's part of a list of steps. */
function writeSteps(write: ProgramWriter, steps: readonly ProgramStep[], ranks: number): void {
  const { rank } = write;
  for (const step of steps) {
    if (step.is === "message") {
      const to = (step.from + step.by) % ranks;
      if (step.from === rank) write.send(to, step.packets, step.tag);
      if (to === rank) write.receive(step.from, step.tag);
    } else if (step.is === "to all") {
      if (step.from === rank) write.sendToAll(ranks, step.packets, 2);
      else write.receive(step.from, 2);
    } else if (step.is === "barrier") write.barrier();
    else if (step.is === "in turn") write.sendToPartner(step.packets, step.way);
    else if (step.is === "again") write.repeat(step.times, () => writeSteps(write, step.steps, ranks));
    else if (step.rank !== rank) continue;
    else if (step.is === "compute") write.compute(step.cycles);
    else if (step.is === "wait") write.wait();
    else write.phase(step.name);
  }
}

/** Writes a rank's receives from its rotating partners in one iteration. */
function receiveInTurn(write: ProgramWriter, steps: readonly ProgramStep[]): void {
  for (const step of steps) if (step.is === "in turn") write.receiveFromPartner();
}
