// hot: no allocation, no for-of, no destructuring in what the engine calls in each cycle.
/**
 * State of the engine for links and switches (`switched.ts`): records, event wheel, and the occupancy of queues.
 *
 * Times are whole cycles. A channel with a fractional rate may become free within a cycle. Such a time is a cycle and a number of parts of
 * that cycle, which the channel divides into `perCycle` parts.
 */
import { growth, growInt32Array, nextPowerOfTwo } from "../../base/arrays.ts";
import { uniformBelow, mix, streamKey } from "../../base/random.ts";
import type { Plan } from "../../plan/plan.ts";
import { type CompiledRouting, isDecisionDue } from "../../plan/routing.ts";
import { plainSwitch, type SwitchRules } from "../../plan/switches.ts";
import { slotInput, slotPacket, slotShift } from "../injection.ts";
import { CrossingCounter } from "../inspector.ts";
import { PacketClock } from "../packet-clock.ts";
import { packetRequest, packetEnds, packetHops, packetShift, packetRoutingState } from "../packet-pool.ts";
import { layOutInputs } from "./inputs.ts";
import { listShift, listSize, listStart, CandidateLists } from "./candidate-lists.ts";
import { type CutThroughRules, selections } from "./rules.ts";
import * as channel from "./records/channel.ts";
import * as event from "./records/event.ts";
import * as buffer from "./records/output-buffer.ts";
import * as packet from "./records/packet.ts";
import * as vc from "./records/virtual-channel.ts";

/** A cycle before all movements of a run. */
const longAgo = -(2 ** 30);

export abstract class SwitchedState extends PacketClock {
  readonly routing: CompiledRouting;
  readonly lists: CandidateLists;
  readonly vcs: number;
  readonly queueCount: number;
  protected readonly queueCapacity: number;
  protected readonly switches: SwitchRules;
  protected readonly hasSharedSelection: boolean;
  protected readonly isStoreAndForward: boolean;
  protected readonly hasRandomTies: boolean;
  protected readonly isNetworkFirst: boolean;
  protected readonly arbitration: CutThroughRules["arbitration"];
  protected readonly selectionRule: (typeof selections)[CutThroughRules["selection"]];
  protected readonly selectionKey: number;
  protected readonly arbitrationKey: number;
  protected readonly hasRoutingState: boolean;
  protected readonly hasSharedCapacities = this.network.groupCapacity.length > 0;
  readonly hasRings: boolean;
  /** Whether a packet could run out of phits (underrun) on a faster channel: channel rates differ. */
  protected readonly isUnderrunPossible: boolean;

  // Links.
  protected readonly perCycle: Int32Array;
  protected readonly perPhit: Int32Array;
  protected readonly delay: Int32Array;
  /** [channels] Cycles of a packet on each channel, or 0 if that is no whole number. */
  protected readonly packetCycles: Int32Array;
  /** [channels] Cycles until the sender knows of a free slot behind a channel. */
  protected readonly creditCycles: Int32Array;

  // Switches.
  /**
   * Packets per output buffer; packets that may cross to the buffers of one channel at the same time; rate of a crossing as units per cycle
   * and units per phit; cycles of a crossing.
   */
  readonly outputBufferPackets: number;
  protected readonly crossingsPerOutput: number;
  protected readonly crossUnitsPerCycle: number;
  protected readonly crossUnitsPerPhit: number;
  protected readonly crossCycles: number;
  /** [channels] Cycles by which the start on the channel has to follow the start of the crossing, so that the packet does not underrun. */
  protected readonly crossLead: Int32Array;
  /** Upper bound of the cycles until a packet has arrived and crossed a switch completely, over any channel. */
  private readonly maxArrivalCycles: number;
  /** Packets that may leave an input channel at the same time; and whether that is a limit. */
  protected readonly departuresPerInput: number;
  protected readonly hasDepartureLimit: boolean;
  /** Whether switches have queues by output; and whether each input has its own (virtual output queues). */
  readonly hasOutputQueues: boolean;
  protected readonly hasVirtualOutputQueues: boolean;

  /**
   * Records of virtual channels [queues << vcFieldsShift], of their output buffers or output queues, and of channels [channels <<
   * channelFieldsShift].
   */
  vcRecords: Int32Array;
  bufferRecords: Int32Array;
  channelRecords: Int32Array;
  /** [packets << packetFieldsShift] Replaced by a larger array when the pool grows. */
  packetFields: Int32Array;
  /**
   * [wheel] First event of each slot, −1 for none; later events stay in the slot for another turn. Then the events, and the part of the
   * cycle in which each departure began.
   */
  protected readonly eventWheel = new Int32Array(nextPowerOfTwo(growth.initial(256))).fill(-1);
  protected readonly wheelMask = this.eventWheel.length - 1;
  private readonly eventCapacity = growth.initial(1024);
  protected events = new Int32Array(this.eventCapacity << event.eventFieldsShift);
  protected eventStartParts = new Int32Array(this.eventCapacity);
  /** For crossings of a switch: start of the packet's arrival. */
  protected eventArrivals = new Int32Array(this.eventCapacity);
  protected eventArrivalParts = new Int32Array(this.eventCapacity);
  protected freeEvent = 0;
  protected readonly injectionDelaySums = new Float64Array(this.network.head.length);
  protected readonly waitedSums = new Float64Array(this.network.head.length);

