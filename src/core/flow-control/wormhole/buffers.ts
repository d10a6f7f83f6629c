/**
 * The record of a buffer of wormhole flow control, and of the virtual channel that leads into it; of an injection slot, what
 * applies. Hot loops take the names into constants of their own: read from another module they are slow where none are bundled.
 */
export const bufferRecord = {
  bufferShift: 4,
  /** Flits in it. */
  flits: 0,
  /** Buffer whose front packet holds the virtual channel, −1 while nobody does. */
  heldBy: 1,
  /** Virtual channel that the front packet holds, −1 for none. */
  output: 2,
  /** Flits of the front packet that have gone. */
  gone: 3,
  /** Place of the front packet in the ring, and packets in the ring: from their grant on, until their tails have gone. */
  front: 4,
  packets: 5,
  /** Cycle in which a tail went out last, and in which the virtual channel was granted last. */
  leftAt: 6,
  grantedAt: 7,
  /** The packet that was granted the virtual channel last; 1 where the channel leads to its destination. */
  holderOf: 8,
  arrives: 9,
  /** Cycle in which the virtual channel carried a flit last, and how many it has carried. */
  servedAt: 10,
  carried: 11,
  /** Its channel. */
  channelAt: 12,
  /** Where links or switches are not plain: flits that can move on. Of the virtual channel's output buffer: places taken, as the switch sees it, and flits in it. */
  here: 13,
  outTaken: 14,
  outFlits: 15,
} as const;
