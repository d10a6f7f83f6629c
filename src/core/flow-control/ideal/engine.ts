// hot: no allocation, no for-of, no destructuring inside `processEvents` and what it calls.
/**
 * An ideal network without contention. A message that is handed over at time t has arrived completely at t + L + its phits, headers
 * included, at one phit per cycle, or as LogGOPS hosts determine; programs on such hosts run by `loggops-source.ts`. Channels carry
 * nothing.
 */
import { TimeHeap } from "../../base/time-heap.ts";
import type { Plan } from "../../plan/plan.ts";
import type { Crossing, Holder, Simulation, Wait, Waiter } from "../../simulation/contract.ts";
import { FlowRecorder } from "../../simulation/flow-recorder.ts";
import { type FrameLayout, scalar } from "../../simulation/frame.ts";
import { LogGOPSGraphSource } from "../../simulation/loggops-graph-source.ts";
import { LogGOPSSource, type Told } from "../../simulation/loggops-source.ts";
import {
  PacketTrains,
  trainAfter,
  trainCreated,
  trainDelay,
  trainHops,
  trainLast,
  trainMessage,
  trainStep,
  trainWhole,
} from "../../simulation/packet-trains.ts";
import type { ProgramSource } from "../../simulation/program-source.ts";
import { calendarOf, programOf, type Source, startSource } from "../../simulation/source.ts";
import { RealTimeClock } from "../real-time-clock.ts";

/** Starts a simulation of a plan at cycle 0. */
export function startIdeal(plan: Plan): Simulation {
  return new Ideal(plan);
}

class Ideal extends RealTimeClock implements Simulation, Told {
  readonly circle: readonly Wait[] = [];
  readonly layout: FrameLayout;
  protected readonly plan: Plan;
  protected readonly recorder: FlowRecorder;
  protected readonly source: Source;
  protected readonly trains = new PacketTrains();
  private readonly program: ProgramSource | null;
  protected readonly calendar: ProgramSource | null;
  /** The program's requests and replies of rendezvous; null where there are none. */
  private readonly controls: Source | null;
  private readonly machine: LogGOPSSource | LogGOPSGraphSource | null;
  private readonly starts = new TimeHeap();
  private readonly latency: number;
  /** Cycles per packet. */
  private readonly packet: number;
  private readonly startUp: number;

  constructor(plan: Plan) {
    super();
    const { network, demand, packetPhits, seed, startUp = 0 } = plan;
    const { latency, phitCycles, isLogGOPS } = plan.ideal!;
    this.plan = plan;
    this.latency = latency;
    this.packet = packetPhits * phitCycles;
    this.startUp = startUp;
    this.recorder = new FlowRecorder(plan, (into, now) => {
      const { underWay } = this.trains;
      for (let i = 0; i < underWay.size; i++) this.recorder.consume(into, this.trains, underWay.at(i), now);
    });
    this.layout = this.recorder.layout;
    const isMachine = isLogGOPS && demand.form === "program";
    const Machine = isMachine && demand.graph !== undefined ? LogGOPSGraphSource : LogGOPSSource;
    this.machine = isMachine ? new Machine(demand, network.terminals, latency, this) : null;
    this.source = this.machine ?? startSource(demand, network.terminals, packetPhits, seed);
    this.program = isMachine ? null : programOf(this.source, demand);
    this.calendar = calendarOf(this.program);
    this.controls = this.program === null ? null : this.program.controls;
    this.machine?.start();
    for (let s = 0; s < network.terminals; s++) this.awaitNext(s);
  }

  // Channels carry nothing.
  follow(): void {}

  followed(): readonly Crossing[] {
    return [];
  }

  waited(): readonly never[] {
    return [];
  }

  holder(): Holder | null {
    return null;
  }

  waitingFor(): readonly Waiter[] {
    return [];
  }

  sent(source: number, destination: number, message: number, packets: number, created: number): void {
    const { scalars, sentSoFar } = this.recorder.sums.frame;
    this.recorder.begin(source, created, packets);
    this.recorder.inject(message, created);
    scalars[scalar.injected] += packets;
    sentSoFar[source] += packets;
    this.trace(destination, source, created, 1);
  }

  came(source: number, destination: number, message: number, packets: number, created: number, t: number): void {
    const train = this.trains.take();
    this.write(train, source, destination, message, packets);
    // The whole message arrives at the same time, and has not waited in a source queue.
    this.time(train, created, t, t, 0, t - created);
    this.trace(destination, source, t, -1);
  }

  protected get nextEvent(): number {
    return Math.min(this.starts.next, this.machine === null ? Infinity : this.machine.next);
  }

  /** A message has arrived: counts it, and wakes the ranks that may go on. */
  protected arrive(train: number): void {
    const { trains, program } = this;
    const time = trains.time(train, trainLast);
    this.recorder.consume(this.recorder.sums, trains, train, time);
    const m = trains.get(train, trainMessage);
    const whole = trains.time(train, trainWhole);
    trains.drop(train);
    if (program === null) return;
    const count = program.arrive(m, time - 1, whole);
    for (let i = 0; i < count; i++) this.awaitNext(program.woken[i]);
  }

  /** Processes the next event: of the LogGOPS hosts, or the next message or control message of a terminal. */
  protected happen(next: number): number {
    if (this.machine !== null) {
      this.machine.step();
      return 1;
    }
    const s = this.starts.first;
    const { source, controls } = this;
    this.starts.remove(s);
    if (controls !== null && controls.at[s] + this.startUp <= next) this.notify(s, next, controls);
    else if (source.at[s] + this.startUp <= next) this.begin(s, next);
    this.awaitNext(s);
    return 1;
  }

  /** Sends a message. */
  private begin(s: number, time: number): void {
    const { source, packet } = this;
    const packets = source.packets[s];
    const to = source.to[s];
    const created = source.at[s];
    this.sent(s, to, source.message[s], packets, created);
    const train = this.trains.take();
    this.write(train, s, to, source.message[s], packets);
    const there = time + this.latency + packets * packet;
    this.time(train, created, time + this.latency, there, packet, this.latency);
    this.trace(to, s, there, -1);
    source.advance(s);
  }

  /** Sends a request or reply of a rendezvous. It does not count as a packet. */
  private notify(s: number, time: number, controls: Source): void {
    const train = this.trains.take();
    this.write(train, s, controls.to[s], controls.message[s], 0);
    this.trains.setTime(train, trainWhole, 1);
    this.time(train, time, time, time + this.latency, 0, this.latency);
    controls.advance(s);
  }

  private write(train: number, source: number, destination: number, message: number, packets: number): void {
    this.trains.write(train, source, destination, message, packets);
    this.trains.setTime(train, trainWhole, packets);
    this.trains.setTime(train, trainHops, 0);
  }

  private time(train: number, created: number, after: number, last: number, step: number, delay: number): void {
    const { trains } = this;
    trains.setTime(train, trainCreated, created);
    trains.setTime(train, trainAfter, after);
    trains.setTime(train, trainLast, last);
    trains.setTime(train, trainStep, step);
    trains.setTime(train, trainDelay, delay);
    trains.underWay.set(train, last);
  }

  protected look(terminal: number): void {
    this.awaitNext(terminal);
  }

  private awaitNext(s: number): void {
    const { source, controls } = this;
    const at = controls === null ? source.at[s] : Math.min(source.at[s], controls.at[s]);
    if (at < Infinity) this.starts.set(s, at + this.startUp);
  }
}