  // Inputs of each node: the queues from which packets may request, in order of their numbers.
  readonly inputBits: number;
  protected readonly inputWords: number;
  firstInput: Int32Array;
  inputs: Int32Array;
  /** [nodes × words] Masks of the inputs from terminals, and of the inputs that a further packet may leave. */
  protected terminalInputs: Int32Array;
  protected openInputs: Int32Array;

  /** [queues + slots] 1 while the head of a queue requests; not kept where queues are by output. */
  readonly isRequesting: Uint8Array;
  protected readonly hasRouteCache: boolean;
  protected routeCache: Int32Array;
  /** Queues with heads that may request in this cycle, and complements of packets that may join an output queue. */
  protected newHeads: Int32Array;
  protected readonly routeBuffer: Int32Array;
  protected readonly eligible: Int32Array;
  protected observedCycle = 0;
  protected readonly groupBusy = new Int32Array(this.network.groupCapacity.length);
  protected readonly groupLimit = Int32Array.from(this.network.groupCapacity, Math.floor);

  protected readonly head: Int32Array;
  protected readonly forwards: boolean;

  protected readonly crossingCounter = new CrossingCounter();

  constructor(rules: CutThroughRules, plan: Plan) {
    super(rules.injectionSlots, plan);
    const { network, routing, links, switches = plainSwitch } = plan;
    const { head, firstOut, forwards } = network;
    // | 0 tells the compiler that these numbers are integers: results of powers and divisions may be kept as floats.
    const vcs = routing.vcClasses | 0;
    const channelCount = head.length;
    const queueCount = channelCount * vcs;
    const nodeCount = firstOut.length - 1;
    const { terminalCount, packetPhits } = this;
    const slots = rules.injectionSlots | 0;
    this.routing = routing;
    this.head = head;
    this.forwards = forwards;
    [this.vcs, this.queueCount] = [vcs, queueCount];
    this.queueCapacity = rules.queue | 0;
    this.switches = switches;
    this.hasSharedSelection = rules.selection === "shared";
    this.isStoreAndForward = rules.storeAndForward;
    this.selectionRule = selections[rules.selection];
    this.hasRandomTies = rules.ties === "random" || this.selectionRule.by === "chance";
    this.isNetworkFirst = rules.priority === "network-first";
    this.arbitration = rules.arbitration;
    this.selectionKey = streamKey(plan.seed, "selection");
    this.arbitrationKey = streamKey(plan.seed, "arbitration");
    this.hasRoutingState = routing.initialState !== undefined || routing.nextState !== undefined || routing.injectionDecision !== undefined;
    this.hasRings = routing.rings !== undefined;
    this.lists = new CandidateLists(vcs, 1, routing.maxCandidates > 1 ? nodeCount : 1);

    this.perCycle = links === undefined ? new Int32Array(channelCount).fill(1) : links.perCycle;
    this.perPhit = links === undefined ? new Int32Array(channelCount).fill(1) : links.perPhit;
    this.delay = links === undefined ? new Int32Array(channelCount) : Int32Array.from(links.delay);
    this.isUnderrunPossible = this.perCycle.some(
      (units, channelId) => units * this.perPhit[0] !== this.perPhit[channelId] * this.perCycle[0],
    );
    const time = (phits: number, channelId: number) => (phits * this.perPhit[channelId]) / this.perCycle[channelId];
    this.packetCycles = Int32Array.from(head, (_, channelId) =>
      Number.isInteger(time(packetPhits, channelId)) ? time(packetPhits, channelId) : 0,
    );
    this.creditCycles = Int32Array.from(
      head,
      (node, channelId) => this.delay[channelId] + (node < terminalCount ? 0 : switches.creditDelay),
    );
    this.hasOutputQueues = switches.queues !== "input";
    this.hasVirtualOutputQueues = switches.queues === "virtual-output";
    this.outputBufferPackets = Math.floor(switches.outputBuffer / packetPhits);
    const { speedup } = switches;
    this.crossingsPerOutput = (speedup === 0 ? vcs : Math.min(speedup, vcs)) | 0;
    this.crossUnitsPerCycle = (speedup === 0 ? 1 : speedup) | 0;
    this.crossUnitsPerPhit = (speedup === 0 ? 1 : this.crossingsPerOutput) | 0;
    this.crossCycles = Math.ceil((packetPhits * this.crossUnitsPerPhit) / this.crossUnitsPerCycle) | 0;
    this.crossLead = Int32Array.from(head, (_, channelId) => {
      const { crossUnitsPerCycle, crossUnitsPerPhit, perCycle, perPhit } = this;
      const ahead = (packetPhits - 1) * (crossUnitsPerPhit * perCycle[channelId] - perPhit[channelId] * crossUnitsPerCycle);
      return Math.max(0, Math.ceil(ahead / (crossUnitsPerCycle * perCycle[channelId])));
    });
    this.maxArrivalCycles =
      head.reduce((most, _, channelId) => Math.max(most, Math.ceil(time(packetPhits, channelId)) + this.delay[channelId] + 2), 0) +
      this.crossUnitsPerPhit;
    const concurrentDepartures = (this.hasVirtualOutputQueues ? Math.max(1, speedup) : speedup) || vcs;
    this.departuresPerInput =
      switches.queues === "output"
        ? 0x7fffffff
        : (this.outputBufferPackets > 0 ? Math.min(concurrentDepartures, vcs) : concurrentDepartures) | 0;
    this.hasDepartureLimit = this.departuresPerInput < vcs || this.hasVirtualOutputQueues;

    this.vcRecords = new Int32Array(queueCount << vc.vcFieldsShift);
    this.bufferRecords = new Int32Array(this.outputBufferPackets > 0 || switches.queues === "output" ? queueCount << vc.vcFieldsShift : 0);
    this.channelRecords = new Int32Array(channelCount << channel.channelFieldsShift);
    this.packetFields = new Int32Array(this.pool.records.length).fill(-1);
    this.freeEvent = this.linkEvents(0);
    this.writeChannels();

    const inputs = layOutInputs(network, vcs, this.injection.slots);
    this.firstInput = inputs.firstInput;
    this.inputBits = inputs.inputBits;
    this.inputWords = inputs.words;
    this.inputs = inputs.inputs;
    this.terminalInputs = inputs.fromTerminals;
    this.openInputs = new Int32Array(nodeCount * inputs.words).fill(-1);
    this.isRequesting = new Uint8Array(queueCount + slots * terminalCount);
    this.hasRouteCache = !this.hasRoutingState && nodeCount * terminalCount <= 2 ** 16;
    this.routeCache = new Int32Array(this.hasRouteCache ? nodeCount * terminalCount : 0).fill(-1);
    // At most three packets per channel can request first in the same cycle, and one more may be new.
    this.newHeads = new Int32Array(4 * queueCount + 2 * slots * terminalCount);
    this.routeBuffer = new Int32Array(routing.maxCandidates);
    this.eligible = new Int32Array(routing.maxCandidates);

    this.writeQueues(inputs.packedInputs);
  }

