// hot: no allocation, no for-of, no destructuring inside `processEvents` and what it calls.
/**
 * An ideal network without contention. A message that is handed over at time t has arrived completely at t + L (the latency) + its phits,
 * headers included, at one phit per cycle, or as LogGOPS hosts determine; programs on such hosts run by `loggops-source.ts`. Channels carry
 * nothing.
 */
import { TimeHeap } from "../../base/time-heap.ts";
import type { Plan } from "../../plan/plan.ts";
import type { ChannelCrossing, ChannelHolder, Simulation, DeadlockWait, WaitingPacket } from "../../simulation/contract.ts";
import { FlowRecorder } from "../../simulation/flow-recorder.ts";
import { type FrameLayout, scalar } from "../../simulation/frame.ts";
import { LogGOPSGraphSource } from "../../simulation/loggops-graph-source.ts";
import { LogGOPSSource, type MessageListener } from "../../simulation/loggops-source.ts";
import {
  PacketTrains,
  trainPreviousConsumed,
  trainCreated,
  trainDelay,
  trainHops,
  trainLastConsumed,
  trainMessage,
  trainStep,
  trainMessagePackets,
} from "../../simulation/packet-trains.ts";
import type { ProgramSource } from "../../simulation/program-source.ts";
import { calendarSourceOf, programSourceOf, type MessageSource, startSource } from "../../simulation/source.ts";
import { RealTimeClock } from "../real-time-clock.ts";

/** Starts a simulation of a plan at cycle 0. */
export function startIdeal(plan: Plan): Simulation {
  return new Ideal(plan);
}

class Ideal extends RealTimeClock implements Simulation, MessageListener {
  readonly deadlockCycle: readonly DeadlockWait[] = [];
  readonly layout: FrameLayout;
  protected readonly plan: Plan;
  protected readonly recorder: FlowRecorder;
  protected readonly source: MessageSource;
  protected readonly trains = new PacketTrains();
  private readonly program: ProgramSource | null;
  protected readonly calendar: ProgramSource | null;
  /** The program's requests and replies of rendezvous; null where there are none. */
  private readonly controlSource: MessageSource | null;
  private readonly logGops: LogGOPSSource | LogGOPSGraphSource | null;
  private readonly messageStarts = new TimeHeap();
  private readonly latency: number;
  /** Cycles per packet. */
  private readonly packetCycles: number;
  private readonly startUp: number;

  /**
   * Prepares a run on an ideal network, in which messages do not compete for channels. Rank programs on LogGOPS hosts have their own
   * interpreter, for lists of operations or for dependency graphs; all other demands are read from a message source, and each terminal
   * waits for its first message.
   */
  constructor(plan: Plan) {
    super();
    const { network, demand, packetPhits, seed, startUp = 0 } = plan;
    const { latency, phitCycles, isLogGOPS } = plan.ideal!;
    this.plan = plan;
    this.latency = latency;
    this.packetCycles = packetPhits * phitCycles;
    this.startUp = startUp;
    this.recorder = new FlowRecorder(plan, (sums, now) => {
      const { inFlight } = this.trains;
      for (let i = 0; i < inFlight.size; i++) this.recorder.consume(sums, this.trains, inFlight.idAt(i), now);
    });
    this.layout = this.recorder.layout;
    const isMachine = isLogGOPS && demand.form === "program";
    const Machine = isMachine && demand.graph !== undefined ? LogGOPSGraphSource : LogGOPSSource;
    this.logGops = isMachine ? new Machine(demand, network.terminals, latency, this) : null;
    this.source = this.logGops ?? startSource(demand, network.terminals, packetPhits, seed);
    this.program = isMachine ? null : programSourceOf(this.source, demand);
    this.calendar = calendarSourceOf(this.program);
    this.controlSource = this.program === null ? null : this.program.controlSource;
    this.logGops?.start();
    for (let terminal = 0; terminal < network.terminals; terminal++) this.awaitMessage(terminal);
  }

  // Channels carry nothing.
  trackChannel(): void {}

  trackedCrossings(): readonly ChannelCrossing[] {
    return [];
  }

  trackedWaits(): readonly never[] {
    return [];
  }

  holderOf(): ChannelHolder | null {
    return null;
  }

  waitersFor(): readonly WaitingPacket[] {
    return [];
  }

