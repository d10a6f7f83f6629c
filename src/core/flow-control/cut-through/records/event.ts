/** Fields of an event's record, as word offsets, and the effects of an event, which are combined as bits. */
export const eventFieldsShift = 3;
export const nextInList = 0;
export const time = 1;
export const effects = 2;
/**
 * Queue that the packet leaves, or whose head becomes ready; the packet; the virtual channel that it takes, or that of the output buffer.
 */
export const queue = 3;
export const movedPacket = 4;
export const outputVc = 5;
/** The next departure from the same queue, and the cycle in which the packet began to leave. */
export const nextDeparture = 6;
export const departureStart = 7;
/** The channel is free, and the next packet of the queue becomes its head. */
export const freesChannel = 1;
/** A slot of the queue is free. */
export const freesQueueSlot = 2;
/** The packet is consumed. */
export const consumesPacket = 4;
/** The packet has crossed the switch: the input and the output of the crossbar are free. */
export const endsCrossing = 16;
/** The channel is free, and the next packet of the output buffer becomes its head. */
export const freesBuffer = 32;
/** The head of the output buffer may request the channel. */
export const readiesBufferHead = 128;
/** The packet left the queue through the crossbar to an output buffer. */
export const leftThroughSwitch = 256;
/** The channel carries phits into the following cycle. */
export const endsLate = 512;

// Lists of a cycle. List 0 has ends of transfers over channels and through switches. Then come returned credits, heads that may request,
// and packets that may join the queue of an output. Rare events are on the event wheel.
export const departureList = 1;
export const headList = 2;
export const joinList = 3;
export const listKindShift = 2;