  /** Writes the constant fields of the records of channels. */
  private writeChannels(): void {
    const { channelRecords, terminalCount, head, delay, perPhit, perCycle, switches } = this;
    const { tail } = this.network;
    for (let channelId = 0; channelId < head.length; channelId++) {
      const channelIndex = channelId << channel.channelFieldsShift;
      channelRecords[channelIndex + channel.packetCycles] = this.packetCycles[channelId];
      channelRecords[channelIndex + channel.headerCycles] = Math.ceil(perPhit[channelId] / perCycle[channelId]) + delay[channelId];
      channelRecords[channelIndex + channel.delayCycles] = delay[channelId];
      channelRecords[channelIndex + channel.creditCycles] = this.creditCycles[channelId];
      channelRecords[channelIndex + channel.pipelineCycles] = head[channelId] < terminalCount ? 0 : switches.pipeline;
      channelRecords[channelIndex + channel.isToTerminal] = head[channelId] < terminalCount ? 1 : 0;
      channelRecords[channelIndex + channel.isFromSwitch] = tail[channelId] < terminalCount ? 0 : 1;
    }
  }

  /**
   * Writes the constant fields of the records of virtual channels and output buffers.
   * @param packedInputs [queues + slots] Node and input of each queue and slot; slots have no record here.
   */
  private writeQueues(packedInputs: Int32Array): void {
    const { vcRecords, bufferRecords, vcs, terminalCount, head } = this;
    for (let queueId = 0; queueId < packedInputs.length; queueId++) {
      const vcIndex = queueId << vc.vcFieldsShift;
      const channelId = Math.floor(queueId / vcs);
      vcRecords[vcIndex + vc.nodeInput] = packedInputs[queueId];
      vcRecords[vcIndex + vc.vcChannel] = channelId;
      for (const list of [vc.queueFirst, vc.queueLast, vc.firstDeparture, vc.lastDeparture]) vcRecords[vcIndex + list] = -1;
      vcRecords[vcIndex + vc.entryStart] = longAgo;
      vcRecords[vcIndex + vc.queueSlots] = head[channelId] < terminalCount ? 2 ** 30 : this.queueCapacityAt(head[channelId]);
      for (const list of [buffer.bufferFirst, buffer.bufferLast, buffer.outputQueueFirst, buffer.outputQueueLast])
        bufferRecords[vcIndex + list] = -1;
      for (const time of [buffer.crossStart, buffer.crossArrival, buffer.ejectStart]) bufferRecords[vcIndex + time] = longAgo;
    }
  }

  /** Slots of each queue at node `node`. With virtual output queues there are that many for each output. */
  private queueCapacityAt(node: number): number {
    const { firstOut } = this.network;
    return this.hasVirtualOutputQueues && node >= this.terminalCount
      ? this.queueCapacity * (firstOut[node + 1] - firstOut[node])
      : this.queueCapacity;
  }

