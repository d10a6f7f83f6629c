/**
 * What wormhole flow control keeps of a buffer and of the virtual channel that leads into it; of an injection slot, what
 * applies. How many flits are in a buffer is kept apart from it. Hot loops take the names into constants of their own: read
 * from another module they are slow where none are bundled.
 */

/** What every flit touches, sixteen bytes. */
export const flowRecord = {
  flowShift: 2,
  /** Buffer whose front packet holds the virtual channel, −1 while nobody does. */
  heldBy: 0,
  /** Flits of that packet that have not crossed it yet. */
  toGo: 1,
  /** Cycle in which it carried a flit last. */
  servedAt: 2,
  /** Virtual channel that the front packet of the buffer holds, −1 for none. */
  output: 3,
} as const;

/** What headers and tails touch. */
export const bufferRecord = {
  bufferShift: 3,
  /** Place of the front packet in the ring, and packets in the ring: from their grant on, until their tails have gone. */
  front: 0,
  packets: 1,
  /** Cycle in which a tail went out last, and in which the virtual channel was granted last. */
  leftAt: 2,
  grantedAt: 3,
  /** The packet that was granted the virtual channel last. */
  holderOf: 4,
  /** How many tails went out in the cycle in which one did last, where several can. */
  leftCount: 5,
} as const;
