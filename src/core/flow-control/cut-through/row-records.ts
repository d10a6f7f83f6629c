/** Record layouts and constants of the engines for rows (`rows.ts`, `row-sharing.ts`). A row is a group of parallel outputs. */

// Record of a channel and the queue behind it: eight words, half a cache line.
/**
 * Packets in the queue (8 bits). With the selection *shared*, whether a packet crosses the channel (1 bit). Above that, constants: the
 * channel's position in its row and its port (8 bits each); with other selections the size of its row (6 bits; at most 32).
 */
export const queueState = 0;
export const queuedMask = 0xff;
export const busyShift = 8;
export const busyBit = 1 << busyShift;
export const rowPositionShift = 9;
export const portShift = 17;
export const portMask = 0xff;
export const rowSizeShift = 25;
/** Cycle from which the leaving packet has passed completely. */
export const queueDepartureEnd = 1;
/**
 * In the first channel of a row: mask of the inputs whose heads wait for the row; with more than 32 inputs, mask of the words that are not
 * 0.
 */
export const waitingInputs = 2;
/**
 * With the selection *shared*, in the first channel of a row: mask of its open channels; with more than 32 channels, mask of the words that
 * are not 0.
 */
export const openChannels = 3;
/**
 * With other selections, in the word of `openChannels`: cycle from which the channel is free. From then on, the packet that enters the
 * queue has passed completely, too.
 */
export const channelFreeFrom = 3;
/** Node of the queue, and number of the queue among the node's inputs (8 bits); negative if the channel enters a terminal. */
export const queueNodeInput = 4;
/** Packets that have left the queue. */
export const departedPackets = 5;
export const sinceInjectionSum = 6;
export const waitedSum = 7;
export const queueShift = 3;
/**
 * The next row in the same slot of the wheel, −1 for none. It is kept in the record of the row's second channel: only rows of at least two
 * channels sleep.
 */
export const nextRow = (1 << queueShift) + waitingInputs;

// Entry of a packet in the ring buffer of its queue: all that a hop needs, in four words, so that four packets share a cache line.
/** Source and destination as in the packet's record; cycle of its injection; cycle from which it may request. */
export const entryEnds = 0;
export const entryInjected = 1;
export const entryReady = 2;
/** Packet number (24 bits). Above it, the low 8 bits of the first channel of the row that it will request. */
export const entryNumber = 3;
export const entryShift = 2;
export const rowShift = 24;
export const packetNumberMask = (1 << rowShift) - 1;

// Draws among the best channels of a row, four words each: start of the channel's record, mask of the inputs that drew it, and a mask
// of all ones if it is open.
export const drawShift = 2;
export const drawRequesters = 1;
export const drawOpenMask = 2;

/** Number of grants in a cycle above which their data are prefetched; fewer stay in the second-level cache. */
export const prefetchGrants = 512;
/** As `prefetchGrants`, for selections other than *shared*. */
export const prefetchChosenGrants = 2048;
/** Steps per prefetch batch: their data fit into the first-level cache. */
export const prefetchSteps = 48;
/** Rows per prefetch batch where all channels of each row are read. */
export const prefetchRows = 16;
/** Greater than any fullness. */
export const maxFullness = 0x3fffffff;