  queueCapacityBehind(vcId: number): number {
    return this.queueCapacityAt(this.vcRecords[(vcId << vc.vcFieldsShift) + vc.nodeInput] >> this.inputBits);
  }

  channelOf(vcId: number): number {
    return this.vcs === 1 ? vcId : (vcId / this.vcs) | 0;
  }

  /** Whether a channel leaves a switch with output buffers. */
  hasBuffers(channelId: number): boolean {
    return this.outputBufferPackets > 0 && this.network.tail[channelId] >= this.terminalCount;
  }

  // Events.

  /** Links the records from `from` on into the list of free events; returns the first. */
  private linkEvents(from: number): number {
    const { events } = this;
    const count = events.length >> event.eventFieldsShift;
    for (let eventIndex = from; eventIndex < count; eventIndex++)
      events[(eventIndex << event.eventFieldsShift) + event.nextInList] =
        eventIndex + 1 < count ? (eventIndex + 1) << event.eventFieldsShift : -1;
    return from << event.eventFieldsShift;
  }

  /** Enlarges the event arrays; returns the first new event. */
  protected growEvents(): number {
    const count = this.events.length >> event.eventFieldsShift;
    const next = growth.next(count);
    this.events = growInt32Array(this.events, next << event.eventFieldsShift);
    this.eventStartParts = growInt32Array(this.eventStartParts, next);
    this.eventArrivals = growInt32Array(this.eventArrivals, next);
    this.eventArrivalParts = growInt32Array(this.eventArrivalParts, next);
    return this.linkEvents(count);
  }

  /** Schedules an event for cycle `time`; returns its record. */
  protected schedule(time: number, effects: number, queueId: number, packetId: number, vcId: number): number {
    const eventIndex = this.freeEvent < 0 ? this.growEvents() : this.freeEvent;
    const { events, eventWheel, wheelMask } = this;
    this.freeEvent = events[eventIndex + event.nextInList];
    const slot = time & wheelMask;
    events[eventIndex + event.nextInList] = eventWheel[slot];
    eventWheel[slot] = eventIndex;
    events[eventIndex + event.time] = time;
    events[eventIndex + event.effects] = effects;
    events[eventIndex + event.queue] = queueId;
    events[eventIndex + event.movedPacket] = packetId;
    events[eventIndex + event.outputVc] = vcId;
    if (time > this.lastEventCycle) this.lastEventCycle = time;
    return eventIndex;
  }

  protected releaseEvent(eventIndex: number): void {
    this.events[eventIndex + event.nextInList] = this.freeEvent;
    this.freeEvent = eventIndex;
  }

  protected removeDeparture(eventIndex: number, queueId: number): void {
    const { events, vcRecords } = this;
    const vcIndex = queueId << vc.vcFieldsShift;
    let before = -1;
    for (let each = vcRecords[vcIndex + vc.firstDeparture]; each !== eventIndex; each = events[each + event.nextDeparture]) before = each;
    const following = events[eventIndex + event.nextDeparture];
    if (before < 0) vcRecords[vcIndex + vc.firstDeparture] = following;
    else events[before + event.nextDeparture] = following;
    if (following < 0) vcRecords[vcIndex + vc.lastDeparture] = before;
  }

  /** Time jumps over idle cycles: nothing to reset. */
  protected onTimeJump(): void {}

  /** Enlarges `packetFields` to the size of the packet pool. */
  protected growPacketFields(): void {
    const before = this.packetFields.length;
    this.packetFields = growInt32Array(this.packetFields, this.pool.records.length);
    this.packetFields.fill(-1, before);
  }

  // Occupancy of queues, as seen by their senders.

  /**
   * Phits, at most L, that a transfer over a channel has delivered by cycle `cycle`. It began in cycle `startCycle` and part `startPart`.
   */
  protected phitsDelivered(channelId: number, startCycle: number, startPart: number, cycle: number): number {
    const cycles = cycle - startCycle;
    if (cycles <= 0) return 0;
    const { packetPhits } = this;
    const unitsPerCycle = this.perCycle[channelId];
    const unitsPerPhit = this.perPhit[channelId];
    if (unitsPerCycle === unitsPerPhit) return cycles < packetPhits ? cycles : packetPhits;
    // Return early for old transfers, so that no product overflows.
    if (this.packetCycles[channelId] > 0 && cycles >= this.packetCycles[channelId]) return packetPhits;
    const phits = Math.floor((cycles * unitsPerCycle - startPart) / unitsPerPhit);
    return phits < packetPhits ? phits : packetPhits;
  }

