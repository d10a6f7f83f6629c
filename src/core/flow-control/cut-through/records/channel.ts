/** Fields of a channel's record, as word offsets. */
export const channelFieldsShift = 4;
/** When the channel may be granted again: cycle, and part of that cycle that is still occupied. */
export const freeAt = 0;
export const freePart = 1;
export const carriedPackets = 2;
/** Start of the last packet on the channel, and its source and destination. */
export const startedAt = 3;
export const startedPart = 4;
export const lastEnds = 5;
/** Packets that are leaving the queues behind the channel, and packets that cross a switch to the buffers before it. */
export const departures = 6;
export const crossingCount = 7;
/**
 * Times in cycles: of a packet, or 0 if that is no whole number; of a header; from end to end of the channel; until the sender knows of a
 * free slot; of the pipeline at the end of the channel.
 */
export const packetCycles = 8;
export const headerCycles = 9;
export const delayCycles = 10;
export const creditCycles = 11;
export const pipelineCycles = 12;
/** Sum over all packets of the cycles from injection to the header's arrival at the end of the channel. */
export const sinceInjection = 13;
/** 1 where the channel ends at a terminal, and 1 where it begins at a switch. */
export const isToTerminal = 14;
export const isFromSwitch = 15;