  sent(source: number, destination: number, message: number, packets: number, created: number): void {
    const { scalars, sentSoFar } = this.recorder.sums.frame;
    this.recorder.countCreated(source, created, packets);
    this.recorder.inject(message, created);
    scalars[scalar.injected] += packets;
    sentSoFar[source] += packets;
    this.recordTrace(destination, source, created, 1);
  }

  arrived(source: number, destination: number, message: number, packets: number, created: number, arrivedAt: number): void {
    const train = this.trains.allocate();
    this.writeTrain(train, source, destination, message, packets);
    // The whole message arrives at the same time, and has not waited in a source queue.
    this.setTrainTimes(train, created, arrivedAt, arrivedAt, 0, arrivedAt - created);
    this.recordTrace(destination, source, arrivedAt, -1);
  }

  protected get nextEvent(): number {
    return Math.min(this.messageStarts.nextTime, this.logGops === null ? Infinity : this.logGops.next);
  }

  /** A message has arrived: counts it, and wakes the ranks that may go on. */
  protected consumeTrain(train: number): void {
    const { trains, program } = this;
    const time = trains.getTime(train, trainLastConsumed);
    this.recorder.consume(this.recorder.sums, trains, train, time);
    const messageId = trains.getInt(train, trainMessage);
    const messagePackets = trains.getTime(train, trainMessagePackets);
    trains.release(train);
    if (program === null) return;
    const count = program.arrive(messageId, time - 1, messagePackets);
    for (let i = 0; i < count; i++) this.awaitMessage(program.wokenTerminals[i]);
  }

  /** Processes the next event: of the LogGOPS hosts, or the next message or control message of a terminal. */
  protected processEvents(next: number): number {
    if (this.logGops !== null) {
      this.logGops.step();
      return 1;
    }
    const terminal = this.messageStarts.firstId;
    const { source, controlSource } = this;
    this.messageStarts.remove(terminal);
    if (controlSource !== null && controlSource.createdAt[terminal] + this.startUp <= next) this.sendControl(terminal, next, controlSource);
    else if (source.createdAt[terminal] + this.startUp <= next) this.sendMessage(terminal, next);
    this.awaitMessage(terminal);
    return 1;
  }

  /** Sends a message. */
  private sendMessage(terminal: number, time: number): void {
    const { source, packetCycles } = this;
    const packets = source.packets[terminal];
    const to = source.destination[terminal];
    const created = source.createdAt[terminal];
    this.sent(terminal, to, source.messageNumber[terminal], packets, created);
    const train = this.trains.allocate();
    this.writeTrain(train, terminal, to, source.messageNumber[terminal], packets);
    const arrivalTime = time + this.latency + packets * packetCycles;
    this.setTrainTimes(train, created, time + this.latency, arrivalTime, packetCycles, this.latency);
    this.recordTrace(to, terminal, arrivalTime, -1);
    source.advance(terminal);
  }

  /** Sends a request or reply of a rendezvous. It does not count as a packet. */
  private sendControl(terminal: number, time: number, controlSource: MessageSource): void {
    const train = this.trains.allocate();
    this.writeTrain(train, terminal, controlSource.destination[terminal], controlSource.messageNumber[terminal], 0);
    this.trains.setTime(train, trainMessagePackets, 1);
    this.setTrainTimes(train, time, time, time + this.latency, 0, this.latency);
    controlSource.advance(terminal);
  }

  private writeTrain(train: number, source: number, destination: number, message: number, packets: number): void {
    this.trains.write(train, source, destination, message, packets);
    this.trains.setTime(train, trainMessagePackets, packets);
    this.trains.setTime(train, trainHops, 0);
  }

  private setTrainTimes(train: number, created: number, after: number, last: number, step: number, delay: number): void {
    const { trains } = this;
    trains.setTime(train, trainCreated, created);
    trains.setTime(train, trainPreviousConsumed, after);
    trains.setTime(train, trainLastConsumed, last);
    trains.setTime(train, trainStep, step);
    trains.setTime(train, trainDelay, delay);
    trains.inFlight.set(train, last);
  }

  protected rescheduleTerminal(terminal: number): void {
    this.awaitMessage(terminal);
  }

  private awaitMessage(terminal: number): void {
    const { source, controlSource } = this;
    const at =
      controlSource === null ? source.createdAt[terminal] : Math.min(source.createdAt[terminal], controlSource.createdAt[terminal]);
    if (at < Infinity) this.messageStarts.set(terminal, at + this.startUp);
  }
}