  /**
   * Occupancy of a virtual channel in cycle `cycle`, as an adaptive routing compares it: phits in the output buffer before it, if switches
   * have output buffers, plus phits in the queue behind it. A leaving packet counts until the sender has learned of the departure of its
   * phits, which takes the time of a credit.
   */
  protected phitsIn(vcId: number, cycle: number): number {
    const { vcRecords, bufferRecords, packetPhits } = this;
    const vcIndex = vcId << vc.vcFieldsShift;
    const channelId = this.channelOf(vcId);
    let phits = Math.imul(vcRecords[vcIndex + vc.queueSlotsTaken], packetPhits);
    // With an output buffer, add its phits; otherwise subtract the phits of the last packet that have not arrived in the queue yet.
    if (this.outputBufferPackets > 0 && this.hasBuffers(channelId)) {
      phits += Math.imul(bufferRecords[vcIndex + buffer.bufferedPackets], packetPhits);
      phits += this.phitsCrossedTo(vcIndex, channelId, cycle);
      phits -= this.phitsDelivered(
        channelId,
        bufferRecords[vcIndex + buffer.ejectStart],
        bufferRecords[vcIndex + buffer.ejectStartPart],
        cycle,
      );
    } else
      phits +=
        this.phitsDelivered(channelId, vcRecords[vcIndex + vc.entryStart], vcRecords[vcIndex + vc.entryStartPart], cycle) - packetPhits;
    // Subtract what has left the queue and is known to the sender.
    // Departures are a linked list of events: packets that leave through the switch to an output buffer, or onto a channel.
    let eventIndex = vcRecords[vcIndex + vc.firstDeparture];
    if (eventIndex < 0) return phits;
    const { events } = this;
    const reportedCycle = cycle - this.creditCycles[channelId];
    for (; eventIndex >= 0; eventIndex = events[eventIndex + event.nextDeparture]) {
      const startCycle = events[eventIndex + event.departureStart];
      const eventId = eventIndex >> event.eventFieldsShift;
      phits -=
        (events[eventIndex + event.effects] & event.leftThroughSwitch) !== 0
          ? this.phitsCrossed(channelId, startCycle, this.eventArrivals[eventId], this.eventArrivalParts[eventId], reportedCycle)
          : this.phitsDelivered(
              this.channelOf(events[eventIndex + event.outputVc]),
              startCycle,
              this.eventStartParts[eventId],
              reportedCycle,
            );
    }
    return phits;
  }

  /**
   * Number of the L phits of the last packet that have crossed the switch to an output buffer by cycle `cycle`. Phits that have left over
   * the channel count as crossed: on a fast channel the last phit may leave before its crossing is complete.
   * @param vcIndex Start of the records of the buffer's virtual channel.
   * @param channelId Channel of that virtual channel.
   */
  private phitsCrossedTo(vcIndex: number, channelId: number, cycle: number): number {
    const { vcRecords, bufferRecords } = this;
    const phits = this.phitsCrossed(
      bufferRecords[vcIndex + buffer.crossInputChannel],
      bufferRecords[vcIndex + buffer.crossStart],
      bufferRecords[vcIndex + buffer.crossArrival],
      bufferRecords[vcIndex + buffer.crossArrivalPart],
      cycle,
    );
    if (phits === this.packetPhits || bufferRecords[vcIndex + buffer.bufferedPackets] > 0) return phits;
    const isEjected = bufferRecords[vcIndex + buffer.ejectStart] > vcRecords[vcIndex + vc.entryStart];
    const sentPhits = this.phitsDelivered(
      channelId,
      isEjected ? bufferRecords[vcIndex + buffer.ejectStart] : vcRecords[vcIndex + vc.entryStart],
      isEjected ? bufferRecords[vcIndex + buffer.ejectStartPart] : vcRecords[vcIndex + vc.entryStartPart],
      cycle,
    );
    return Math.max(phits, sentPhits);
  }

  /**
   * Phits, at most L, of a packet that have crossed a switch by cycle `cycle`. The packet began to cross in cycle `startCycle` and had come
   * over channel `channelId`.
   */
  private phitsCrossed(channelId: number, startCycle: number, arrivalStart: number, startPart: number, cycle: number): number {
    const { packetPhits, crossUnitsPerCycle, crossUnitsPerPhit } = this;
    if (cycle <= startCycle) return 0;
    if (cycle - startCycle >= this.crossCycles && arrivalStart + this.maxArrivalCycles <= cycle) return packetPhits;
    // Phits cross as they arrive, one phit time later.
    const unitsPerCycle = this.perCycle[channelId];
    const parts =
      ((cycle - arrivalStart - this.delay[channelId]) * crossUnitsPerCycle - crossUnitsPerPhit) * unitsPerCycle -
      startPart * crossUnitsPerCycle;
    const arrivedPhits = Math.floor(parts / (this.perPhit[channelId] * crossUnitsPerCycle));
    return Math.max(0, Math.min(packetPhits, arrivedPhits, Math.floor(((cycle - startCycle) * crossUnitsPerCycle) / crossUnitsPerPhit)));
  }

  /**
   * The first cycle in which packet `packetId`, which came over channel `channelId`, has crossed a switch completely, if it begins in cycle
   * `cycle`.
   */
  protected crossEndOf(packetId: number, channelId: number, cycle: number): number {
    const { packetFields, perCycle, perPhit, crossUnitsPerCycle, crossUnitsPerPhit, packetPhits } = this;
    const fieldsIndex = packetId << packet.packetFieldsShift;
    // At most one phit crosses per cycle.
    if (perCycle[channelId] === perPhit[channelId])
      return Math.max(cycle + this.crossCycles, packetFields[fieldsIndex + packet.arrivalStart] + this.delay[channelId] + packetPhits + 1);
    const units = packetFields[fieldsIndex + packet.arrivalStartPart] + packetPhits * perPhit[channelId];
    const arrivalCycles = Math.ceil(
      (units * crossUnitsPerCycle + crossUnitsPerPhit * perCycle[channelId]) / (perCycle[channelId] * crossUnitsPerCycle),
    );
    return Math.max(cycle + this.crossCycles, packetFields[fieldsIndex + packet.arrivalStart] + this.delay[channelId] + arrivalCycles);
  }

  /** The first cycle in which packet `packetId` can begin on channel `next` without underrun. */
  protected earliestOutputStart(packetId: number, channelId: number, next: number, cycle: number): number {
    const { packetFields, perCycle, perPhit, packetPhits } = this;
    const fieldsIndex = packetId << packet.packetFieldsShift;
    const leadCycles = this.crossLead[next];
    // The packet's header has arrived, and the next channel is not faster.
    if (perCycle[channelId] === perPhit[channelId] && perPhit[next] >= perCycle[next]) return cycle + leadCycles;
    const units = packetFields[fieldsIndex + packet.arrivalStartPart] + packetPhits * perPhit[channelId];
    const arrivalCycles = Math.ceil(
      (units * perCycle[next] - (packetPhits - 1) * perPhit[next] * perCycle[channelId]) / (perCycle[channelId] * perCycle[next]),
    );
    return Math.max(cycle + leadCycles, packetFields[fieldsIndex + packet.arrivalStart] + this.delay[channelId] + arrivalCycles);
  }

  /** Phits in all queues behind a channel in cycle `observedCycle`; adaptive routings read it. */
  protected readonly phitsBehind = (channel: number): number => {
    let total = 0;
    for (let vcId = channel * this.vcs; vcId < (channel + 1) * this.vcs; vcId++) total += this.phitsIn(vcId, this.observedCycle);
    return total;
  };

  /**
   * Chooses the least occupied of the virtual channels that the head of a queue could take: the one with the fewest phits behind its whole
   * channel and, among equals, the fewest in the virtual channel itself (`phitsIn`). Remaining ties are broken at random or in favor of the first one.
   * @param count Number of virtual channels, which are the first entries of `eligible`. The best ones found so far are moved to its start.
   * @param queueId The requesting queue, key of the random draw.
   */
  protected leastOccupied(count: number, queueId: number, cycle: number): number {
    const { eligible, vcs } = this;
    let leastChannelPhits = 0x7fffffff;
    let leastVcPhits = 0x7fffffff;
    let tieCount = 0;
    let summedChannel = -1;
    let channelPhits = 0;
    for (let i = 0; i < count; i++) {
      const vcId = eligible[i];
      const vcPhits = this.phitsIn(vcId, cycle);
      const channelId = this.channelOf(vcId);
      if (vcs === 1) channelPhits = vcPhits;
      else if (channelId !== summedChannel) {
        summedChannel = channelId;
        channelPhits = 0;
        for (let otherVc = channelId * vcs; otherVc < channelId * vcs + vcs; otherVc++)
          channelPhits += otherVc === vcId ? vcPhits : this.phitsIn(otherVc, cycle);
      }
      if (channelPhits > leastChannelPhits || (channelPhits === leastChannelPhits && vcPhits > leastVcPhits)) continue;
      if (channelPhits < leastChannelPhits || vcPhits < leastVcPhits) {
        leastChannelPhits = channelPhits;
        leastVcPhits = vcPhits;
        tieCount = 0;
      }
      eligible[tieCount++] = vcId;
    }
    return tieCount > 1 && this.hasRandomTies ? eligible[uniformBelow(mix(this.selectionKey, cycle, queueId), tieCount)] : eligible[0];
  }

  // Requests.

  headOf(queueId: number): number {
    return queueId < this.queueCount
      ? this.vcRecords[(queueId << vc.vcFieldsShift) + vc.queueFirst]
      : this.injection.slots[((queueId - this.queueCount) << slotShift) + slotPacket];
  }

  protected nodeInputOf(queueId: number): number {
    return queueId < this.queueCount
      ? this.vcRecords[(queueId << vc.vcFieldsShift) + vc.nodeInput]
      : this.injection.slots[((queueId - this.queueCount) << slotShift) + slotInput];
  }

  /** Whether packets in queue `queueId` are moved to output queues as soon as they may request. */
  isOutputQueued(queueId: number): boolean {
    return (
      this.hasOutputQueues &&
      queueId < this.queueCount &&
      this.vcRecords[(queueId << vc.vcFieldsShift) + vc.nodeInput] >> this.inputBits >= this.terminalCount
    );
  }

  /**
   * Number of virtual channels in a candidate set, and its i-th member. A set is the complement of a virtual channel, or the record of a
   * candidate list.
   */
  setSize(candidateSet: number): number {
    return candidateSet < 0 ? 1 : this.lists.records[candidateSet + listSize];
  }

  setMember(candidateSet: number, i: number): number {
    return candidateSet < 0 ? ~candidateSet : this.lists.members[this.lists.records[candidateSet + listStart] + 2 * i] >> 2;
  }

  /** Candidate set of packets with destination `destination` at node `node`. */
  protected candidatesOf(node: number, destination: number, state: number): number {
    if (this.hasRouteCache) {
      const cached = this.routeCache[node * this.terminalCount + destination];
      // −1 means not cached, so complements are stored 1 lower.
      if (cached !== -1) return cached < -1 ? cached + 1 : cached;
    }
    const { routeBuffer } = this;
    const count = this.routing.route(node, destination, state, routeBuffer);
    const candidateSet =
      count === 1 || this.selectionRule.by === "order" ? ~routeBuffer[0] : this.lists.findOrAdd(routeBuffer, count) << listShift;
    if (this.hasRouteCache) this.routeCache[node * this.terminalCount + destination] = candidateSet < 0 ? candidateSet - 1 : candidateSet;
    return candidateSet;
  }

  /**
   * The first cycle in which packet `packetId`, which came over channel `channelId`, can begin on every channel of a candidate set without
   * underrun.
   */
  protected earliestStart(packetId: number, channelId: number, candidateSet: number): number {
    const { perCycle, perPhit, packetPhits } = this;
    const fieldsIndex = packetId << packet.packetFieldsShift;
    const units = this.packetFields[fieldsIndex + packet.arrivalStartPart] + packetPhits * perPhit[channelId];
    let cycles = 0;
    for (let i = 0; i < this.setSize(candidateSet); i++) {
      const next = this.channelOf(this.setMember(candidateSet, i));
      const minCycles =
        (units * perCycle[next] - (packetPhits - 1) * perPhit[next] * perCycle[channelId]) / (perCycle[channelId] * perCycle[next]);
      cycles = Math.max(cycles, Math.ceil(minCycles));
    }
    return this.packetFields[fieldsIndex + packet.arrivalStart] + this.delay[channelId] + cycles;
  }

  /**
   * Makes the injection decision of an adaptive routing, where the packet has just left its terminal or is still undecided: minimal or
   * non-minimal.
   */
  protected makeInjectionDecision(packetId: number, node: number, destination: number, cycle: number): void {
    const { routing } = this;
    const { records } = this.pool;
    const record = packetId << packetShift;
    const state = records[record + packetRoutingState];
    if (routing.injectionDecision === undefined || !isDecisionDue(routing, records[record + packetHops], state)) return;
    this.observedCycle = cycle;
    records[record + packetRoutingState] = routing.injectionDecision(node, destination, state, this.phitsBehind);
  }

  /** Free slots that the queue or buffer of `vcId` must have for a packet from queue `queueId`: 2 to enter a ring, otherwise 1. */
  creditsNeeded(vcId: number, queueId: number): number {
    const { rings } = this.routing;
    return rings !== undefined && rings[vcId] >= 0 && (queueId >= this.queueCount || rings[queueId] !== rings[vcId]) ? 2 : 1;
  }

  /** Whether packet `packetId` is consumed at the end of channel `channelId`. */
  isConsumedAt(channelId: number, packetId: number): boolean {
    const node = this.head[channelId];
    return node < this.terminalCount && (!this.forwards || node === (this.pool.records[(packetId << packetShift) + packetEnds] & 0xffff));
  }

  /** Whether the next buffer or queue on the path over `vcId` has a credit for packet `packetId` from queue `queueId`. */
  protected hasCreditFor(packetId: number, queueId: number, vcId: number): boolean {
    const { vcRecords, bufferRecords } = this;
    const channelId = this.channelOf(vcId);
    const vcIndex = vcId << vc.vcFieldsShift;
    if (this.hasBuffers(channelId))
      return bufferRecords[vcIndex + buffer.bufferSlotsTaken] + this.creditsNeeded(vcId, queueId) <= this.outputBufferPackets;
    return (
      this.isConsumedAt(channelId, packetId) ||
      vcRecords[vcIndex + vc.queueSlotsTaken] + this.creditsNeeded(vcId, queueId) <= this.queueCapacityBehind(vcId)
    );
  }

  protected isGroupExhausted(channelId: number): boolean {
    const groupIndex = this.network.group[channelId];
    return groupIndex >= 0 && this.groupBusy[groupIndex] >= this.groupLimit[groupIndex];
  }

  // Linked lists of packets.

  protected removeFirst(lists: Int32Array, from: number): number {
    const { packetFields } = this;
    const packetId = lists[from];
    const following = packetFields[(packetId << packet.packetFieldsShift) + packet.nextPacket];
    lists[from] = following;
    if (following < 0) lists[from + 1] = -1;
    else packetFields[(following << packet.packetFieldsShift) + packet.previousPacket] = -1;
    return packetId;
  }

  /**
   * Whether packet `a` joined its output queue before packet `b`. Ties between virtual channels by which packets came are broken by a hash.
   */
  protected hasJoinedBefore(a: number, b: number): boolean {
    const { packetFields, arbitrationKey } = this;
    const since = packetFields[(a << packet.packetFieldsShift) + packet.joinedAt];
    if (since !== packetFields[(b << packet.packetFieldsShift) + packet.joinedAt])
      return since < packetFields[(b << packet.packetFieldsShift) + packet.joinedAt];
    const vcA = packetFields[(a << packet.packetFieldsShift) + packet.arrivalVc];
    const vcB = packetFields[(b << packet.packetFieldsShift) + packet.arrivalVc];
    // Packets of the same queue keep their order of arrival.
    if (vcA === vcB) return this.isOlder(a, b);
    const drawA = mix(arbitrationKey, since, vcA);
    const drawB = mix(arbitrationKey, since, vcB);
    return drawA === drawB ? vcA < vcB : drawA < drawB;
  }

  private isOlder(a: number, b: number): boolean {
    const { packetFields } = this;
    const [fieldsIndex, otherFieldsIndex] = [a << packet.packetFieldsShift, b << packet.packetFieldsShift];
    if (packetFields[fieldsIndex + packet.arrivalStart] !== packetFields[otherFieldsIndex + packet.arrivalStart])
      return packetFields[fieldsIndex + packet.arrivalStart] < packetFields[otherFieldsIndex + packet.arrivalStart];
    return packetFields[fieldsIndex + packet.arrivalStartPart] < packetFields[otherFieldsIndex + packet.arrivalStartPart];
  }

  /** Inserts packet `packetId` into an output queue, behind all packets that joined before it. */
  protected insertByJoin(lists: Int32Array, from: number, packetId: number): void {
    const { packetFields } = this;
    let before = lists[from + 1];
    while (before >= 0 && this.hasJoinedBefore(packetId, before))
      before = packetFields[(before << packet.packetFieldsShift) + packet.previousPacket];
    const following = before < 0 ? lists[from] : packetFields[(before << packet.packetFieldsShift) + packet.nextPacket];
    packetFields[(packetId << packet.packetFieldsShift) + packet.previousPacket] = before;
    packetFields[(packetId << packet.packetFieldsShift) + packet.nextPacket] = following;
    if (before < 0) lists[from] = packetId;
    else packetFields[(before << packet.packetFieldsShift) + packet.nextPacket] = packetId;
    if (following < 0) lists[from + 1] = packetId;
    else packetFields[(following << packet.packetFieldsShift) + packet.previousPacket] = packetId;
  }

  // Counters that the recorder reads.

  protected flushInjectionDelay(channelId: number): void {
    this.injectionDelaySums[channelId] += this.channelRecords[(channelId << channel.channelFieldsShift) + channel.sinceInjection];
    this.channelRecords[(channelId << channel.channelFieldsShift) + channel.sinceInjection] = 0;
  }

  protected flushWaited(queueId: number): void {
    this.waitedSums[this.channelOf(queueId)] += this.vcRecords[(queueId << vc.vcFieldsShift) + vc.waitedCycles];
    this.vcRecords[(queueId << vc.vcFieldsShift) + vc.waitedCycles] = 0;
  }

  protected phitsOn(channelId: number): number {
    const channelIndex = channelId << channel.channelFieldsShift;
    const { channelRecords, packetPhits } = this;
    return channelRecords[channelIndex + channel.carriedPackets] === 0
      ? 0
      : (channelRecords[channelIndex + channel.carriedPackets] - 1) * packetPhits +
          this.phitsDelivered(
            channelId,
            channelRecords[channelIndex + channel.startedAt],
            channelRecords[channelIndex + channel.startedPart],
            this.now,
          );
  }

  protected waitingBehind(channelId: number): number {
    let total = this.waitedSums[channelId];
    for (let vcId = channelId * this.vcs; vcId < (channelId + 1) * this.vcs; vcId++)
      total += this.vcRecords[(vcId << vc.vcFieldsShift) + vc.waitedCycles];
    return total;
  }

  protected sinceInjectionOn(channelId: number): number {
    return this.injectionDelaySums[channelId] + this.channelRecords[(channelId << channel.channelFieldsShift) + channel.sinceInjection];
  }

  /**
   * Packets that count as queued behind a virtual channel: those in its queue, and those that have left but whose slot is not free again.
   * Departures are a linked list of events.
   */
  protected packetsBehind(vcId: number): number {
    const { vcRecords, events } = this;
    const channelId = Math.floor(vcId / this.vcs);
    const vcIndex = vcId << vc.vcFieldsShift;
    let total = vcRecords[vcIndex + vc.queuedPackets];
    for (let eventIndex = vcRecords[vcIndex + vc.firstDeparture]; eventIndex >= 0; eventIndex = events[eventIndex + event.nextDeparture]) {
      const isGone =
        (events[eventIndex + event.effects] & event.freesQueueSlot) !== 0 &&
        events[eventIndex + event.time] - this.creditCycles[channelId] < this.now;
      if (!isGone) total++;
    }
    return total;
  }

  /** Candidate set that packet `packetId` requests. */
  requestOf(packetId: number): number {
    return this.pool.records[(packetId << packetShift) + packetRequest];
  }
}
